/**
 * The digit keys, which click pieces. They work for every game: a board marks clickable ("lit") pieces with `data-lit`,
 * and may give a piece a digit of its own with `data-key`.
 */

/** Return the digit (1 to 9) of a key press; null for another key. French keyboards need Shift to type a digit. */
export function digitOf(press: KeyboardEvent): number | null {
  if (/^[1-9]$/.test(press.key)) return Number(press.key);
  const position = press.shiftKey ? null : /^Digit([1-9])$/.exec(press.code);
  return position ? Number(position[1]) : null;
}

/**
 * Return the piece that a digit clicks. If the board gives digits to its clickable pieces, it is the piece with this
 * `data-key`, clickable or not: a click on the others shows why they cannot be played. Otherwise digit n stands for the
 * nth clickable piece.
 */
export function pieceForDigit(boardArea: Element, digit: number): HTMLElement | null {
  const visible = (selector: string) =>
    [...boardArea.querySelectorAll<HTMLElement>(selector)].filter((piece) => piece.checkVisibility());
  const lit = visible('[data-lit]');
  const hasOwnDigits = lit.some((piece) => piece.dataset.key);
  if (!hasOwnDigits) return inReadingOrder(lit)[digit - 1] ?? null;
  return lit.find((piece) => piece.dataset.key === String(digit)) ?? visible(`[data-key="${digit}"]`)[0] ?? null;
}

/** Sort elements row by row, as they are drawn. An element is in a row if its top is above the middle of the row's first. */
function inReadingOrder(elements: HTMLElement[]): HTMLElement[] {
  const box = (element: HTMLElement) => element.getBoundingClientRect();
  const rows: HTMLElement[][] = [];
  for (const element of elements.toSorted((a, b) => box(a).top - box(b).top)) {
    const row = rows.at(-1);
    if (row && box(element).top < box(row[0]).top + box(row[0]).height / 2) row.push(element);
    else rows.push([element]);
  }
  return rows.flatMap((row) => row.sort((a, b) => box(a).left - box(b).left));
}

/**
 * The digit keys, which click pieces. They work for every game: a board marks clickable ("lit") pieces with `data-lit`,
 * and may give a piece a digit of its own with `data-key`.
 */

/** Return the digit (1 to 9) of a digit key; null for another key. On French keyboards, the key works without Shift. */
export function digitOf(press: KeyboardEvent): number | null {
  if (/^[1-9]$/.test(press.key)) return Number(press.key);
  if (press.shiftKey) return null;
  const digitKey = /^Digit([1-9])$/.exec(press.code); // the position of the key, whatever character it types
  return digitKey ? Number(digitKey[1]) : null;
}

/**
 * Return the piece that a digit clicks. If the board gives digits to its clickable pieces, it is the piece with this
 * `data-key`, clickable or not: a click on the others shows why they cannot be played. Otherwise digit n stands for the
 * nth clickable piece.
 */
export function pieceForDigit(boardArea: Element, digit: number): HTMLElement | null {
  const visible = (selector: string) =>
    [...boardArea.querySelectorAll<HTMLElement>(selector)].filter((piece) => piece.checkVisibility());
  const clickablePieces = visible('[data-lit]');
  const hasOwnDigits = clickablePieces.some((piece) => piece.dataset.key);
  if (!hasOwnDigits) return inReadingOrder(clickablePieces)[digit - 1] ?? null;
  const clickablePiece = clickablePieces.find((piece) => piece.dataset.key === String(digit));
  return clickablePiece ?? visible(`[data-key="${digit}"]`)[0] ?? null;
}

/** Sort elements as a text is read: from the top row to the bottom row, and each row from left to right. */
function inReadingOrder(elements: HTMLElement[]): HTMLElement[] {
  const box = (element: HTMLElement) => element.getBoundingClientRect();
  const middle = (element: HTMLElement) => box(element).top + box(element).height / 2;
  const rows: HTMLElement[][] = [];
  for (const element of elements.toSorted((a, b) => box(a).top - box(b).top)) {
    const row = rows.at(-1);
    const isInRow = row !== undefined && box(element).top < middle(row[0]);
    if (isInRow) row.push(element);
    else rows.push([element]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => box(a).left - box(b).left));
}

/**
 * The digit keys that click pieces. They work for every game: a board marks clickable pieces with `data-lit`, and
 * may give a piece a digit of its own with `data-key`.
 */

/** Return the digit of a key press, including keyboards that have digits behind Shift. */
export function digitOf(press: KeyboardEvent): number | null {
  if (/^[1-9]$/.test(press.key)) return Number(press.key);
  const place = press.shiftKey ? null : /^Digit([1-9])$/.exec(press.code);
  return place ? Number(place[1]) : null;
}

/**
 * Return the piece of a digit: the one with this `data-key`, or else the nth lit piece. A piece with this digit that
 * is not lit is returned, too: it says why it cannot be clicked.
 */
export function pieceForDigit(boardArea: Element, digit: number): HTMLElement | null {
  const shown = (selector: string) =>
    [...boardArea.querySelectorAll<HTMLElement>(selector)].filter((piece) => piece.checkVisibility());
  const lit = shown('[data-lit]');
  if (lit.some((piece) => piece.dataset.key))
    return lit.find((piece) => piece.dataset.key === String(digit)) ?? shown(`[data-key="${digit}"]`)[0] ?? null;
  return inReadingOrder(lit)[digit - 1] ?? null;
}

/** Sort elements row by row, as they are drawn. */
function inReadingOrder(pieces: HTMLElement[]): HTMLElement[] {
  const boxes = pieces
    .map((piece) => ({ piece, box: piece.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top);
  const rows: (typeof boxes)[] = [];
  for (const item of boxes) {
    const first = rows.at(-1)?.[0].box;
    if (first && item.box.top < first.top + first.height / 2) rows.at(-1)!.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left).map(({ piece }) => piece));
}

/** The keys that press what lies on the table. They know no game: a board says by `data-lit` what may be pressed, and by `data-key`
 *  where a piece has a number of its own. */

/** The figure on a key, also where a keyboard has it behind Shift. */
export function figure(press: KeyboardEvent): number | null {
  if (/^[1-9]$/.test(press.key)) return Number(press.key);
  const place = press.shiftKey ? null : /^Digit([1-9])$/.exec(press.code);
  return place ? Number(place[1]) : null;
}

/** The piece a figure means: the one with this number, or else the so-manieth that glows. A piece that has the number but does
 *  not glow is meant all the same, and says why not. */
export function pieceOf(leather: Element, n: number): HTMLElement | null {
  const shown = (where: string) =>
    [...leather.querySelectorAll<HTMLElement>(where)].filter((piece) => piece.checkVisibility());
  const lit = shown('[data-lit]');
  if (lit.some((piece) => piece.dataset.key))
    return lit.find((piece) => piece.dataset.key === String(n)) ?? shown(`[data-key="${n}"]`)[0] ?? null;
  return asRead(lit)[n - 1] ?? null;
}

/** Row by row, as they lie. */
function asRead(pieces: HTMLElement[]): HTMLElement[] {
  const boxes = pieces
    .map((piece) => ({ piece, box: piece.getBoundingClientRect() }))
    .sort((a, b) => a.box.top - b.box.top);
  const rows: (typeof boxes)[] = [];
  for (const one of boxes) {
    const first = rows.at(-1)?.[0].box;
    if (first && one.box.top < first.top + first.height / 2) rows.at(-1)!.push(one);
    else rows.push([one]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left).map(({ piece }) => piece));
}

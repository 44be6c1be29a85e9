/** Arrow keys walk a grid of buttons: one of them is in the tab order, the others are reached by arrows.
 *
 *  <div use:roving={'button.call'}> … </div>
 *
 *  The neighbour is the nearest piece in the pressed direction as drawn, so it works for rows, columns and grids.
 */
const ways: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function roving(holder: HTMLElement, choose: string) {
  const pieces = () => [...holder.querySelectorAll<HTMLElement>(choose)];
  let current: HTMLElement | null = null;

  function settle() {
    const all = pieces();
    if (!current || !all.includes(current))
      current = all.find((piece) => piece.dataset.lit !== undefined) ?? all[0] ?? null;
    for (const piece of all) piece.tabIndex = piece === current ? 0 : -1;
  }
  function walk(press: KeyboardEvent) {
    const way = ways[press.key];
    const here = (press.target as Element).closest<HTMLElement>(choose);
    if (!way || !here || press.altKey || press.ctrlKey || press.metaKey) return;
    press.preventDefault();
    const next = nearest(here, pieces(), way);
    if (!next) return;
    current = next;
    settle();
    next.focus();
  }
  function arrive(focus: FocusEvent) {
    const piece = (focus.target as Element).closest<HTMLElement>(choose);
    if (piece && piece !== current) {
      current = piece;
      settle();
    }
  }
  const watcher = new MutationObserver(settle);
  watcher.observe(holder, { childList: true, subtree: true });
  holder.addEventListener('keydown', walk);
  holder.addEventListener('focusin', arrive);
  settle();
  return {
    destroy() {
      watcher.disconnect();
      holder.removeEventListener('keydown', walk);
      holder.removeEventListener('focusin', arrive);
    },
  };
}

/** The piece whose middle lies closest in a direction; sideways distance counts double. */
function nearest(here: HTMLElement, all: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | null {
  const middle = (piece: HTMLElement) => {
    const box = piece.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(here);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const piece of all) {
    if (piece === here) continue;
    const [px, py] = middle(piece);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy + (py - y) * dx);
    if (along <= 2) continue;
    const far = along + aside * 2;
    if (far < least) [best, least] = [piece, far];
  }
  return best;
}

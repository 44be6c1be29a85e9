/**
 * Roving focus: one button of a group is in the tab order, and arrow keys move the focus to the others.
 *
 *     <div use:roving={'button.call'}> … </div>
 *
 * An arrow key goes to the nearest button in its direction as drawn, so it works for rows, columns and grids.
 */
const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A piece less than this far ahead, in pixels, is beside the focused one. */
const MIN_FORWARD = 2;

/** Svelte action: give the elements that match `selector` a roving focus. */
export function roving(container: HTMLElement, selector: string) {
  const pieces = () => [...container.querySelectorAll<HTMLElement>(selector)];
  let current: HTMLElement | null = null;

  function updateTabOrder() {
    const all = pieces();
    if (!current || !all.includes(current))
      current = all.find((piece) => piece.dataset.lit !== undefined) ?? all[0] ?? null;
    for (const piece of all) piece.tabIndex = piece === current ? 0 : -1;
  }
  function onKey(press: KeyboardEvent) {
    const direction = DIRECTIONS[press.key];
    const focused = (press.target as Element).closest<HTMLElement>(selector);
    if (!direction || !focused || press.altKey || press.ctrlKey || press.metaKey) return;
    press.preventDefault();
    const next = nearestPiece(focused, pieces(), direction);
    if (!next) return;
    current = next;
    updateTabOrder();
    next.focus();
  }
  function onFocus(focus: FocusEvent) {
    const piece = (focus.target as Element).closest<HTMLElement>(selector);
    if (piece && piece !== current) {
      current = piece;
      updateTabOrder();
    }
  }
  const watcher = new MutationObserver(updateTabOrder);
  watcher.observe(container, { childList: true, subtree: true });
  container.addEventListener('keydown', onKey);
  container.addEventListener('focusin', onFocus);
  updateTabOrder();
  return {
    destroy() {
      watcher.disconnect();
      container.removeEventListener('keydown', onKey);
      container.removeEventListener('focusin', onFocus);
    },
  };
}

/** Return the nearest piece in a direction. Distance to the side counts double, so that rows and columns are kept. */
function nearestPiece(from: HTMLElement, pieces: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | null {
  const middle = (piece: HTMLElement) => {
    const box = piece.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let nearest: HTMLElement | null = null;
  let leastDistance = Infinity;
  for (const piece of pieces) {
    if (piece === from) continue;
    const [px, py] = middle(piece);
    const forward = (px - x) * dx + (py - y) * dy;
    const sideways = Math.abs((px - x) * dy + (py - y) * dx);
    if (forward <= MIN_FORWARD) continue;
    const distance = forward + sideways * 2;
    if (distance < leastDistance) [nearest, leastDistance] = [piece, distance];
  }
  return nearest;
}

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

/** A piece has to be more than this many pixels ahead; otherwise it counts as beside the focused one. */
const MIN_FORWARD = 2;

/** Svelte action: give the elements ("pieces") in a container that match `selector` a roving focus. */
export function roving(container: HTMLElement, selector: string) {
  const pieces = () => [...container.querySelectorAll<HTMLElement>(selector)];
  /** The piece that is in the tab order. */
  let current: HTMLElement | null = null;

  /** Put one piece into the tab order: the one focused last if it still exists, else the first clickable one. */
  function updateTabOrder() {
    const candidates = pieces();
    if (!current || !candidates.includes(current))
      current = candidates.find((piece) => piece.dataset.lit !== undefined) ?? candidates[0] ?? null;
    for (const piece of candidates) piece.tabIndex = piece === current ? 0 : -1;
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

/** Distances to the side are multiplied by this, so that the focus prefers a piece in the same row or column. */
const SIDEWAYS_FACTOR = 2;

/** Return the nearest piece in a direction, such as [1, 0] for right and [0, 1] for down; null if there is none. */
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
    const [pieceX, pieceY] = middle(piece);
    const forward = (pieceX - x) * dx + (pieceY - y) * dy;
    const sideways = Math.abs((pieceX - x) * dy + (pieceY - y) * dx);
    if (forward <= MIN_FORWARD) continue;
    const distance = forward + sideways * SIDEWAYS_FACTOR;
    if (distance < leastDistance) [nearest, leastDistance] = [piece, distance];
  }
  return nearest;
}

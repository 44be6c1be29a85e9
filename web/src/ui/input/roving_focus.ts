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

/** The distance in pixels that a piece must be ahead of the focused one. A piece that is less ahead is beside it. */
const MIN_FORWARD_PIXELS = 2;

/** Svelte action: let the arrow keys move the focus between the elements ("pieces") that match a CSS selector. */
export function roving(container: HTMLElement, selector: string) {
  const findPieces = () => [...container.querySelectorAll<HTMLElement>(selector)];
  /** The piece that the Tab key reaches. */
  let tabPiece: HTMLElement | null = null;

  /** Let the Tab key reach the piece that was focused last. If it is gone, take the first clickable piece. */
  function updateTabOrder() {
    const pieces = findPieces();
    const isGone = !tabPiece || !pieces.includes(tabPiece);
    if (isGone) tabPiece = pieces.find((piece) => piece.dataset.lit !== undefined) ?? pieces[0] ?? null;
    for (const piece of pieces) piece.tabIndex = piece === tabPiece ? 0 : -1;
  }
  function onKey(press: KeyboardEvent) {
    const direction = DIRECTIONS[press.key];
    const focused = (press.target as Element).closest<HTMLElement>(selector);
    if (!direction || !focused || press.altKey || press.ctrlKey || press.metaKey) return;
    press.preventDefault();
    const next = nearestPiece(focused, findPieces(), direction);
    if (!next) return;
    tabPiece = next;
    updateTabOrder();
    next.focus();
  }
  function onFocus(focus: FocusEvent) {
    const piece = (focus.target as Element).closest<HTMLElement>(selector);
    if (piece && piece !== tabPiece) {
      tabPiece = piece;
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

/** The weight of a distance to the side. It makes the focus prefer pieces in the same row or column. */
const SIDEWAYS_FACTOR = 2;

/** Return the nearest piece in a direction: [1, 0] is right and [0, 1] is down. Return null if there is none. */
function nearestPiece(focused: HTMLElement, pieces: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | null {
  const [focusedX, focusedY] = middleOf(focused);
  let nearest: HTMLElement | null = null;
  let leastDistance = Infinity;
  for (const piece of pieces) {
    if (piece === focused) continue;
    const [pieceX, pieceY] = middleOf(piece);
    const [x, y] = [pieceX - focusedX, pieceY - focusedY];
    const forward = x * dx + y * dy;
    const sideways = Math.abs(x * dy + y * dx);
    if (forward <= MIN_FORWARD_PIXELS) continue;
    const distance = forward + sideways * SIDEWAYS_FACTOR;
    if (distance < leastDistance) {
      nearest = piece;
      leastDistance = distance;
    }
  }
  return nearest;
}

function middleOf(piece: HTMLElement): [number, number] {
  const box = piece.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

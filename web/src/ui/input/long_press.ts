/**
 * Long press: a finger that rests on a piece works like a right click. When the finger is lifted, nothing is clicked:
 * neither the piece nor a dialog that the long press has opened.
 */
const LONG_PRESS_MS = 550;
const MAX_MOVEMENT_PIXELS = 12;

/**
 * Svelte action: call `onLongPress` with the element that was pressed long or right-clicked. If it returns true, the
 * browser neither clicks the element nor opens its context menu.
 */
export function longPress(element: HTMLElement, onLongPress: (piece: Element) => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  /** Whether `onLongPress` has handled the current press. Then the press must not click anything when it ends. */
  let handled = false;
  const stopTimer = () => clearTimeout(timer);
  const forgetLastPress = () => (handled = false);
  function onPointerDown(event: PointerEvent) {
    stopTimer();
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY };
    const piece = event.target as Element;
    timer = setTimeout(() => (handled = onLongPress(piece)), LONG_PRESS_MS);
  }
  function onPointerMove(event: PointerEvent) {
    const distance = Math.hypot(event.clientX - start.x, event.clientY - start.y);
    if (distance > MAX_MOVEMENT_PIXELS) stopTimer();
  }
  function onClick(event: MouseEvent) {
    if (!handled) return;
    handled = false;
    event.stopPropagation();
    event.preventDefault();
  }
  function onContextMenu(event: MouseEvent) {
    stopTimer();
    if (handled || onLongPress(event.target as Element)) event.preventDefault();
  }
  const events: [string, EventListener][] = [
    ['pointerdown', onPointerDown as EventListener],
    ['pointermove', onPointerMove as EventListener],
    ['pointerup', stopTimer],
    ['pointercancel', stopTimer],
    ['contextmenu', onContextMenu as EventListener],
  ];
  for (const [name, listener] of events) element.addEventListener(name, listener);
  addEventListener('pointerdown', forgetLastPress, true);
  addEventListener('click', onClick, true);
  return {
    destroy() {
      stopTimer();
      for (const [name, listener] of events) element.removeEventListener(name, listener);
      removeEventListener('pointerdown', forgetLastPress, true);
      removeEventListener('click', onClick, true);
    },
  };
}

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
  /** Whether the current press was a long press that did something. */
  let handled = false;
  const stop = () => clearTimeout(timer);
  const forgetLastPress = () => (handled = false);
  function down(press: PointerEvent) {
    stop();
    if (press.pointerType !== 'touch' || !press.isPrimary) return;
    start = { x: press.clientX, y: press.clientY };
    const piece = press.target as Element;
    timer = setTimeout(() => (handled = onLongPress(piece)), LONG_PRESS_MS);
  }
  function move(press: PointerEvent) {
    if (Math.hypot(press.clientX - start.x, press.clientY - start.y) > MAX_MOVEMENT_PIXELS) stop();
  }
  function click(press: MouseEvent) {
    if (!handled) return;
    handled = false;
    press.stopPropagation();
    press.preventDefault();
  }
  function menu(press: MouseEvent) {
    stop();
    if (handled || onLongPress(press.target as Element)) press.preventDefault();
  }
  const events: [string, EventListener][] = [
    ['pointerdown', down as EventListener],
    ['pointermove', move as EventListener],
    ['pointerup', stop],
    ['pointercancel', stop],
    ['contextmenu', menu as EventListener],
  ];
  for (const [name, listener] of events) element.addEventListener(name, listener);
  addEventListener('pointerdown', forgetLastPress, true);
  addEventListener('click', click, true);
  return {
    destroy() {
      stop();
      for (const [name, listener] of events) element.removeEventListener(name, listener);
      removeEventListener('pointerdown', forgetLastPress, true);
      removeEventListener('click', click, true);
    },
  };
}

/**
 * Long press: a finger that rests on a piece works like a right click. The release then clicks nothing, neither the
 * piece nor a dialog that the long press has opened.
 */
const DURATION = 550;
const MAX_MOVEMENT = 12;

/** Svelte action: call `rest` for a long press or right click; it returns whether it handled the element. */
export function longPress(element: HTMLElement, rest: (piece: Element) => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let rested = false;
  const stop = () => clearTimeout(timer);
  const begin = () => (rested = false);
  function down(press: PointerEvent) {
    stop();
    if (press.pointerType !== 'touch' || !press.isPrimary) return;
    from = { x: press.clientX, y: press.clientY };
    const piece = press.target as Element;
    timer = setTimeout(() => (rested = rest(piece)), DURATION);
  }
  function move(press: PointerEvent) {
    if (Math.hypot(press.clientX - from.x, press.clientY - from.y) > MAX_MOVEMENT) stop();
  }
  function click(press: MouseEvent) {
    if (!rested) return;
    rested = false;
    press.stopPropagation();
    press.preventDefault();
  }
  function menu(press: MouseEvent) {
    stop();
    if (rested || rest(press.target as Element)) press.preventDefault();
  }
  const events: [string, EventListener][] = [
    ['pointerdown', down as EventListener],
    ['pointermove', move as EventListener],
    ['pointerup', stop],
    ['pointercancel', stop],
    ['contextmenu', menu as EventListener],
  ];
  for (const [name, listener] of events) element.addEventListener(name, listener);
  addEventListener('pointerdown', begin, true);
  addEventListener('click', click, true);
  return {
    destroy() {
      stop();
      for (const [name, listener] of events) element.removeEventListener(name, listener);
      removeEventListener('pointerdown', begin, true);
      removeEventListener('click', click, true);
    },
  };
}

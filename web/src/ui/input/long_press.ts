/** A finger that rests on a piece, as a right click for those who have no right button. The release then presses nothing,
 *  neither the piece nor what the rest has laid over it: a leaf is not put away by the finger that opened it. */
const RESTING = 550;
const MOVED = 12;

export function held(element: HTMLElement, rest: (piece: Element) => boolean) {
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
    timer = setTimeout(() => (rested = rest(piece)), RESTING);
  }
  function move(press: PointerEvent) {
    if (Math.hypot(press.clientX - from.x, press.clientY - from.y) > MOVED) stop();
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
  for (const [name, heard] of events) element.addEventListener(name, heard);
  addEventListener('pointerdown', begin, true);
  addEventListener('click', click, true);
  return {
    destroy() {
      stop();
      for (const [name, heard] of events) element.removeEventListener(name, heard);
      removeEventListener('pointerdown', begin, true);
      removeEventListener('click', click, true);
    },
  };
}

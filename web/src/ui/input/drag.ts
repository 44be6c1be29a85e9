/**
 * Double clicks and dragging, with a mouse, a pen or a finger.
 *
 *     <button use:draggable={lit ? { drop: '[data-zone=pool]', ondrop: (place) => …, ondouble: () => … } : null}>
 *
 * Both are shortcuts for a click on the piece and then on the main button. A drag begins once the pointer has moved a few
 * pixels, and the click that ends it is ignored. During a drag these attributes are set for the style sheet: `data-held`
 * on the piece, `data-drop` on the places where it may be dropped, and `data-over` on the one below the pointer.
 */
export interface Drag {
  /** A CSS selector of the places where the piece can be dropped. Without it, the piece cannot be dragged. */
  drop?: string;
  ondrop?: (place: HTMLElement) => void;
  /** Called on a double click. The element's own `onclick` does not get the second click. */
  ondouble?: () => void;
}

/** The distance in pixels by which the pointer has to move before a drag begins. */
const MIN_DISTANCE = { mouse: 6, touch: 12 };
const DOUBLE_CLICK_MS = 400;
const DOUBLE_CLICK_PIXELS = 24;
/** The CSS `touch-action` of a draggable piece: one finger drags it and does not scroll, but two fingers can zoom. */
const TOUCH_ACTION = 'pinch-zoom';

/** The number of clicks on the whole page. It shows whether there was another click between two clicks on a piece. */
let pageClickCount = 0;
const isUnitTest = typeof window === 'undefined';
if (!isUnitTest) addEventListener('click', () => pageClickCount++, true);

/** Svelte action: make an element draggable with these options. Without options it cannot be dragged. */
export function draggable(piece: HTMLElement, initialOptions: Drag | null | undefined) {
  let options = initialOptions;
  /** The event with which the user pressed the piece; null if they do not press it. */
  let pressEvent: PointerEvent | null = null;
  let dragged: DraggedPiece | null = null;
  /** The last click on this piece, with the number of clicks that the page had until then. */
  let lastClick = { time: -Infinity, x: 0, y: 0, pageClickCount: 0 };

  const updateTouchAction = () => (piece.style.touchAction = options?.drop ? TOUCH_ACTION : '');

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0 || !event.isPrimary) return stop();
    if (!options?.drop || dragged) return;
    pressEvent = event;
    addEventListener('pointermove', onPointerMove);
    addEventListener('pointerup', onPointerUp);
    addEventListener('pointercancel', stop);
    addEventListener('keydown', onKeyDown, true);
  }
  function onPointerMove(event: PointerEvent) {
    if (!pressEvent || event.pointerId !== pressEvent.pointerId) return;
    if (!dragged) {
      const minDistance = event.pointerType === 'mouse' ? MIN_DISTANCE.mouse : MIN_DISTANCE.touch;
      const distance = Math.hypot(event.clientX - pressEvent.clientX, event.clientY - pressEvent.clientY);
      if (distance < minDistance) return;
      if (!options?.drop) return stop();
      dragged = new DraggedPiece(piece, options.drop, pressEvent);
    }
    dragged.moveTo(event);
  }
  function onPointerUp(event: PointerEvent) {
    if (!pressEvent || event.pointerId !== pressEvent.pointerId) return;
    const place = dragged?.moveTo(event) ?? null;
    if (dragged) ignoreNextClick();
    stop();
    if (place) options?.ondrop?.(place);
  }
  function stop() {
    dragged?.end();
    dragged = null;
    pressEvent = null;
    removeEventListener('pointermove', onPointerMove);
    removeEventListener('pointerup', onPointerUp);
    removeEventListener('pointercancel', stop);
    removeEventListener('keydown', onKeyDown, true);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !dragged) return;
    event.stopPropagation();
    stop();
  }
  /** Call `ondouble` for the second click of a double click. Clicks made by keys (`detail` 0) do not count. */
  function onClick(event: MouseEvent) {
    if (!options?.ondouble || event.detail === 0) return;
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const isNextClick = pageClickCount === lastClick.pageClickCount + 1;
    const isSoon = time - lastClick.time <= DOUBLE_CLICK_MS;
    const isNear = Math.hypot(x - lastClick.x, y - lastClick.y) <= DOUBLE_CLICK_PIXELS;
    const isDoubleClick = isNextClick && isSoon && isNear;
    // a third click must not make a double click with the second one
    lastClick = { time: isDoubleClick ? -Infinity : time, x, y, pageClickCount };
    if (!isDoubleClick) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    options.ondouble();
  }

  piece.addEventListener('pointerdown', onPointerDown);
  piece.addEventListener('click', onClick, true);
  updateTouchAction();
  return {
    update(next: Drag | null | undefined) {
      options = next;
      updateTouchAction();
    },
    destroy() {
      stop();
      piece.removeEventListener('pointerdown', onPointerDown);
      piece.removeEventListener('click', onClick, true);
    },
  };
}

/** A piece that is being dragged. A copy of it follows the pointer; the piece itself does not move. */
class DraggedPiece {
  private readonly copy: HTMLElement;
  private readonly places: HTMLElement[]; // the elements on which the piece can be dropped
  private placeBelow: HTMLElement | null = null; // the place below the pointer

  constructor(
    private readonly piece: HTMLElement,
    private readonly dropSelector: string,
    private readonly start: PointerEvent,
  ) {
    this.places = [...document.querySelectorAll<HTMLElement>(dropSelector)].filter((place) => place !== piece);
    this.copy = copyOf(piece);
    piece.dataset.held = '';
    for (const place of this.places) place.dataset.drop = '';
  }

  /** Move the copy to the pointer. Return the place below it where the piece can be dropped, or null. */
  moveTo(pointer: PointerEvent): HTMLElement | null {
    this.copy.style.translate = `${pointer.clientX - this.start.clientX}px ${pointer.clientY - this.start.clientY}px`;
    const element = document.elementFromPoint(pointer.clientX, pointer.clientY);
    const below = element?.closest<HTMLElement>(this.dropSelector) ?? null;
    const place = below && this.places.includes(below) ? below : null;
    if (place !== this.placeBelow) {
      delete this.placeBelow?.dataset.over;
      if (place) place.dataset.over = '';
      this.placeBelow = place;
    }
    return place;
  }

  end(): void {
    this.copy.remove();
    delete this.piece.dataset.held;
    for (const place of this.places) {
      delete place.dataset.drop;
      delete place.dataset.over;
    }
  }
}

/** The attributes by which scripts find a piece. A copy must not have them. */
const IDENTIFYING_ATTRIBUTES = ['id', 'data-lit', 'data-key'];

/** Copy a piece, and put the copy over it. The copy becomes part of the board area, because it needs its CSS colours. */
function copyOf(piece: HTMLElement): HTMLElement {
  const box = piece.getBoundingClientRect();
  const copy = piece.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.ariaHidden = 'true';
  for (const name of IDENTIFYING_ATTRIBUTES) copy.removeAttribute(name);
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    zIndex: '40',
    pointerEvents: 'none',
  });
  (piece.closest('.s-board-area') ?? document.body).append(copy);
  return copy;
}

/** Ignore the click that the browser sends at once after a drag with the mouse. Later clicks are not ignored. */
function ignoreNextClick(): void {
  const ignore = (click: MouseEvent) => {
    click.stopImmediatePropagation();
    click.preventDefault();
  };
  addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', ignore, { capture: true }), 0);
}

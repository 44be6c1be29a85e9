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
  /** A selector of the places where the piece may be dropped. */
  drop?: string;
  ondrop?: (place: HTMLElement) => void;
  /** Called on a double click; the element's own onclick does not get the second click. */
  ondouble?: () => void;
}

/** A drag begins when the pointer has moved by this many pixels. */
const MIN_DISTANCE = { mouse: 6, touch: 12 };
const DOUBLE_CLICK_MS = 400;
const DOUBLE_CLICK_PIXELS = 24;
/** Dragging a piece must not scroll the page; two fingers may still zoom. */
const TOUCH_ACTION = 'pinch-zoom';

/**
 * How many clicks the whole page has had. Two clicks on a piece are a double click only if no click elsewhere came between.
 */
let clickCount = 0;
if (typeof window !== 'undefined')
  // in unit tests there is no window
  addEventListener('click', () => clickCount++, true);

/** Svelte action: make an element draggable with these options; null switches it off. */
export function draggable(piece: HTMLElement, initial: Drag | null | undefined) {
  let options = initial;
  /** The press that may become a drag. */
  let start: PointerEvent | null = null;
  let dragged: DraggedPiece | null = null;
  /** The last click on this piece; `count` is the number of clicks on the page at that time. */
  let lastClick = { time: -Infinity, x: 0, y: 0, count: 0 };

  const updateTouchAction = () => (piece.style.touchAction = options?.drop ? TOUCH_ACTION : '');

  function down(press: PointerEvent) {
    if (press.button !== 0 || !press.isPrimary) return stop();
    if (!options?.drop || dragged) return;
    start = press;
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', stop);
    addEventListener('keydown', escape, true);
  }
  function move(to: PointerEvent) {
    if (!start || to.pointerId !== start.pointerId) return;
    const minDistance = to.pointerType === 'mouse' ? MIN_DISTANCE.mouse : MIN_DISTANCE.touch;
    if (!dragged && Math.hypot(to.clientX - start.clientX, to.clientY - start.clientY) < minDistance) return;
    if (!dragged && !options?.drop) return stop();
    dragged ??= new DraggedPiece(piece, options!.drop!, start);
    dragged.moveTo(to);
  }
  function up(end: PointerEvent) {
    if (!start || end.pointerId !== start.pointerId) return;
    const place = dragged?.moveTo(end) ?? null;
    if (dragged) swallowClick();
    stop();
    if (place) options?.ondrop?.(place);
  }
  function stop() {
    dragged?.end();
    dragged = start = null;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', stop);
    removeEventListener('keydown', escape, true);
  }
  function escape(press: KeyboardEvent) {
    if (press.key !== 'Escape' || !dragged) return;
    press.stopPropagation();
    stop();
  }
  /** Detect double clicks. Key presses (`detail` 0) do not count. */
  function click(press: MouseEvent) {
    if (!options?.ondouble || press.detail === 0) return;
    const { time, x, y, count } = lastClick;
    lastClick = { time: press.timeStamp, x: press.clientX, y: press.clientY, count: clickCount };
    const isNext = clickCount === count + 1;
    const isSoon = press.timeStamp - time <= DOUBLE_CLICK_MS;
    const isNear = Math.hypot(press.clientX - x, press.clientY - y) <= DOUBLE_CLICK_PIXELS;
    if (!isNext || !isSoon || !isNear) return;
    lastClick.time = -Infinity;
    press.stopImmediatePropagation();
    press.preventDefault();
    options.ondouble();
  }

  piece.addEventListener('pointerdown', down);
  piece.addEventListener('click', click, true);
  updateTouchAction();
  return {
    update(next: Drag | null | undefined) {
      options = next;
      updateTouchAction();
    },
    destroy() {
      stop();
      piece.removeEventListener('pointerdown', down);
      piece.removeEventListener('click', click, true);
    },
  };
}

/** A piece being dragged: a copy follows the pointer, and the piece itself stays where it is. */
class DraggedPiece {
  private readonly copy: HTMLElement;
  private readonly places: HTMLElement[];
  private placeBelow: HTMLElement | null = null;

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

  /** Move the copy; return the place below the pointer if the piece may be dropped there. */
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

/** Copy a piece into the board area, whose colours it needs. No selector for clickable pieces matches the copy. */
function copyOf(piece: HTMLElement): HTMLElement {
  const box = piece.getBoundingClientRect();
  const copy = piece.cloneNode(true) as HTMLElement;
  copy.inert = true;
  copy.ariaHidden = 'true';
  for (const name of ['id', 'data-lit', 'data-key']) copy.removeAttribute(name);
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

/** Ignore the click that follows the end of a drag. After a touch none follows, so stop ignoring at once. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => {
    click.stopImmediatePropagation();
    click.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}

/** What hands do besides pressing: a piece is pressed twice, or taken and put down somewhere. Mouse, pen and finger alike.
 *
 *  <button use:draggable={lit ? { drop: '[data-zone=pool]', ondrop: (place) => …, ondouble: () => … } : null}> … </button>
 *
 *  Both do what the gold button would do after a press on the piece, so they are only ever a shorter way. A plain press stays a
 *  press: a piece is taken once the pointer has gone some way, and the click that ends a drag is nobody's. While a piece is held,
 *  the places it may be put down wear `data-drop`, the one below it `data-over`, and the piece itself `data-held`.
 */
export interface Drag {
  /** Where the piece may be put down. */
  drop?: string;
  ondrop?: (place: HTMLElement) => void;
  /** The second of two quick presses; the piece's own onclick does not hear it. */
  ondouble?: () => void;
}

const FAR = { mouse: 6, touch: 12 };
const TWICE = 400;
const NEAR = 24;
/** A finger that takes a piece must not push the page; two fingers may still magnify it. */
const GRIP = 'pinch-zoom';

export function draggable(piece: HTMLElement, given: Drag | null | undefined) {
  let wish = given;
  let start: PointerEvent | null = null;
  let held: Held | null = null;
  let last = { at: -Infinity, x: 0, y: 0 };

  const settle = () => (piece.style.touchAction = wish?.drop ? GRIP : '');

  function down(press: PointerEvent) {
    if (press.button !== 0 || !press.isPrimary) return letGo();
    if (!wish?.drop || held) return;
    start = press;
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', letGo);
    addEventListener('keydown', escape, true);
  }
  function move(to: PointerEvent) {
    if (!start || to.pointerId !== start.pointerId) return;
    const far = to.pointerType === 'mouse' ? FAR.mouse : FAR.touch;
    if (!held && Math.hypot(to.clientX - start.clientX, to.clientY - start.clientY) < far) return;
    if (!held && !wish?.drop) return letGo();
    held ??= new Held(piece, wish!.drop!, start);
    held.over(to);
  }
  function up(end: PointerEvent) {
    if (!start || end.pointerId !== start.pointerId) return;
    const place = held?.over(end) ?? null;
    if (held) swallowClick();
    letGo();
    if (place) wish?.ondrop?.(place);
  }
  function letGo() {
    held?.end();
    held = start = null;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', letGo);
    removeEventListener('keydown', escape, true);
  }
  function escape(press: KeyboardEvent) {
    if (press.key !== 'Escape' || !held) return;
    press.stopPropagation();
    letGo();
  }
  /** Keys press too, but nobody presses a key twice to mean one thing (detail is 0 there). */
  function click(press: MouseEvent) {
    if (!wish?.ondouble || press.detail === 0) return;
    const { at, x, y } = last;
    last = { at: press.timeStamp, x: press.clientX, y: press.clientY };
    if (press.timeStamp - at > TWICE || Math.hypot(press.clientX - x, press.clientY - y) > NEAR) return;
    last.at = -Infinity;
    press.stopImmediatePropagation();
    press.preventDefault();
    wish.ondouble();
  }

  piece.addEventListener('pointerdown', down);
  piece.addEventListener('click', click, true);
  settle();
  return {
    update(next: Drag | null | undefined) {
      wish = next;
      settle();
    },
    destroy() {
      letGo();
      piece.removeEventListener('pointerdown', down);
      piece.removeEventListener('click', click, true);
    },
  };
}

/** A piece in the hand: its likeness follows the pointer, the piece itself waits where it lies. */
class Held {
  private readonly likeness: HTMLElement;
  private readonly places: HTMLElement[];
  private under: HTMLElement | null = null;

  constructor(
    private readonly piece: HTMLElement,
    private readonly drop: string,
    private readonly from: PointerEvent,
  ) {
    this.places = [...document.querySelectorAll<HTMLElement>(drop)].filter((place) => place !== piece);
    this.likeness = likenessOf(piece);
    piece.dataset.held = '';
    for (const place of this.places) place.dataset.drop = '';
  }

  /** Goes there; answers the place below the pointer, if the piece may be put down on it. */
  over(at: PointerEvent): HTMLElement | null {
    this.likeness.style.translate = `${at.clientX - this.from.clientX}px ${at.clientY - this.from.clientY}px`;
    const below = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>(this.drop) ?? null;
    const place = below && this.places.includes(below) ? below : null;
    if (place !== this.under) {
      delete this.under?.dataset.over;
      if (place) place.dataset.over = '';
      this.under = place;
    }
    return place;
  }

  end(): void {
    this.likeness.remove();
    delete this.piece.dataset.held;
    for (const place of this.places) {
      delete place.dataset.drop;
      delete place.dataset.over;
    }
  }
}

/** On the leather, whose colours it needs, but above everything on it; nothing that looks for pieces may find it. */
function likenessOf(piece: HTMLElement): HTMLElement {
  const box = piece.getBoundingClientRect();
  const likeness = piece.cloneNode(true) as HTMLElement;
  likeness.inert = true;
  likeness.ariaHidden = 'true';
  for (const name of ['id', 'data-lit', 'data-key']) likeness.removeAttribute(name);
  Object.assign(likeness.style, {
    position: 'fixed',
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: '0',
    zIndex: '40',
    pointerEvents: 'none',
  });
  (piece.closest('.s-leather') ?? document.body).append(likeness);
  return likeness;
}

/** The click that comes with the end of a drag means nothing; where none comes (a finger), the next one does. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => {
    click.stopImmediatePropagation();
    click.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}

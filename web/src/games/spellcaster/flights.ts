/** Animates cards from their old places to their new ones: measured before the view changes, started after. */
import { travel } from '../../ui/motion';
import type { Event } from './types';

/** A card on its way. `piece` is null if the card came from a face-down pile, where it has no element of its own. */
export interface Flight {
  piece: HTMLElement | null;
  from: DOMRect;
  to: string;
  card: string | null;
}

const MOST = 8;
const CARD = '[data-card], svg';

/** Return the element of a card: the card itself, the last back of a hidden hand, or its place. */
const spot = (boardArea: Element | undefined, place: string, card: string | null) =>
  [`[data-card="${card}"]`, '> svg:last-of-type', '']
    .map((part) => boardArea?.querySelector<HTMLElement>(`[data-zone="${place}"] ${part}`))
    .find(Boolean) ?? null;

export function measureFlights(boardArea: Element | undefined, events: Event[]): Flight[] {
  return events
    .flatMap((event) => event.moves ?? [])
    .slice(0, MOST)
    .flatMap((move) => {
      const piece = spot(boardArea, move.from, move.card);
      if (!piece || move.from === move.to) return [];
      const from = piece.getBoundingClientRect();
      return [{ piece: piece.matches(CARD) ? likeness(piece, from) : null, from, to: move.to, card: move.card }];
    });
}

export function startFlights(boardArea: Element | undefined, moving: Flight[]): void {
  moving.forEach(({ piece, from, to, card }, k) => {
    const there = spot(boardArea, to, card);
    if (piece) return travel(piece, from, there, k * 60);
    if (!there?.matches(CARD)) return;
    const { width, height } = there.getBoundingClientRect();
    const here = new DOMRect(from.x + (from.width - width) / 2, from.y + (from.height - height) / 2, width, height);
    travel(likeness(there, here), here, there, k * 60);
  });
}

/** Copy a card element with a fixed width, since the copy leaves the board that determined it. */
function likeness(piece: HTMLElement, { width }: DOMRect): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement;
  copy.style.setProperty('--card', `${width}px`);
  copy.removeAttribute('data-lit');
  return copy;
}

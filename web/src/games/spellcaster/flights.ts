/** Animates cards from their old places to their new ones: measured before the view changes, started after. */
import { travel } from '../../ui/motion';
import type { Event } from './types';

/** A card that is about to move from one place to another. */
export interface Flight {
  /** A copy of the card at its old place; null if it comes from a place where cards have no element of their own. */
  copy: HTMLElement | null;
  from: DOMRect;
  /** The zone where it goes: "deck", "discard", "hand0" or the letter of a pile. */
  toZone: string;
  /** Null if the card is hidden from the viewer. */
  card: string | null;
}

const MAX_FLIGHTS = 8;
const DELAY_BETWEEN_MS = 60;

/** Whether an element is a card, face up or face down, and not only the place of a card. */
const isCard = (element: Element): boolean => element.matches('[data-card], svg');

/**
 * Return the element of a card in a zone. If the card is not shown there, return the last face-down card of the zone,
 * and if there is none, the zone itself. Return null if the zone is not drawn.
 */
function elementOf(boardArea: Element | undefined, zone: string, card: string | null): HTMLElement | null {
  const place = boardArea?.querySelector<HTMLElement>(`[data-zone="${zone}"]`);
  if (!place) return null;
  const faceUp = place.querySelector<HTMLElement>(`[data-card="${card}"]`);
  return faceUp ?? place.querySelector<HTMLElement>(':scope > svg:last-of-type') ?? place;
}

/** Measure the cards that these events move, before the view changes. */
export function measureFlights(boardArea: Element | undefined, events: Event[]): Flight[] {
  const moves = events.flatMap((event) => event.moves ?? []).slice(0, MAX_FLIGHTS);
  const flights: Flight[] = [];
  for (const move of moves) {
    const element = elementOf(boardArea, move.from, move.card);
    if (!element || move.from === move.to) continue;
    const from = element.getBoundingClientRect();
    const copy = isCard(element) ? copyCard(element, from.width) : null;
    flights.push({ copy, from, toZone: move.to, card: move.card });
  }
  return flights;
}

/** Start the measured flights, after the view has changed. */
export function startFlights(boardArea: Element | undefined, flights: Flight[]): void {
  flights.forEach(({ copy, from, toZone, card }, index) => {
    const delay = index * DELAY_BETWEEN_MS;
    const target = elementOf(boardArea, toZone, card);
    if (copy) return travel(copy, from, target, delay);
    if (!target || !isCard(target)) return;
    // without a card at the old place, the new card starts in the middle of that place
    const { width, height } = target.getBoundingClientRect();
    const start = new DOMRect(from.x + (from.width - width) / 2, from.y + (from.height - height) / 2, width, height);
    travel(copyCard(target, width), start, target, delay);
  });
}

/** Copy a card element with a fixed width in pixels, since the copy leaves the board that determined its width. */
function copyCard(element: HTMLElement, width: number): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.style.setProperty('--card', `${width}px`);
  copy.removeAttribute('data-lit');
  return copy;
}

/** Animates cards that move: measured at their old places before the view changes, started after it. */
import { travel } from '../../ui/motion';
import type { Event } from './types';

/** A moving card: what is drawn, where it starts, and the zone where it goes. */
export interface Flight {
  /** A copy of the card element at the old place; null if that place does not draw its cards one by one. */
  copy: HTMLElement | null;
  from: DOMRect;
  /** The zone where the card goes: "deck", "discard", "hand0" or the letter of a pile. */
  toZone: string;
  /** The name of the card, such as "R01"; null if the viewer does not know it. */
  card: string | null;
}

const MAX_FLIGHTS = 8;
const DELAY_BETWEEN_MS = 60;

/** Return whether an element draws a card, face up or face down. Otherwise it is only the place of a card. */
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

/** Measure the cards that these events move. Called before the new view is drawn. */
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

/** Animate the measured cards to their new places. Called after the new view is drawn. */
export function startFlights(boardArea: Element | undefined, flights: Flight[]): void {
  flights.forEach(({ copy, from, toZone, card }, index) => {
    const delay = index * DELAY_BETWEEN_MS;
    const target = elementOf(boardArea, toZone, card);
    if (copy) return travel(copy, from, target, delay);
    if (!target || !isCard(target)) return;
    // without a card at the old place, the new card starts in the middle of that place
    const { width, height } = target.getBoundingClientRect();
    const x = from.x + (from.width - width) / 2;
    const y = from.y + (from.height - height) / 2;
    travel(copyCard(target, width), new DOMRect(x, y, width, height), target, delay);
  });
}

/** Copy a card element and fix its width in pixels. The original has its width from the board, which the copy leaves. */
function copyCard(element: HTMLElement, width: number): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.style.setProperty('--card', `${width}px`);
  copy.removeAttribute('data-lit');
  return copy;
}

/** Cards that go from one place to another: taken up before the view changes, sent on their way after. */
import { travel } from '../../ui/motion';
import type { Event } from './types';

/** A card on its way; without a likeness of its own where it lay in a heap nobody sees into. */
export interface Flight {
  piece: HTMLElement | null;
  from: DOMRect;
  to: string;
  card: string | null;
}

const MOST = 8;
const CARD = '[data-card], svg';

/** Where a card lies: itself, the last back of a hidden hand, or the place it goes to. */
const spot = (leather: Element | undefined, place: string, card: string | null) =>
  [`[data-card="${card}"]`, '> svg:last-of-type', '']
    .map((part) => leather?.querySelector<HTMLElement>(`[data-zone="${place}"] ${part}`))
    .find(Boolean) ?? null;

export function takeOff(leather: Element | undefined, events: Event[]): Flight[] {
  return events
    .flatMap((event) => event.moves ?? [])
    .slice(0, MOST)
    .flatMap((move) => {
      const piece = spot(leather, move.from, move.card);
      if (!piece || move.from === move.to) return [];
      const from = piece.getBoundingClientRect();
      return [{ piece: piece.matches(CARD) ? likeness(piece, from) : null, from, to: move.to, card: move.card }];
    });
}

export function land(leather: Element | undefined, moving: Flight[]): void {
  moving.forEach(({ piece, from, to, card }, k) => {
    const there = spot(leather, to, card);
    if (piece) return travel(piece, from, there, k * 60);
    if (!there?.matches(CARD)) return;
    const { width, height } = there.getBoundingClientRect();
    const here = new DOMRect(from.x + (from.width - width) / 2, from.y + (from.height - height) / 2, width, height);
    travel(likeness(there, here), here, there, k * 60);
  });
}

/** It leaves the table that told it how large it is. */
function likeness(piece: HTMLElement, { width }: DOMRect): HTMLElement {
  const copy = piece.cloneNode(true) as HTMLElement;
  copy.style.setProperty('--card', `${width}px`);
  copy.removeAttribute('data-lit');
  return copy;
}

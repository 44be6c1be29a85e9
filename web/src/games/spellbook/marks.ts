/**
 * What the others did since the viewer's last action, as marks: where tokens came to, who took what from the altar,
 * and which cards were learned or used.
 */
import type { Line } from '../../api/wire';
import type { Move } from './types';

export type CardMark = 'learned' | 'used' | 'changed';
export interface Marks {
  /** The tokens that came to a place and are still there, by place: `{ "pool 1": ["Ro", "Gt"] }`. */
  arrivals: Record<string, string[]>;
  /** The tokens taken from the altar, with the place they went to. */
  taken: Move[];
  /** What happened to a seat's card, by seat and then by spell. */
  cards: Record<number, Record<string, CardMark>>;
}

/** Return the marks for these log lines. If several things happened to a card, the latest or clearest one counts. */
export function marksOf(recent: Line[]): Marks {
  const marks: Marks = { arrivals: {}, taken: [], cards: {} };
  for (const line of recent) {
    for (const move of (line.moves ?? []) as Move[]) addMove(marks, move);
    if (line.do === 'use' && line.by !== null) cardsOf(marks, line.by)[line.spell] = 'used';
    if (line.levels) cardsOf(marks, line.levels.seat)[line.levels.spell] ??= 'changed';
    if (line.learned) cardsOf(marks, line.learned.seat)[line.learned.spell] = 'learned';
  }
  return marks;
}

const cardsOf = (marks: Marks, seat: number): Record<string, CardMark> => (marks.cards[seat] ??= {});

/** The zones to which a seat or the solo opponent takes tokens from the altar. */
const TAKING_ZONES = ['pool', 'board', 'track', 'lower'];

function addMove(marks: Marks, move: Move): void {
  removeFirst(marks.arrivals[move.from] ?? [], move.token);
  (marks.arrivals[move.to] ??= []).push(move.token);
  if (move.from === 'altar' && TAKING_ZONES.includes(zoneOfPlace(move.to))) marks.taken.push(move);
}

/** Remove the first element equal to `item`; return whether there was one. */
function removeFirst(list: string[], item: string): boolean {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}

const zoneOfPlace = (place: string): string => place.split(' ')[0];

/** Return the seat that owns a place such as "pool 1"; null for the places of the solo opponent. */
export function seatOfPlace(place: string): number | null {
  const seat = place.split(' ').at(1);
  return seat === undefined ? null : Number(seat);
}

/**
 * Return for each token whether it is one of `marked`. Of equal tokens the last ones are flagged, since new tokens are
 * added at the end: `flagLast(["Ro", "Gt", "Ro"], ["Ro"])` is `[false, false, true]`.
 */
export function flagLast(tokens: string[], marked: string[] = []): boolean[] {
  const unmatched = [...marked];
  return tokens
    .toReversed()
    .map((token) => removeFirst(unmatched, token))
    .toReversed();
}

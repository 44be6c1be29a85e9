/**
 * What the others did since the viewer's last action, as marks: where tokens came to, who took what from the altar,
 * and which cards were learned or used.
 */
import type { Line } from '../../api/wire';
import type { Move } from './types';

export type CardMark = 'learned' | 'used' | 'changed';
/** What the other players did since the viewer's last action. The board draws it as marks. */
export interface BoardMarks {
  /** The tokens that came to each place and are still there: `{ "pool 1": ["Ro", "Gt"] }`. */
  arrivals: Record<string, string[]>;
  /** The moves of the tokens that players took from the altar. */
  taken: Move[];
  /** What happened to the card of a spell, by the seat that owns it and then by the spell. */
  cards: Record<number, Record<string, CardMark>>;
}

/** Return the marks for these log lines. A card gets one mark: a change of its level does not replace another mark. */
export function marksOf(recent: Line[]): BoardMarks {
  const marks: BoardMarks = { arrivals: {}, taken: [], cards: {} };
  for (const line of recent) {
    for (const move of (line.moves ?? []) as Move[]) addMove(marks, move);
    if (line.do === 'use' && line.by !== null) cardMarksOf(marks, line.by)[line.spell] = 'used';
    if (line.levels) cardMarksOf(marks, line.levels.seat)[line.levels.spell] ??= 'changed';
    if (line.learned) cardMarksOf(marks, line.learned.seat)[line.learned.spell] = 'learned';
  }
  return marks;
}

const cardMarksOf = (marks: BoardMarks, seat: number): Record<string, CardMark> => (marks.cards[seat] ??= {});

/** The zones of a seat or of the solo opponent that receive tokens taken from the altar. */
const TAKING_ZONES = ['pool', 'board', 'track', 'lower'];

function addMove(marks: BoardMarks, move: Move): void {
  removeFirst(marks.arrivals[move.from] ?? [], move.token);
  (marks.arrivals[move.to] ??= []).push(move.token);
  if (move.from === 'altar' && TAKING_ZONES.includes(zoneOfPlace(move.to))) marks.taken.push(move);
}

/** Remove the first element of the list that equals `item`. Return whether there was such an element. */
function removeFirst(list: string[], item: string): boolean {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
  return index >= 0;
}

const zoneOfPlace = (place: string): string => place.split(' ')[0];

/** Return the seat that owns a place: 1 for "pool 1", null for a place of the solo opponent such as "track". */
export function seatOfPlace(place: string): number | null {
  const seat = place.split(' ').at(1);
  return seat === undefined ? null : Number(seat);
}

/**
 * Return for each token whether it is one of `marked`. Of equal tokens the last ones are flagged, because new tokens
 * come last: `flagLastOccurrences(["Ro", "Gt", "Ro"], ["Ro"])` is `[false, false, true]`.
 */
export function flagLastOccurrences(tokens: string[], marked: string[] = []): boolean[] {
  const unmatched = [...marked];
  return tokens
    .toReversed()
    .map((token) => removeFirst(unmatched, token))
    .toReversed();
}

/** What others did since one's own last act, as marks on the pieces: where tokens came to lie, who took what off the altar, which
 *  cards were learned or used. */
import type { Line } from '../../api/wire';
import type { Move } from './types';

export interface Marks {
  /** place → tokens that came there and still lie there */
  came: Record<string, string[]>;
  /** tokens taken off the altar, and the place they went to */
  taken: Move[];
  /** "seat spell" → what happened to that card */
  cards: Record<string, 'learned' | 'used' | 'changed'>;
}

const TAKEN = /^(pool|board|track|lower)/;

export function marksOf(recent: Line[]): Marks {
  const marks: Marks = { came: {}, taken: [], cards: {} };
  for (const line of recent) {
    for (const move of (line.moves ?? []) as Move[]) {
      const before = marks.came[move.from] ?? [];
      const at = before.indexOf(move.token);
      if (at >= 0) before.splice(at, 1);
      (marks.came[move.to] ??= []).push(move.token);
      if (move.from === 'altar' && TAKEN.test(move.to)) marks.taken.push(move);
    }
    const used = line.do === 'use' ? line : null;
    if (used) marks.cards[`${used.by} ${used.spell}`] = 'used';
    if (line.levels) marks.cards[`${line.levels.seat} ${line.levels.spell}`] ??= 'changed';
    if (line.learned) marks.cards[`${line.learned.seat} ${line.learned.spell}`] = 'learned';
  }
  return marks;
}

/** Whose place it is: "pool 1" is seat 1's; the solo opponent's places are nobody's seat. */
export function ownerOf(place: string): number | null {
  const seat = place.split(' ')[1];
  return seat === undefined ? null : Number(seat);
}

/** Which of these tokens are meant, copy by copy: of equal ones the last. */
export function copies(tokens: string[], meant: string[]): boolean[] {
  const left = [...meant];
  return tokens
    .toReversed()
    .map((token) => {
      const at = left.indexOf(token);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    })
    .toReversed();
}

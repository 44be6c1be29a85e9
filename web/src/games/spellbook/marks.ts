/**
 * What the others did since the viewer's last action, as marks: where tokens came to, who took what from the altar,
 * and which cards were learned or used.
 */
import type { Line } from '../../api/wire';
import type { Move } from './types';

export interface Marks {
  /** By place: the tokens that came there and are still there. */
  came: Record<string, string[]>;
  /** The tokens taken from the altar, with the place they went to. */
  taken: Move[];
  /** What happened to a card, by "seat spell". */
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

/** Return the seat that owns a place such as "pool 1"; null for the places of the solo opponent. */
export function ownerOf(place: string): number | null {
  const seat = place.split(' ')[1];
  return seat === undefined ? null : Number(seat);
}

/** For each token, whether it is one of `meant`; of equal tokens the last ones count. */
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

/** What the board reads out of a view (types.ts), and what may be done with its pieces. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import { offers } from '../../table/contract';
import { fill } from '../../words';
import type { Board, LearnOption, TokenPick } from './types';

export const COLOURS = ['R', 'P', 'G', 'K', 'W', 'U', 'Y'];
export const RUNES = ['o', 't', 's'];
export const LEVELS = [5, 4, 3];
export const PHASES = [
  { name: 'morning', icon: 'sunrise' },
  { name: 'midday', icon: 'sun' },
  { name: 'evening', icon: 'moon' },
];
export const PHASE_ICON: Record<string, string> = { morning: 'sunrise', midday: 'sun', evening: 'moon', none: 'spark' };
export const TAKE: Action = { do: 'act', action: 'take' };
export const DRAW: Action = { do: 'act', action: 'draw' };
export const STORE: Action = { do: 'act', action: 'store' };
export const LEARN: Action = { do: 'act', action: 'learn' };

export const tokens = (text: string): string[] => (text ? text.split(' ') : []);

/** A card of a book: its level, the rune of the token on it, whether it was learned today. */
export function learned(entry: string | undefined): { level: number; rune: string; fresh: boolean } | null {
  return entry ? { level: Number(entry[0]), rune: entry[1], fresh: entry.endsWith('*') } : null;
}

export const tokenName = (words: GameWords, token: string): string =>
  fill(words.token, { colour: words.colours[token[0]], rune: words.runes[token[1]] });

/** A step, and the rest of its gesture. */
export type Gesture = [Action, Action[]];

/** The steps as a gesture. */
export const gestureOf = ([first, ...rest]: Action[]): Gesture => [first, rest];

/** What pressing a token of a zone would play now: a pick that is asked for, or a whole action that begins with it. */
export function pickOf(board: Board, legal: Action[], zone: string, token: string): TokenPick | undefined {
  return board.picks.find((pick) => pick.zone === zone && pick.token === token && offers(legal, pick.steps[0]));
}

/** Where a token that is picked may be put down by hand, as a selector. */
export function dropOf({ to }: TokenPick): string | undefined {
  if (to === null) return undefined;
  if (to === 'track') return '[data-zone="track"]';
  return `.s-leather [data-${to.startsWith('card') ? 'place' : 'zone'}="${to}"]`;
}

/** Something that may be done with a spell card now: an action, the rest of its gesture, and for a lesson its price. */
export interface Deed {
  spell: string;
  level: number;
  gesture: Gesture;
  lesson?: LearnOption;
}

/** Everything that may be done with one spell card now. A spell can be learned before “learn” is chosen: that is part of the gesture. */
export function deedsOf(board: Board, legal: Action[], spell: string): Deed[] {
  const begun = legal.filter((action) => (action.do === 'use' || action.do === 'raise') && action.spell === spell);
  const lessons = board.learnable.filter((lesson) => lesson.spell === spell && offers(legal, lesson.steps[0]));
  return [
    ...begun.map((action): Deed => ({ spell, level: action.level ?? 0, gesture: [action, []] })),
    ...lessons.map((lesson): Deed => ({ spell, level: lesson.level, gesture: gestureOf(lesson.steps), lesson })),
  ];
}

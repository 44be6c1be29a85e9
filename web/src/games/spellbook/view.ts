/** Pure functions that read a view (types.ts), and the actions of its pieces. */
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

/** Parse a card of a spell book: its level, the rune of its token, and whether it was learned today. */
export function learned(entry: string | undefined): { level: number; rune: string; fresh: boolean } | null {
  return entry ? { level: Number(entry[0]), rune: entry[1], fresh: entry.endsWith('*') } : null;
}

export const tokenName = (words: GameWords, token: string): string =>
  fill(words.token, { colour: words.colours[token[0]], rune: words.runes[token[1]] });

/** A step, and the rest of its gesture. */
export type Gesture = [Action, Action[]];

/** Return steps as a gesture. */
export const gestureOf = ([first, ...rest]: Action[]): Gesture => [first, rest];

/** Return what clicking a token would play now: a single pick, or an action that begins with it. */
export function pickOf(board: Board, legal: Action[], zone: string, token: string): TokenPick | undefined {
  return board.picks.find((pick) => pick.zone === zone && pick.token === token && offers(legal, pick.steps[0]));
}

/** Return the selector of the places where a picked token may be dropped. */
export function dropOf({ to }: TokenPick): string | undefined {
  if (to === null) return undefined;
  if (to === 'track') return '[data-zone="track"]';
  return `.s-board-area [data-${to.startsWith('card') ? 'place' : 'zone'}="${to}"]`;
}

/** An action with a spell card that is legal now, as a gesture; learning also has its price. */
export interface SpellOption {
  spell: string;
  level: number;
  gesture: Gesture;
  learnOption?: LearnOption;
}

/**
 * Return every action with a spell card that is legal now. Choosing “learn” is the first step of learning a spell,
 * so it is part of the gesture.
 */
export function spellOptions(board: Board, legal: Action[], spell: string): SpellOption[] {
  const begun = legal.filter((action) => (action.do === 'use' || action.do === 'raise') && action.spell === spell);
  const learnOptions = board.learnable.filter(
    (learnOption) => learnOption.spell === spell && offers(legal, learnOption.steps[0]),
  );
  return [
    ...begun.map((action): SpellOption => ({ spell, level: action.level ?? 0, gesture: [action, []] })),
    ...learnOptions.map((learnOption): SpellOption => ({
      spell,
      level: learnOption.level,
      gesture: gestureOf(learnOption.steps),
      learnOption,
    })),
  ];
}

/** Pure functions that read a view of SpellBook: its tokens, its spells, and the actions that clicks on them play. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import { includesAction } from '../../table/contract';
import { fill } from '../../words';
import type { Board, LearnOption, TokenPick, View } from './types';

// The letters of a token: its colour, from red to yellow (K is black, U is blue), and the shape of its rune.
// Each colour has one spell, and `view.spells` lists the spells in this order.
export const COLOURS = ['R', 'P', 'G', 'K', 'W', 'U', 'Y'];
export const RUNES = ['o', 't', 's'];
/** The levels of a spell in the order in which its card shows them, from top to bottom. */
export const LEVELS = [5, 4, 3];
const LOWEST_LEVEL = 3;
export const PHASES = [
  { name: 'morning', icon: 'sunrise' },
  { name: 'midday', icon: 'sun' },
  { name: 'evening', icon: 'moon' },
];
export const PHASE_ICON: Record<string, string> = { morning: 'sunrise', midday: 'sun', evening: 'moon', none: 'spark' };
// The first step of the actions that have several steps, and drawing, which has only this one.
export const TAKE: Action = { do: 'act', action: 'take' };
export const DRAW: Action = { do: 'act', action: 'draw' };
export const STORE: Action = { do: 'act', action: 'store' };
export const LEARN: Action = { do: 'act', action: 'learn' };

/** Split a string of tokens: ["Ro", "Gt"] for "Ro Gt". A token has a letter for its colour and one for its rune. */
export const splitTokens = (text: string): string[] => (text ? text.split(' ') : []);
export const colourOf = (token: string): string => token[0];
export const tokenName = (words: GameWords, token: string): string => {
  const [colour, rune] = token;
  return fill(words.token, { colour: words.colours[colour], rune: words.runes[rune] });
};

/** Return the letter of a spell's colour. Tokens of this colour pay for the spell. */
export const spellColour = (view: View, spell: string): string => COLOURS[view.spells.indexOf(spell)];
/** Return the value for one level from a list with the values for the levels 3, 4 and 5. */
export const atLevel = (values: number[], level: number): number => values[level - LOWEST_LEVEL];

/** A spell that a seat has learned: its level, and the rune of the token on its card. */
export interface LearnedCard {
  level: number;
  rune: string;
  learnedToday: boolean;
}

/** Return the card of a spell in a seat's book; null if the seat has not learned the spell. */
export function learnedCard(view: View, seat: number, spell: string): LearnedCard | null {
  const entry = view.players[seat].book[spell];
  return entry ? parseBookEntry(entry) : null;
}

/** Parse an entry of a book: a digit for the level, a letter for the rune and, if learned today, a star ("4o*"). */
const parseBookEntry = (entry: string): LearnedCard => ({
  level: Number(entry.charAt(0)),
  rune: entry.charAt(1),
  learnedToday: entry.endsWith('*'),
});

/** Plays an action, and then the next actions as soon as each is legal. One undo takes back all of them. */
export type Act = (action: Action, nextActions?: Action[]) => void;
export const playAll = (act: Act, [firstAction, ...nextActions]: Action[]): void => act(firstAction, nextActions);

/** Whether the first of several actions can be played now. The others become legal one after the other. */
export const isLegalStart = (legal: Action[], [firstAction]: Action[]): boolean => includesAction(legal, firstAction);

/** Return the actions that a click on a token plays now; undefined if the token cannot be picked. */
export function findPick(board: Board, legal: Action[], zone: string, token: string): TokenPick | undefined {
  const picksOfToken = board.picks.filter((pick) => pick.zone === zone && pick.token === token);
  return picksOfToken.find((pick) => isLegalStart(legal, pick.steps));
}

/**
 * Return the selector of the elements where a picked token may be dropped; undefined if it goes to no place. `to` names
 * the place: "track", "pool" or a card, such as "card 1 R" (the red card of seat 1).
 */
export function dropSelector({ to }: TokenPick): string | undefined {
  if (to === null) return undefined;
  if (to === 'track') return '[data-zone="track"]';
  const attribute = to.startsWith('card') ? 'data-place' : 'data-zone';
  return `.s-board-area [${attribute}="${to}"]`;
}

/** One way to use, raise or learn a spell now. */
export interface SpellOption {
  spell: string;
  /** The level at which the spell is used or learned, 3 to 5; 0 if the action names no level. */
  level: number;
  /** The actions to play one after the other. */
  actions: Action[];
  /** The price and the points of learning the spell; undefined if the option uses or raises it. */
  learnOption?: LearnOption;
}

/** Return everything that can be done with a spell now: use it, raise it, or learn it at one of its levels. */
export function spellOptions(board: Board, legal: Action[], spell: string): SpellOption[] {
  const options: SpellOption[] = [];
  for (const action of legal) {
    const usesOrRaises = action.do === 'use' || action.do === 'raise';
    if (usesOrRaises && action.spell === spell) options.push({ spell, level: action.level ?? 0, actions: [action] });
  }
  for (const learnOption of board.learnable)
    if (learnOption.spell === spell && isLegalStart(legal, learnOption.steps))
      options.push({ spell, level: learnOption.level, actions: learnOption.steps, learnOption });
  return options;
}

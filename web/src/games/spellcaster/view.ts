/** Pure functions that read a view (src/sortilege/games/spellcaster/view.py) and the texts of the cards. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import type { Board, CardWords, Line, SetWords, Sign, View } from './types';

export const COLOURS = ['R', 'Y', 'B', 'G'];

export const handSize = (hand: string[] | number): number => (typeof hand === 'number' ? hand : hand.length);

export const setWords = (view: View, words: GameWords): SetWords => words.sets[view.options.cards];
export const cardWords = (view: View, words: GameWords, card: string): CardWords => setWords(view, words).cards[card];

/** Return the text of a card at this table: some cards differ for three and four players. */
export function textOf(view: View, board: Board, words: GameWords, card: string): string {
  const about = cardWords(view, words, card);
  return board.teams ? (about.multi ?? about.text) : about.text;
}

/** Return the effect icons of a card at this table, as `textOf`. */
export function signsOf(view: View, board: Board, words: GameWords, card: string): Sign[] {
  const about = cardWords(view, words, card);
  return board.teams ? (about.multi_signs ?? about.signs) : about.signs;
}

export interface BestStroke {
  card: string;
  what: 'energy' | 'sapphire';
  n: number;
}

/** Return the strongest single effect of a side: the energy it took from the other side, or the sapphires it gained. */
export function bestStroke(board: Board, log: Line[], of: number): BestStroke | null {
  let best: BestStroke | null = null;
  for (const line of log) {
    if (line.by === null || board.side_of[line.by] !== of || line.do === 'pay') continue;
    for (const event of line.events) {
      if (!event.card) continue;
      const taken = -(event.energy?.[String(1 - of)] ?? 0);
      const gained = event.sapphires?.[String(of)] ?? 0;
      if (taken > (best?.n ?? 0)) best = { card: event.card, what: 'energy', n: taken };
      if (gained > (best?.n ?? 0)) best = { card: event.card, what: 'sapphire', n: gained };
    }
  }
  return best;
}

export interface Moment {
  energy: number[];
  sapphires: number[];
}

/** Return the crystals of both sides after every change, reconstructed backwards from their current values. */
export function crystalHistory(view: View, log: Line[]): Moment[] {
  const past: Moment[] = [{ energy: [...view.energy], sapphires: [...view.sapphires] }];
  for (const event of log.flatMap((line) => line.events).reverse()) {
    if (!event.energy && !event.sapphires) continue;
    const then = { energy: [...past[0].energy], sapphires: [...past[0].sapphires] };
    for (const kind of ['energy', 'sapphires'] as const)
      for (const [of, n] of Object.entries(event[kind] ?? {})) then[kind][Number(of)] -= n;
    past.unshift(then);
  }
  return past;
}

/** Return the number of turns begun. */
export const turnsOf = (log: Line[]): number =>
  1 + log.flatMap((line) => line.events).filter((event) => event.turn !== undefined).length;

/** Return the sentence for the effect of an option. */
export const outcomeOf = (view: View, words: GameWords, effect: string): string =>
  setWords(view, words).effects[effect] ?? effect;

export interface PileCard {
  card: string;
  faces: number;
}
export const parsePileCard = (entry: string): PileCard => ({ card: entry.slice(0, 3), faces: Number(entry.slice(4)) });

/** Where a card can be picked from. */
export type Place = 'hand' | 'pile' | 'discard';

/**
 * Return the action that picking a card would play: from the hand, from the top of a pile, or from the discard pile.
 */
export function pickOf(legal: Action[], from: Place, card: string): Action | undefined {
  const verbs = { hand: ['play', 'discard'], pile: ['activate', 'trigger', 'target'], discard: ['recover'] }[from];
  return legal.find((action) => verbs.includes(action.do) && (action.card === card || action.colour === card[0]));
}

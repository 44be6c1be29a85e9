/** The view of spellcaster (src/sortilege/games/spellcaster/view.py), and what the board reads out of it. */
import type { GameWords } from '../../app/shelf.svelte';
import type { Action, View } from '../../app/wire';

export interface Pending {
  asks: string;
  seat?: number;
  count?: number;
  does?: string;
  /** what the answers would bring, in the language of effects: a key of words.sets[…].effects */
  effects?: string[];
  price?: { kind: 'E' | 'S'; n: number };
}

export interface SpellcasterView extends View {
  seats: number;
  options: { cards: string };
  turn: { seat: number; asks: string } | null;
  active: number | null;
  step: 'start' | 'actions' | 'over';
  left: number;
  used: string[];
  last: boolean;
  energy: number[];
  sapphires: number[];
  ward: number[];
  /** your own cards; of others, how many */
  hands: (string[] | number)[];
  known: string[][];
  either: { card: string; hands: number[] }[];
  deck: number;
  /** bottom to top, "R01/1": card and the side it faces */
  piles: Record<string, string[]>;
  discard: string[];
  waiting: string[];
  resolving: { card: string; copied: string | null } | null;
  pending: Pending | null;
  scores: number[];
}

export interface CardWords {
  name: string;
  text: string;
  multi?: string;
  kind: 'incantation' | 'enchantment';
  origin: string;
}

export const COLOURS = ['R', 'Y', 'B', 'G'];
export const SUMMIT = 15;

/** Mages 0 and 2 are one side, 1 and 3 the other. */
export const side = (seat: number): number => seat % 2;
export const handSize = (hand: string[] | number): number => (typeof hand === 'number' ? hand : hand.length);

export function cardWords(view: SpellcasterView, words: GameWords, card: string): CardWords {
  return words.sets[view.options.cards].cards[card] as CardWords;
}

/** The text that counts at this table: some cards change for three and four mages. */
export function textOf(view: SpellcasterView, words: GameWords, card: string): string {
  const about = cardWords(view, words, card);
  return view.seats > 2 ? (about.multi ?? about.text) : about.text;
}

/** What an answer would bring, as a sentence. */
export function outcomeOf(view: SpellcasterView, words: GameWords, spelled: string): string {
  return (words.sets[view.options.cards].effects[spelled] as string) ?? spelled;
}

export interface Lying {
  card: string;
  faces: number;
}
export const lying = (entry: string): Lying => ({ card: entry.slice(0, 3), faces: Number(entry.slice(4)) });

/** The action that picking this card would play: from the hand, from the top of a pile, or from the discard pile. */
export function pickOf(legal: Action[], from: 'hand' | 'pile' | 'discard', card: string): Action | undefined {
  const verbs = { hand: ['play', 'discard'], pile: ['activate', 'trigger', 'target'], discard: ['recover'] }[from];
  return legal.find((action) => verbs.includes(action.do) && (action.card === card || action.colour === card[0]));
}

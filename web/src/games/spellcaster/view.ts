/** The view of spellcaster (src/sortilege/games/spellcaster/view.py), and what the board reads out of it. */
import type { GameWords } from '../../app/shelf.svelte';
import type { Action, Line, View } from '../../app/wire';

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
  /** the mage of the other side whom texts about one rival's hand concern */
  next_rival: number | null;
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
  /** what the active side's texts count: cards of the rival, colours it controls */
  counts: Record<string, number>;
  /** what each activation on offer would bring at once, by side */
  strokes: Record<string, { energy: number[]; sapphires: number[]; wins: boolean }>;
  resolving: { card: string; copied: string | null } | null;
  pending: Pending | null;
  scores: number[];
}

export interface CardWords {
  name: string;
  text: string;
  multi?: string;
  /** "rival -2 energy", "own +1 sapphire per @col-1", "own +2 card maybe" */
  signs: string[];
  multi_signs?: string[];
  kind: 'incantation' | 'enchantment';
  origin: string;
}

export const COLOURS = ['R', 'Y', 'B', 'G'];
export const SUMMIT = 15;

/** Mages 0 and 2 are one side, 1 and 3 the other. */
export const side = (seat: number): number => seat % 2;
export const handSize = (hand: string[] | number): number => (typeof hand === 'number' ? hand : hand.length);

/** How it stands with the end of the deck: this is the last turn, no card is left, or few are. */
export type Fate = 'last' | 'spent' | 'low';
export function fateOf(view: SpellcasterView): Fate | null {
  if (view.outcome) return null;
  if (view.last) return 'last';
  if (view.deck === 0) return 'spent';
  return view.deck <= view.seats * 3 ? 'low' : null;
}

export function cardWords(view: SpellcasterView, words: GameWords, card: string): CardWords {
  return words.sets[view.options.cards].cards[card] as CardWords;
}

/** The text that counts at this table: some cards change for three and four mages. */
export function textOf(view: SpellcasterView, words: GameWords, card: string): string {
  const about = cardWords(view, words, card);
  return view.seats > 2 ? (about.multi ?? about.text) : about.text;
}

export interface Sign {
  whose: string;
  n: number;
  what: string;
  per?: string;
  plus: number;
  maybe: boolean;
}

/** The signs that count at this table, as textOf. */
export function signsOf(view: SpellcasterView, words: GameWords, card: string): string[] {
  const about = cardWords(view, words, card);
  return view.seats > 2 ? (about.multi_signs ?? about.signs) : about.signs;
}

export function readSign(sign: string): Sign {
  const [whose, n, what, ...rest] = sign.split(' ');
  const [, per, plus] = /^(@?[a-z]+)([+-]\d+)?$/.exec(rest[0] === 'per' ? rest[1] : '') ?? [];
  return { whose, n: Number(n), what, per, plus: Number(plus ?? 0), maybe: rest.includes('maybe') };
}

/** What a counted number of a text comes to as things lie, if it has one. */
export function countedNow(view: SpellcasterView, words: GameWords, card: string): number | null {
  const sign = signsOf(view, words, card).map(readSign).find((one) => one.per !== undefined && one.per in view.counts);
  return sign ? Math.max(0, view.counts[sign.per!] + sign.plus) : null;
}

export interface Stroke {
  card: string;
  what: 'energy' | 'sapphire';
  n: number;
}

/** The strongest single stroke of a side: energy it took from the other, or sapphires it gained. */
export function bestStroke(log: Line[], of: number): Stroke | null {
  let best: Stroke | null = null;
  for (const line of log) {
    if (typeof line.by !== 'number' || side(line.by) !== of || line.do === 'pay') continue;
    for (const event of (line.events ?? []) as Record<string, any>[]) {
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

/** What both sides owned, step by step, told backwards from what they own now. */
export function course(view: SpellcasterView, log: Line[]): Moment[] {
  const past: Moment[] = [{ energy: [...view.energy], sapphires: [...view.sapphires] }];
  for (const event of log.flatMap((line) => (line.events ?? []) as Record<string, any>[]).reverse()) {
    if (!event.energy && !event.sapphires) continue;
    const then = { energy: [...past[0].energy], sapphires: [...past[0].sapphires] };
    for (const kind of ['energy', 'sapphires'] as const) for (const [of, n] of Object.entries((event[kind] ?? {}) as Record<string, number>)) then[kind][Number(of)] -= n;
    past.unshift(then);
  }
  return past;
}

/** How many turns have been begun. */
export const turnsOf = (log: Line[]): number => 1 + log.flatMap((line) => (line.events ?? []) as Record<string, any>[]).filter((event) => event.turn !== undefined).length;

/** What an answer would bring, as a sentence. */
export function outcomeOf(view: SpellcasterView, words: GameWords, spelled: string): string {
  return (words.sets[view.options.cards].effects[spelled] as string) ?? spelled;
}

export interface Lying {
  card: string;
  faces: number;
}
export const lying = (entry: string): Lying => ({ card: entry.slice(0, 3), faces: Number(entry.slice(4)) });

/** Where a card can be picked. */
export type Place = 'hand' | 'pile' | 'discard';

/** The action that picking this card would play: from the hand, from the top of a pile, or from the discard pile. */
export function pickOf(legal: Action[], from: Place, card: string): Action | undefined {
  const verbs = { hand: ['play', 'discard'], pile: ['activate', 'trigger', 'target'], discard: ['recover'] }[from];
  return legal.find((action) => verbs.includes(action.do) && (action.card === card || action.colour === card[0]));
}

/** A side is close to losing for want of energy, or to winning by its sapphires. */
export const scarce = (view: SpellcasterView, of: number): boolean => view.energy[of] < 4;
export const wealthy = (view: SpellcasterView, of: number): boolean => view.sapphires[of] > SUMMIT - 4;

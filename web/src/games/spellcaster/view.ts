/** Pure functions that read a view (src/sortilege/games/spellcaster/view.py) and the texts of the cards. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import type { Board, CardWords, Line, SetWords, EffectIcon, View } from './types';

/** The colours of the cards: red, yellow, blue and green. Each colour has one pile. */
export const COLOURS = ['R', 'Y', 'B', 'G'];
/** The two sides that fight each other. With two players a side is one seat, otherwise a team. */
export const SIDES = [0, 1];

/** Return the colour of a card, which is also the pile it is played on: "R01" -> "R". */
export const pileOf = (card: string): string => card[0];

/** A card of a pile, with the side that it faces: only that side may use it. */
export interface PileCard {
  card: string;
  faces: number;
}

/** Parse an entry of a pile, a card and the side it faces: "R01/1" -> card R01, side 1. */
export function parsePileCard(entry: string): PileCard {
  const [card, faces] = entry.split('/');
  return { card, faces: Number(faces) };
}

/** Return the top card of a pile; null if the pile is empty. */
export function topCard(view: View, colour: string): PileCard | null {
  const entry = view.piles[colour].at(-1);
  return entry ? parsePileCard(entry) : null;
}

export const handSize = (hand: string[] | number): number => (typeof hand === 'number' ? hand : hand.length);

/** Return the cards of a hand; an empty list if the viewer only knows their number. */
export const visibleHand = (view: View, seat: number): string[] => {
  const hand = view.hands[seat];
  return Array.isArray(hand) ? hand : [];
};

/** Return a change with its sign: "+2", "−1". */
export const signed = (change: number): string => `${change < 0 ? '−' : '+'}${Math.abs(change)}`;

export const setWords = (view: View, words: GameWords): SetWords => words.sets[view.options.cards];
export const cardWords = (view: View, words: GameWords, card: string): CardWords => setWords(view, words).cards[card];

/** Return the text of a card at this table: some cards have another text with three and four players. */
export function textOf(view: View, board: Board, words: GameWords, card: string): string {
  const { text, multi } = cardWords(view, words, card);
  return board.teams ? (multi ?? text) : text;
}

/** Return the effect icons of a card at this table: some cards have others with three and four players. */
export function iconsOf(view: View, board: Board, words: GameWords, card: string): EffectIcon[] {
  const { signs, multi_signs } = cardWords(view, words, card);
  return board.teams ? (multi_signs ?? signs) : signs;
}

export interface BestEffect {
  card: string;
  kind: 'energy' | 'sapphire';
  amount: number;
}

/**
 * Return the strongest single effect of a side's cards in the game: the most energy taken from the other side, or the
 * most sapphires gained, by one event; null if there was none.
 */
export function bestEffect(board: Board, log: Line[], side: number): BestEffect | null {
  let best: BestEffect | null = null;
  const otherSide = 1 - side;
  for (const line of log) {
    const isPrice = line.do === 'pay'; // what a side gives up itself is no effect
    if (line.by === null || board.side_of[line.by] !== side || isPrice) continue;
    for (const { card, energy, sapphires } of line.events) {
      if (!card) continue;
      const energyTaken = -(energy?.[otherSide] ?? 0);
      const sapphiresGained = sapphires?.[side] ?? 0;
      if (energyTaken > (best?.amount ?? 0)) best = { card, kind: 'energy', amount: energyTaken };
      if (sapphiresGained > (best?.amount ?? 0)) best = { card, kind: 'sapphire', amount: sapphiresGained };
    }
  }
  return best;
}

/** The crystals at one moment of the game, by side. */
export interface CrystalCounts {
  energy: number[];
  sapphires: number[];
}

/** Return the crystals of both sides after every change, oldest first, calculated backwards from the current ones. */
export function crystalHistory(view: View, log: Line[]): CrystalCounts[] {
  let counts: CrystalCounts = { energy: view.energy, sapphires: view.sapphires };
  const newestFirst = [counts];
  for (const event of log.flatMap((line) => line.events).reverse()) {
    if (!event.energy && !event.sapphires) continue;
    counts = {
      energy: counts.energy.map((count, side) => count - (event.energy?.[side] ?? 0)),
      sapphires: counts.sapphires.map((count, side) => count - (event.sapphires?.[side] ?? 0)),
    };
    newestFirst.push(counts);
  }
  return newestFirst.reverse();
}

/** Return the number of turns begun; no event reports the first one. */
export const turnCount = (log: Line[]): number =>
  1 + log.flatMap((line) => line.events).filter((event) => event.turn !== undefined).length;

/** Return the sentence for one of the effects a player chooses from; `effect` is written in the effect language. */
export const effectSentence = (view: View, words: GameWords, effect: string): string =>
  setWords(view, words).effects[effect] ?? effect;

/** A place where cards can be clicked. */
export type Place = 'hand' | 'pile' | 'discard';

const VERBS_OF_PLACE: Record<Place, string[]> = {
  hand: ['play', 'discard'],
  pile: ['activate', 'trigger', 'target'],
  discard: ['recover'],
};

/** Return the legal action that a click on a card would play; `target` names the pile instead of the card. */
export function actionOfCard(legal: Action[], place: Place, card: string): Action | undefined {
  const verbs = VERBS_OF_PLACE[place];
  return legal.find((action) => verbs.includes(action.do) && (action.card === card || action.colour === pileOf(card)));
}

/** Pure functions that read a view of Spellcaster: its hands, piles, crystals and log, and the texts of the cards. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import type { Board, CardWords, Line, SetWords, EffectIcon, View } from './types';

/** The colours of the cards: red, yellow, blue and green. Each colour has one pile. */
export const COLOURS = ['R', 'Y', 'B', 'G'];
/** The numbers of the two sides that fight each other. A side is one player or, with more than two players, a team. */
export const SIDES = [0, 1];

/** Return the pile on which a card is played. It is the letter of the card's colour: "R" for the card "R01". */
export const pileOf = (card: string): string => card[0];

/** A card on a pile. */
export interface PileCard {
  card: string;
  /** The side (0 or 1) that the card faces. Only this side can use it. */
  faces: number;
}

/** Parse an entry of a pile, which is a card and the side that it faces: "R01/1" is the card R01 facing side 1. */
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

/** Return the cards in the hand of a seat; an empty list if the viewer only knows how many they are. */
export const visibleHand = (view: View, seat: number): string[] => {
  const hand = view.hands[seat];
  return Array.isArray(hand) ? hand : [];
};

/** Return a gain or a loss as text with its sign: "+2" or "−1". */
export const signed = (change: number): string => `${change < 0 ? '−' : '+'}${Math.abs(change)}`;

export const setWords = (view: View, words: GameWords): SetWords => words.sets[view.options.cards];
export const cardWords = (view: View, words: GameWords, card: string): CardWords => setWords(view, words).cards[card];

/** Return the text of a card. Some cards have another text (`multi`) in games with three and four players. */
export function textOf(view: View, board: Board, words: GameWords, card: string): string {
  const { text, multi } = cardWords(view, words, card);
  return board.teams ? (multi ?? text) : text;
}

/** Return the effect icons of a card. Some cards have other icons (`multi_signs`) with three and four players. */
export function iconsOf(view: View, board: Board, words: GameWords, card: string): EffectIcon[] {
  const { signs, multi_signs } = cardWords(view, words, card);
  return board.teams ? (multi_signs ?? signs) : signs;
}

/** The strongest single effect of a side's cards: the card, and how much energy it took or sapphires it gained. */
export interface BestEffect {
  card: string;
  kind: 'energy' | 'sapphire';
  amount: number;
}

/**
 * Return the strongest single effect of a side's cards in the game; null if there was none. One event counts as one
 * effect. Its strength is the energy that it took from the other side, or the sapphires that it gained.
 */
export function bestEffect(board: Board, log: Line[], side: number): BestEffect | null {
  let best: BestEffect | null = null;
  const otherSide = 1 - side;
  for (const line of log) {
    const isBySide = line.by !== null && board.side_of[line.by] === side;
    const isPayment = line.do === 'pay'; // what a player pays does not count as an effect
    if (!isBySide || isPayment) continue;
    for (const { card, energy, sapphires } of line.events) {
      if (!card) continue;
      const effects: BestEffect[] = [
        { card, kind: 'energy', amount: -(energy?.[otherSide] ?? 0) },
        { card, kind: 'sapphire', amount: sapphires?.[side] ?? 0 },
      ];
      for (const effect of effects) if (effect.amount > (best?.amount ?? 0)) best = effect;
    }
  }
  return best;
}

/** The crystals of both sides at one moment of the game: `energy[1]` is the energy of side 1. */
export interface CrystalCounts {
  energy: number[];
  sapphires: number[];
}

/** Return the crystals of both sides after each change, oldest first. They are calculated back from the current ones. */
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

/** Return the number of turns that have begun. The log has an event for the beginning of each turn but the first. */
export function turnCount(log: Line[]): number {
  const turnEvents = log.flatMap((line) => line.events).filter((event) => event.turn !== undefined);
  return 1 + turnEvents.length;
}

/** Return the sentence for an effect that a player can choose. `effect` is the code of the effect, such as "dmg 3". */
export const effectSentence = (view: View, words: GameWords, effect: string): string =>
  setWords(view, words).effects[effect] ?? effect;

/** A place where the player can click cards. */
export type Place = 'hand' | 'pile' | 'discard';

/** The verbs of the actions that a click on a card in each place can play. */
const VERBS_OF_PLACE: Record<Place, string[]> = {
  hand: ['play', 'discard'],
  pile: ['activate', 'trigger', 'target'],
  discard: ['recover'],
};

/**
 * Return the legal action that a click on a card plays; undefined if there is none. An action either names the card, or
 * names the pile of which the card is the top card.
 */
export function actionOfCard(legal: Action[], place: Place, card: string): Action | undefined {
  return legal.find((action) => {
    const isAtPlace = VERBS_OF_PLACE[place].includes(action.do);
    const namesCard = action.card === card;
    const namesPile = action.colour === pileOf(card);
    return isAtPlace && (namesCard || namesPile);
  });
}

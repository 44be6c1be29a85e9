/** The view of spellbook (src/sortilege/games/spellbook/view.py), and what the board reads out of it. */
import type { Action, View } from '../../app/wire';
import type { GameWords } from '../../app/shelf.svelte';
import { fill } from '../../words';

export interface Player {
  pool: string;
  board: string;
  /** spell → level, rune of the token on it, `*` if learned today: "4o", "3t*" */
  book: Record<string, string>;
  /** what the board and each learned spell are worth now */
  points: Record<string, number>;
}

export interface Asks {
  step: string;
  left: number;
  rune: string | null;
  colour: string | null;
  to: string | null;
  given?: string;
}

export interface Learning {
  spell: string;
  level: number;
  owed: number;
  placed: string | null;
  wild: string | null;
  wild_owed: number;
}

export interface SpellbookView extends View {
  seats: number;
  spells: string[];
  first: number;
  day: number;
  now: { seat: number; phase: string; mornings: number };
  turn: { seat: number; phase: string; mornings: number } | null;
  decides: number | null;
  asks: Asks | null;
  doing: Action | null;
  learning: Learning | null;
  proposal: Action[];
  worth: { familiar: number[]; spells: Record<string, number[]> };
  end_by: number | null;
  altar: string;
  pouch: string;
  discard: string;
  spent: string;
  players: Player[];
  opponent: { track: string; lower: string; spaces: number; points: number } | null;
  scores: number[];
}

export const COLOURS = ['R', 'P', 'G', 'K', 'W', 'U', 'Y'];
export const RUNES = ['o', 't', 's'];
export const LEVELS = [5, 4, 3];
export const POOL = 9;
export const ALTAR = 10;
export const PHASES = [
  { name: 'morning', icon: 'sunrise' },
  { name: 'midday', icon: 'sun' },
  { name: 'evening', icon: 'moon' },
];
export const PHASE_ICON: Record<string, string> = { morning: 'sunrise', midday: 'sun', evening: 'moon', none: 'spark' };

export const tokens = (text: string): string[] => (text ? text.split(' ') : []);

/** A card of a book: its level, the rune of the token on it, whether it was learned today. */
export function learned(entry: string | undefined): { level: number; rune: string; fresh: boolean } | null {
  return entry ? { level: Number(entry[0]), rune: entry[1], fresh: entry.endsWith('*') } : null;
}

export const tokenName = (words: GameWords, token: string): string => fill(words.token, { colour: words.colours[token[0]], rune: words.runes[token[1]] });

/** Which verbs pick a token, by where it lies. */
const FROM: Record<string, 'altar' | 'pool' | 'board'> = { take: 'altar', sweep: 'altar', offer: 'altar', discard: 'pool', store: 'pool', give: 'pool', pay: 'pool', place: 'pool', recall: 'board' };

/** The pick that pressing a token of a zone would play now. Tokens just paid lie in a zone of their own. */
export function pickOf(legal: Action[], step: string | undefined, zone: string, token: string): Action | undefined {
  return legal.find((action) => action.token === token && (step === 'keep' ? 'spent' : FROM[action.do]) === zone);
}

/** Everything that may be done with one spell card now. */
export const deedsOf = (legal: Action[], spell: string): Action[] => legal.filter((action) => ['use', 'learn', 'raise'].includes(action.do) && action.spell === spell);

/** What the table asks, in the words of the game. */
export function question(view: SpellbookView, words: GameWords): string {
  const asks = view.asks;
  if (!asks) return '';
  let key = asks.step;
  if (key === 'choose') key = `choose_${view.now.phase}`;
  else if (key === 'pay' && view.learning?.wild) key = 'pay_wild';
  else if (asks.given) key += '_back';
  else if (asks.rune && words.asks[`${key}_rune`]) key += '_rune';
  else if (asks.colour && words.asks[`${key}_colour`]) key += '_colour';
  const rune = key === 'pay_wild' ? view.learning!.wild! : asks.rune;
  const n = asks.step === 'pay' ? (view.learning?.wild ? view.learning.wild_owed : (view.learning?.owed ?? asks.left)) : asks.left;
  return fill(words.asks[key], { n, rune: rune ? words.runes[rune] : '', colour: asks.colour ? words.colours[asks.colour] : '' });
}

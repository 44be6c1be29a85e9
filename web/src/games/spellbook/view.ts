/** The view of spellbook (src/sortilege/games/spellbook/view.py), and what the board reads out of it. */
import type { Action, View } from '../../app/wire';
import type { GameWords } from '../../app/shelf.svelte';
import { offers } from '../../table/board';
import { fill } from '../../words';

/** What a seat could make of a spell: tokens of its colour, what a payment could come to, what levels 3, 4 and 5 would add. */
export interface Plan {
  have: number;
  reach: number;
  adds: number[];
}

export interface Player {
  pool: string;
  board: string;
  /** spell → level, rune of the token on it, `*` if learned today: "4o", "3t*" */
  book: Record<string, string>;
  /** what the board and each learned spell are worth now */
  points: Record<string, number>;
  plan: Record<string, Plan>;
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

/** A spell that could be learned now, its price and what it would add. */
export interface Learnable {
  spell: string;
  level: number;
  own: number;
  wilds: number;
  adds: number;
}

/** What skipping or stopping now would throw away. */
export interface Waste extends Partial<Learnable> {
  what: 'draw' | 'take' | 'store' | 'learn';
  n?: number;
}

export interface Opponent {
  track: string;
  lower: string;
  spaces: number;
  /** Days until its track is full */
  left: number;
  points: number;
  /** the track's points by stored tokens, and the spaces that renew the altar */
  values: number[];
  refresh: number[];
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
  learnable: Learnable[];
  waste: Waste | null;
  /** varies: the levels that are counted at the end */
  worth: { familiar: number[]; spells: Record<string, number[]>; varies: Record<string, number[]> };
  end_by: number | null;
  end_why: 'board' | 'book' | 'track' | null;
  last_day: boolean;
  altar: string;
  pouch: string;
  discard: string;
  spent: string;
  players: Player[];
  opponent: Opponent | null;
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
export const TAKE: Action = { do: 'act', action: 'take' };
export const DRAW: Action = { do: 'act', action: 'draw' };
export const STORE: Action = { do: 'act', action: 'store' };
export const LEARN: Action = { do: 'act', action: 'learn' };

export const tokens = (text: string): string[] => (text ? text.split(' ') : []);

/** A card of a book: its level, the rune of the token on it, whether it was learned today. */
export function learned(entry: string | undefined): { level: number; rune: string; fresh: boolean } | null {
  return entry ? { level: Number(entry[0]), rune: entry[1], fresh: entry.endsWith('*') } : null;
}

export const tokenName = (words: GameWords, token: string): string => fill(words.token, { colour: words.colours[token[0]], rune: words.runes[token[1]] });

/** A step, and the rest of its gesture. */
export type Gesture = [Action, Action[]];

/** Which verbs pick a token, by where it lies. */
const FROM: Record<string, 'altar' | 'pool' | 'board'> = { take: 'altar', sweep: 'altar', offer: 'altar', discard: 'pool', store: 'pool', give: 'pool', pay: 'pool', place: 'pool', recall: 'board' };

/** The pick that pressing a token of a zone would play now. Tokens just paid lie in a zone of their own. */
export function pickOf(legal: Action[], step: string | undefined, zone: string, token: string): Action | undefined {
  return legal.find((action) => action.token === token && (step === 'keep' ? 'spent' : FROM[action.do]) === zone);
}

/** What a token of a zone could be used for where a whole action is chosen: taken from the altar, stored from the pool. */
export function gestureOf(legal: Action[], zone: string, token: string): Gesture | undefined {
  if (zone === 'altar' && offers(legal, TAKE)) return [TAKE, [{ do: 'take', token }]];
  if (zone === 'pool' && offers(legal, STORE)) return [STORE, [{ do: 'store', token }]];
  return undefined;
}

/** Where a token that is picked goes, as a selector: where it may be put down by hand. */
export function goesTo(pick: Action, step: string | undefined, card: string): string | undefined {
  const zone = (name: string) => `.s-leather [data-zone="${name}"]`;
  if (pick.do === 'take') return zone(step === 'take_to_board' ? 'board' : 'pool');
  if (pick.do === 'store') return zone('board');
  if (pick.do === 'recall') return zone('pool');
  if (pick.do === 'give') return zone(step === 'swap_altar' ? 'altar' : 'board');
  if (pick.do === 'offer') return '[data-zone="track"]';
  if (pick.do === 'place') return `.s-leather [data-place="${card}"]`;
  return undefined;
}

/** Something that may be done with a spell card now: an action, the rest of its gesture, and for a lesson its price. */
export interface Deed {
  spell: string;
  level: number;
  gesture: Gesture;
  lesson?: Learnable;
}

/** Everything that may be done with one spell card now. A spell can be learned before “learn” is chosen: that is part of the gesture. */
export function deedsOf(view: SpellbookView, legal: Action[], spell: string): Deed[] {
  const lesson = (level: number) => view.learnable.find((one) => one.spell === spell && one.level === level);
  const begun = legal
    .filter((action) => ['use', 'learn', 'raise'].includes(action.do) && action.spell === spell)
    .map((action): Deed => ({ spell, level: action.level ?? 0, gesture: [action, []], lesson: action.do === 'learn' ? lesson(action.level) : undefined }));
  if (!offers(legal, LEARN)) return begun;
  const lessons = view.learnable.filter((one) => one.spell === spell);
  return [...begun, ...lessons.map((one): Deed => ({ spell, level: one.level, gesture: [LEARN, [{ do: 'learn', spell, level: one.level }]], lesson: one }))];
}

/** The view of spell (src/sortilege/games/spell/view.py), and what the board reads out of it. */
import type { Action, View } from '../../app/wire';

export type Side = 'k' | 'p';

export interface Fit {
  whole: string[][];
  near: { cells: string[]; missing: string }[];
}

/** An action after which other runes could be claimed than now, and which. */
export interface Forming {
  action: Action;
  runes: string[];
}

/** The arena in the making, on a grid whose neutral tile is 0,0. */
export interface Making {
  tiles: Record<string, string>;
  mages: Record<Side, string[]>;
  laid: number;
  /** the tile that is laid next, and the first and last row and column that may still hold one */
  next: string;
  rows: [number, number];
  columns: [number, number];
}

/** What the solo opponent's script is about to do, as the table lies now. */
export interface Script {
  /** by round: the highest level of which it takes a card when the round ends, and so of all below; 0 for none */
  takes: number[];
  /** the cards it would take when this round ends */
  next: string[];
  mage: { do: 'activate' | 'move' | 'rest'; from: string; cells: string[] } | null;
  lift: string[];
}

export interface SpellView extends View {
  seats: number;
  options: { mode: 'symmetric' | 'asymmetric' | 'solo'; deck: string; difficulty: string; tournament: boolean };
  phase: string;
  turn: { seat: number; side: Side } | null;
  side: Side;
  round: number;
  rounds: number;
  /** the game ends with this round */
  last: boolean;
  /** null until it is known who begins */
  gem: Side | null;
  score: Record<Side, number>;
  /** four rows of K P awake, k p asleep, N neutral, "." the hole; null while it is being made */
  arena: string[] | null;
  building: Making | null;
  mages: Record<Side, string[]>;
  elementals: Record<Side, string[]>;
  reserve: Record<Side, number>;
  special: Record<Side, string | null>;
  amulets: Record<Side, string | null>;
  used: { mage: boolean; upheaves: number; special: boolean; levels: number[] };
  upheaves: Record<Side, number>;
  runes: Record<string, (string | null)[]>;
  piles: Record<string, string[]>;
  hands: Record<Side, string[]>;
  discard: string[];
  /** shape of every card: "XXX/.X." */
  cards: Record<string, string>;
  /** what a card is called in its deck, those that have a name; words.runes says it in the language of the page */
  names: Record<string, string>;
  /** the shapes are ours, not the printed ones */
  standin: boolean;
  own: Record<Side, string[]>;
  fits: Record<string, Fit>;
  /** what each upheave would move: "11U" → [[from, to], …] */
  slides: Record<string, string[][]>;
  forms: Forming[];
  /** by level, what a captured card can be cast as, the strongest first: keys of words.spells */
  spells: Record<Side, Record<string, string[]>>;
  script: Script | null;
}

export const LEVELS = [1, 2, 3, 4];
export const SUMMIT = 16;
export const CELLS = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => `${row}${column}`));
/** The sixteen places beside the arena where a special tile may lie: T0 above column 0 … */
export const OUTSIDE = ['T', 'B', 'L', 'R'].flatMap((edge) => [0, 1, 2, 3].map((n) => `${edge}${n}`));

export const levelOf = (card: string): number => Number(card[1]);
export const sideOf = (view: SpellView, seat: number): Side => (view.options.mode === 'solo' ? 'p' : seat === 0 ? 'k' : 'p');
export const seatOf = (view: SpellView, side: Side): number | null => (view.options.mode === 'solo' ? (side === 'p' ? 0 : null) : side === 'k' ? 0 : 1);

/** Row and column (from 1) of a place on the board's grid of six by six, whose rim is for what lies outside. */
export function spot(place: string): { row: number; column: number } {
  const n = Number(place[1]);
  if (place[0] === 'T') return { row: 1, column: n + 2 };
  if (place[0] === 'B') return { row: 6, column: n + 2 };
  if (place[0] === 'L') return { row: n + 2, column: 1 };
  if (place[0] === 'R') return { row: n + 2, column: 6 };
  return { row: Number(place[0]) + 2, column: n + 2 };
}

/** A cell as it is written beside the arena and told in the log: columns a to d, rows 1 to 4 from the top. */
export const square = (cell: string): string => `${'abcd'[Number(cell[1])]}${Number(cell[0]) + 1}`;

/** The arena after the tiles of a planned upheave have moved; for showing, never for deciding. */
export function moved(arena: string[], slide: string[][]): { tiles: string[]; from: Record<string, string> } {
  const before = arena.join('');
  const after = [...before];
  const from: Record<string, string> = {};
  for (const [start] of slide) after[CELLS.indexOf(start)] = '.';
  for (const [start, end] of slide) {
    after[CELLS.indexOf(end)] = before[CELLS.indexOf(start)];
    from[end] = start;
  }
  return { tiles: after, from };
}

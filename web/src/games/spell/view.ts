/** Pure functions that read a view and its board. */
import type { Board, Line, Step, View } from './types';

export type Side = View['side'];
/** A line of the log, or one step of the solo script within a line. */
export type LogStep = Step & Partial<Line>;

export const CELLS = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].map((column) => `${row}${column}`));
/** The 16 positions outside the arena where a special tile may be placed: T0 is above column 0, and so on. */
export const OUTSIDE = ['T', 'B', 'L', 'R'].flatMap((edge) => [0, 1, 2, 3].map((n) => `${edge}${n}`));

/** Return the level of a card, which is also its points. */
export const levelOf = (card: string): number => Number(card[1]);
export const levelsOf = (view: View): number[] => Object.keys(view.runes).map(Number);
export const sideOf = (board: Board, seat: number): Side => (board.seats.k === seat ? 'k' : 'p');

/**
 * Return the row and column (from 1) of a position in the 6×6 grid; the outer cells are the positions outside the
 * arena.
 */
export function gridPosition(place: string): { row: number; column: number } {
  const n = Number(place[1]);
  if (place[0] === 'T') return { row: 1, column: n + 2 };
  if (place[0] === 'B') return { row: 6, column: n + 2 };
  if (place[0] === 'L') return { row: n + 2, column: 1 };
  if (place[0] === 'R') return { row: n + 2, column: 6 };
  return { row: Number(place[0]) + 2, column: n + 2 };
}

/** Return the name of a cell as written beside the arena and in the log: columns a to d, rows 1 to 4 from the top. */
export const cellName = (cell: string): string => `${'abcd'[Number(cell[1])]}${Number(cell[0]) + 1}`;

/** Return the arena after the tiles of a planned upheave have moved. Used only for the preview. */
export function arenaAfterSlide(arena: string[], slide: string[][]): { tiles: string[]; from: Record<string, string> } {
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

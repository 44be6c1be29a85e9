/** Pure functions that read a view and its board. */
import type { Board, Line, Step, View } from './types';

/** One of the two sides: "k" is black, "p" is purple. */
export type Side = View['side'];
/** A line of the log, or one step of the solo script within a line. */
export type LogStep = Step & Partial<Line>;

/** The verbs that move a figure from one cell to another. */
export const FIGURE_MOVES = ['move', 'levitate', 'force', 'push'];
/** The letter of the hole in the arena, where there is no tile. */
export const HOLE = '.';
const SIZE = 4;
const INDEXES = [0, 1, 2, 3];
/** The 16 cells of the arena, row by row, as row and column: "00", "01" to "33". */
export const CELLS = INDEXES.flatMap((row) => INDEXES.map((column) => `${row}${column}`));
/** The 16 positions outside the arena where a special tile may be placed: T0 is above column 0, and so on. */
export const OUTSIDE = ['T', 'B', 'L', 'R'].flatMap((edge) => INDEXES.map((index) => `${edge}${index}`));
const COLUMN_LETTERS = 'abcd';

/** Return the level of a card, which is also its points: "B3-2" -> 3. */
export const levelOf = (card: string): number => Number(card[1]);
export const levelsOf = (view: View): number[] => Object.keys(view.runes).map(Number);
export const sideOf = (board: Board, seat: number): Side => (board.seats.k === seat ? 'k' : 'p');
export const otherSide = (side: Side): Side => (side === 'k' ? 'p' : 'k');

/** The character of a cell that belongs to a shape. */
export const FILLED = 'X';
/** Return the shape of a card as rows of characters, as the component Shape draws it. */
export const shapeRows = (view: View, card: string): string[] => view.cards[card].split('/');

/**
 * Return the row and column, counted from 1, where a position is drawn. The grid has 6 rows and 6 columns: the arena,
 * and the positions outside it on all four sides.
 */
export function gridPosition(place: string): { row: number; column: number } {
  const [edgeOrRow, index] = place;
  const FIRST_INSIDE = 2; // the first row and the first column are outside the arena
  const LAST = FIRST_INSIDE + SIZE;
  const inside = FIRST_INSIDE + Number(index);
  if (edgeOrRow === 'T') return { row: 1, column: inside };
  if (edgeOrRow === 'B') return { row: LAST, column: inside };
  if (edgeOrRow === 'L') return { row: inside, column: 1 };
  if (edgeOrRow === 'R') return { row: inside, column: LAST };
  return { row: FIRST_INSIDE + Number(edgeOrRow), column: inside };
}

/** Return the name of a cell as written beside the arena and in the log: columns a to d, rows 1 to 4 from the top. */
export function cellName(cell: string): string {
  const [row, column] = [...cell].map(Number);
  return columnName(column) + rowName(row);
}
export const columnName = (column: number): string => COLUMN_LETTERS[column];
export const rowName = (row: number): string => String(row + 1);

/** Return the letter of the tile on a cell. */
export const tileAt = (arena: string[], cell: string): string => arena[Number(cell[0])][Number(cell[1])];

/** Return the arena with another tile on a cell. */
export const withTile = (arena: string[], cell: string, tile: string): string[] =>
  INDEXES.map((row) => INDEXES.map((column) => (cell === `${row}${column}` ? tile : arena[row][column])).join(''));

/** An arena after tiles have moved. */
export interface MovedTiles {
  arena: string[];
  /** The old cell of each tile that moved, by its new cell: `{ "11": "01" }` for a tile that moved from 01 to 11. */
  origins: Record<string, string>;
}

/** Move tiles of an arena. `moves` lists for each tile its old and its new cell; a cell left empty is the hole. */
export function moveTiles(arena: string[], moves: string[][]): MovedTiles {
  const origins = Object.fromEntries(moves.map(([from, to]) => [to, from]));
  const emptied = new Set(moves.map(([from]) => from));
  const letterOf = (cell: string) => {
    if (cell in origins) return tileAt(arena, origins[cell]);
    return emptied.has(cell) ? HOLE : tileAt(arena, cell);
  };
  const rows = INDEXES.map((row) => INDEXES.map((column) => letterOf(`${row}${column}`)).join(''));
  return { arena: rows, origins };
}

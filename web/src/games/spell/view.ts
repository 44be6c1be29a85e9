/** Pure functions that read the view of SPELL: its cells, tiles, sides and cards. */
import type { Board, Line, Step, View } from './types';

/** One of the two sides of the game: "k" is black, "p" is purple. */
export type Side = View['side'];
export const SIDES: Side[] = ['k', 'p'];
/** A line of the log, or one step of the solo opponent's turn, which is a part of a line. */
export type LogStep = Step & Partial<Line>;

/** The verbs that move a figure from one cell to another. */
export const FIGURE_MOVES = ['move', 'levitate', 'force', 'push'];
/** The character that the arena has in place of a tile letter at the hole, the one cell without a tile. */
export const HOLE = '.';
const INDEXES = [0, 1, 2, 3]; // of the rows and the columns
/** The 16 cells of the arena, row by row. A cell is named by its row and column, from "00" to "33". */
export const CELLS = INDEXES.flatMap((row) => INDEXES.map((column) => `${row}${column}`));
/** The 16 places around the arena for special tiles: "T0" is above column 0, "L0" is left of row 0, and so on. */
export const OUTSIDE = ['T', 'B', 'L', 'R'].flatMap((edge) => INDEXES.map((index) => `${edge}${index}`));
const COLUMN_LETTERS = 'abcd';

/** Return the level of a rune card, which is also the number of its points: 3 for the card "B3-2". */
export const levelOf = (card: string): number => Number(card[1]);
export const levelsOf = (view: View): number[] => Object.keys(view.runes).map(Number);
export const sideOf = (board: Board, seat: number): Side => (board.seats.k === seat ? 'k' : 'p');
export const otherSide = (side: Side): Side => (side === 'k' ? 'p' : 'k');

/** The character that marks a cell of a rune's shape, in rows such as "XX" and ".X". */
export const FILLED = 'X';
/** Return the shape of a rune card as rows of characters: ["XX", ".X"]. */
export const shapeRows = (view: View, card: string): string[] => view.cards[card].split('/');

// The grid that draws the arena has 6 rows and 6 columns, counted from 1. The outer ones are the places around the arena.
const FIRST_LINE = 1;
const LAST_LINE = 6;
const gridLineOf = (index: string) => FIRST_LINE + 1 + Number(index);

/** Return the row and column of the grid in which a cell of the arena or a place around it is drawn. */
export function gridPosition(place: string): { row: number; column: number } {
  const [edgeOrRow, index] = place;
  const line = gridLineOf(index);
  if (edgeOrRow === 'T') return { row: FIRST_LINE, column: line };
  if (edgeOrRow === 'B') return { row: LAST_LINE, column: line };
  if (edgeOrRow === 'L') return { row: line, column: FIRST_LINE };
  if (edgeOrRow === 'R') return { row: line, column: LAST_LINE };
  return { row: gridLineOf(edgeOrRow), column: line };
}

/** Return the name of a cell as players read it, column a to d and row 1 to 4: "c1" for the cell "02". */
export function cellName(cell: string): string {
  const [row, column] = [...cell].map(Number);
  return columnName(column) + rowName(row);
}
export const columnName = (column: number): string => COLUMN_LETTERS[column];
export const rowName = (row: number): string => String(row + 1);

/** Return the letter of the tile on a cell of the arena; HOLE if there is no tile. */
export function tileAt(arena: string[], cell: string): string {
  const [row, column] = [...cell].map(Number);
  return arena[row][column];
}

/** Return an arena, which is a string of four tile letters per row. `tileOf` returns the letter of each cell. */
function buildArena(tileOf: (cell: string) => string): string[] {
  return INDEXES.map((row) => {
    const cells = INDEXES.map((column) => `${row}${column}`);
    return cells.map(tileOf).join('');
  });
}

/** Return a copy of the arena with another tile on one cell. */
export const withTile = (arena: string[], changedCell: string, tile: string): string[] =>
  buildArena((cell) => (cell === changedCell ? tile : tileAt(arena, cell)));

/** The arena after some tiles have moved, and where these tiles come from. */
export interface MovedTiles {
  arena: string[];
  /** The old cell of each moved tile, by its new cell: `{ "11": "01" }` for a tile that moved from 01 to 11. */
  origins: Record<string, string>;
}

/**
 * Return the arena after moving tiles. Each of the `moves` is a list of two cells, the old one and the new one of a
 * tile. The old cell that no other tile enters becomes the hole.
 */
export function moveTiles(arena: string[], moves: string[][]): MovedTiles {
  const origins = Object.fromEntries(moves.map(([from, to]) => [to, from]));
  const oldCells = new Set(moves.map(([from]) => from));
  const tileAfter = (cell: string) => {
    if (cell in origins) return tileAt(arena, origins[cell]);
    return oldCells.has(cell) ? HOLE : tileAt(arena, cell);
  };
  return { arena: buildArena(tileAfter), origins };
}

/** The names of rune cards and cells as players read them, and texts about where a rune is formed. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import { isSameAction } from '../../table/contract';
import { fill, together } from '../../words';
import type { Board, View } from './types';
import { CELLS, cellName, columnName, FILLED, levelOf, rowName, shapeRows } from './view';

/** Return the name of the rune on a card; if it has none, a text with its level and the size of its shape. */
export function runeName(view: View, words: GameWords, card: string): string {
  const name = view.names[card];
  if (name) return words.runes[name] ?? name;
  const rows = shapeRows(view, card);
  return fill(words.log.unnamed, {
    level: levelOf(card),
    n: [...rows.join('')].filter((cell) => cell === FILLED).length,
    rows: rows.length,
    columns: rows[0].length,
  });
}
export const runeNames = (view: View, words: GameWords, cards: string[]): string =>
  together(cards.map((card) => runeName(view, words, card)));

/** Join alternatives with commas and "or", in the language of the page: "a1, d2 or a2". */
export function joinWithOr(words: GameWords, alternatives: string[]): string {
  if (alternatives.length < 2) return alternatives.join('');
  return `${alternatives.slice(0, -1).join(', ')} ${words.table.or} ${alternatives.at(-1)}`;
}
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Describe a shape for screen readers: "first row 1 2 3, second row 2" for the rows "XXX" and ".X.". */
export function shapeText(words: GameWords, rows: string[]): string {
  const columnsOf = (row: string) => [...row].flatMap((cell, column) => (cell === FILLED ? [column + 1] : []));
  const rowTexts = rows.map((row, index) =>
    fill(words.table.shape_rows[index], { cells: columnsOf(row).join(' ') || words.table.shape_empty }),
  );
  return rowTexts.join(', ');
}

/** Return the name of a cell ("b3") or of a place around the arena ("above column b" for the place "T1"). */
export function placeName(words: GameWords, place: string): string {
  if (CELLS.includes(place)) return cellName(place);
  const [edge, index] = place;
  const isBesideColumn = edge === 'T' || edge === 'B';
  const lineName = isBesideColumn ? columnName(Number(index)) : rowName(Number(index));
  return fill(words.outside[edge], { n: lineName });
}

/** Return the place of a cell in the unfinished arena: "2 up and 1 left from the neutral tile" for the cell "-2,-1". */
export function setupCellName(words: GameWords, cell: string): string {
  const [row, column] = cell.split(',').map(Number);
  const phrases = words.table.from_neutral;
  const distances: string[] = [];
  if (row) distances.push(fill(row < 0 ? phrases.above : phrases.below, { n: Math.abs(row) }));
  if (column) distances.push(fill(column < 0 ? phrases.left : phrases.right, { n: Math.abs(column) }));
  return distances.length ? fill(phrases.of, { where: together(distances) }) : phrases.itself;
}

const MAX_MISSING_CELLS = 3;

/**
 * Describe where the player's cells form the rune of a card, or which cells are missing; empty if the server sent
 * nothing about the card.
 */
export function fitText(board: Board, words: GameWords, card: string, isClaimable: boolean): string {
  const phrases = words.table;
  const fit = board.fits[card];
  if (!fit) return '';
  const names = (cells: string[]) => cells.map((cell) => placeName(words, cell));
  if (!fit.whole.length) {
    const missing = [...new Set(fit.near.map((placement) => placement.missing))].slice(0, MAX_MISSING_CELLS);
    if (!missing.length) return phrases.lacks_more;
    return fill(phrases.lacks_one, { cells: joinWithOr(words, names(missing)) });
  }
  const formedAt = fill(phrases.fits_at, { cells: names(fit.whole[0]).join(' ') });
  if (isClaimable) return `${formedAt}, ${phrases.to_claim}`;
  return fit.spent ? `${formedAt}, ${fill(phrases.level_spent, { n: levelOf(card) })}` : formedAt;
}

/** How an action changes which rune cards the player can claim. */
export interface RuneChanges {
  /** The cards that can be claimed only after the action. */
  formed: string[];
  /** The cards that cannot be claimed any more after the action. */
  lost: string[];
}

/**
 * Return how an action changes which rune cards the player can claim. Nothing changes if `action` is null, or if the
 * server lists no changes for it.
 */
export function runeChanges(board: Board, action: Action | null, claimableCards: string[]): RuneChanges {
  const formingAction = action && board.forms.find((candidate) => isSameAction(candidate.action, action));
  const claimableAfter = formingAction?.runes ?? claimableCards;
  return {
    formed: claimableAfter.filter((card) => !claimableCards.includes(card)),
    lost: claimableCards.filter((card) => !claimableAfter.includes(card)),
  };
}

/** Texts for runes, cells and positions. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import { offers } from '../../table/contract';
import { fill, together } from '../../words';
import type { Board, View } from './types';
import { levelOf, cellName } from './view';

/** Return the name of a rune, or its level and size if it has no name. */
export function runeName(view: View, words: GameWords, card: string): string {
  const name = view.names[card];
  if (name) return words.runes[name] ?? name;
  const rows = view.cards[card].split('/');
  return fill(words.log.unnamed, {
    level: levelOf(card),
    n: [...view.cards[card]].filter((cell) => cell === 'X').length,
    rows: rows.length,
    columns: rows[0].length,
  });
}
export const runeNames = (view: View, words: GameWords, cards: string[]): string =>
  together(cards.map((card) => runeName(view, words, card)));

/** Join alternatives with "or": "a1, d2 or a2". */
export const either = (words: GameWords, things: string[]): string =>
  things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} ${words.table.or} ${things.at(-1)}`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Describe a shape row by row: "first row 1 2 3, second row 2". */
export function shapeWords(words: GameWords, rows: string[]): string {
  const filled = (row: string) => [...row].flatMap((cell, k) => (cell === 'X' ? [k + 1] : [])).join(' ');
  return rows
    .map((row, k) => fill(words.table.shape_rows[k], { cells: filled(row) || words.table.shape_empty }))
    .join(', ');
}

/** Return the name of an arena cell or of a position outside the arena. */
export function placeWords(words: GameWords, place: string): string {
  if (place[0] >= '0' && place[0] <= '9') return cellName(place);
  const n = Number(place[1]);
  return fill(words.outside[place[0]], { n: 'TB'.includes(place[0]) ? 'abcd'[n] : n + 1 });
}

/** Return a position in the unfinished arena relative to the neutral tile: "2 up and 1 left from the neutral tile". */
export function makingWords(words: GameWords, at: string): string {
  const [row, column] = at.split(',').map(Number);
  const phrases = words.table.from_neutral;
  const parts = [
    row ? fill(row < 0 ? phrases.above : phrases.below, { n: Math.abs(row) }) : '',
    column ? fill(column < 0 ? phrases.left : phrases.right, { n: Math.abs(column) }) : '',
  ].filter(Boolean);
  return parts.length ? fill(phrases.of, { where: together(parts) }) : phrases.itself;
}

/** Describe where the player's cells form a rune, or which cell is missing. */
export function fitText(board: Board, words: GameWords, card: string, claimable: boolean): string {
  const phrases = words.table;
  const fit = board.fits[card];
  if (!fit) return '';
  if (fit.whole.length) {
    const where = fill(phrases.fits_at, { cells: fit.whole[0].map((cell) => placeWords(words, cell)).join(' ') });
    if (claimable) return `${where}, ${phrases.to_claim}`;
    return fit.spent ? `${where}, ${fill(phrases.level_spent, { n: levelOf(card) })}` : where;
  }
  const missing = [...new Set(fit.near.map((one) => one.missing))]
    .slice(0, MOST)
    .map((cell) => placeWords(words, cell));
  return missing.length ? fill(phrases.lacks_one, { cells: either(words, missing) }) : phrases.lacks_more;
}
/** At most this many missing cells are listed. */
const MOST = 3;

/** Return the runes that an action would form, and those it would break. */
export function runeChanges(board: Board, action: Action | null, now: string[]): { new: string[]; lost: string[] } {
  const after = (action && board.forms.find((one) => offers([one.action], action))?.runes) ?? now;
  return { new: after.filter((card) => !now.includes(card)), lost: now.filter((card) => !after.includes(card)) };
}

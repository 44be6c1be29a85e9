/**
 * Texts of the action bar: what ending the turn would waste, and which runes are formed. Reads only the view, its
 * board and the legal actions.
 */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import { fill, together } from '../../words';
import { runeChanges, runeName, runeNames } from './labels';
import type { Board, View } from './types';
import { levelOf } from './view';

const worth = (cards: string[]) => cards.reduce((sum, card) => sum + levelOf(card), 0);

/**
 * Return a warning about what ending the turn would waste: open claims, else an action that would score, else unused
 * free actions.
 */
export function wasteWarning(
  view: View,
  board: Board,
  words: GameWords,
  legal: Action[],
  claimable: string[],
): string | undefined {
  const phrases = words.table.waste;
  if (claimable.length)
    return fill(phrases.claim, {
      runes: together(claimable.map((card) => `${runeName(view, words, card)} (+${levelOf(card)})`)),
    });
  const scoring = board.forms
    .map(({ action }) => ({ action, runes: runeChanges(board, action, claimable).new }))
    .filter(({ runes }) => runes.length);
  if (scoring.length) {
    const best = scoring.reduce((one, other) => (worth(other.runes) > worth(one.runes) ? other : one));
    return fill(phrases.form[best.action.do], { runes: runeNames(view, words, best.runes) });
  }
  const may = (...verbs: string[]) => legal.some((action) => verbs.includes(action.do));
  const free = [
    may('move', 'activate') ? phrases.mage : '',
    may('upheave') ? phrases.upheave : '',
    may('special') ? phrases.special : '',
  ].filter(Boolean);
  return free.length ? fill(phrases.free, { what: together(free) }) : undefined;
}

/**
 * Return how many runes can be claimed, or which are formed but cannot be claimed because their level is already
 * used.
 */
export function formedText(view: View, board: Board, words: GameWords, claimable: string[]): string {
  const phrases = words.table;
  if (claimable.length)
    return fill(phrases.can_claim, { n: claimable.length, runes: runeNames(view, words, claimable) });
  const spent = Object.keys(board.fits).filter((card) => board.fits[card].whole.length && board.fits[card].spent);
  if (!spent.length) return phrases.none_formed;
  return fill(phrases.formed_spent, {
    n: spent.length,
    runes: runeNames(view, words, spent),
    levels: together([...new Set(spent.map(levelOf))].map(String)),
  });
}

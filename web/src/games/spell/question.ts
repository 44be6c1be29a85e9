/** What ending the turn now would throw away, and what is said of runes that are formed: read off the view, its board and the legal actions. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import { fill, together } from '../../words';
import { formed, runeName, runeNames } from './labels';
import type { Board, View } from './types';
import { levelOf } from './view';

const worth = (cards: string[]) => cards.reduce((sum, card) => sum + levelOf(card), 0);

/** Claims that are open; or else an action that would score; or else what was free and is unspent. */
export function wasted(
  view: View,
  board: Board,
  words: GameWords,
  legal: Action[],
  claimable: string[],
): string | undefined {
  const said = words.table.waste;
  if (claimable.length)
    return fill(said.claim, {
      runes: together(claimable.map((card) => `${runeName(view, words, card)} (+${levelOf(card)})`)),
    });
  const scoring = board.forms
    .map(({ action }) => ({ action, runes: formed(board, action, claimable).new }))
    .filter(({ runes }) => runes.length);
  if (scoring.length) {
    const best = scoring.reduce((one, other) => (worth(other.runes) > worth(one.runes) ? other : one));
    return fill(said.form[best.action.do], { runes: runeNames(view, words, best.runes) });
  }
  const may = (...verbs: string[]) => legal.some((action) => verbs.includes(action.do));
  const free = [
    may('move', 'activate') ? said.mage : '',
    may('upheave') ? said.upheave : '',
    may('special') ? said.special : '',
  ].filter(Boolean);
  return free.length ? fill(said.free, { what: together(free) }) : undefined;
}

/** How many runes can be claimed; or which are formed in vain, because one of their level was claimed already. */
export function formedWords(view: View, board: Board, words: GameWords, claimable: string[]): string {
  const said = words.table;
  if (claimable.length) return fill(said.can_claim, { n: claimable.length, runes: runeNames(view, words, claimable) });
  const spent = Object.keys(board.fits).filter((card) => board.fits[card].whole.length && board.fits[card].spent);
  if (!spent.length) return said.none_formed;
  return fill(said.formed_spent, {
    n: spent.length,
    runes: runeNames(view, words, spent),
    levels: together([...new Set(spent.map(levelOf))].map(String)),
  });
}

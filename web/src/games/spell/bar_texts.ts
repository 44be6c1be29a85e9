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

const pointsOf = (cards: string[]) => cards.reduce((sum, card) => sum + levelOf(card), 0);

/**
 * Return a warning about what ending the turn would waste: runes that can be claimed, else an action that would form
 * runes, else unused free actions; undefined if nothing is wasted. `claimableCards` are the rune cards that the
 * player can claim now.
 */
export function wasteWarning(
  view: View,
  board: Board,
  words: GameWords,
  legal: Action[],
  claimableCards: string[],
): string | undefined {
  const phrases = words.table.waste;
  if (claimableCards.length) {
    const runes = claimableCards.map((card) => `${runeName(view, words, card)} (+${levelOf(card)})`);
    return fill(phrases.claim, { runes: together(runes) });
  }
  const best = bestForming(board, claimableCards);
  if (best) return fill(phrases.form[best.action.do], { runes: runeNames(view, words, best.runes) });

  const hasAction = (...verbs: string[]) => legal.some((action) => verbs.includes(action.do));
  const unused: string[] = [];
  if (hasAction('move', 'activate')) unused.push(phrases.mage);
  if (hasAction('upheave')) unused.push(phrases.upheave);
  if (hasAction('special')) unused.push(phrases.special);
  return unused.length ? fill(phrases.free, { what: together(unused) }) : undefined;
}

/**
 * Return the action whose new runes are worth the most points, with the cards of these runes; null if no action forms
 * a rune.
 */
function bestForming(board: Board, claimableCards: string[]): { action: Action; runes: string[] } | null {
  let best = null;
  let bestPoints = 0;
  for (const { action } of board.forms) {
    const runes = runeChanges(board, action, claimableCards).formed;
    if (pointsOf(runes) <= bestPoints) continue;
    best = { action, runes };
    bestPoints = pointsOf(runes);
  }
  return best;
}

/**
 * Return a text about the runes on the arena. It names the runes that can be claimed. If there are none, it names the
 * formed runes that cannot be claimed because the player has already used their level in this turn.
 */
export function formedText(view: View, board: Board, words: GameWords, claimableCards: string[]): string {
  const phrases = words.table;
  if (claimableCards.length)
    return fill(phrases.can_claim, { n: claimableCards.length, runes: runeNames(view, words, claimableCards) });
  const formedCards = Object.keys(board.fits).filter((card) => board.fits[card].whole.length > 0);
  const unclaimableCards = formedCards.filter((card) => board.fits[card].spent);
  if (!unclaimableCards.length) return phrases.none_formed;
  const levels = [...new Set(unclaimableCards.map(levelOf))];
  return fill(phrases.formed_spent, {
    n: unclaimableCards.length,
    runes: runeNames(view, words, unclaimableCards),
    levels: together(levels.map(String)),
  });
}

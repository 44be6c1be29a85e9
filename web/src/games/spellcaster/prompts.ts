/** Texts and buttons of the action bar: the question, what a choice would bring, and the choices. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { Board, View } from './types';
import { actionOfCard, cardWords, effectSentence, pileOf, textOf, topCard, type Place } from './view';

/** The selected card, or the deck if drawing a card is selected. */
export type Chosen = { from: 'deck' } | { from: Place; card: string };

/** What the texts and buttons are made from. `you` is null for a spectator. */
export interface BarContext {
  view: View;
  board: Board;
  words: GameWords;
  legal: Action[];
  you: number | null;
  /** Returns a phrase for the owner of a side's cards: "yours", "Wren's". */
  owner: (side: number) => string;
}

const nameOf = ({ view, words }: BarContext, card: string) => cardWords(view, words, card).name;
const cardText = ({ view, board, words }: BarContext, card: string) => textOf(view, board, words, card);

/** Return the name and the text of a card. */
export const nameAndText = (context: BarContext, card: string) =>
  fill(context.words.table.reads, { card: nameOf(context, card), text: cardText(context, card) });

/** Return the legal action that the selection would play. */
export const chosenAction = ({ legal }: BarContext, chosen: Chosen): Action | undefined =>
  chosen.from === 'deck' ? legal.find((action) => action.do === 'draw') : actionOfCard(legal, chosen.from, chosen.card);

/** Return the question of the action bar, or the name of the selected card. */
export function questionOf(context: BarContext, chosen: Chosen | null): string {
  const { view, words } = context;
  const phrases = words.table;
  if (chosen) return chosen.from === 'deck' ? phrases.verbs.draw : nameOf(context, chosen.card);
  const asks = view.turn?.asks ?? '';
  if (asks === 'action') return fill(phrases.ask.action, { n: view.left });
  if (asks === 'target') return phrases.ask[`target_${view.pending?.does}`] ?? phrases.ask.target;
  return fill(phrases.ask[asks], { n: view.pending?.count ?? 1 });
}

/** Return what playing a card does: which card it covers or which pile it opens, and when its text takes effect. */
function playNote(context: BarContext, card: string): string {
  const { view, words, owner } = context;
  const phrases = words.table;
  const colour = pileOf(card);
  const covered = topCard(view, colour);
  const placeNote = covered
    ? fill(phrases.covers, { card: nameOf(context, covered.card), owner: owner(covered.faces) })
    : fill(phrases.opens, { colour: words.colours[colour].pile });
  const kind = cardWords(view, words, card).kind;
  return `${placeNote} ${fill(phrases[`then_${kind}`], { text: cardText(context, card) })}`;
}

/**
 * Return the text of a card on a pile; then the current value of the number that its text counts, such as a hand size,
 * and whether using the card wins the game now.
 */
function useNote(context: BarContext, card: string): string {
  const { view, board, words, you } = context;
  const sentences = [cardText(context, card)];
  const isOwnTurn = view.active === you;
  if (isOwnTurn && card in board.counted) sentences.push(fill(words.table.now, { n: board.counted[card] }));
  if (board.strokes[card]?.wins) sentences.push(words.table.wins_now);
  return sentences.join(' ');
}

/** Return the second line of the action bar: what the selection would bring, or a note about the question. */
export function noteOf(context: BarContext, chosen: Chosen | null): string {
  const { view, words } = context;
  if (chosen) return chosenNote(context, chosen);
  const asks = view.turn?.asks;
  if (asks === 'action') return actionNote(context);
  if (asks === 'trigger') return words.table.trigger_note;
  if (!view.resolving) return '';
  const card = view.resolving.copied ?? view.resolving.card;
  return asks === 'choose' ? nameOf(context, card) : nameAndText(context, card);
}

function chosenNote(context: BarContext, chosen: Chosen): string {
  const action = chosenAction(context, chosen);
  if (chosen.from === 'deck') return warningOf(context, action) ?? '';
  if (action?.do === 'play') return playNote(context, chosen.card);
  if (action?.do === 'activate' || action?.do === 'trigger') return useNote(context, chosen.card);
  return cardText(context, chosen.card);
}

function actionNote({ view, board, words, legal }: BarContext): string {
  const phrases = words.table;
  if (board.fate) return fill(phrases.fate_note[board.fate], { n: view.deck });
  if (legal.some((action) => action.do === 'activate')) return phrases.action_note;
  return view.left > 1 ? phrases.action_first : phrases.action_play;
}

/**
 * Return a warning about what an action would waste: a win, if the last action of the turn is not used for it; the
 * effect of a usable card, if the turn is passed; or cards that may still be played for free. Undefined if nothing is
 * wasted. `board.strokes` has what using each card now would gain or lose.
 */
export function warningOf(context: BarContext, action: Action | undefined): string | undefined {
  if (!action) return undefined;
  const { view, board, words } = context;
  const phrases = words.table.warn;
  const asks = view.turn?.asks;
  const usableCards = Object.keys(board.strokes);
  const winningCard = usableCards.find((card) => board.strokes[card].wins);
  const isLastAction = asks === 'action' && view.left === 1;
  if (winningCard && isLastAction && action.card !== winningCard)
    return fill(phrases.win, { card: nameOf(context, winningCard) });
  const usefulCard = usableCards.find((card) => {
    const { energy, sapphires } = board.strokes[card];
    return energy.some(Boolean) || sapphires.some(Boolean);
  });
  if (action.do === 'pass' && usefulCard) return fill(phrases.stroke, { card: nameOf(context, usefulCard) });
  if (action.do === 'stop' && asks === 'playfree') return fill(phrases.free, { n: view.pending?.count ?? 1 });
  return undefined;
}

/** Return the label of a button for an action with a card: "Play Storm". */
export const actionLabel = (context: BarContext, action: Action, card: string) =>
  fill(context.words.table.verbs[action.do], { card: nameOf(context, card) });

/** Return the choices for the selection: a button that plays its action, and a button that clears the selection. */
export function chosenChoices(context: BarContext, chosen: Chosen, putBack: () => void): Choice[] {
  const action = chosenAction(context, chosen);
  if (!action) return [];
  const cancel: Choice = { label: t().table.putBack, kind: 'plain', run: putBack };
  if (chosen.from === 'deck') return [cancel, { label: context.words.table.verbs.draw, kind: 'main', action }];
  const warning = warningOf(context, action);
  return [cancel, { label: actionLabel(context, action, chosen.card), kind: 'main', action, warning }];
}

/**
 * Return the choices that have no card to click. To recover a card, a button opens the list of the discard pile.
 */
export function choicesWithoutCard(context: BarContext, openDiscard: () => void): Choice[] {
  const { words, legal } = context;
  const choices = legal.flatMap((action) => choiceOf(context, action) ?? []);
  if (legal.some((action) => action.do === 'recover'))
    choices.push({ label: words.table.open_discard, kind: 'lit', run: openDiscard });
  return choices;
}

/** Return the button of an action; undefined if the action is played by a click on a card. */
function choiceOf(context: BarContext, action: Action): Choice | undefined {
  const { view, words } = context;
  const phrases = words.table;
  const pending = view.pending;
  switch (action.do) {
    case 'choose': {
      const effect = pending?.effects?.[action.option] ?? '';
      return { label: effectSentence(view, words, effect), kind: 'lit', action };
    }
    case 'pay': {
      const price = pending?.price;
      return { label: fill(phrases.pay[price?.kind ?? 'E'], { n: price?.n ?? '' }), kind: 'lit', action };
    }
    case 'draw':
      return { label: phrases.verbs.draw, kind: 'lit', action, warning: warningOf(context, action) };
    case 'pass':
    case 'decline':
    case 'stop': {
      const label = phrases.verbs[`${action.do}_${view.turn?.asks}`] ?? phrases.verbs[action.do];
      return { label, kind: 'plain', key: 'e', action, warning: warningOf(context, action) };
    }
  }
  return undefined;
}

/** The texts and buttons of the action bar of Spellcaster: the question, its detail, and the choices. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { Board, View } from './types';
import { actionOfCard, cardWords, effectSentence, pileOf, textOf, topCard, type Place } from './view';

/** The player's selection: a card, or the deck in order to draw a card. */
export type Chosen = { from: 'deck' } | { from: Place; card: string };

/** The data from which the texts and buttons of the action bar are made. */
export interface BarContext {
  view: View;
  board: Board;
  words: GameWords;
  legal: Action[];
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** Returns in words whose the cards of a side are: "yours", "Wren's". */
  ownerText: (side: number) => string;
}

const nameOf = ({ view, words }: BarContext, card: string) => cardWords(view, words, card).name;
const cardText = ({ view, board, words }: BarContext, card: string) => textOf(view, board, words, card);

/** Return a sentence with the name and the text of a card. */
export const nameAndText = (context: BarContext, card: string) =>
  fill(context.words.table.reads, { card: nameOf(context, card), text: cardText(context, card) });

/** Return the legal action that the selection plays; undefined if it plays none. */
export function chosenAction({ legal }: BarContext, chosen: Chosen): Action | undefined {
  if (chosen.from === 'deck') return legal.find((action) => action.do === 'draw');
  return actionOfCard(legal, chosen.from, chosen.card);
}

/** Return the question of the action bar. While something is selected, return its name instead. */
export function questionOf(context: BarContext, chosen: Chosen | null): string {
  const { view, words } = context;
  const phrases = words.table;
  if (chosen?.from === 'deck') return phrases.verbs.draw;
  if (chosen) return nameOf(context, chosen.card);
  const asks = view.turn?.asks ?? '';
  if (asks === 'action') return fill(phrases.ask.action, { n: view.left });
  if (asks === 'target') return phrases.ask[`target_${view.pending?.does}`] ?? phrases.ask.target;
  return fill(phrases.ask[asks], { n: view.pending?.count ?? 1 });
}

/** Return a text about playing a card: the card that it covers or the pile that it opens, and when it takes effect. */
function playNote(context: BarContext, card: string): string {
  const { view, words, ownerText } = context;
  const phrases = words.table;
  const colour = pileOf(card);
  const covered = topCard(view, colour);
  const placeNote = covered
    ? fill(phrases.covers, { card: nameOf(context, covered.card), owner: ownerText(covered.faces) })
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

/** Return the line below the question: what the selected card would do, or a note about the question. */
export function detailText(context: BarContext, chosen: Chosen | null): string {
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
 * Return a warning about what an action would waste; undefined if it wastes nothing. The last action of a turn can
 * waste a win. Passing can waste the effect of a usable card. Stopping can waste cards that may be played for free.
 * `board.strokes` says what using each card now would gain or lose.
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

/** Return the label of the button that plays an action with a card, such as "Play Storm". */
export const actionLabel = (context: BarContext, action: Action, card: string) =>
  fill(context.words.table.verbs[action.do], { card: nameOf(context, card) });

/** Return the buttons for the selection: one that clears it, and one that plays its action. */
export function chosenChoices(context: BarContext, chosen: Chosen, putBack: () => void): Choice[] {
  const action = chosenAction(context, chosen);
  if (!action) return [];
  const cancel: Choice = { label: t().table.putBack, kind: 'plain', run: putBack };
  if (chosen.from === 'deck') return [cancel, { label: context.words.table.verbs.draw, kind: 'main', action }];
  const warning = warningOf(context, action);
  return [cancel, { label: actionLabel(context, action, chosen.card), kind: 'main', action, warning }];
}

/** Return the buttons for actions without a card to click. One opens the discard pile if a card can be recovered. */
export function choicesWithoutCard(context: BarContext, openDiscard: () => void): Choice[] {
  const { words, legal } = context;
  const choices = legal.flatMap((action) => choiceOf(context, action) ?? []);
  if (legal.some((action) => action.do === 'recover'))
    choices.push({ label: words.table.open_discard, kind: 'lit', run: openDiscard });
  return choices;
}

/** Return the button that plays an action; undefined for an action that a click on a card plays. */
function choiceOf(context: BarContext, action: Action): Choice | undefined {
  const { view, words } = context;
  const phrases = words.table;
  const { pending } = view;
  switch (action.do) {
    case 'choose': {
      const effect = pending?.effects?.[action.option] ?? '';
      return { label: effectSentence(view, words, effect), kind: 'lit', action };
    }
    case 'pay': {
      const { kind, n } = pending?.price ?? { kind: 'E', n: '' };
      return { label: fill(phrases.pay[kind], { n }), kind: 'lit', action };
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

/** Texts and buttons of the action bar: the question, what a choice would bring, and the choices. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { Board, View } from './types';
import { cardWords, parsePileCard, outcomeOf, pickOf, textOf, type Place } from './view';

export interface Chosen {
  from: Place | 'deck';
  card: string;
}

/** What the texts are made from. */
export interface BarContext {
  view: View;
  board: Board;
  words: GameWords;
  legal: Action[];
  you: number | null;
  /** Returns whose cards a side's cards are. */
  owner: (side: number) => string;
}

const nameOf = ({ view, words }: BarContext, card: string) => cardWords(view, words, card).name;
export const readOut = (context: BarContext, card: string) =>
  fill(context.words.table.reads, {
    card: nameOf(context, card),
    text: textOf(context.view, context.board, context.words, card),
  });
/** Return the action that the selected card would play. */
export const actionOf = ({ legal }: BarContext, chosen: Chosen): Action | undefined =>
  chosen.from === 'deck' ? legal.find((one) => one.do === 'draw') : pickOf(legal, chosen.from, chosen.card);

export function questionOf(context: BarContext, chosen: Chosen | null): string {
  const { view, words } = context;
  const phrases = words.table;
  if (chosen) return chosen.from === 'deck' ? phrases.verbs.draw : nameOf(context, chosen.card);
  const asks = view.turn?.asks ?? '';
  if (asks === 'action') return fill(phrases.ask.action, { n: view.left });
  if (asks === 'target') return phrases.ask[`target_${view.pending?.does}`] ?? phrases.ask.target;
  return fill(phrases.ask[asks], { n: view.pending?.count ?? 1 });
}

/** Return what playing a card does: where it goes, and when its text will work. */
function playNote(context: BarContext, card: string): string {
  const { view, board, words, owner } = context;
  const phrases = words.table;
  const pile = view.piles[card[0]];
  const under = pile.length ? parsePileCard(pile.at(-1)!) : null;
  const where = under
    ? fill(phrases.covers, { card: nameOf(context, under.card), owner: owner(under.faces) })
    : fill(phrases.opens, { colour: words.colours[card[0]].pile });
  return `${where} ${fill(phrases[`then_${cardWords(view, words, card).kind}`], { text: textOf(view, board, words, card) })}`;
}
function effectNote({ view, board, words, you }: BarContext, card: string): string {
  const now = view.active === you ? board.counted[card] : undefined;
  const wins = board.strokes[card]?.wins ? ` ${words.table.wins_now}` : '';
  return textOf(view, board, words, card) + (now === undefined ? '' : ` ${fill(words.table.now, { n: now })}`) + wins;
}

export function costOf(context: BarContext, chosen: Chosen | null): string {
  const { view, board, words, legal } = context;
  const phrases = words.table;
  if (chosen) {
    const action = actionOf(context, chosen);
    if (chosen.from === 'deck') return warnOf(context, action) ?? '';
    if (action?.do === 'play') return playNote(context, chosen.card);
    return action?.do === 'activate' || action?.do === 'trigger'
      ? effectNote(context, chosen.card)
      : textOf(view, board, words, chosen.card);
  }
  const asks = view.turn?.asks;
  const fate = board.fate;
  if (asks === 'action' && fate) return fill(phrases.fate_note[fate], { n: view.deck });
  if (asks === 'action')
    return legal.some((action) => action.do === 'activate')
      ? phrases.action_note
      : view.left > 1
        ? phrases.action_first
        : phrases.action_play;
  if (asks === 'trigger') return phrases.trigger_note;
  if (!view.resolving) return '';
  const card = view.resolving.copied ?? view.resolving.card;
  return asks === 'choose' ? nameOf(context, card) : readOut(context, card);
}

/**
 * Return a warning about what an action would waste: a win with the last action, an effect of an action that is
 * given up, or cards that may still be played for free.
 */
export function warnOf(context: BarContext, action: Action | undefined): string | undefined {
  const { view, board, words } = context;
  const phrases = words.table.warn;
  const strokes = Object.entries(board.strokes);
  const winning = strokes.find(([, stroke]) => stroke.wins)?.[0];
  const spends = action !== undefined && view.turn?.asks === 'action' && view.left === 1;
  if (winning && spends && action.card !== winning) return fill(phrases.win, { card: nameOf(context, winning) });
  const open = strokes.find(([, { energy, sapphires }]) => energy.some(Boolean) || sapphires.some(Boolean))?.[0];
  if (action?.do === 'pass' && open) return fill(phrases.stroke, { card: nameOf(context, open) });
  if (action?.do === 'stop' && view.turn?.asks === 'playfree')
    return fill(phrases.free, { n: view.pending?.count ?? 1 });
  return undefined;
}

export const verbOf = (context: BarContext, action: Action, card: string) =>
  fill(context.words.table.verbs[action.do], { card: card && nameOf(context, card) });

/** Return the choices for a selected card: its action, and a button that clears the selection. */
export function chosenChoices(context: BarContext, chosen: Chosen, putBack: () => void): Choice[] {
  const action = actionOf(context, chosen);
  if (!action) return [];
  const warn = chosen.from === 'deck' ? undefined : warnOf(context, action); // the question has the warning already
  return [
    { label: t().table.putBack, kind: 'plain', run: putBack },
    { label: verbOf(context, action, chosen.card), kind: 'main', action, warn },
  ];
}

/** Return the choices that have no card to click. */
export function openChoices(context: BarContext, openDiscard: () => void): Choice[] {
  const { view, words, legal } = context;
  const phrases = words.table;
  const asks = view.turn?.asks;
  const plain = ['pass', 'decline', 'stop'];
  return legal.flatMap((action): Choice[] => {
    if (action.do === 'choose')
      return [{ label: outcomeOf(view, words, view.pending?.effects?.[action.option] ?? ''), kind: 'lit', action }];
    if (action.do === 'pay')
      return [
        {
          label: fill(phrases.pay[view.pending?.price?.kind ?? 'E'], { n: view.pending?.price?.n ?? '' }),
          kind: 'lit',
          action,
        },
      ];
    if (action.do === 'draw')
      return [{ label: phrases.verbs.draw, kind: 'lit', action, warn: warnOf(context, action) }];
    if (plain.includes(action.do))
      return [
        {
          label: phrases.verbs[`${action.do}_${asks}`] ?? phrases.verbs[action.do],
          kind: 'plain',
          key: 'e',
          action,
          warn: warnOf(context, action),
        },
      ];
    if (action.do === 'recover' && action === legal.find((one) => one.do === 'recover'))
      return [{ label: phrases.open_discard, kind: 'lit', run: openDiscard }];
    return [];
  });
}

/** Texts and buttons of the action bar: the question, what a choice would bring, and the choices. */
import type { GameWords } from '../../state/shelf.svelte';
import type { Action } from '../../api/wire';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { Board, View } from './types';
import { cardWords, lying, outcomeOf, pickOf, textOf, type Place } from './view';

export interface Chosen {
  from: Place | 'deck';
  card: string;
}

/** What the texts are made from. */
export interface Asked {
  view: View;
  board: Board;
  words: GameWords;
  legal: Action[];
  you: number | null;
  /** Returns whose cards a side's cards are. */
  owner: (side: number) => string;
}

const nameOf = ({ view, words }: Asked, card: string) => cardWords(view, words, card).name;
export const readOut = (asked: Asked, card: string) =>
  fill(asked.words.table.reads, {
    card: nameOf(asked, card),
    text: textOf(asked.view, asked.board, asked.words, card),
  });
/** Return the action that the selected card would play. */
export const actionOf = ({ legal }: Asked, chosen: Chosen): Action | undefined =>
  chosen.from === 'deck' ? legal.find((one) => one.do === 'draw') : pickOf(legal, chosen.from, chosen.card);

export function questionOf(asked: Asked, chosen: Chosen | null): string {
  const { view, words } = asked;
  const phrases = words.table;
  if (chosen) return chosen.from === 'deck' ? phrases.verbs.draw : nameOf(asked, chosen.card);
  const asks = view.turn?.asks ?? '';
  if (asks === 'action') return fill(phrases.ask.action, { n: view.left });
  if (asks === 'target') return phrases.ask[`target_${view.pending?.does}`] ?? phrases.ask.target;
  return fill(phrases.ask[asks], { n: view.pending?.count ?? 1 });
}

/** Return what playing a card does: where it goes, and when its text will work. */
function played(asked: Asked, card: string): string {
  const { view, board, words, owner } = asked;
  const phrases = words.table;
  const pile = view.piles[card[0]];
  const under = pile.length ? lying(pile.at(-1)!) : null;
  const where = under
    ? fill(phrases.covers, { card: nameOf(asked, under.card), owner: owner(under.faces) })
    : fill(phrases.opens, { colour: words.colours[card[0]].pile });
  return `${where} ${fill(phrases[`then_${cardWords(view, words, card).kind}`], { text: textOf(view, board, words, card) })}`;
}
function worked({ view, board, words, you }: Asked, card: string): string {
  const now = view.active === you ? board.counted[card] : undefined;
  const wins = board.strokes[card]?.wins ? ` ${words.table.wins_now}` : '';
  return textOf(view, board, words, card) + (now === undefined ? '' : ` ${fill(words.table.now, { n: now })}`) + wins;
}

export function costOf(asked: Asked, chosen: Chosen | null): string {
  const { view, board, words, legal } = asked;
  const phrases = words.table;
  if (chosen) {
    const action = actionOf(asked, chosen);
    if (chosen.from === 'deck') return warnOf(asked, action) ?? '';
    if (action?.do === 'play') return played(asked, chosen.card);
    return action?.do === 'activate' || action?.do === 'trigger'
      ? worked(asked, chosen.card)
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
  return asks === 'choose' ? nameOf(asked, card) : readOut(asked, card);
}

/**
 * Return a warning about what an action would waste: a win with the last action, an effect of an action that is
 * given up, or cards that may still be played for free.
 */
export function warnOf(asked: Asked, action: Action | undefined): string | undefined {
  const { view, board, words } = asked;
  const phrases = words.table.warn;
  const strokes = Object.entries(board.strokes);
  const winning = strokes.find(([, stroke]) => stroke.wins)?.[0];
  const spends = action !== undefined && view.turn?.asks === 'action' && view.left === 1;
  if (winning && spends && action.card !== winning) return fill(phrases.win, { card: nameOf(asked, winning) });
  const open = strokes.find(([, { energy, sapphires }]) => energy.some(Boolean) || sapphires.some(Boolean))?.[0];
  if (action?.do === 'pass' && open) return fill(phrases.stroke, { card: nameOf(asked, open) });
  if (action?.do === 'stop' && view.turn?.asks === 'playfree')
    return fill(phrases.free, { n: view.pending?.count ?? 1 });
  return undefined;
}

export const verbOf = (asked: Asked, action: Action, card: string) =>
  fill(asked.words.table.verbs[action.do], { card: card && nameOf(asked, card) });

/** Return the choices for a selected card: its action, and a button that clears the selection. */
export function chosenChoices(asked: Asked, chosen: Chosen, putBack: () => void): Choice[] {
  const action = actionOf(asked, chosen);
  if (!action) return [];
  const warn = chosen.from === 'deck' ? undefined : warnOf(asked, action); // the question has the warning already
  return [
    { label: t().table.putBack, kind: 'plain', run: putBack },
    { label: verbOf(asked, action, chosen.card), kind: 'main', action, warn },
  ];
}

/** Return the choices that have no card to click. */
export function openChoices(asked: Asked, openDiscard: () => void): Choice[] {
  const { view, words, legal } = asked;
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
    if (action.do === 'draw') return [{ label: phrases.verbs.draw, kind: 'lit', action, warn: warnOf(asked, action) }];
    if (plain.includes(action.do))
      return [
        {
          label: phrases.verbs[`${action.do}_${asks}`] ?? phrases.verbs[action.do],
          kind: 'plain',
          key: 'e',
          action,
          warn: warnOf(asked, action),
        },
      ];
    if (action.do === 'recover' && action === legal.find((one) => one.do === 'recover'))
      return [{ label: phrases.open_discard, kind: 'lit', run: openDiscard }];
    return [];
  });
}

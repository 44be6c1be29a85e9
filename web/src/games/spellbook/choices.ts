/** The buttons of the action bar. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { ChosenToken, Selection } from './selection.svelte';
import { optionLabel, optionLevel, spellName, wasteWarning } from './prompts';
import type { Board, View } from './types';
import { playAll, spellColour, tokenName, type Act, type SpellOption } from './view';

/** What the buttons are made from. */
interface BarContext {
  view: View;
  board: Board;
  legal: Action[];
  words: GameWords;
  selection: Selection;
  act: Act;
  /** Undoes the last actions that were played together; null if that is not allowed. */
  undo: (() => void) | null;
}

/** Return the buttons for the chosen token or spell, or for the question if nothing is chosen. */
export function choicesOf(context: BarContext): Choice[] {
  const { chosenToken, chosenSpell, option } = context.selection;
  if (chosenToken) return tokenChoices(context, chosenToken);
  if (chosenSpell) return option ? spellChoices(context, option) : [];
  return [...undoChoice(context), ...choicesWithoutPiece(context), ...paymentChoice(context)];
}

const putBack = (run: () => void): Choice => ({ label: t().table.putBack, kind: 'plain', run });

/** Return the choices for a chosen token: one main button that takes or stores it. */
function tokenChoices({ words, selection, act }: BarContext, { zone, token }: ChosenToken): Choice[] {
  const pick = selection.findPick(zone, token);
  if (!pick) return [];
  const sentence = zone === 'altar' ? words.table.take : words.table.store;
  const label = fill(sentence, { token: tokenName(words, token) });
  return [putBack(() => selection.clear()), { label, kind: 'main', run: () => playAll(act, pick.steps) }];
}

/** Return the choices for a chosen spell: the other levels, and one main button for the current option. */
function spellChoices({ view, words, selection }: BarContext, option: SpellOption): Choice[] {
  const otherLevels = selection.options.filter((other) => other !== option);
  const label = optionLabel(words, option, spellColour(view, option.spell));
  return [
    putBack(() => selection.clear()),
    ...otherLevels.map((other): Choice => ({
      label: optionLevel(words, other),
      kind: 'lit',
      run: () => (selection.chosenLevel = other.level),
    })),
    { label, kind: 'main', run: () => selection.perform(option) },
  ];
}

/** Return an undo button if the viewer is in the middle of an action, otherwise no button. */
function undoChoice({ view, undo }: BarContext): Choice[] {
  const actionIsOver = view.asks?.step === 'choose' || view.asks?.step === 'instant';
  return undo && view.doing && !actionIsOver ? [putBack(undo)] : [];
}

/** Return the legal actions that no token or card plays: skip, stop, draw, name the rune of a wild, choose a copy. */
function choicesWithoutPiece({ board, legal, words, selection }: BarContext): Choice[] {
  const choices: Choice[] = [];
  for (const action of legal) {
    const warning = wasteWarning(board, words);
    if (action.do === 'skip') choices.push({ label: words.actions.skip, kind: 'plain', action, key: 'e', warning });
    if (action.do === 'stop') choices.push({ label: words.actions.stop, kind: 'lit', action, key: 'e', warning });
    if (action.do === 'act' && action.action === 'draw')
      choices.push({ label: words.actions.draw, kind: 'lit', action });
    if (action.do === 'wild')
      choices.push({ label: fill(words.table.wild, { rune: words.runes[action.rune] }), kind: 'lit', action });
  }
  if (legal.some((action) => action.do === 'copy'))
    choices.push({ label: words.asks.copy, kind: 'lit', run: () => (selection.dialog = { kind: 'copies' }) });
  return choices;
}

/** Return the main button that pays the proposed price while a spell is being learned. */
function paymentChoice({ view, board, legal, words, act }: BarContext): Choice[] {
  if (!legal.length || !view.learning || !board.proposal.length) return [];
  const { spell, level } = view.learning;
  const label = fill(words.table.confirm, { spell: spellName(words, spell), n: level });
  return [{ label, kind: 'main', run: () => playAll(act, board.proposal) }];
}

/** The buttons of the action bar. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { ChosenToken, Selection } from './selection.svelte';
import { optionLabel, optionLevelLabel, spellName, wasteWarning } from './prompts';
import type { Board, View } from './types';
import { playAll, spellColour, tokenName, type Act, type SpellOption } from './view';

/** The data from which the buttons of the action bar are made. */
interface BarContext {
  view: View;
  board: Board;
  legal: Action[];
  words: GameWords;
  selection: Selection;
  act: Act;
  /** Undoes the viewer's last action and those played with it; null if that is not allowed. */
  undo: (() => void) | null;
}

/** Return the buttons of the action bar: for the chosen token or spell or, if nothing is chosen, for the question. */
export function choicesOf(context: BarContext): Choice[] {
  const { chosenToken, chosenSpell, chosenOption } = context.selection;
  if (chosenToken) return tokenChoices(context, chosenToken);
  if (chosenSpell) return chosenOption ? spellChoices(context, chosenOption) : [];
  return [...undoChoice(context), ...choicesWithoutPiece(context), ...paymentChoice(context)];
}

const cancelButton = (run: () => void): Choice => ({ label: t().table.putBack, kind: 'plain', run });

/** Return the buttons for a chosen token: one that clears the selection, and one that takes or stores the token. */
function tokenChoices({ words, selection, act }: BarContext, { zone, token }: ChosenToken): Choice[] {
  const pick = selection.findPick(zone, token);
  if (!pick) return [];
  const sentence = zone === 'altar' ? words.table.take : words.table.store;
  const label = fill(sentence, { token: tokenName(words, token) });
  return [cancelButton(() => selection.clear()), { label, kind: 'main', run: () => playAll(act, pick.steps) }];
}

/** Return the buttons for a chosen spell: one per other level, and the main button that plays the chosen option. */
function spellChoices({ view, words, selection }: BarContext, option: SpellOption): Choice[] {
  const otherLevels = selection.chosenSpellOptions.filter((other) => other !== option);
  const label = optionLabel(words, option, spellColour(view, option.spell));
  return [
    cancelButton(() => selection.clear()),
    ...otherLevels.map((other): Choice => ({
      label: optionLevelLabel(words, other),
      kind: 'lit',
      run: () => (selection.chosenLevel = other.level),
    })),
    { label, kind: 'main', run: () => selection.play(option) },
  ];
}

/** Return an undo button if the viewer has begun an action and not finished it, otherwise no button. */
function undoChoice({ view, undo }: BarContext): Choice[] {
  const isActionOver = view.asks?.step === 'choose' || view.asks?.step === 'instant';
  const isActing = view.doing !== null && !isActionOver;
  return undo && isActing ? [cancelButton(undo)] : [];
}

/** Return buttons for the actions without a piece to click: skip, stop, draw, choose the rune of a wild, copy a spell. */
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

/** Return the main button that pays for a spell with the tokens that the server proposes; none if none is learned. */
function paymentChoice({ view, board, legal, words, act }: BarContext): Choice[] {
  if (!legal.length || !view.learning || !board.proposal.length) return [];
  const { spell, level } = view.learning;
  const label = fill(words.table.confirm, { spell: spellName(words, spell), n: level });
  return [{ label, kind: 'main', run: () => playAll(act, board.proposal) }];
}

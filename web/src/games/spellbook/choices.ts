/** The buttons of the action bar. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { Selection } from './selection.svelte';
import { optionLabel, optionLevel, spellName, wasteOf } from './prompts';
import type { Board, View } from './types';
import { COLOURS, gestureOf, tokenName } from './view';

interface BarContext {
  view: View;
  board: Board;
  legal: Action[];
  words: GameWords;
  selection: Selection;
  act: (action: Action, rest?: Action[]) => void;
  /** Undoes the last gesture; null if that is not allowed. */
  undo: (() => void) | null;
}

export function choicesOf(context: BarContext): Choice[] {
  if (context.selection.chosen) return forToken(context);
  if (context.selection.spell) return forSpell(context);
  return [...undoChoice(context), ...offered(context), ...payment(context)];
}

const putBack = (run: () => void): Choice => ({ label: t().table.putBack, kind: 'plain', run });

/** Return the choices for a chosen token: one main button that takes or stores it. */
function forToken({ words, selection, act }: BarContext): Choice[] {
  const { zone, token } = selection.chosen!;
  const pick = selection.pickOf(zone, token);
  if (!pick) return [];
  const label = fill(zone === 'altar' ? words.table.take : words.table.store, { token: tokenName(words, token) });
  return [putBack(() => selection.clear()), { label, kind: 'main', run: () => act(...gestureOf(pick.steps)) }];
}

/** Return the choices for a chosen spell: one main button for one of its levels, and the other levels. */
function forSpell({ view, words, selection }: BarContext): Choice[] {
  const option = selection.option;
  if (!option) return [];
  const others = selection.options
    .filter((one) => one !== option)
    .map((one): Choice => ({ label: optionLevel(words, one), kind: 'lit', run: () => (selection.level = one.level) }));
  return [
    putBack(() => selection.clear()),
    ...others,
    {
      label: optionLabel(words, option, COLOURS[view.spells.indexOf(option.spell)]),
      kind: 'main',
      run: () => selection.perform(option),
    },
  ];
}

/** Return an undo button if the viewer is in the middle of an action. */
function undoChoice({ view, undo }: BarContext): Choice[] {
  const whole = view.asks?.step === 'choose' || view.asks?.step === 'instant';
  return undo && view.doing && !whole ? [putBack(undo)] : [];
}

function offered({ board, legal, words, selection }: BarContext): Choice[] {
  const out: Choice[] = [];
  for (const action of legal) {
    if (action.do === 'skip' || action.do === 'stop')
      out.push({
        label: words.actions[action.do],
        kind: action.do === 'skip' ? 'plain' : 'lit',
        action,
        key: 'e',
        warn: wasteOf(board, words),
      });
    if (action.do === 'act' && action.action === 'draw') out.push({ label: words.actions.draw, kind: 'lit', action });
    if (action.do === 'wild')
      out.push({ label: fill(words.table.wild, { rune: words.runes[action.rune] }), kind: 'lit', action });
  }
  if (legal.some((action) => action.do === 'copy'))
    out.push({ label: words.asks.copy, kind: 'lit', run: () => (selection.dialog = { kind: 'copies' }) });
  return out;
}

/** Return the main button that pays the proposed price while a spell is being learned. */
function payment({ view, board, legal, words, act }: BarContext): Choice[] {
  if (!legal.length || !view.learning || !board.proposal.length) return [];
  const { spell, level } = view.learning;
  return [
    {
      label: fill(words.table.confirm, { spell: spellName(words, spell), n: level }),
      kind: 'main',
      run: () => act(...gestureOf(board.proposal)),
    },
  ];
}

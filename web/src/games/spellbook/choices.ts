/** The buttons of the action bar. */
import type { Action } from '../../api/wire';
import type { GameWords } from '../../state/shelf.svelte';
import type { Choice } from '../../table/contract';
import { fill, t } from '../../words';
import type { Hand } from './hand.svelte';
import { deedLabel, deedLevel, spellName, wasteOf } from './prompts';
import type { Board, View } from './types';
import { COLOURS, gestureOf, tokenName } from './view';

interface Asked {
  view: View;
  board: Board;
  legal: Action[];
  words: GameWords;
  hand: Hand;
  act: (action: Action, rest?: Action[]) => void;
  /** Undoes the last gesture; null if that is not allowed. */
  undo: (() => void) | null;
}

export function choicesOf(asked: Asked): Choice[] {
  if (asked.hand.chosen) return forToken(asked);
  if (asked.hand.spell) return forSpell(asked);
  return [...wayBack(asked), ...offered(asked), ...payment(asked)];
}

const putBack = (run: () => void): Choice => ({ label: t().table.putBack, kind: 'plain', run });

/** Return the choices for a chosen token: one main button that takes or stores it. */
function forToken({ words, hand, act }: Asked): Choice[] {
  const { zone, token } = hand.chosen!;
  const pick = hand.pickOf(zone, token);
  if (!pick) return [];
  const label = fill(zone === 'altar' ? words.table.take : words.table.store, { token: tokenName(words, token) });
  return [putBack(() => hand.putBack()), { label, kind: 'main', run: () => act(...gestureOf(pick.steps)) }];
}

/** Return the choices for a chosen spell: one main button for one of its levels, and the other levels. */
function forSpell({ view, words, hand }: Asked): Choice[] {
  const deed = hand.deed;
  if (!deed) return [];
  const others = hand.deeds
    .filter((one) => one !== deed)
    .map((one): Choice => ({ label: deedLevel(words, one), kind: 'lit', run: () => (hand.level = one.level) }));
  return [
    putBack(() => hand.putBack()),
    ...others,
    {
      label: deedLabel(words, deed, COLOURS[view.spells.indexOf(deed.spell)]),
      kind: 'main',
      run: () => hand.perform(deed),
    },
  ];
}

/** Return an undo button if the viewer is in the middle of an action. */
function wayBack({ view, undo }: Asked): Choice[] {
  const whole = view.asks?.step === 'choose' || view.asks?.step === 'instant';
  return undo && view.doing && !whole ? [putBack(undo)] : [];
}

function offered({ board, legal, words, hand }: Asked): Choice[] {
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
    out.push({ label: words.asks.copy, kind: 'lit', run: () => (hand.leaf = { kind: 'copies' }) });
  return out;
}

/** Return the main button that pays the proposed price while a spell is being learned. */
function payment({ view, board, legal, words, act }: Asked): Choice[] {
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

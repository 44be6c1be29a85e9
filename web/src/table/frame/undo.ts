/** Alternatives to an undo that is not allowed: undo the whole turn, copy the table, or ask the other players. */
import { api, errorMessage } from '../../api/api';
import { goToNextTable } from '../../state/tables';
import type { Ask, Snapshot } from '../../api/wire';
import { t } from '../../words';
import type { Prompt, Choice } from '../contract';
import type { TableModel } from '../model';

/**
 * Whether the viewer may ask the other players for an undo. The host has to allow this (`take_backs`), and it is only
 * needed if the viewer cannot undo the whole turn alone (`back`).
 */
export const mayAskForUndo = (table: TableModel, snapshot: Snapshot): boolean =>
  !!snapshot.take_backs &&
  snapshot.back !== 'turn' &&
  snapshot.phase === 'playing' &&
  !snapshot.asked &&
  !table.behind &&
  table.mode === 'play';

/**
 * Return the question to show in place of an undo that is not allowed; null if there is no alternative. `reason` says
 * why it is not allowed, and `goBack` closes the question.
 */
export function undoAlternatives(table: TableModel, snapshot: Snapshot, reason: string, goBack: Choice): Prompt | null {
  const words = t().table;
  /** Return a button that closes the question and sends a request. A refusal is shown in the action bar. */
  function requestChoice(label: string, sendRequest: () => Promise<unknown>): Choice {
    const run = () => {
      goBack.run?.();
      sendRequest().catch((error) => table.explain(errorMessage(error)));
    };
    return { label, kind: 'lit', run };
  }
  const askOthers = (label: string, matter: Ask['matter']) =>
    requestChoice(label, () => api.askPlayers(snapshot.table, matter));
  if (mayAskForUndo(table, snapshot))
    return {
      head: reason,
      tail: t().talk.notes.undo,
      choices: [goBack, askOthers(t().talk.askUndoHere, 'undo'), askOthers(t().talk.askTurnHere, 'turn')],
    };
  if (snapshot.back === 'turn')
    return {
      head: reason,
      tail: words.wholeTurnNote,
      choices: [goBack, { label: words.wholeTurn, kind: 'lit', run: () => table.undoTurn() }],
    };
  if (snapshot.back === 'copy')
    return {
      head: reason,
      tail: words.tryAgainNote,
      choices: [
        goBack,
        requestChoice(words.tryAgain, async () => goToNextTable(snapshot, await api.retry(snapshot.table))),
      ],
    };
  return null;
}

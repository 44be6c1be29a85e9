/** Alternatives to an undo that is not allowed: undo the whole turn, copy the table, or ask the other players. */
import { api, errorMessage } from '../../api/api';
import { goToNextTable } from '../../state/tables';
import type { Ask, Snapshot } from '../../api/wire';
import { t } from '../../words';
import type { Prompt, Choice } from '../contract';
import type { TableModel } from '../model';

/**
 * Whether the viewer can ask the other players for an undo. The table must allow such requests (`take_backs`). The
 * request is only needed if the viewer cannot undo their whole turn alone (`back`).
 */
export const canAskForUndo = (table: TableModel, snapshot: Snapshot): boolean =>
  !!snapshot.take_backs &&
  snapshot.back !== 'turn' &&
  snapshot.phase === 'playing' &&
  !snapshot.asked &&
  !table.isBehind &&
  table.mode === 'play';

/**
 * Return the question that offers alternatives to an undo that is not allowed; null if there are none. `reason` says
 * why the undo is not allowed. `goBack` is the button that closes the question.
 */
export function undoAlternatives(table: TableModel, snapshot: Snapshot, reason: string, goBack: Choice): Prompt | null {
  const words = t().table;
  /** Return a button that closes the question and sends a request. The action bar shows the message of an error. */
  const requestButton = (label: string, sendRequest: () => Promise<unknown>): Choice => ({
    label,
    kind: 'lit',
    run: () => {
      goBack.run?.();
      sendRequest().catch((error) => table.explain(errorMessage(error)));
    },
  });
  const askOthers = (label: string, matter: Ask['matter']) =>
    requestButton(label, () => api.askPlayers(snapshot.table, matter));
  const copyTable = async () => goToNextTable(snapshot, await api.retry(snapshot.table));
  if (canAskForUndo(table, snapshot)) {
    const choices = [goBack, askOthers(t().talk.askUndoHere, 'undo'), askOthers(t().talk.askTurnHere, 'turn')];
    return { question: reason, detail: t().talk.notes.undo, choices };
  }
  if (snapshot.back === 'turn') {
    const undoTurn: Choice = { label: words.wholeTurn, kind: 'lit', run: () => table.undoTurn() };
    return { question: reason, detail: words.wholeTurnNote, choices: [goBack, undoTurn] };
  }
  if (snapshot.back === 'copy') {
    const choices = [goBack, requestButton(words.tryAgain, copyTable)];
    return { question: reason, detail: words.tryAgainNote, choices };
  }
  return null;
}

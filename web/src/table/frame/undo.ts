/** Alternatives to an undo that is not allowed: undo the whole turn, copy the table, or ask the other players. */
import { api, errorMessage } from '../../api/api';
import { goToNextTable } from '../../state/tables';
import type { Ask, Snapshot } from '../../api/wire';
import { t } from '../../words';
import type { Prompt, Choice } from '../contract';
import type { TableModel } from '../model';

/** Whether the viewer may ask the others for an undo: the host allowed it, and the turn cannot be undone alone. */
export const mayAskForUndo = (table: TableModel, snapshot: Snapshot): boolean =>
  !!snapshot.take_backs &&
  snapshot.back !== 'turn' &&
  snapshot.phase === 'playing' &&
  !snapshot.asked &&
  !table.behind &&
  table.mode === 'play';

/** Return the question to show in place of an undo; null if there is no alternative. */
export function undoAlternatives(table: TableModel, snapshot: Snapshot, reason: string, goBack: Choice): Prompt | null {
  const words = t().table;
  const sendRequest = async (request: Promise<void>) => {
    goBack.run?.();
    await request.catch((error) => table.explain(errorMessage(error)));
  };
  const choice = (label: string, run: () => void): Choice => ({ label, kind: 'lit', run });
  const askOthers = (matter: Ask['matter']) => () =>
    void sendRequest(api.askPlayers(snapshot.table, matter).then(() => {}));
  if (mayAskForUndo(table, snapshot))
    return {
      head: reason,
      tail: t().talk.notes.undo,
      choices: [
        goBack,
        choice(t().talk.askUndoHere, askOthers('undo')),
        choice(t().talk.askTurnHere, askOthers('turn')),
      ],
    };
  if (snapshot.back === 'turn')
    return {
      head: reason,
      tail: words.wholeTurnNote,
      choices: [goBack, choice(words.wholeTurn, () => table.undoTurn())],
    };
  if (snapshot.back === 'copy')
    return {
      head: reason,
      tail: words.tryAgainNote,
      choices: [
        goBack,
        choice(
          words.tryAgain,
          () => void sendRequest(api.retry(snapshot.table).then((pass) => goToNextTable(snapshot, pass))),
        ),
      ],
    };
  return null;
}

/** What can be done where a step cannot be taken back alone: the whole turn, a copy of the table, the others' consent. */
import { api, Refusal } from '../../api/api';
import { goToNextTable } from '../../state/tables';
import type { Ask, Snapshot } from '../../api/wire';
import { t } from '../../words';
import type { Asking, Choice } from '../contract';
import type { TableModel } from '../model';

/** Whether the others may be asked: the host allowed it, and alone one cannot have the turn back. */
export const mayAskBack = (table: TableModel, snapshot: Snapshot): boolean =>
  !!snapshot.take_backs &&
  snapshot.back !== 'turn' &&
  snapshot.phase === 'playing' &&
  !snapshot.asked &&
  !table.behind &&
  table.mode === 'play';

/** The question in place of an undo; null where nothing can be done. */
export function insteadOfUndo(table: TableModel, snapshot: Snapshot, why: string, goBack: Choice): Asking | null {
  const words = t().table;
  const told = async (request: Promise<void>) => {
    goBack.run?.();
    await request.catch((off) => table.explain(off instanceof Refusal ? off.message : t().home.unreachable));
  };
  const lit = (label: string, run: () => void): Choice => ({ label, kind: 'lit', run });
  const askOthers = (matter: Ask['matter']) => () => void told(api.ask(snapshot.table, matter).then(() => {}));
  if (mayAskBack(table, snapshot))
    return {
      head: why,
      tail: t().talk.notes.undo,
      choices: [goBack, lit(t().talk.askUndoHere, askOthers('undo')), lit(t().talk.askTurnHere, askOthers('turn'))],
    };
  if (snapshot.back === 'turn')
    return { head: why, tail: words.wholeTurnNote, choices: [goBack, lit(words.wholeTurn, () => table.undoTurn())] };
  if (snapshot.back === 'copy')
    return {
      head: why,
      tail: words.tryAgainNote,
      choices: [
        goBack,
        lit(
          words.tryAgain,
          () => void told(api.retry(snapshot.table).then((seated) => goToNextTable(snapshot, seated))),
        ),
      ],
    };
  return null;
}

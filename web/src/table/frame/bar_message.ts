/** What the action bar says, and which buttons it shows: one message, chosen by priority. */
import { settings } from '../../state/settings.svelte';
import type { Hint, SeatPlate, Snapshot, Text } from '../../api/wire';
import { t } from '../../words';
import type { Choice, Prompt } from '../contract';
import type { TableModel } from '../model';
import { STAGE, type Stage } from '../models/hints.svelte';
import type { PendingRequest } from '../request';
import { seatName, withNames } from '../seats';

export interface BarMessage {
  tone: 'ask' | 'hint' | 'warn' | 'wait' | 'error' | 'lost' | 'request';
  head: string;
  tail: string;
  buttons: Choice[];
  /** The rule that is the reason for a refusal. */
  rule?: string;
}

/** Everything the message depends on. */
export interface BarState {
  table: Pick<TableModel, 'link' | 'legal' | 'refused' | 'done' | 'behind'>;
  snapshot: Snapshot;
  /** The seat that has to act. */
  turn: number | null;
  ask: string;
  cost: string;
  choices: Choice[];
  nudge: string;
  meanwhile: string;
  /** A question of the table in place of the board's own. */
  prompt: Prompt | null;
  /** The hint that is shown, if any. */
  hint: Pick<BarMessage, 'head' | 'tail'> | null;
  /** A pending request that the viewer has asked or has to answer. */
  request: PendingRequest | null;
  /** A note shown while another seat is waited for, such as a request between other players. */
  note: string;
  /** The note that a click speeds up the animations. */
  hurryNote: string;
}

/** The buttons of each kind of message, besides the choices of the board. */
export interface BarButtons {
  lost: Choice[];
  hint: Choice[];
  over: Choice[];
  request: Choice[];
  paused: Choice[];
  standIn: Choice[];
  waiting: Choice[];
}

/** Return the message to show now. */
export function messageOf(state: BarState, buttons: BarButtons): BarMessage {
  return urgentMessage(state, buttons) ?? tableMessage(state, buttons) ?? turnMessage(state, buttons);
}

/** Return a message about the connection, a question of the table, a refusal or a hint; these come first. */
function urgentMessage(state: BarState, buttons: BarButtons): BarMessage | null {
  const { table, prompt, hint, nudge } = state;
  const words = t().table;
  if (table.link !== 'open')
    return { tone: 'lost', head: words.reconnecting, tail: words.reconnectingNote, buttons: buttons.lost };
  if (prompt) return { tone: 'warn', head: prompt.head, tail: prompt.tail ?? '', buttons: prompt.choices };
  const choices = table.legal.length ? state.choices : [];
  if (table.refused)
    return { tone: 'error', head: table.refused.message, tail: '', rule: table.refused.rule, buttons: choices };
  if (hint && table.legal.length && !nudge) return { tone: 'hint', ...hint, buttons: [...choices, ...buttons.hint] };
  if (nudge) return { tone: 'error', head: nudge, tail: '', buttons: choices };
  return null;
}

/** Return a message about the table or the viewer's seat: it is over or paused, or somebody else plays for the viewer. */
function tableMessage({ table, snapshot, request }: BarState, buttons: BarButtons): BarMessage | null {
  const words = t().table;
  const me = snapshot.you === null ? null : snapshot.seats[snapshot.you];
  if (snapshot.notice) return { tone: 'warn', head: snapshot.notice[settings.language], tail: '', buttons: [] };
  if (table.done && !table.behind) return { tone: 'ask', head: t().learn.finished, tail: '', buttons: [] };
  if (snapshot.phase === 'over') return { tone: 'wait', head: t().end.over, tail: '', buttons: buttons.over };
  if (request) return { tone: 'request', head: request.head, tail: request.note, buttons: buttons.request };
  if (snapshot.paused) return { tone: 'request', head: t().talk.paused, tail: '', buttons: me ? buttons.paused : [] };
  if (me?.lost) return { tone: 'wait', head: t().clock.lost, tail: t().clock.lostNote, buttons: [] };
  if (me && snapshot.clock?.overdue === snapshot.you)
    return { tone: 'wait', head: t().clock.moves, tail: '', buttons: [] };
  if (me?.stand_in) return { tone: 'wait', head: words.botForYou, tail: words.botForYouNote, buttons: buttons.standIn };
  return null;
}

/** Return the question if the viewer has to act, otherwise whom the table is waiting for. */
function turnMessage(state: BarState, buttons: BarButtons): BarMessage {
  const { table, snapshot, turn, note } = state;
  const words = t().table;
  if (table.legal.length) return { tone: 'ask', head: state.ask, tail: state.cost, buttons: state.choices };
  const watching = snapshot.you === null ? words.watching : '';
  if (turn === null || turn === snapshot.you)
    return { tone: 'wait', head: words.oneMoment, tail: watching, buttons: [] };
  const awaited = snapshot.seats[turn];
  const name = seatName(snapshot.seats, turn, t().emptyChair);
  const isBot = awaited?.kind === 'bot' || awaited?.stand_in;
  return {
    tone: 'wait',
    head: isBot ? words.thinking(name) : words.waitingFor(name),
    tail: isAway(awaited)
      ? [words.awaySince(name), note].filter(Boolean).join(' ')
      : note || state.hurryNote || watching || state.meanwhile,
    buttons: buttons.waiting,
  };
}

/** Whether a seat belongs to a person who is not connected, and no bot plays for them. */
export const isAway = (seat: SeatPlate | undefined): boolean =>
  seat !== undefined && seat.kind === 'person' && !seat.here && !seat.stand_in;

/** Return the text of a hint at a stage: where to look, which action, or why. */
export function hintText(hint: Hint | null, stage: Stage, seats: SeatPlate[]): Pick<BarMessage, 'head' | 'tail'> {
  const words = t().hint;
  if (!hint) return { head: words.thinking, tail: '' };
  const text = (sentence: Text) => withNames(sentence[settings.language], seats, t().emptyChair);
  if (stage === STAGE.where) return { head: text(hint.where), tail: '' };
  if (stage === STAGE.action) return { head: text(hint.what), tail: words.sure[hint.sure] };
  const plan = hint.plan ? words.plan(text(hint.plan)) : '';
  const worlds = hint.worlds && hint.sure !== 'glance' ? words.worlds(hint.worlds) : '';
  return { head: text(hint.what), tail: [text(hint.why), plan, worlds].filter(Boolean).join(' ') };
}

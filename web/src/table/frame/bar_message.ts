/** What the action bar says, and which buttons it shows: one message, chosen by priority. */
import { settings } from '../../state/settings.svelte';
import type { Hint, SeatInfo, Snapshot, Text } from '../../api/wire';
import { t } from '../../words';
import type { Choice, Prompt } from '../contract';
import type { TableModel } from '../model';
import { STAGE, type Stage } from '../models/hints.svelte';
import type { PendingRequest } from '../request';
import { seatName, withNames } from '../seats';

export interface BarMessage {
  /** What kind of message it is; the style sheet gives each kind its colour. */
  tone: 'ask' | 'hint' | 'warn' | 'wait' | 'error' | 'lost' | 'request';
  head: string;
  /** More text after the head, in smaller letters. */
  tail: string;
  buttons: Choice[];
  /** The rule that is the reason for a refusal. */
  rule?: string;
}

/** Everything the message depends on. */
export interface BarState {
  table: Pick<TableModel, 'connectionState' | 'legal' | 'refused' | 'done' | 'behind'>;
  snapshot: Snapshot;
  /** The seat that has to act; null between decisions. */
  turn: number | null;
  /** The board's question, detail, buttons, reason for a click without effect, and latest event: see FrameProps. */
  ask: string;
  cost: string;
  choices: Choice[];
  nudge: string;
  meanwhile: string;
  /** A question of the page around the board, such as how to undo, in place of the board's own. */
  prompt: Prompt | null;
  /** The hint that is shown, if any. */
  hint: Pick<BarMessage, 'head' | 'tail'> | null;
  /** A pending request to other players, such as to pause: the viewer made it or has to answer it. */
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

/** Return the message to show now: the first that applies. */
export function barMessage(state: BarState, buttons: BarButtons): BarMessage {
  return urgentMessage(state, buttons) ?? tableStatusMessage(state, buttons) ?? turnMessage(state, buttons);
}

/** Return a message about the connection, the `prompt`, a refused action or a hint; null if there is none. */
function urgentMessage(state: BarState, buttons: BarButtons): BarMessage | null {
  const { table, prompt, nudge } = state;
  const words = t().table;
  if (table.connectionState !== 'open')
    return { tone: 'lost', head: words.reconnecting, tail: words.reconnectingNote, buttons: buttons.lost };
  if (prompt) return { tone: 'warn', head: prompt.head, tail: prompt.tail ?? '', buttons: prompt.choices };
  const choices = table.legal.length ? state.choices : [];
  if (table.refused)
    return { tone: 'error', head: table.refused.message, tail: '', rule: table.refused.rule, buttons: choices };
  if (nudge) return { tone: 'error', head: nudge, tail: '', buttons: choices };
  if (state.hint && table.legal.length) return { tone: 'hint', ...state.hint, buttons: [...choices, ...buttons.hint] };
  return null;
}

/** Return a message about the table, such as that it is paused or a bot plays for the viewer; null if there is none. */
function tableStatusMessage({ table, snapshot, request }: BarState, buttons: BarButtons): BarMessage | null {
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

/** Return the board's question if the viewer has to act, otherwise the name of the player who has to. */
function turnMessage(state: BarState, buttons: BarButtons): BarMessage {
  const { table, snapshot, turn } = state;
  const words = t().table;
  if (table.legal.length) return { tone: 'ask', head: state.ask, tail: state.cost, buttons: state.choices };
  const watching = snapshot.you === null ? words.watching : '';
  if (turn === null || turn === snapshot.you)
    return { tone: 'wait', head: words.oneMoment, tail: watching, buttons: [] };
  const awaited = snapshot.seats[turn];
  const name = seatName(snapshot.seats, turn, t().emptyChair);
  const isBot = awaited?.kind === 'bot' || awaited?.stand_in;
  const tail = isAway(awaited)
    ? [words.awaySince(name), state.note].filter(Boolean).join(' ')
    : state.note || state.hurryNote || watching || state.meanwhile;
  return { tone: 'wait', head: isBot ? words.thinking(name) : words.waitingFor(name), tail, buttons: buttons.waiting };
}

/** Whether a seat belongs to a person who is not connected and for whom no bot plays. */
export const isAway = (seat: SeatInfo | undefined): boolean =>
  seat !== undefined && seat.kind === 'person' && !seat.here && !seat.stand_in;

/**
 * Return the text of a hint at a stage: where to look, which action, or why. Null stands for a hint that is not loaded
 * yet.
 */
export function hintText(hint: Hint | null, stage: Stage, seats: SeatInfo[]): Pick<BarMessage, 'head' | 'tail'> {
  const words = t().hint;
  if (!hint) return { head: words.thinking, tail: '' };
  const text = (sentence: Text) => withNames(sentence[settings.language], seats, t().emptyChair);
  if (stage === STAGE.where) return { head: text(hint.where), tail: '' };
  if (stage === STAGE.action) return { head: text(hint.what), tail: words.sure[hint.sure] };
  const plan = hint.plan ? words.plan(text(hint.plan)) : '';
  // 'glance' is a hint from the first impression, before any sampled states (`worlds`) were compared
  const basis = hint.worlds && hint.sure !== 'glance' ? words.worlds(hint.worlds) : '';
  return { head: text(hint.what), tail: [text(hint.why), plan, basis].filter(Boolean).join(' ') };
}

/** Decides which message the action bar shows, with which buttons. The bar shows one message, chosen by priority. */
import { settings } from '../../state/settings.svelte';
import type { Hint, SeatInfo, Snapshot, Text } from '../../api/wire';
import { t } from '../../words';
import type { Choice, FrameProps, Prompt } from '../contract';
import type { TableModel } from '../model';
import { STAGE, type Stage } from '../models/hints.svelte';
import type { PendingRequest } from '../request';
import { seatName, withNames } from '../seats';

/** The text of a message in the action bar. */
export interface BarText {
  /** The message itself, such as "Call a spell or stop". */
  heading: string;
  /** More text after the heading, in smaller letters; '' if there is none. */
  detail: string;
}

export interface BarMessage extends BarText {
  /** The purpose of the message. The style sheet gives each tone its colour. */
  tone: 'ask' | 'hint' | 'warn' | 'wait' | 'error' | 'lost' | 'request';
  buttons: Choice[];
  /** The id of the game rule that forbids a refused action; '' or undefined if there is none. */
  rule?: string;
}

/** The part of a table model that decides which message the action bar shows. */
type TableStatus = Pick<TableModel, 'connectionState' | 'legal' | 'refusal' | 'isFinished' | 'isBehind'>;
/** The texts and buttons that a board gives to the action bar. */
type BoardMessages = Pick<FrameProps, 'question' | 'questionDetail' | 'choices' | 'clickProblem' | 'latestEvent'>;

/** What the action bar could show now. From this, `barMessage` chooses one message. */
export interface BarState {
  table: TableStatus;
  snapshot: Snapshot;
  /** The seat that has to act; null between decisions. */
  turn: number | null;
  board: BoardMessages;
  /** A question of the page around the board, such as how to undo; null if there is none. */
  prompt: Prompt | null;
  /** The text of the hint that is shown; null without a hint. */
  hint: BarText | null;
  /** A pending request between players, such as to pause the game; null unless the viewer made it or must answer it. */
  request: PendingRequest | null;
  /** A note shown while another player has to act, such as about a request between other players. */
  note: string;
  /** A note that a click speeds up the animations; '' if it is not shown. */
  hurryNote: string;
}

/** The buttons of each kind of message. The board's own question has its own buttons, `board.choices`. */
export interface BarButtons {
  connectionLost: Choice[];
  hint: Choice[];
  gameOver: Choice[];
  request: Choice[];
  paused: Choice[];
  standIn: Choice[];
  waiting: Choice[];
}

/** Return the message to show now: an urgent one, else one about the table, else one about whose turn it is. */
export function barMessage(state: BarState, buttons: BarButtons): BarMessage {
  return urgentMessage(state, buttons) ?? tableStatusMessage(state, buttons) ?? turnMessage(state, buttons);
}

/** Return a message about the connection, the prompt, a refused action or a hint; null if there is none. */
function urgentMessage(state: BarState, buttons: BarButtons): BarMessage | null {
  const { table, board, prompt, hint } = state;
  const words = t().table;
  const canAct = table.legal.length > 0;
  const choices = canAct ? (board.choices ?? []) : [];
  if (table.connectionState !== 'open') {
    const { reconnecting: heading, reconnectingNote: detail } = words;
    return { tone: 'lost', heading, detail, buttons: buttons.connectionLost };
  }
  if (prompt) return { tone: 'warn', heading: prompt.question, detail: prompt.detail ?? '', buttons: prompt.choices };
  if (table.refusal) {
    const { message: heading, rule } = table.refusal;
    return { tone: 'error', heading, detail: '', rule, buttons: choices };
  }
  if (board.clickProblem) return { tone: 'error', heading: board.clickProblem, detail: '', buttons: choices };
  if (hint && canAct) return { tone: 'hint', ...hint, buttons: [...choices, ...buttons.hint] };
  return null;
}

/** Return a message about the table, such as that it is paused or a bot plays for the viewer; null if there is none. */
function tableStatusMessage({ table, snapshot, request }: BarState, buttons: BarButtons): BarMessage | null {
  const { table: words, clock, talk, end, learn } = t();
  const me = snapshot.you === null ? null : snapshot.seats[snapshot.you];
  const message = (tone: BarMessage['tone'], heading: string, detail = '', shownButtons: Choice[] = []) => {
    return { tone, heading, detail, buttons: shownButtons };
  };
  if (snapshot.notice) return message('warn', snapshot.notice[settings.language]);
  if (table.isFinished && !table.isBehind) return message('ask', learn.finished);
  if (snapshot.phase === 'over') return message('wait', end.over, '', buttons.gameOver);
  if (request) return message('request', request.sentence, request.note, buttons.request);
  if (snapshot.paused) return message('request', talk.paused, '', me ? buttons.paused : []);
  if (me?.lost) return message('wait', clock.lost, clock.lostNote);
  const isOutOfTime = me !== null && snapshot.clock?.overdue === me.seat;
  if (isOutOfTime) return message('wait', clock.moves);
  if (me?.stand_in) return message('wait', words.botForYou, words.botForYouNote, buttons.standIn);
  return null;
}

/** Return the board's question if the viewer has to act, otherwise a message that names the player who has to act. */
function turnMessage(state: BarState, buttons: BarButtons): BarMessage {
  const { table, snapshot, turn, board } = state;
  const words = t().table;
  if (table.legal.length) {
    const { question: heading, questionDetail: detail = '', choices = [] } = board;
    return { tone: 'ask', heading, detail, buttons: choices };
  }
  const spectatorNote = snapshot.you === null ? words.watching : '';
  if (turn === null || turn === snapshot.you)
    return { tone: 'wait', heading: words.oneMoment, detail: spectatorNote, buttons: [] };
  const player = snapshot.seats[turn];
  const name = seatName(snapshot.seats, turn, t().emptyChair);
  const isBot = player?.kind === 'bot' || player?.stand_in;
  const heading = isBot ? words.thinking(name) : words.waitingFor(name);
  const detail = isAway(player)
    ? [words.awaySince(name), state.note].filter(Boolean).join(' ')
    : state.note || state.hurryNote || spectatorNote || board.latestEvent || '';
  return { tone: 'wait', heading, detail, buttons: buttons.waiting };
}

/** Whether a seat belongs to a person who is not connected and for whom no bot plays. */
export const isAway = (seat: SeatInfo | undefined): boolean =>
  seat !== undefined && seat.kind === 'person' && !seat.here && !seat.stand_in;

/**
 * Return the text of a hint at a stage: where to look, which action to play, or the reasons for it. A hint that is null
 * is still being computed.
 */
export function hintText(hint: Hint | null, stage: Stage, seats: SeatInfo[]): BarText {
  const words = t().hint;
  if (!hint) return { heading: words.thinking, detail: '' };
  const text = (sentence: Text) => withNames(sentence[settings.language], seats, t().emptyChair);
  if (stage === STAGE.where) return { heading: text(hint.where), detail: '' };
  if (stage === STAGE.action) return { heading: text(hint.what), detail: words.sure[hint.sure] };
  const plan = hint.plan ? words.plan(text(hint.plan)) : '';
  const wasAnalysed = hint.sure !== 'glance';
  const basis = wasAnalysed && hint.worlds ? words.worlds(hint.worlds) : '';
  return { heading: text(hint.what), detail: [text(hint.why), plan, basis].filter(Boolean).join(' ') };
}

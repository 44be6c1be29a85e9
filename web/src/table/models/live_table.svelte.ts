/**
 * The model of a live table: its connection, the pace at which new states are shown, and undo and redo of the viewer's
 * actions. Actions are sent only while the newest state is shown.
 */
import { api, queryString, RequestError, type LinkTokens } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, Aid, LogLine, Refused, Snapshot, TurnLine } from '../../api/wire';
import { setServerTime } from './clock.svelte';
import { Connection, type ConnectionState, type ReceivedMessage } from './connection';
import { Hints } from './hints.svelte';
import type { TableModel } from '../model';
import { Pacing } from './pacing.svelte';
import { UndoHistory } from './undo_history.svelte';

const FORBIDDEN = 403;
const NOT_FOUND = 404;

/** One state to show on the screen, with the whole log up to it (a snapshot has only the new part of the log). */
interface TableState {
  snapshot: Snapshot;
  log: LogLine[];
  turns: TurnLine[];
}

const REFUSAL_SHOWN_MS = 4_000;
/** Clicks this soon after the game has appeared do not count, because they were meant for the page before it. */
const IGNORED_CLICKS_MS = 600;

export class LiveTable implements TableModel {
  readonly mode = 'play';
  snapshot: Snapshot | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  newLines: LogLine[] = $state.raw([]);
  turns: TurnLine[] = $state.raw([]);
  connectionState: ConnectionState = $state('connecting');
  refusal: { message: string; rule: string } | null = $state.raw(null);
  aid: Aid | null = $state.raw(null);
  aidOn = $state(false);
  readonly hints = new Hints((message) => this.connection?.send(message) ?? false);
  inspectedSeat: number | null = $state(null);
  /** Why the table cannot be shown, such as that it does not exist; null if it can be shown. */
  loadError: RequestError | null = $state.raw(null);
  /** The newest snapshot received. The screen may still show an earlier one. */
  latest: Snapshot | null = $state.raw(null);
  /** Whether an action was sent and the server has not responded yet. */
  private isSending = $state(false);
  /** Whether this page is in a hidden tab or window. */
  private isPageHidden = $state(document.hidden);
  private readonly undoHistory = new UndoHistory();
  private readonly pacing = new Pacing<TableState>((state, hasSkipped) =>
    this.show(state, hasSkipped ? [] : state.log.slice(this.log.length)),
  );
  /** All log lines and turns received. The screen may still show only a part of them. */
  private receivedLog: LogLine[] = [];
  private receivedTurns: TurnLine[] = [];
  /** Whether a snapshot was received since the connection was opened. */
  private isSynchronized = $state(false);
  /** When the game was first shown, in milliseconds as in `performance.now()`; null before. */
  private shownAt: number | null = null;
  /** Whether the server was told that the viewer is there, so that its bots can begin. */
  private isReadySent = false;
  private refusalTimer: ReturnType<typeof setTimeout> | undefined;
  private connection: Connection | null = null;

  constructor(
    readonly id: string,
    readonly tokens: LinkTokens,
  ) {}

  /** Load the table by HTTP, which says why a table cannot be shown, and then connect to it by WebSocket. */
  async open(): Promise<void> {
    try {
      this.receive(await api.snapshot(this.id, this.tokens));
    } catch (error) {
      if (error instanceof RequestError && error.hasResponse) {
        this.loadError = error;
        return;
      }
      // the server could not be reached: the connection below tries to reach it again and again
    }
    this.loadError = null;
    document.addEventListener('visibilitychange', this.onVisibility);
    this.connection = new Connection(`/api/tables/${encodeURIComponent(this.id)}/live${queryString(this.tokens)}`, {
      receive: (message) => this.receive(message),
      stateChanged: (state) => this.onConnectionState(state),
      canReconnect: () => this.canReconnect(),
    });
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.pacing.stop();
    clearTimeout(this.refusalTimer);
    this.connection?.close();
  }

  private readonly onVisibility = () => {
    this.isPageHidden = document.hidden;
    if (this.isPageHidden) this.pacing.catchUp();
    this.sendVisibility();
  };

  /** Tell the server whether this page is visible. If it is not, the viewer gets notifications of their turns. */
  private sendVisibility(): void {
    if (this.latest?.you != null) this.connection?.send({ type: 'sight', visible: !document.hidden });
  }

  reconnect(): void {
    this.connection?.retryNow();
  }

  // ---- Actions
  get isBehind(): boolean {
    return this.pacing.isBehind;
  }

  get isUpToDate(): boolean {
    return this.connectionState === 'open' && this.isSynchronized && !this.isBehind;
  }

  get legal(): Action[] {
    const isWaiting = this.isSending || this.connectionState !== 'open';
    if (!this.snapshot || this.isBehind || this.pacing.isHeld || isWaiting) return [];
    return this.snapshot.legal;
  }

  /**
   * Whether it is the viewer's turn, for the title of the page and the sound. This follows the state on the screen, or
   * in a hidden tab the newest one. It stays true while an action of the viewer is being sent.
   */
  get isViewersTurn(): boolean {
    const state = this.isPageHidden ? this.latest : this.snapshot;
    if (state === null || (this.pacing.isHeld && !this.isPageHidden)) return false;
    return state.legal.length > 0;
  }

  /** Whether the viewer has played an action on this page since it was opened. */
  hasMoved = $state(false);

  /** Play an action, and after it each of the `followUps` as soon as it is legal. One undo takes back all of them. */
  act(action: Action, followUps: Action[] = []): void {
    if (!this.snapshot || !this.legal.length) return;
    this.refusal = null;
    this.hasMoved = true;
    this.undoHistory.beginGroup(followUps);
    this.send('act', action);
  }

  undo(): void {
    this.undoHistory.beginUndo();
    this.requestUndo();
  }

  private requestUndo(): void {
    const latest = this.latest;
    const isAllowed = latest !== null && latest.undo === null; // otherwise `undo` says why not
    const isSent = isAllowed && this.connection?.send({ type: 'undo', n: latest.n });
    if (isSent) this.undoHistory.recordRequest({ kind: 'undo' });
    else this.undoHistory.cancel();
  }

  /** Undo the viewer's whole last turn, and what bots have played since, if the server allows it. */
  undoTurn(): void {
    if (this.latest?.back !== 'turn') return;
    const isSent = this.connection?.send({ type: 'undo', n: this.latest.n, turn: true });
    if (isSent) this.undoHistory.recordRequest({ kind: 'turn' });
  }

  /** Whether the last undo can be reversed: its actions are played again. */
  get canRedo(): boolean {
    return this.undoHistory.canRedo(this.legal);
  }

  redo(): void {
    if (!this.canRedo) return;
    const [first, ...followUps] = this.undoHistory.redoActions;
    this.undoHistory.beginGroup(followUps);
    this.send('redo', first);
  }

  /** Play the next follow-up of the viewer's last action, if it is legal. */
  private playNextOfGroup(): void {
    const nextAction = this.undoHistory.takeNextAction(this.legal);
    if (nextAction) this.send('act', nextAction);
  }

  private send(kind: 'act' | 'redo', action: Action): void {
    if (!this.snapshot) return;
    this.isSending = this.connection?.send({ type: 'act', n: this.snapshot.n, action }) ?? false;
    if (this.isSending) this.undoHistory.recordRequest({ kind, action });
  }

  /**
   * Called on every click and key press. At a new table, bots wait with their first action until the viewer is there:
   * tell the server that this is the case.
   */
  ready(): void {
    if (this.isReadySent || !this.snapshot || this.shownAt === null) return;
    const { you, n, seats } = this.snapshot;
    const isNewGame = you !== null && n === 0;
    const hasBots = seats.some((seat) => seat.level !== null);
    const wasShownBefore = performance.now() - this.shownAt > IGNORED_CLICKS_MS;
    if (isNewGame && hasBots && wasShownBefore) this.isReadySent = this.connection?.send({ type: 'ready' }) ?? false;
  }

  /** Request the practice aid (facts such as odds) for the newest state of the game. */
  requestAid(): void {
    this.connection?.send({ type: 'aid' });
  }

  // ---- Messages from the server
  receive(message: ReceivedMessage): void {
    if (message.type === 'state') this.receiveSnapshot(message);
    else if (message.type === 'aid') this.aid = message;
    else if (message.type === 'hint' || message.type === 'outlook') this.hints.receive(message);
    else if (message.type === 'refused') this.refuse(message);
    else if (message.type === 'pong' && message.at) setServerTime(message.at);
  }

  private receiveSnapshot(snapshot: Snapshot): void {
    this.isSending = false;
    const log = [...this.receivedLog.slice(0, snapshot.log_from), ...snapshot.log];
    const wasUndone = log.length < this.receivedLog.length;
    this.receivedTurns = [...this.receivedTurns.slice(0, snapshot.turns_from), ...snapshot.turns];
    this.isSynchronized = true;
    const state = { snapshot, log, turns: this.receivedTurns };
    const previous = this.latest;
    this.receivedLog = log;
    this.latest = snapshot;
    // if the game is unchanged, the snapshot has only new facts about the table, such as who is connected
    const isGameUnchanged = previous !== null && previous.n === snapshot.n && previous.phase === snapshot.phase;
    // `recordResponse` returns true while a group of actions is being undone and more of them have to be undone
    if (!isGameUnchanged && this.undoHistory.recordResponse()) this.requestUndo();
    if (isGameUnchanged && this.isBehind) this.pacing.replaceLast(state);
    else if (isGameUnchanged || previous === null || wasUndone) {
      this.pacing.clear();
      this.show(state, isGameUnchanged ? this.newLines : []);
    } else this.pacing.add(state);
  }

  private show({ snapshot, log, turns }: TableState, newLines: LogLine[]): void {
    this.newLines = newLines;
    this.snapshot = snapshot;
    this.hints.discardOld(snapshot.n);
    this.log = log;
    this.turns = turns;
    if (snapshot.phase === 'playing') this.shownAt ??= performance.now();
    this.playNextOfGroup();
  }

  linger(milliseconds: number): void {
    this.pacing.linger(milliseconds);
  }

  hold(): () => void {
    return this.pacing.hold();
  }

  speedUp(): void {
    this.pacing.speedUp();
  }

  // ---- Refusals and the connection
  private refuse(refused: Refused): void {
    this.isSending = false;
    this.undoHistory.cancel();
    this.explain(settings.language === 'fr' ? refused.fr : refused.message, refused.rule);
  }

  /** Show for a few seconds why an action is not possible. `rule` is the id of the rule that forbids it, or ''. */
  explain(message: string, rule = ''): void {
    this.refusal = { message, rule };
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => (this.refusal = null), REFUSAL_SHOWN_MS);
  }

  private onConnectionState(state: ConnectionState): void {
    this.connectionState = state;
    this.isSending = false;
    this.undoHistory.cancel();
    if (state === 'open') {
      if (this.latest?.clock) this.connection?.send({ type: 'ping' }); // the response contains the server's time
      if (document.hidden) this.sendVisibility();
    } else {
      this.isSynchronized = false;
    }
  }

  /** Return false if the server says that the table is gone or that the viewer may not see it; otherwise true. */
  private async canReconnect(): Promise<boolean> {
    try {
      await api.snapshot(this.id, this.tokens);
      return true;
    } catch (error) {
      const isDenied = error instanceof RequestError && (error.status === FORBIDDEN || error.status === NOT_FOUND);
      if (isDenied) this.loadError = error;
      return !isDenied;
    }
  }
}

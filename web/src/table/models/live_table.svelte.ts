/**
 * The model of a live table: its connection, the pace at which new states are shown, and undo and redo of the viewer's
 * actions. Actions are sent only while the newest state is shown.
 */
import { api, query, Refusal, type LinkTokens } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, Aid, LogLine, Refused, Snapshot, TurnLine } from '../../api/wire';
import { setServerTime } from './clock.svelte';
import { Connection, type ConnectionState, type Received } from './connection';
import { Hints } from './hints.svelte';
import type { TableModel } from '../model';
import { Pacing } from './pacing.svelte';
import { UndoHistory } from './undo_history.svelte';

/** A state to show, with the whole log and all turns up to it. A snapshot has only their new part. */
interface Step {
  snapshot: Snapshot;
  log: LogLine[];
  turns: TurnLine[];
}

const REFUSAL_SHOWN_MS = 4_000;
/** A click this soon after the table appeared was meant for the page before it. */
const IGNORED_CLICKS_MS = 600;

export class LiveTable implements TableModel {
  readonly mode = 'play';
  snapshot: Snapshot | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  newLines: LogLine[] = $state.raw([]);
  turns: TurnLine[] = $state.raw([]);
  connectionState: ConnectionState = $state('connecting');
  refused: { message: string; rule: string } | null = $state.raw(null);
  aid: Aid | null = $state.raw(null);
  aidOn = $state(false);
  readonly hints = new Hints((message) => this.connection?.send(message) ?? false);
  inspecting: number | null = $state(null);
  /** Why this table cannot be shown: it does not exist, or the viewer has no seat and no spectator link. */
  loadError: Refusal | null = $state.raw(null);
  /** The newest state received; the screen may still be showing earlier ones. */
  latest: Snapshot | null = $state.raw(null);
  /** Whether an action was sent and the response is awaited. */
  private sending = $state(false);
  /** Whether this page is in a hidden tab or window. */
  private hidden = $state(document.hidden);
  private readonly undoHistory = new UndoHistory();
  private readonly pacing = new Pacing<Step>((step, skipped) =>
    this.show(step, skipped ? [] : step.log.slice(this.log.length)),
  );
  /** The whole log and all turns received; the screen may still be showing an earlier part. */
  private receivedLog: LogLine[] = [];
  private receivedTurns: TurnLine[] = [];
  /** Whether a state was received since the connection opened. */
  private synced = $state(false);
  /** When the game was first shown, in the time of `performance.now()`. */
  private shownAt: number | null = null;
  /** Whether the server was told that its bots need not wait for the viewer any longer. */
  private readySent = false;
  private refusedTimer: ReturnType<typeof setTimeout> | undefined;
  private connection: Connection | null = null;

  constructor(
    readonly id: string,
    readonly tokens: LinkTokens,
  ) {}

  /** Load the table by HTTP first, since a WebSocket cannot report why it is refused, and then connect. */
  async open(): Promise<void> {
    try {
      this.receive(await api.snapshot(this.id, this.tokens));
    } catch (error) {
      if (error instanceof Refusal && error.isAnswer) {
        this.loadError = error;
        return;
      }
      // the server could not be reached: the connection below tries again until it can
    }
    this.loadError = null;
    document.addEventListener('visibilitychange', this.onVisibility);
    this.connection = new Connection(`/api/tables/${encodeURIComponent(this.id)}/live${query(this.tokens)}`, {
      receive: (message) => this.receive(message),
      stateChanged: (state) => this.onConnectionState(state),
      canRetry: () => this.canReconnect(),
    });
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.pacing.stop();
    clearTimeout(this.refusedTimer);
    this.connection?.close();
  }

  private readonly onVisibility = () => {
    this.hidden = document.hidden;
    if (this.hidden) this.pacing.catchUp();
    this.sendVisibility();
  };

  /** Tell the server whether this page is visible; hidden viewers get notices of their turns. */
  private sendVisibility(): void {
    if (this.latest?.you != null) this.connection?.send({ type: 'sight', visible: !document.hidden });
  }

  reconnect(): void {
    this.connection?.retryNow();
  }

  // ---- Actions
  get behind(): boolean {
    return this.pacing.behind;
  }

  get current(): boolean {
    return this.connectionState === 'open' && this.synced && !this.behind;
  }

  get legal(): Action[] {
    const isWaiting = this.sending || this.connectionState !== 'open';
    if (!this.snapshot || this.behind || this.pacing.held || isWaiting) return [];
    return this.snapshot.legal;
  }

  /**
   * Whether it is the viewer's turn, for the title of the page and the sound. This follows the state on the screen, or
   * in a hidden tab the newest one. It stays true while an action of the viewer is being sent.
   */
  get yourTurn(): boolean {
    const state = this.hidden ? this.latest : this.snapshot;
    if (state === null || (this.pacing.held && !this.hidden)) return false;
    return state.legal.length > 0;
  }

  /** Whether the viewer has played an action since the page was opened. */
  moved = $state(false);

  /**
   * Play an action, and then the actions in `rest`, each as soon as it is legal. One undo takes back all of them.
   */
  act(action: Action, rest: Action[] = []): void {
    if (!this.snapshot || !this.legal.length) return;
    this.refused = null;
    this.moved = true;
    this.undoHistory.begin(rest);
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
    if (isSent) this.undoHistory.request({ kind: 'undo' });
    else this.undoHistory.cancel();
  }

  /** Undo the whole last turn, including the bots' answers. */
  undoTurn(): void {
    if (this.latest?.back === 'turn' && this.connection?.send({ type: 'undo', n: this.latest.n, turn: true }))
      this.undoHistory.request({ kind: 'turn' });
  }

  /** Whether the actions last undone can be played again. */
  get mayRedo(): boolean {
    return this.undoHistory.mayRedo(this.legal);
  }

  redo(): void {
    if (!this.mayRedo) return;
    const [first, ...rest] = this.undoHistory.redoActions;
    this.undoHistory.begin(rest);
    this.send('redo', first);
  }

  /** Play the next action of the group that one click started, if it is legal. */
  private playNextOfGroup(): void {
    const next = this.undoHistory.next(this.legal);
    if (next) this.send('act', next);
  }

  private send(kind: 'act' | 'redo', action: Action): void {
    if (!this.snapshot) return;
    this.sending = this.connection?.send({ type: 'act', n: this.snapshot.n, action }) ?? false;
    if (this.sending) this.undoHistory.request({ kind, action });
  }

  /**
   * Called on every click and key press. At a new table, bots wait with their first action until the viewer is there:
   * tell the server that this is the case.
   */
  ready(): void {
    if (this.readySent || !this.snapshot || this.shownAt === null) return;
    const { you, n, seats } = this.snapshot;
    const isNewGame = you !== null && n === 0;
    const hasBots = seats.some((seat) => seat.level !== null);
    if (isNewGame && hasBots && performance.now() - this.shownAt > IGNORED_CLICKS_MS)
      this.readySent = this.connection?.send({ type: 'ready' }) ?? false;
  }

  /** Request the practice aid for the newest state. */
  requestAid(): void {
    this.connection?.send({ type: 'aid' });
  }

  // ---- Messages from the server
  receive(message: Received): void {
    if (message.type === 'state') this.receiveSnapshot(message);
    else if (message.type === 'aid') this.aid = message;
    else if (message.type === 'hint' || message.type === 'outlook') this.hints.receive(message);
    else if (message.type === 'refused') this.refuse(message);
    else if (message.type === 'pong' && message.at) setServerTime(message.at);
  }

  private receiveSnapshot(snapshot: Snapshot): void {
    this.sending = false;
    const log = [...this.receivedLog.slice(0, snapshot.log_from), ...snapshot.log];
    const wasUndone = log.length < this.receivedLog.length;
    this.receivedTurns = [...this.receivedTurns.slice(0, snapshot.turns_from), ...snapshot.turns];
    this.synced = true;
    const step = { snapshot, log, turns: this.receivedTurns };
    const before = this.latest;
    this.receivedLog = log;
    this.latest = snapshot;
    // true if only facts about the table have changed, such as who is present, and not the state of the game
    const isSameState = before !== null && before.n === snapshot.n && before.phase === snapshot.phase;
    // `confirm` returns true while a group of actions is being undone: the next one has to be undone, too
    if (!isSameState && this.undoHistory.confirm()) this.requestUndo();
    if (isSameState && this.behind) this.pacing.replaceLast(step);
    else if (isSameState || before === null || wasUndone) {
      this.pacing.clear();
      this.show(step, isSameState ? this.newLines : []);
    } else this.pacing.add(step);
  }

  private show(step: Step, newLines: LogLine[]): void {
    this.newLines = newLines;
    this.snapshot = step.snapshot;
    this.hints.discardOld(step.snapshot.n);
    this.log = step.log;
    this.turns = step.turns;
    if (step.snapshot.phase === 'playing') this.shownAt ??= performance.now();
    this.playNextOfGroup();
  }

  linger(milliseconds: number): void {
    this.pacing.linger(milliseconds);
  }

  hold(): () => void {
    return this.pacing.hold();
  }

  hurry(): void {
    this.pacing.hurry();
  }

  // ---- Refusals and the connection
  private refuse(refused: Refused): void {
    this.sending = false;
    this.undoHistory.cancel();
    this.explain(settings.language === 'fr' ? refused.fr : refused.message, refused.rule);
  }

  /** Show for a while why an action was not possible. */
  explain(message: string, rule = ''): void {
    this.refused = { message, rule };
    clearTimeout(this.refusedTimer);
    this.refusedTimer = setTimeout(() => (this.refused = null), REFUSAL_SHOWN_MS);
  }

  private onConnectionState(state: ConnectionState): void {
    this.connectionState = state;
    this.sending = false;
    this.undoHistory.cancel();
    if (state === 'open') {
      if (this.latest?.clock) this.connection?.send({ type: 'ping' }); // the response contains the server's time
      if (document.hidden) this.sendVisibility();
    } else {
      this.synced = false;
    }
  }

  /** Whether to connect again: false only if the server says that the table is gone or the viewer may not see it. */
  private async canReconnect(): Promise<boolean> {
    try {
      await api.snapshot(this.id, this.tokens);
      return true;
    } catch (error) {
      const denied = error instanceof Refusal && (error.status === 403 || error.status === 404);
      if (denied) this.loadError = error;
      return !denied;
    }
  }
}

/**
 * The model of a live table: its connection, the pace at which new states are shown, and the viewer's gestures.
 * Actions are sent only while the newest state is shown.
 */
import { api, query, Refusal, type LinkTokens } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, Aid, LogLine, Refused, Snapshot, TurnLine } from '../../api/wire';
import { setServerTime } from './clock.svelte';
import { Connection, type ConnectionState, type Received } from './connection';
import { Hints } from './hints.svelte';
import { Gestures } from './gestures.svelte';
import type { TableModel } from '../model';
import { Pacing } from './pacing.svelte';

interface Step {
  snapshot: Snapshot;
  log: LogLine[];
  turns: TurnLine[];
}

const REFUSAL_SHOWN_MS = 4_000;
/** Clicks this soon after the table appeared were meant for the page before. */
const IGNORED_CLICKS_MS = 600;

export class LiveTable implements TableModel {
  readonly mode = 'play';
  snapshot: Snapshot | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  fresh: LogLine[] = $state.raw([]);
  turns: TurnLine[] = $state.raw([]);
  link: ConnectionState = $state('connecting');
  lostAt: number | null = $state(null);
  refused: { message: string; rule: string } | null = $state.raw(null);
  aid: Aid | null = $state.raw(null);
  aidOn = $state(false);
  readonly hints = new Hints((message) => this.connection?.send(message) ?? false);
  inspecting: number | null = $state(null);
  /** Why this table cannot be shown: it does not exist, or the viewer has no seat and no spectator link. */
  loadError: Refusal | null = $state.raw(null);
  /** The newest state received; the screen may still be showing earlier ones. */
  latest: Snapshot | null = $state.raw(null);
  private sent = $state(false);
  private hidden = $state(document.hidden);
  private readonly gestures = new Gestures();
  private readonly pacing = new Pacing<Step>((step, skipped) =>
    this.show(step, skipped ? [] : step.log.slice(this.log.length)),
  );
  private receivedLog: LogLine[] = [];
  private receivedTurns: TurnLine[] = [];
  /** Whether a state was received since the connection opened. */
  private synced = $state(false);
  private shownAt: number | null = null;
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
      if (error instanceof Refusal && error.status > 0) {
        this.loadError = error;
        return;
      }
    }
    this.loadError = null;
    document.addEventListener('visibilitychange', this.onVisibility);
    this.connection = new Connection(`/api/tables/${encodeURIComponent(this.id)}/live${query(this.tokens)}`, {
      receive: (message) => this.receive(message),
      link: (link) => this.setLink(link),
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
    return this.link === 'open' && this.synced && !this.behind;
  }

  get legal(): Action[] {
    if (!this.snapshot || this.behind || this.pacing.held || this.sent || this.link !== 'open') return [];
    return this.snapshot.legal;
  }

  /**
   * Whether the screen shows that it is the viewer's turn. The title, the sound and the candle follow it. It does
   * not change while the viewer's own gesture continues. In a hidden tab it follows the newest state at once.
   */
  get yourTurn(): boolean {
    const shown = this.hidden ? this.latest : this.pacing.held ? null : this.snapshot;
    return (shown?.legal.length ?? 0) > 0;
  }

  /** Whether a move was made since the page was opened. */
  moved = $state(false);

  /**
   * Play an action, and then the rest of its gesture as each step becomes legal. One undo takes back the whole
   * gesture.
   */
  act(action: Action, rest: Action[] = []): void {
    if (!this.snapshot || !this.legal.length) return;
    this.refused = null;
    this.moved = true;
    this.gestures.begin(rest);
    this.send('act', action);
  }

  undo(): void {
    this.gestures.beginUndo();
    this.takeBack();
  }

  private takeBack(): void {
    if (this.latest?.undo !== null || !this.connection?.send({ type: 'undo', n: this.latest.n }))
      this.gestures.cancel();
    else this.gestures.request('undo');
  }

  /** Undo the whole last turn, including the bots' answers. */
  undoTurn(): void {
    if (this.latest?.back === 'turn' && this.connection?.send({ type: 'undo', n: this.latest.n, turn: true }))
      this.gestures.request('turn');
  }

  /** Whether the gesture last undone can be played again. */
  get mayRedo(): boolean {
    return this.gestures.mayRedo(this.legal);
  }

  redo(): void {
    if (!this.mayRedo) return;
    const [first, ...rest] = this.gestures.redoSteps;
    this.gestures.begin(rest);
    this.send('redo', first);
  }

  private continueGesture(): void {
    const next = this.gestures.next(this.legal);
    if (next) this.send('act', next);
  }

  private send(kind: 'act' | 'redo', action: Action): void {
    this.sent = this.connection?.send({ type: 'act', n: this.snapshot!.n, action }) ?? false;
    if (this.sent) this.gestures.request(kind, action);
  }

  /**
   * Called on every click and key: the first one at a new table tells the server that its bots need not wait any
   * longer.
   */
  ready(): void {
    const { snapshot } = this;
    if (this.readySent || this.shownAt === null || !snapshot || snapshot.you === null || snapshot.n > 0) return;
    const bots = snapshot.seats.some((seat) => seat.level !== null);
    if (bots && performance.now() - this.shownAt > IGNORED_CLICKS_MS)
      this.readySent = this.connection?.send({ type: 'ready' }) ?? false;
  }

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
    this.sent = false;
    const log = [...this.receivedLog.slice(0, snapshot.log_from), ...snapshot.log];
    const shorter = log.length < this.receivedLog.length; // something was undone
    this.receivedTurns = [...this.receivedTurns.slice(0, snapshot.turns_from), ...snapshot.turns];
    this.synced = true;
    const step = { snapshot, log, turns: this.receivedTurns };
    const before = this.latest;
    this.receivedLog = log;
    this.latest = snapshot;
    const nothingNew = before !== null && before.n === snapshot.n && before.phase === snapshot.phase;
    if (!nothingNew && this.gestures.confirm()) this.takeBack();
    if (nothingNew && this.behind) this.pacing.replaceLast(step);
    else if (nothingNew || before === null || shorter) {
      this.pacing.clear();
      this.show(step, nothingNew ? this.fresh : []);
    } else this.pacing.add(step);
  }

  private show(step: Step, fresh: LogLine[]): void {
    this.fresh = fresh;
    this.snapshot = step.snapshot;
    this.hints.discardOld(step.snapshot.n);
    this.log = step.log;
    this.turns = step.turns;
    if (step.snapshot.phase === 'playing') this.shownAt ??= performance.now();
    this.continueGesture();
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
    this.sent = false;
    this.gestures.cancel();
    this.explain(settings.language === 'fr' ? refused.fr : refused.message, refused.rule);
  }

  /** Show for a while why an action was not possible. */
  explain(message: string, rule = ''): void {
    this.refused = { message, rule };
    clearTimeout(this.refusedTimer);
    this.refusedTimer = setTimeout(() => (this.refused = null), REFUSAL_SHOWN_MS);
  }

  private setLink(link: ConnectionState): void {
    this.link = link;
    this.sent = false;
    this.gestures.cancel();
    if (link === 'open') {
      this.lostAt = null;
      if (this.latest?.clock) this.connection?.send({ type: 'ping' }); // the response contains the server's time
      if (document.hidden) this.sendVisibility();
    } else {
      this.lostAt ??= Date.now();
      this.synced = false;
    }
  }

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

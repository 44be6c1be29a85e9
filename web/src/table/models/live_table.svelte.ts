/** One live table: its connection, the pace at which what arrives is shown, and one's own gestures. What is sent always
 *  answers the newest state, and only when that is the one on the screen. */
import { api, query, Refusal, type Came } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, Aid, LogLine, Refused, Snapshot, TurnLine } from '../../api/wire';
import { setServerTime } from './clock.svelte';
import { Connection, type Link, type Received } from './connection';
import { Counsel } from './hints.svelte';
import { Gestures } from './gestures.svelte';
import type { TableModel } from '../model';
import { Pacing } from './pacing.svelte';

interface Step {
  snapshot: Snapshot;
  log: LogLine[];
  turns: TurnLine[];
}

const REFUSED_FOR = 4_000;
/** A press so soon after the table came into sight was meant for the page before it. */
const APPEARING = 600;

export class LiveTable implements TableModel {
  readonly mode = 'play';
  snapshot: Snapshot | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  fresh: LogLine[] = $state.raw([]);
  turns: TurnLine[] = $state.raw([]);
  link: Link = $state('connecting');
  lostAt: number | null = $state(null);
  refused: { message: string; rule: string } | null = $state.raw(null);
  aid: Aid | null = $state.raw(null);
  aidOn = $state(false);
  readonly counsel = new Counsel((message) => this.connection?.send(message) ?? false);
  inspecting: number | null = $state(null);
  /** Why this table cannot be seen: no such table, or no seat and no link to watch. */
  barred: Refusal | null = $state.raw(null);
  /** The newest state the server told, which the screen may still be on its way to. */
  latest: Snapshot | null = $state.raw(null);
  private sent = $state(false);
  private hidden = $state(document.hidden);
  private readonly gestures = new Gestures();
  private readonly pacing = new Pacing<Step>((step, skipped) =>
    this.show(step, skipped ? [] : step.log.slice(this.log.length)),
  );
  private receivedLog: LogLine[] = [];
  private receivedTurns: TurnLine[] = [];
  /** Whether the server has spoken since the line was opened. */
  private spoken = $state(false);
  private inSight: number | null = null;
  private saidReady = false;
  private refusedTimer: ReturnType<typeof setTimeout> | undefined;
  private connection: Connection | null = null;

  constructor(
    readonly id: string,
    readonly came: Came,
  ) {}

  /** Look first: a socket cannot say why it is refused. */
  async open(): Promise<void> {
    try {
      this.receive(await api.look(this.id, this.came));
    } catch (off) {
      if (off instanceof Refusal && off.status > 0) {
        this.barred = off;
        return;
      }
    }
    this.barred = null;
    document.addEventListener('visibilitychange', this.look);
    this.connection = new Connection(`/api/tables/${encodeURIComponent(this.id)}/live${query(this.came)}`, {
      receive: (message) => this.receive(message),
      link: (link) => this.linked(link),
      retry: () => this.stillThere(),
    });
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.look);
    this.pacing.stop();
    clearTimeout(this.refusedTimer);
    this.connection?.close();
  }

  private readonly look = () => {
    this.hidden = document.hidden;
    if (this.hidden) this.pacing.catchUp();
    this.saySight();
  };

  /** Whoever does not look may be told of their turn elsewhere. */
  private saySight(): void {
    if (this.latest?.you != null) this.connection?.send({ type: 'sight', visible: !document.hidden });
  }

  reconnect(): void {
    this.connection?.hurry();
  }

  // ------------------------------------------------------------ what may be done
  get behind(): boolean {
    return this.pacing.behind;
  }

  get current(): boolean {
    return this.link === 'open' && this.spoken && !this.behind;
  }

  get legal(): Action[] {
    if (!this.snapshot || this.behind || this.pacing.held || this.sent || this.link !== 'open') return [];
    return this.snapshot.legal;
  }

  /** Whether the screen shows that it is your turn: the tab, the chime, the candle and what glows change together. A step of one's
   *  own under way changes none of them. Who is in another tab is called at once, also before a page that waits to be turned. */
  get yourTurn(): boolean {
    const shown = this.hidden ? this.latest : this.pacing.held ? null : this.snapshot;
    return (shown?.legal.length ?? 0) > 0;
  }

  /** A move was made here since the page was opened. */
  moved = $state(false);

  /** Plays an action, and the rest of its gesture as each step is offered. One undo takes the whole gesture back. */
  act(action: Action, rest: Action[] = []): void {
    if (!this.snapshot || !this.legal.length) return;
    this.refused = null;
    this.moved = true;
    this.gestures.begin(rest);
    this.send('act', action);
  }

  undo(): void {
    this.gestures.beginBack();
    this.takeBack();
  }

  private takeBack(): void {
    if (this.latest?.undo !== null || !this.connection?.send({ type: 'undo', n: this.latest.n })) this.gestures.drop();
    else this.gestures.ask('undo');
  }

  /** Takes the whole last turn back, with what the bots answered. */
  undoTurn(): void {
    if (this.latest?.back === 'turn' && this.connection?.send({ type: 'undo', n: this.latest.n, turn: true }))
      this.gestures.ask('turn');
  }

  /** Whether the step last taken back is offered again. */
  get mayRedo(): boolean {
    return this.gestures.mayRedo(this.legal);
  }

  redo(): void {
    if (!this.mayRedo) return;
    const [first, ...rest] = this.gestures.again;
    this.gestures.begin(rest);
    this.send('redo', first);
  }

  private goOn(): void {
    const next = this.gestures.next(this.legal);
    if (next) this.send('act', next);
  }

  private send(asked: 'act' | 'redo', action: Action): void {
    this.sent = this.connection?.send({ type: 'act', n: this.snapshot!.n, action }) ?? false;
    if (this.sent) this.gestures.ask(asked, action);
  }

  /** Called at every press and key: the first one at a new table tells its bots that they need not wait. */
  ready(): void {
    const { snapshot } = this;
    if (this.saidReady || this.inSight === null || !snapshot || snapshot.you === null || snapshot.n > 0) return;
    const bots = snapshot.seats.some((seat) => seat.level !== null);
    if (bots && performance.now() - this.inSight > APPEARING)
      this.saidReady = this.connection?.send({ type: 'ready' }) ?? false;
  }

  askAid(): void {
    this.connection?.send({ type: 'aid' });
  }

  // ------------------------------------------------------------ what arrives
  receive(message: Received): void {
    if (message.type === 'state') this.arrive(message);
    else if (message.type === 'aid') this.aid = message;
    else if (message.type === 'hint' || message.type === 'outlook') this.counsel.receive(message);
    else if (message.type === 'refused') this.refuse(message);
    else if (message.type === 'pong' && message.at) setServerTime(message.at);
  }

  private arrive(snapshot: Snapshot): void {
    this.sent = false;
    const log = [...this.receivedLog.slice(0, snapshot.log_from), ...snapshot.log];
    const shorter = log.length < this.receivedLog.length; // a step was taken back
    this.receivedTurns = [...this.receivedTurns.slice(0, snapshot.turns_from), ...snapshot.turns];
    this.spoken = true;
    const step = { snapshot, log, turns: this.receivedTurns };
    const before = this.latest;
    this.receivedLog = log;
    this.latest = snapshot;
    const nothingNew = before !== null && before.n === snapshot.n && before.phase === snapshot.phase;
    if (!nothingNew && this.gestures.answered()) this.takeBack();
    if (nothingNew && this.behind) this.pacing.replaceLast(step);
    else if (nothingNew || before === null || shorter) {
      this.pacing.clear();
      this.show(step, nothingNew ? this.fresh : []);
    } else this.pacing.add(step);
  }

  private show(step: Step, fresh: LogLine[]): void {
    this.fresh = fresh;
    this.snapshot = step.snapshot;
    this.counsel.pass(step.snapshot.n);
    this.log = step.log;
    this.turns = step.turns;
    if (step.snapshot.phase === 'playing') this.inSight ??= performance.now();
    this.goOn();
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

  // ------------------------------------------------------------ refusals and the line
  private refuse(refused: Refused): void {
    this.sent = false;
    this.gestures.drop();
    this.explain(settings.language === 'fr' ? refused.fr : refused.message, refused.rule);
  }

  /** Says for a while why something is not done. */
  explain(message: string, rule = ''): void {
    this.refused = { message, rule };
    clearTimeout(this.refusedTimer);
    this.refusedTimer = setTimeout(() => (this.refused = null), REFUSED_FOR);
  }

  private linked(link: Link): void {
    this.link = link;
    this.sent = false;
    this.gestures.drop();
    if (link === 'open') {
      this.lostAt = null;
      if (this.latest?.clock) this.connection?.send({ type: 'ping' }); // answered with the server's time
      if (document.hidden) this.saySight();
    } else {
      this.lostAt ??= Date.now();
      this.spoken = false;
    }
  }

  private async stillThere(): Promise<boolean> {
    try {
      await api.look(this.id, this.came);
      return true;
    } catch (off) {
      const gone = off instanceof Refusal && (off.status === 403 || off.status === 404);
      if (gone) this.barred = off;
      return !gone;
    }
  }
}

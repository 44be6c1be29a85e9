/** One live table. What arrives is shown one step after the other, slowly enough for a person to follow; what is sent
 *  always answers the newest state, and only when that is the one on the screen. */
import { api, query, Refusal, type Came } from '../app/api';
import { settings } from '../app/settings.svelte';
import type { Action, Aid, FromServer, LogLine, Refused, Snapshot } from '../app/wire';
import { still } from '../kit/motion';
import { Live, type Link } from './live';
import { offers, type Seen } from './seen';

interface Step {
  snapshot: Snapshot;
  log: LogLine[];
}

const DWELL = { calm: 700, brisk: 350, still: 0 };
const MOST_WAITING = 24;
const REFUSED_FOR = 4_000;
/** A press so soon after the table came into sight was meant for the page before it. */
const APPEARING = 600;

export class Table implements Seen {
  readonly mode = 'play';
  snapshot: Snapshot | null = $state.raw(null);
  log: LogLine[] = $state.raw([]);
  fresh: LogLine[] = $state.raw([]);
  link: Link = $state('connecting');
  lostAt: number | null = $state(null);
  refused: Refused | null = $state.raw(null);
  aid: Aid | null = $state.raw(null);
  aidOn = $state(false);
  inspecting: number | null = $state(null);
  /** Why this table cannot be seen: no such table, or no seat and no link to watch. */
  barred: Refusal | null = $state.raw(null);
  /** The newest state the server told, which the screen may still be on its way to. */
  latest: Snapshot | null = $state.raw(null);
  private sent = $state(false);
  /** My own gestures that may still be taken back, and those that were: what redo plays again. */
  private done: Action[][] = [];
  private undone: Action[][] = $state.raw([]);
  /** The rest of a gesture: steps still to play as each is offered, or still to take back. */
  private following: Action[] = [];
  private joins = false;
  private backs = 0;
  private asked: 'act' | 'undo' | 'redo' | null = null;
  private played: Action | null = null;
  private waiting: Step[] = $state.raw([]);
  private heardLog: LogLine[] = [];
  private holds = $state(0);
  private readyAt = 0;
  private inSight: number | null = null;
  private saidReady = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private refusedTimer: ReturnType<typeof setTimeout> | undefined;
  private live: Live | null = null;

  constructor(
    readonly id: string,
    readonly came: Came,
  ) {}

  /** Look first: a socket cannot say why it is refused. */
  async open(): Promise<void> {
    try {
      this.hear(await api.look(this.id, this.came));
    } catch (off) {
      if (off instanceof Refusal && off.status > 0) {
        this.barred = off;
        return;
      }
    }
    this.barred = null;
    this.live = new Live(`/api/tables/${encodeURIComponent(this.id)}/live${query(this.came)}`, {
      hear: (message) => this.hear(message),
      link: (link) => this.linked(link),
      retry: () => this.stillThere(),
    });
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.refusedTimer);
    this.live?.close();
  }

  reconnect(): void {
    this.live?.hurry();
  }

  // ------------------------------------------------------------ what may be done
  get behind(): boolean {
    return this.waiting.length > 0;
  }

  get legal(): Action[] {
    if (!this.snapshot || this.behind || this.holds || this.sent || this.link !== 'open') return [];
    return this.snapshot.legal;
  }

  get yourTurn(): boolean {
    return (this.latest?.legal.length ?? 0) > 0;
  }

  /** Plays an action, and the rest of its gesture as each step is offered. One undo takes the whole gesture back. */
  act(action: Action, rest: Action[] = []): void {
    if (!this.snapshot || !this.legal.length) return;
    this.refused = null;
    this.begin('act', action, rest);
  }

  undo(): void {
    this.backs = (this.done.at(-1)?.length ?? 1) - 1;
    this.joins = false;
    this.takeBack();
  }

  private takeBack(): void {
    if (this.latest?.undo !== null || !this.live?.send({ type: 'undo', n: this.latest.n })) this.backs = 0;
    else this.asked = 'undo';
  }

  /** Whether the step last taken back is offered again. */
  get mayRedo(): boolean {
    const last = this.undone.at(-1);
    return last !== undefined && offers(this.legal, last[0]);
  }

  redo(): void {
    const [first, ...rest] = this.undone.at(-1) ?? [];
    if (this.mayRedo) this.begin('redo', first, rest);
  }

  private begin(asked: 'act' | 'redo', action: Action, rest: Action[]): void {
    this.following = rest;
    this.joins = false;
    this.send(asked, action);
  }

  /** The next step of the gesture, once it is offered; if something else is asked, the gesture ends here. */
  private goOn(): void {
    if (!this.following.length || !this.legal.length) return;
    const [next, ...rest] = this.following;
    this.following = offers(this.legal, next) ? rest : [];
    if (!offers(this.legal, next)) return;
    this.joins = true;
    this.send('act', next);
  }

  private send(asked: 'act' | 'redo', action: Action): void {
    this.sent = this.live?.send({ type: 'act', n: this.snapshot!.n, action }) ?? false;
    if (!this.sent) return;
    this.asked = asked;
    this.played = action;
  }

  /** Remembers my steps; a step of anybody else closes both ways. */
  private remember(): void {
    const asked = this.asked;
    this.asked = null;
    if (asked === 'undo') this.rememberBack();
    else if (asked) {
      const before = this.joins ? (this.done.pop() ?? []) : [];
      this.done.push([...before, this.played!]);
      if (!this.joins) this.undone = asked === 'redo' ? this.undone.slice(0, -1) : [];
    } else {
      this.done = [];
      this.undone = [];
    }
  }

  private rememberBack(): void {
    const gesture = this.done.pop() ?? [];
    const step = gesture.pop();
    if (gesture.length) this.done.push(gesture);
    const before = this.joins ? (this.undone.at(-1) ?? []) : [];
    this.undone = step ? [...this.undone.slice(0, this.joins ? -1 : undefined), [step, ...before]] : [];
    if (!this.backs) return;
    this.backs -= 1;
    this.joins = true;
    this.takeBack();
  }

  /** Called at every press and key: the first one at a new table tells its bots that they need not wait. */
  ready(): void {
    const { snapshot } = this;
    if (this.saidReady || this.inSight === null || !snapshot || snapshot.you === null || snapshot.n > 0) return;
    const bots = snapshot.seats.some((seat) => seat.level !== null);
    if (bots && performance.now() - this.inSight > APPEARING) this.saidReady = this.live?.send({ type: 'ready' }) ?? false;
  }

  askAid(): void {
    this.live?.send({ type: 'aid' });
  }

  // ------------------------------------------------------------ what is heard
  hear(message: FromServer): void {
    if (message.type === 'state') this.arrive(message);
    else if (message.type === 'aid') this.aid = message;
    else if (message.type === 'refused') this.refuse(message);
  }

  private arrive(snapshot: Snapshot): void {
    this.sent = false;
    const log = [...this.heardLog.slice(0, snapshot.log_from), ...snapshot.log];
    const shorter = log.length < this.heardLog.length; // a step was taken back
    const step = { snapshot, log };
    const before = this.latest;
    this.heardLog = log;
    this.latest = snapshot;
    const nothingNew = before !== null && before.n === snapshot.n && before.phase === snapshot.phase;
    if (!nothingNew) this.remember();
    if (nothingNew && this.behind) this.waiting = [...this.waiting.slice(0, -1), step];
    else if (nothingNew || before === null || shorter) this.showAtOnce(step, nothingNew);
    else this.queue(step);
  }

  private queue(step: Step): void {
    this.waiting = [...this.waiting, step];
    if (document.hidden || this.waiting.length > MOST_WAITING) this.catchUp();
    else this.next();
  }

  private showAtOnce(step: Step, same: boolean): void {
    this.waiting = [];
    this.snapshot = step.snapshot;
    this.log = step.log;
    if (step.snapshot.phase === 'playing') this.inSight ??= performance.now();
    if (!same) this.fresh = [];
    this.goOn();
  }

  // ------------------------------------------------------------ step by step
  private next(): void {
    clearTimeout(this.timer);
    if (!this.waiting.length || this.holds > 0) return;
    const wait = this.readyAt - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.next(), wait);
      return;
    }
    const [step, ...rest] = this.waiting;
    this.waiting = rest;
    this.fresh = step.log.slice(this.log.length);
    this.inSight ??= performance.now();
    this.snapshot = step.snapshot;
    this.log = step.log;
    this.readyAt = performance.now() + (still() ? 0 : DWELL[settings.pace]);
    if (rest.length) this.timer = setTimeout(() => this.next(), 0);
    else this.goOn();
  }

  linger(milliseconds: number): void {
    if (still()) return;
    const pace = settings.pace === 'brisk' ? 0.6 : 1;
    this.readyAt = Math.max(this.readyAt, performance.now() + milliseconds * pace);
  }

  hold(): () => void {
    this.holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holds -= 1;
      this.readyAt = 0;
      this.next();
    };
  }

  /** A press hurries what is moving to its end. */
  hurry(): void {
    if (!this.behind) return;
    this.readyAt = 0;
    this.next();
  }

  private catchUp(): void {
    const last = this.waiting.at(-1);
    if (last && this.holds === 0) this.showAtOnce(last, false);
  }

  // ------------------------------------------------------------ refusals and the line
  private refuse(refused: Refused): void {
    this.sent = false;
    this.asked = null;
    this.following = [];
    this.backs = 0;
    this.refused = settings.language === 'fr' ? { ...refused, message: refused.fr } : refused;
    clearTimeout(this.refusedTimer);
    this.refusedTimer = setTimeout(() => (this.refused = null), REFUSED_FOR);
  }

  private linked(link: Link): void {
    this.link = link;
    this.sent = false;
    this.asked = null;
    this.following = [];
    this.backs = 0;
    if (link === 'open') this.lostAt = null;
    else this.lostAt ??= Date.now();
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

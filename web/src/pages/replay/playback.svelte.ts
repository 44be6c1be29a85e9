/**
 * The table of a replay: a finished game, step by step, seen from a seat, as a spectator, or with everything
 * revealed.
 */
import { api, asRefusal, type Refusal } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, Ending, Line, Moment, LogLine, SeatPlate, Snapshot, TurnLine } from '../../api/wire';
import type { TableModel } from '../../table/model';
import Scrubber from './Scrubber.svelte';

/** How many moments one request loads. */
const PAGE_SIZE = 100;
const STEP_MS = 1_400;
/** The point of view in which everything is revealed. It takes the place of a seat number. */
export const OPEN = -1;
export const SPEEDS = [0.5, 1, 2, 4];

export class Playback implements TableModel {
  readonly mode = 'replay';
  readonly footer = Scrubber;
  readonly legal: Action[] = [];
  readonly behind = false;
  readonly current = false;
  readonly link = 'open';
  readonly refused = null;
  readonly aid = null;
  aidOn = $state(false);
  inspecting: number | null = $state(null);
  /** The point of view: a seat, null for a spectator, or OPEN. */
  seat: number | null = $state(null);
  speed = $state(1);
  names: string[] = $state.raw([]);
  /** The moments to stop at: the start, and every line that has a sentence. */
  private stops: number[] = $state.raw([]);
  private moments: Moment[] = $state.raw([]);
  private game = $state('');
  /** Why the game ended early, and how many times moves were undone by agreement. */
  ended: Ending | null = $state.raw(null);
  takenBack = $state(0);
  at = $state(0);
  playing = $state(false);
  loadError: Refusal | null = $state.raw(null);
  private previous = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly watch: string | null,
  ) {}

  async open(seat: number | null): Promise<void> {
    const moments: Moment[] = [];
    try {
      for (let total = 1; moments.length < total;) {
        const part = await api.replay(this.table, seat, moments.length, PAGE_SIZE, this.watch);
        total = part.of;
        moments.push(...part.frames);
        this.game = part.game;
        this.names = part.names;
        this.ended = part.ended ?? null;
        this.takenBack = part.taken_back ?? 0;
      }
    } catch (error) {
      this.loadError = asRefusal(error);
      return;
    }
    const shownMoment = this.moment;
    const isReopened = this.moments.length > 0;
    this.seat = seat;
    this.moments = moments;
    this.stops = moments.flatMap((moment, k) => (k === 0 || moment.line?.en ? [k] : []));
    // a stop shows the last moment before the next sentence, so that dealing and drawing are shown with what caused
    // them
    if (isReopened)
      this.goToMoment(shownMoment); // another point of view has other stops; keep the same moment
    else this.go(Math.min(this.at, this.steps));
  }

  /** The number of actions played, used in links to this moment. */
  get moment(): number {
    return this.lastMomentOf(this.at);
  }

  goToMoment(moment: number): void {
    const stop = this.stops.findIndex((_, k) => this.lastMomentOf(k) >= moment);
    this.go(stop < 0 ? this.steps : stop);
  }

  /** Go to the moment of a log line. */
  goToLine(line: Line): void {
    const moment = this.moments.findIndex((frame) => frame.line?.line === line);
    this.pause();
    if (moment >= 0) this.goToMoment(moment);
  }

  /** All turns of the game. */
  private get everyTurn(): TurnLine[] {
    const turns: TurnLine[] = [];
    for (const moment of this.moments) turns.splice(moment.turns_from, turns.length, ...moment.turns);
    return turns;
  }

  private turnOf(stop: number): number {
    return this.moments[this.stops[stop]]?.line?.turn ?? 0;
  }

  /** Whether the game is divided into rounds or Days. */
  get hasRounds(): boolean {
    return this.everyTurn.some((turn) => turn.chapter);
  }

  /** Go to the start of the next turn, or of the current or previous one. */
  goTurn(direction: 1 | -1): void {
    this.goToStop((stop) => this.turnOf(stop) !== this.turnOf(stop - 1), direction);
  }

  goRound(direction: 1 | -1): void {
    const turns = this.everyTurn;
    this.goToStop(
      (stop) => this.turnOf(stop) !== this.turnOf(stop - 1) && !!turns[this.turnOf(stop)]?.chapter,
      direction,
    );
  }

  /** Go to the nearest stop in a direction that fulfils a condition. */
  private goToStop(condition: (stop: number) => boolean, direction: 1 | -1): void {
    let stop = this.at + direction;
    while (stop > 0 && stop < this.steps && !condition(stop)) stop += direction;
    this.pause();
    this.go(stop);
  }

  get steps(): number {
    return Math.max(0, this.stops.length - 1);
  }

  /** Return the last moment of a stop. A stop lasts from one sentence of the log to the next. */
  private lastMomentOf(stop: number): number {
    return (this.stops[stop + 1] ?? this.moments.length) - 1;
  }

  private lines(from: number, to: number): LogLine[] {
    return this.moments.slice(from, to + 1).flatMap((moment) => moment.line ?? []);
  }

  get snapshot(): Snapshot | null {
    const moment = this.moments[this.lastMomentOf(this.at)];
    if (!moment) return null;
    const seats = this.names.map((name, seat): SeatPlate => ({
      seat,
      kind: 'person',
      name,
      level: null,
      here: true,
      stand_in: false,
    }));
    return {
      type: 'state',
      table: this.table,
      n: this.at,
      game: this.game,
      phase: this.at === this.steps ? 'over' : 'playing',
      you: this.seat === OPEN ? null : this.seat,
      host: false,
      seats,
      view: moment.view,
      board: moment.board,
      legal: [],
      log: [],
      log_from: 0,
      turns: [],
      turns_from: 0,
      undo: null,
      back: null,
      aids: false,
      commitment: '',
      seed: null,
      luck: null,
      rematch: null,
      rematch_watch: null,
      thinking: null,
      options: moment.view.options ?? {},
      notice: null,
      invite: null,
      watch: null,
      ended: this.at === this.steps ? this.ended : null,
      taken_back: this.takenBack,
    };
  }

  get log(): LogLine[] {
    return this.lines(0, this.lastMomentOf(this.at));
  }

  get turns(): TurnLine[] {
    const turns: TurnLine[] = [];
    for (const moment of this.moments.slice(0, this.lastMomentOf(this.at) + 1))
      turns.splice(moment.turns_from, turns.length, ...moment.turns);
    return turns;
  }

  get fresh(): LogLine[] {
    return this.previous === this.at - 1
      ? this.lines(this.lastMomentOf(this.previous) + 1, this.lastMomentOf(this.at))
      : [];
  }

  go(step: number): void {
    this.previous = this.at;
    this.at = Math.max(0, Math.min(step, this.steps));
  }

  play(): void {
    clearTimeout(this.timer);
    if (this.at >= this.steps) this.go(0);
    this.playing = true;
    this.timer = setTimeout(() => this.advance(), STEP_MS / 2 / this.speed);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private advance(): void {
    if (!this.playing) return;
    this.go(this.at + 1);
    if (this.at >= this.steps) this.pause();
    else
      this.timer = setTimeout(() => this.advance(), (settings.pace === 'brisk' ? STEP_MS / 2 : STEP_MS) / this.speed);
  }

  act(): void {}
  explain(): void {}
  undo(): void {}
  undoTurn(): void {}
  readonly mayRedo = false;
  redo(): void {}
  linger(): void {}
  hurry(): void {}
  hold(): () => void {
    return () => {};
  }
}

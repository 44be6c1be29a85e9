/**
 * The table model of a replay: a finished game, seen from a seat, as a spectator, or with everything revealed. A moment
 * is the state after one action or chance event. A step is what the replay shows at once: all moments up to the next
 * one that has a sentence in the log.
 */
import { api, asRefusal, type Refusal } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, Ending, Line, Moment, LogLine, SeatInfo, Snapshot, TurnLine } from '../../api/wire';
import type { TableModel } from '../../table/model';
import Scrubber from './Scrubber.svelte';

/** How many moments one request loads. A moment is the state after one action. */
const PAGE_SIZE = 100;
/** How long a step is shown at normal speed. */
const STEP_MS = 1_400;
/** The point of view in which everything is revealed. It takes the place of a seat number. */
export const OPEN = -1;
export const SPEEDS = [0.5, 1, 2, 4];

export class Playback implements TableModel {
  readonly mode = 'replay';
  readonly footer = Scrubber;
  readonly legal: Action[] = [];
  readonly isBehind = false;
  readonly isUpToDate = false;
  readonly connectionState = 'open';
  readonly refusal = null;
  readonly aid = null;
  aidOn = $state(false);
  inspectedSeat: number | null = $state(null);
  /** The point of view: a seat, null for a spectator, or OPEN. */
  seat: number | null = $state(null);
  speed = $state(1);
  names: string[] = $state.raw([]);
  private moments: Moment[] = $state.raw([]);
  /** The steps of the replay, by the moment at which each begins: the start, and every log line with a sentence. */
  private stepStarts: number[] = $state.raw([]);
  private game = $state('');
  /** Why the game ended early; null if it was played to the end. */
  ended: Ending | null = $state.raw(null);
  /** How many times moves were undone by agreement. */
  takenBack = $state(0);
  /** The number of the step that is shown. */
  at = $state(0);
  playing = $state(false);
  /** Why the replay cannot be shown. */
  loadError: Refusal | null = $state.raw(null);
  /** The number of the step that was shown before. */
  private previous = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly watch: string | null,
  ) {}

  /** Load the game from a point of view. If it is already open from another one, stay at the same moment. */
  async open(seat: number | null): Promise<void> {
    const moments: Moment[] = [];
    try {
      let total: number;
      do {
        const part = await api.replay(this.table, seat, moments.length, PAGE_SIZE, this.watch);
        total = part.of;
        moments.push(...part.frames);
        this.game = part.game;
        this.names = part.names;
        this.ended = part.ended ?? null;
        this.takenBack = part.taken_back ?? 0;
      } while (moments.length < total);
    } catch (error) {
      this.loadError = asRefusal(error);
      return;
    }
    const shownMoment = this.moment;
    const isReopened = this.moments.length > 0;
    this.seat = seat;
    this.moments = moments;
    this.stepStarts = [...moments.keys()].filter((index) => index === 0 || moments[index].line?.en);
    if (isReopened) this.goToMoment(shownMoment);
    else this.go(this.at);
  }

  /** The number of actions played so far, used in links to this moment. */
  get moment(): number {
    return this.lastMomentOf(this.at);
  }

  /** Go to the step that contains a moment. */
  goToMoment(moment: number): void {
    const step = this.stepStarts.findIndex((_, index) => this.lastMomentOf(index) >= moment);
    this.go(step < 0 ? this.steps : step);
  }

  /** Go to the moment of a log line. */
  goToLine(line: Line): void {
    const moment = this.moments.findIndex((frame) => frame.line?.line === line);
    this.pause();
    if (moment >= 0) this.goToMoment(moment);
  }

  /**
   * Return the turns of these moments, which must begin with the first of the game. A moment has only the turns that
   * changed: they replace all turns from index `turns_from` on.
   */
  private turnsOf(moments: Moment[]): TurnLine[] {
    const turns: TurnLine[] = [];
    for (const moment of moments) turns.splice(moment.turns_from, turns.length, ...moment.turns);
    return turns;
  }

  /** Return the number of the turn in which a step begins. */
  private turnOf(step: number): number {
    return this.moments[this.stepStarts[step]]?.line?.turn ?? 0;
  }

  /** Whether a step begins a turn. */
  private isTurnStart(step: number): boolean {
    return this.turnOf(step) !== this.turnOf(step - 1);
  }

  /** Whether the game is divided into rounds: some turns begin a new chapter of the log. */
  get hasRounds(): boolean {
    return this.turnsOf(this.moments).some((turn) => turn.chapter);
  }

  /** Go to the nearest start of a turn, forwards (1) or backwards (-1). */
  goTurn(direction: 1 | -1): void {
    this.goToNearest((step) => this.isTurnStart(step), direction);
  }

  /** Go to the nearest start of a round, forwards (1) or backwards (-1). */
  goRound(direction: 1 | -1): void {
    const turns = this.turnsOf(this.moments);
    const isRoundStart = (step: number) => this.isTurnStart(step) && !!turns[this.turnOf(step)]?.chapter;
    this.goToNearest(isRoundStart, direction);
  }

  /** Go to the nearest step in a direction that fulfils a condition, or else to the first or last step. */
  private goToNearest(condition: (step: number) => boolean, direction: 1 | -1): void {
    let step = this.at + direction;
    while (step > 0 && step < this.steps && !condition(step)) step += direction;
    this.pause();
    this.go(step);
  }

  /** The number of the last step. */
  get steps(): number {
    return Math.max(0, this.stepStarts.length - 1);
  }

  /**
   * Return the last moment of a step: the one before the next sentence of the log. A step shows this moment, so that
   * cards are dealt and drawn in the step that caused it.
   */
  private lastMomentOf(step: number): number {
    const nextStart = this.stepStarts[step + 1] ?? this.moments.length;
    return nextStart - 1;
  }

  /** Return the log lines of the moments from `first` to `last`. */
  private lines(first: number, last: number): LogLine[] {
    return this.moments.slice(first, last + 1).flatMap((moment) => moment.line ?? []);
  }

  /** The shown moment as a snapshot of a table. What a replay does not have, such as legal actions, is empty. */
  get snapshot(): Snapshot | null {
    const moment = this.moments[this.moment];
    if (!moment) return null;
    const isEnd = this.at === this.steps;
    const seats = this.names.map((name, seat): SeatInfo => ({
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
      phase: isEnd ? 'over' : 'playing',
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
      ended: isEnd ? this.ended : null,
      taken_back: this.takenBack,
    };
  }

  get log(): LogLine[] {
    return this.lines(0, this.moment);
  }

  get turns(): TurnLine[] {
    return this.turnsOf(this.moments.slice(0, this.moment + 1));
  }

  /** The log lines of the shown step; empty after a jump, so that nothing is animated. */
  get newLines(): LogLine[] {
    const isNextStep = this.previous === this.at - 1;
    return isNextStep ? this.lines(this.lastMomentOf(this.previous) + 1, this.moment) : [];
  }

  /** Go to a step, or to the nearest one that exists. */
  go(step: number): void {
    this.previous = this.at;
    this.at = Math.max(0, Math.min(step, this.steps));
  }

  play(): void {
    clearTimeout(this.timer);
    if (this.at >= this.steps) this.go(0);
    this.playing = true;
    this.timer = setTimeout(() => this.advance(), STEP_MS / 2 / this.speed); // the first step is known already
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private advance(): void {
    if (!this.playing) return;
    this.go(this.at + 1);
    if (this.at >= this.steps) {
      this.pause();
      return;
    }
    const stepMs = settings.pace === 'brisk' ? STEP_MS / 2 : STEP_MS;
    this.timer = setTimeout(() => this.advance(), stepMs / this.speed);
  }

  // what a table offers while it is played does nothing in a replay
  act(): void {}
  explain(): void {}
  undo(): void {}
  undoTurn(): void {}
  readonly canRedo = false;
  redo(): void {}
  linger(): void {}
  hurry(): void {}
  hold(): () => void {
    return () => {};
  }
}

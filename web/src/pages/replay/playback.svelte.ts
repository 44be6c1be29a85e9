/**
 * The data of a replay. A moment is the state of the game after one action or chance event. A step is what the replay
 * shows at once: a moment that has a sentence in the log, and the moments after it that have none.
 */
import { api, asRequestError, type RequestError } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, Ending, Line, Moment, LogLine, SeatInfo, Snapshot, TurnLine } from '../../api/wire';
import type { TableModel } from '../../table/model';
import Scrubber from './Scrubber.svelte';

/** The number of moments (states after one action) that one request loads. */
const PAGE_SIZE = 100;
/** How long a step is shown at normal speed. */
const STEP_MS = 1_400;
/** The speeds to choose from; 1 is the normal speed. */
export const SPEEDS = [0.5, 1, 2, 4];

/** Who sees the game: a spectator, the player of a seat, or somebody who sees all hidden cards ("open"). */
export type PointOfView = 'spectator' | 'open' | number;

/** Parse the point of view in a URL: "spectator", "open", or the number of a seat. */
export const parsePointOfView = (text: string): PointOfView =>
  text === 'spectator' || text === 'open' ? text : Number(text);

/** Return the parameter `seat` of a request: the number of a seat, null for a spectator, or -1 to see everything. */
function seatParameter(pointOfView: PointOfView): number | null {
  if (pointOfView === 'spectator') return null;
  return pointOfView === 'open' ? -1 : pointOfView;
}

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
  pointOfView: PointOfView = $state('spectator');
  speed = $state(1);
  names: string[] = $state.raw([]); // of the players, by seat
  private moments: Moment[] = $state.raw([]);
  /** For each step of the replay, the index in `moments` of the moment with which the step begins. */
  private stepStarts: number[] = $state.raw([]);
  private game = $state('');
  /** How the game ended early, such as by resignation; null if it was played to the end. */
  ended: Ending | null = $state.raw(null);
  /** How often the players agreed to undo moves. */
  takenBack = $state(0);
  /** The number of the step that is shown, from 0. */
  shownStep = $state(0);
  playing = $state(false);
  /** The error that prevents showing the replay; null if there is none. */
  loadError: RequestError | null = $state.raw(null);
  /** The number of the step that was shown before `shownStep`. */
  private previousStep = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly watch: string | null,
  ) {}

  /** Load the whole game from a point of view. If another point of view is open, stay at the shown moment. */
  async open(pointOfView: PointOfView): Promise<void> {
    const moments: Moment[] = [];
    const seat = seatParameter(pointOfView);
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
      this.loadError = asRequestError(error);
      return;
    }
    const shownMoment = this.shownMoment;
    const isReopened = this.moments.length > 0;
    const beginsStep = (index: number) => index === 0 || !!moments[index].line?.en;
    this.pointOfView = pointOfView;
    this.moments = moments;
    this.stepStarts = [...moments.keys()].filter(beginsStep);
    if (isReopened) this.goToMoment(shownMoment);
    else this.go(this.shownStep);
  }

  /** The index of the shown moment. It is also the number of actions played by then, used in links to the moment. */
  get shownMoment(): number {
    return this.lastMomentOf(this.shownStep);
  }

  /** Go to the step that contains the moment with an index. */
  goToMoment(moment: number): void {
    const step = this.stepStarts.findIndex((_, index) => this.lastMomentOf(index) >= moment);
    const exists = step >= 0;
    this.go(exists ? step : this.lastStep);
  }

  /** Go to the moment of the action that a log line reports, and pause. */
  goToLine(line: Line): void {
    const moment = this.moments.findIndex((candidate) => candidate.line?.line === line);
    this.pause();
    if (moment >= 0) this.goToMoment(moment);
  }

  /**
   * Return the turns of the game after `moments`, which begin with the first moment. Each moment has only the turns that
   * its action changed: they replace all turns from index `turns_from` on.
   */
  private turnsOf(moments: Moment[]): TurnLine[] {
    const turns: TurnLine[] = [];
    for (const moment of moments) turns.splice(moment.turns_from, turns.length, ...moment.turns);
    return turns;
  }

  /** Return the number of the turn (from 0) in which a step begins. */
  private turnOf(step: number): number {
    return this.moments[this.stepStarts[step]]?.line?.turn ?? 0;
  }

  /** Whether a step is the first of a turn. */
  private isTurnStart(step: number): boolean {
    return this.turnOf(step) !== this.turnOf(step - 1);
  }

  /** Whether the game has rounds. In the log, each round is a chapter that begins with a turn. */
  get hasRounds(): boolean {
    return this.turnsOf(this.moments).some((turn) => turn.chapter);
  }

  /** Go forwards (1) or backwards (-1) to the next step that begins a turn. */
  goTurn(direction: 1 | -1): void {
    this.goToNearest((step) => this.isTurnStart(step), direction);
  }

  /** Go forwards (1) or backwards (-1) to the next step that begins a round. */
  goRound(direction: 1 | -1): void {
    const turns = this.turnsOf(this.moments);
    const isRoundStart = (step: number) => this.isTurnStart(step) && !!turns[this.turnOf(step)]?.chapter;
    this.goToNearest(isRoundStart, direction);
  }

  /** Go to the next step in a direction that meets a condition. If there is none, go to the first or last step. */
  private goToNearest(condition: (step: number) => boolean, direction: 1 | -1): void {
    let step = this.shownStep + direction;
    while (step > 0 && step < this.lastStep && !condition(step)) step += direction;
    this.pause();
    this.go(step);
  }

  get lastStep(): number {
    return Math.max(0, this.stepStarts.length - 1);
  }

  /**
   * Return the index of the last moment of a step, which is the moment that the step shows. An action and what follows
   * from it, such as cards that are dealt, are thus shown together.
   */
  private lastMomentOf(step: number): number {
    const nextStart = this.stepStarts[step + 1] ?? this.moments.length;
    return nextStart - 1;
  }

  /** Return the log lines of the moments with the indices from `first` to `last`. Some moments have no line. */
  private linesBetween(first: number, last: number): LogLine[] {
    const lines = this.moments.slice(first, last + 1).map((moment) => moment.line);
    return lines.filter((line) => line !== null);
  }

  /** The shown moment, in the form in which boards get the state of a live table. Parts without meaning are empty. */
  get snapshot(): Snapshot | null {
    const moment = this.moments[this.shownMoment];
    if (!moment) return null;
    const isEnd = this.shownStep === this.lastStep;
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
      n: this.shownStep,
      game: this.game,
      phase: isEnd ? 'over' : 'playing',
      you: typeof this.pointOfView === 'number' ? this.pointOfView : null,
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
    return this.linesBetween(0, this.shownMoment);
  }

  get turns(): TurnLine[] {
    return this.turnsOf(this.moments.slice(0, this.shownMoment + 1));
  }

  /** The log lines to animate: after a step forwards, the lines of the shown step; after a jump, none. */
  get newLines(): LogLine[] {
    const isJump = this.previousStep !== this.shownStep - 1;
    if (isJump) return [];
    return this.linesBetween(this.lastMomentOf(this.previousStep) + 1, this.shownMoment);
  }

  /** Go to the step with a number, or to the first or last step if the number is too small or too large. */
  go(step: number): void {
    this.previousStep = this.shownStep;
    this.shownStep = Math.max(0, Math.min(step, this.lastStep));
  }

  play(): void {
    clearTimeout(this.timer);
    if (this.shownStep >= this.lastStep) this.go(0);
    this.playing = true;
    const firstStepMs = STEP_MS / 2; // the user has already seen this step
    this.timer = setTimeout(() => this.advance(), firstStepMs / this.speed);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private advance(): void {
    if (!this.playing) return;
    this.go(this.shownStep + 1);
    if (this.shownStep >= this.lastStep) {
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
  speedUp(): void {}
  hold(): () => void {
    return () => {};
  }
}

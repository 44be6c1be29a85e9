/**
 * The table model of a puzzle. The server rates every action by the win probability that it costs, compared with the
 * best action. The solution is shown once the puzzle is solved or the person asks for it.
 */
import type { Action, PuzzlePage } from '../../api/wire';
import { PracticeTable, type PracticeResult } from '../../table/models/practice.svelte';
import PuzzlePanel from './PuzzlePanel.svelte';

/**
 * Sends all actions of the attempt to the server and returns the puzzle after them; `reveal` asks for the solution,
 * too.
 */
export type PuzzleRequest = (actions: Action[], reveal: boolean) => Promise<PuzzlePage>;

/** A link to another page. */
export interface PageLink {
  path: string;
  name: string;
}

export class PuzzleModel extends PracticeTable {
  /** The latest response of the server; the board may still be animating towards it. */
  page: PuzzlePage | null = $state.raw(null);
  /** The number of wrong actions in this attempt. */
  misses = $state(0);
  /** How much win probability the last action cost; null if it was not wrong. */
  loss: number | null = $state(null);
  /** Whether the puzzle was already solved or revealed on this page, so that this attempt does not count. */
  repeated = $state(false);
  private showSolution = false;

  /**
   * `links` returns the links of the panel above the board: to the list of puzzles, and to the next puzzle if there is
   * one.
   */
  constructor(
    readonly game: string,
    private readonly requestPage: PuzzleRequest,
    private readonly links: { list: () => PageLink; next: () => PageLink | null },
  ) {
    super();
  }

  get list(): PageLink {
    return this.links.list();
  }
  get next(): PageLink | null {
    return this.links.next();
  }

  get panel() {
    return this.page && PuzzlePanel;
  }

  get isFinished(): boolean {
    return this.page?.verdict === 'solved' || this.page?.verdict === 'shown';
  }
  get solved(): boolean {
    return this.page?.verdict === 'solved';
  }
  /** Whether the server is rating an action. */
  get rating(): boolean {
    return this.isLoading && this.page !== null;
  }

  /** Start the puzzle, or start another attempt. After a finished attempt, the others do not count (`repeated`). */
  override begin(): Promise<void> {
    this.repeated ||= this.isFinished;
    this.misses = 0;
    this.loss = null;
    this.showSolution = false;
    return super.begin();
  }

  /** Give up: show the solution. */
  reveal(): Promise<void> {
    this.showSolution = true;
    return this.request([]);
  }

  protected async send(actions: Action[]): Promise<PracticeResult> {
    const page = await this.requestPage(actions, this.showSolution);
    const isWrong = page.verdict === 'missed';
    this.loss = isWrong ? page.regret : null;
    if (isWrong) this.misses += 1;
    this.page = page;
    return { snapshots: page.snapshots, played: !isWrong };
  }
}

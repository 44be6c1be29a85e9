/**
 * The data of a puzzle. The server rates every action by the win probability that it loses, compared with the best
 * action. It sends the solution once the puzzle is solved or the person gives up.
 */
import type { Action, PuzzlePage } from '../../api/wire';
import { PracticeTable, type PracticeResult } from '../../table/models/practice.svelte';
import PuzzlePanel from './PuzzlePanel.svelte';

/** Sends all actions of an attempt to the server, and returns the puzzle after them. `reveal` asks for the solution. */
export type PuzzleRequest = (actions: Action[], reveal: boolean) => Promise<PuzzlePage>;

/** A link to another page of the app. */
export interface PageLink {
  path: string;
  name: string;
}

export class PuzzleModel extends PracticeTable {
  /** The puzzle after the last action, as the server sent it; null before the first response. */
  page: PuzzlePage | null = $state.raw(null);
  /** The number of wrong actions in this attempt. */
  misses = $state(0);
  /** The win probability (0 to 1) that the last action lost; null if the action was not wrong. */
  loss: number | null = $state(null);
  /** Whether the person has finished the puzzle before. Then this attempt does not count. */
  repeated = $state(false);
  private gaveUp = false;

  /** `links` are the links in the panel: to the list of puzzles, and to the next puzzle (null if there is none). */
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
  /** Whether the server is still rating the last action. The first request only loads the puzzle. */
  get rating(): boolean {
    const isLoaded = this.page !== null;
    return isLoaded && this.isLoading;
  }

  /** Start the first or another attempt at the puzzle. */
  override begin(): Promise<void> {
    this.repeated ||= this.isFinished;
    this.misses = 0;
    this.loss = null;
    this.gaveUp = false;
    return super.begin();
  }

  /** Give up, and request the solution. */
  reveal(): Promise<void> {
    this.gaveUp = true;
    return this.request([]);
  }

  protected async send(actions: Action[]): Promise<PracticeResult> {
    const page = await this.requestPage(actions, this.gaveUp);
    const isWrong = page.verdict === 'missed';
    this.loss = isWrong ? page.regret : null;
    if (isWrong) this.misses += 1;
    this.page = page;
    return { snapshots: page.snapshots, played: !isWrong };
  }
}

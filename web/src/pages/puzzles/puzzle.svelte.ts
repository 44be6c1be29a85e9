/**
 * The table of a puzzle. Every action is rated by what it costs; the solution is shown when it is found or revealed.
 */
import type { Action, PuzzlePage } from '../../api/wire';
import { PracticeTable, type PracticeResult } from '../../table/models/practice.svelte';
import PuzzlePanel from './PuzzlePanel.svelte';

/** Requests the page of a puzzle after these actions from the server; `reveal` asks for the solution. */
export type Source = (acts: Action[], reveal: boolean) => Promise<PuzzlePage>;
/** A link to another page. */
export interface PageLink {
  path: string;
  name: string;
}

export class PuzzleModel extends PracticeTable {
  page: PuzzlePage | null = $state.raw(null);
  /** The number of wrong actions. */
  misses = $state(0);
  /** How much win probability the last action cost; null if it was a good one. */
  price: number | null = $state(null);
  /** Whether the puzzle was already solved or revealed on this page; repeating it proves nothing. */
  repeated = $state(false);
  private showSolution = false;

  /** `links` returns where the panel's links lead: to the list of puzzles, and to the next puzzle if there is one. */
  constructor(
    readonly game: string,
    private readonly source: Source,
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

  get done(): boolean {
    return this.page?.verdict === 'solved' || this.page?.verdict === 'shown';
  }
  get solved(): boolean {
    return this.page?.verdict === 'solved';
  }
  /** Whether the server is rating an action. */
  get judging(): boolean {
    return this.asking && this.page !== null;
  }

  override begin(): Promise<void> {
    this.repeated ||= this.done;
    this.misses = 0;
    this.price = null;
    this.showSolution = false;
    return super.begin();
  }

  /** Give up: show the solution. */
  reveal(): Promise<void> {
    this.showSolution = true;
    return this.ask([]);
  }

  protected async send(acts: Action[]): Promise<PracticeResult> {
    const page = await this.source(acts, this.showSolution);
    const missed = page.verdict === 'missed';
    this.price = missed ? page.regret : null;
    if (missed) this.misses += 1;
    this.page = page;
    return { snapshots: page.snapshots, played: !missed };
  }
}

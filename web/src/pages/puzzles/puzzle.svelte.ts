/** A puzzle as a table: presses are judged by what they cost, and the solution comes when it is found or given up. */
import type { Action, PuzzlePage } from '../../api/wire';
import { Practice, type Answer } from '../../table/models/practice.svelte';
import PuzzlePanel from './PuzzlePanel.svelte';

/** Where the table of a puzzle comes from. */
export type Source = (acts: Action[], reveal: boolean) => Promise<PuzzlePage>;
/** A page to go to. */
export interface Way {
  path: string;
  name: string;
}

export class PuzzleModel extends Practice {
  page: PuzzlePage | null = $state.raw(null);
  /** How many presses cost too much. */
  misses = $state(0);
  /** What the last one of them cost; null while nothing was wrong since the last good press. */
  price: number | null = $state(null);
  /** Whether it was solved or shown before on this page: whoever repeats what was just said shows nothing. */
  repeated = $state(false);
  private revealing = false;

  /** `ways` says where the list is that it belongs to, and what comes after it. */
  constructor(
    readonly game: string,
    private readonly source: Source,
    private readonly ways: { list: () => Way; next: () => Way | null },
  ) {
    super();
  }

  get list(): Way {
    return this.ways.list();
  }
  get next(): Way | null {
    return this.ways.next();
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
  /** Thinking about what a press costs takes a moment. */
  get judging(): boolean {
    return this.asking && this.page !== null;
  }

  override begin(): Promise<void> {
    this.repeated ||= this.done;
    this.misses = 0;
    this.price = null;
    this.revealing = false;
    return super.begin();
  }

  /** Give up: show the line from where it begins. */
  reveal(): Promise<void> {
    this.revealing = true;
    return this.ask([]);
  }

  protected async send(acts: Action[]): Promise<Answer> {
    const page = await this.source(acts, this.revealing);
    const missed = page.verdict === 'missed';
    this.price = missed ? page.regret : null;
    if (missed) this.misses += 1;
    this.page = page;
    return { snapshots: page.snapshots, played: !missed };
  }
}

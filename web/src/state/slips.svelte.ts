/**
 * The viewer's slips. A slip is a mistake that the review of a finished game has found. Slips are stored in this
 * browser and offered as puzzles, so that the viewer can practise the decisions they got wrong.
 */
const STORAGE_KEY = 'sortilege-slips';
const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * A slip is learned, and no longer offered, once it was solved on this many days without a wrong attempt in between.
 */
const SOLUTIONS_NEEDED = 2;
/** How many slips are stored; the oldest are removed. */
const MAX_SLIPS = 200;

/** One mistake to practise. The table and the index of its log line identify it. */
export interface Slip {
  /** The id of the table at which the mistake was made. */
  table: string;
  /** The index of the mistake in the log of the table. */
  at: number;
  /** The name of the game, such as "spellbook". */
  game: string;
  /** How much the mistake lowered the probability to win, from 0 to 1. */
  loss: number;
  /** On how many days it was solved since the last wrong attempt. */
  solved: number;
  /** From when it may be practised again, in milliseconds since 1970; 0 for a new slip. */
  due: number;
}

function readStored(): Slip[] {
  const isSlip = (slip: any) => typeof slip?.table === 'string' && typeof slip.at === 'number';
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSlip) : [];
  } catch {
    return []; // without storage there are no slips to practise
  }
}

export class Slips {
  all: Slip[] = $state.raw(readStored());

  /** Add the mistakes that a review has found. Slips that are already stored stay unchanged. */
  add(table: string, game: string, mistakes: Pick<Slip, 'at' | 'loss'>[]): void {
    const storedLines = new Set(this.all.filter((slip) => slip.table === table).map((slip) => slip.at));
    const newSlips = mistakes
      .filter((mistake) => !storedLines.has(mistake.at))
      .map(({ at, loss }) => ({ table, at, game, loss, solved: 0, due: 0 }));
    if (newSlips.length) this.store([...this.all, ...newSlips].slice(-MAX_SLIPS));
  }

  /** The slips that are not learned yet, the most expensive mistake first. */
  get unsolved(): Slip[] {
    return this.all.filter((slip) => slip.solved < SOLUTIONS_NEEDED).sort((a, b) => b.loss - a.loss);
  }

  /** Return the slips to practise now. A slip that was solved without errors is due again a day later. */
  due(now = Date.now()): Slip[] {
    return this.unsolved.filter((slip) => slip.due <= now);
  }

  /** Return a slip to practise now, other than the one at this table and log line; undefined if there is none. */
  next(table: string, at: number): Slip | undefined {
    return this.due().find((slip) => slip.table !== table || slip.at !== at);
  }

  /**
   * Record an attempt to solve a slip. An attempt before the slip is due again does not count. A solution without
   * errors makes it due a day later; an attempt with errors sets the number of solutions back to 0.
   */
  recordAttempt(table: string, at: number, withoutErrors: boolean, now = Date.now()): void {
    const isAttempted = (slip: Slip) => slip.table === table && slip.at === at && slip.due <= now;
    const afterAttempt = (slip: Slip): Slip =>
      withoutErrors ? { ...slip, solved: slip.solved + 1, due: now + DAY_MS } : { ...slip, solved: 0, due: now };
    this.store(this.all.map((slip) => (isAttempted(slip) ? afterAttempt(slip) : slip)));
  }

  private store(all: Slip[]): void {
    this.all = all;
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(all));
    } catch {
      // without storage, slips are known until the page is closed
    }
  }
}

/** Return the path of the page to practise a slip. */
export const slipPath = (slip: Pick<Slip, 'table' | 'at'>) => `/slips/${slip.table}/${slip.at}`;
export const slips = new Slips();

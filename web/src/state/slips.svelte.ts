/**
 * The person's slips. A slip is a mistake that the review of a finished game has found. Slips are stored in this
 * browser and shown as puzzles, so that the person can practise the decisions that they got wrong.
 */
const STORAGE_KEY = 'sortilege-slips';
const DAY_MS = 24 * 60 * 60 * 1000;
/** A slip is learned when it was solved on this many days without a wrong attempt. Then it is not shown again. */
const SOLUTIONS_NEEDED = 2;
/** At most this many slips are stored, the newest ones. */
const MAX_SLIPS = 200;

/** A mistake to practise. `table` and `at` together identify it. */
export interface Slip {
  /** The id of the table at which the person made the mistake. */
  table: string;
  /** The index of the mistake in the log of that table. */
  at: number;
  /** The name of the game, such as "spellbook". */
  game: string;
  /** By how much the mistake lowered the person's win probability, from 0 to 1. */
  loss: number;
  /** On how many days the person has solved the slip since their last wrong attempt. */
  solved: number;
  /** When the slip can be practised again, in milliseconds since 1970; 0 for a new slip. */
  due: number;
}

function readStored(): Slip[] {
  const isSlip = (stored: Partial<Slip> | null) => typeof stored?.table === 'string' && typeof stored.at === 'number';
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSlip) : [];
  } catch {
    return []; // without storage there are no slips to practise
  }
}

export class Slips {
  all: Slip[] = $state.raw(readStored());

  /** Store the mistakes that the review of a table has found as new slips. Slips stored before stay unchanged. */
  add(table: string, game: string, mistakes: Pick<Slip, 'at' | 'loss'>[]): void {
    const storedLines = new Set(this.all.filter((slip) => slip.table === table).map((slip) => slip.at));
    const newSlips = mistakes
      .filter((mistake) => !storedLines.has(mistake.at))
      .map(({ at, loss }) => ({ table, at, game, loss, solved: 0, due: 0 }));
    if (newSlips.length) this.store([...this.all, ...newSlips].slice(-MAX_SLIPS));
  }

  /** The slips that the person has not learned yet, beginning with the mistake that cost most. */
  get unsolved(): Slip[] {
    return this.all.filter((slip) => slip.solved < SOLUTIONS_NEEDED).sort((a, b) => b.loss - a.loss);
  }

  /** Return the slips that can be practised now. After a solution, a slip cannot be practised again for a day. */
  dueSlips(now = Date.now()): Slip[] {
    return this.unsolved.filter((slip) => slip.due <= now);
  }

  /** Return a slip that can be practised after the one at this table and log line; undefined if there is none. */
  next(table: string, at: number): Slip | undefined {
    return this.dueSlips().find((slip) => slip.table !== table || slip.at !== at);
  }

  /**
   * Record an attempt to solve a slip. An attempt before the slip is due does not count. After a solution without
   * errors, the slip is due a day later. After an attempt with errors, the person has to start again: the solutions of
   * earlier days do not count any more.
   */
  recordAttempt(table: string, at: number, withoutErrors: boolean, now = Date.now()): void {
    const isAttempted = (slip: Slip) => slip.table === table && slip.at === at && slip.due <= now;
    function afterAttempt(slip: Slip): Slip {
      if (!withoutErrors) return { ...slip, solved: 0, due: now };
      return { ...slip, solved: slip.solved + 1, due: now + DAY_MS };
    }
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

/** Return the path of the page on which a slip is practised. */
export const slipPath = (slip: Pick<Slip, 'table' | 'at'>) => `/slips/${slip.table}/${slip.at}`;
export const slips = new Slips();

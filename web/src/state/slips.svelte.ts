/**
 * The viewer's slips: mistakes that reviews found in their games, offered as puzzles. They are stored in this browser.
 */
const STORAGE_KEY = 'sortilege-slips';
const DAY_MS = 24 * 60 * 60 * 1000;
/** A slip is practised until it was solved on this many days. */
const SOLUTIONS_NEEDED = 2;
/** How many slips are stored; the oldest are removed. */
const MAX_SLIPS = 200;

export interface Slip {
  table: string;
  /** The index of the log line that the wrong decision wrote. */
  at: number;
  game: string;
  /** How much win probability the mistake cost. */
  loss: number;
  /** On how many days it was solved since the last wrong attempt. */
  solved: number;
  /** When to practise it next, in milliseconds since 1970. */
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

  /** The slips still to be practised, the most expensive mistake first. */
  get unsolved(): Slip[] {
    return this.all.filter((slip) => slip.solved < SOLUTIONS_NEEDED).sort((a, b) => b.loss - a.loss);
  }

  /** Return the slips that may be practised now: one that was just solved is due again a day later. */
  due(now = Date.now()): Slip[] {
    return this.unsolved.filter((slip) => slip.due <= now);
  }

  /** Return another slip to practise now, after the one at this table and log line. */
  next(table: string, at: number): Slip | undefined {
    return this.due().find((slip) => slip.table !== table || slip.at !== at);
  }

  /**
   * Record an attempt to solve a slip. A solution without errors counts once a day. An attempt with errors resets the
   * count.
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

export const slipPath = (slip: Pick<Slip, 'table' | 'at'>) => `/slips/${slip.table}/${slip.at}`;
export const slips = new Slips();

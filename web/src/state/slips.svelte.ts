/**
 * The viewer's slips: mistakes that reviews found in their games, offered as puzzles. They are stored in this browser.
 * A slip is practised until it was solved on two days.
 */
const STORAGE_KEY = 'sortilege-slips';
const DAY_MS = 24 * 60 * 60 * 1000;
const SOLUTIONS_NEEDED = 2;
const MAX_SLIPS = 200;

export interface Slip {
  table: string;
  /** The index of the log line that the wrong decision wrote. */
  at: number;
  game: string;
  /** How much win probability the mistake cost. */
  loss: number;
  /** How many times it was solved since it was last missed. */
  solved: number;
  /** When to practise it next, in milliseconds since 1970. */
  due: number;
}

function read(): Slip[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((slip) => typeof slip?.table === 'string' && typeof slip.at === 'number')
      : [];
  } catch {
    return []; // without storage there are no slips to practise
  }
}

export class Slips {
  all: Slip[] = $state.raw(read());

  /** Add the wrong decisions of a review. Slips that are already stored stay unchanged. */
  add(table: string, game: string, decisions: { at: number; loss: number }[]): void {
    const storedLines = new Set(this.all.filter((slip) => slip.table === table).map((slip) => slip.at));
    const newSlips = decisions
      .filter((decision) => !storedLines.has(decision.at))
      .map(({ at, loss }) => ({ table, at, game, loss, solved: 0, due: 0 }));
    if (newSlips.length) this.store([...this.all, ...newSlips].slice(-MAX_SLIPS));
  }

  /** The slips not yet solved often enough, the most expensive first. */
  get unsolved(): Slip[] {
    return this.all.filter((slip) => slip.solved < SOLUTIONS_NEEDED).sort((a, b) => b.loss - a.loss);
  }

  /** Return the unsolved slips to practise now. */
  due(now = Date.now()): Slip[] {
    return this.unsolved.filter((slip) => slip.due <= now);
  }

  /** Return the slip to practise after this one. */
  next(table: string, at: number): Slip | undefined {
    return this.due().find((slip) => slip.table !== table || slip.at !== at);
  }

  /** Record an attempt. A solution without errors counts once a day; an attempt with errors resets the count. */
  recordAttempt(table: string, at: number, withoutErrors: boolean, now = Date.now()): void {
    const afterAttempt = (slip: Slip): Slip =>
      withoutErrors ? { ...slip, solved: slip.solved + 1, due: now + DAY_MS } : { ...slip, solved: 0, due: now };
    this.store(
      this.all.map((slip) => (slip.table === table && slip.at === at && slip.due <= now ? afterAttempt(slip) : slip)),
    );
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

export const slipPath = (slip: { table: string; at: number }) => `/slips/${slip.table}/${slip.at}`;
export const slips = new Slips();

/**
 * The viewer's own slips (mistakes) to practise, found by reviews and stored in this browser. A slip comes back
 * until it was solved on two days.
 */
const KEY = 'sortilege-slips';
const DAY = 24 * 60 * 60 * 1000;
const ENOUGH = 2;
const MOST = 200;

export interface Slip {
  table: string;
  /** The line of the log before which the decision was made. */
  at: number;
  game: string;
  /** The win probability it cost. */
  loss: number;
  /** How many times it was solved since the last miss. */
  solved: number;
  /** When it comes back, in milliseconds since 1970. */
  due: number;
}

function read(): Slip[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((one) => typeof one?.table === 'string' && typeof one.at === 'number')
      : [];
  } catch {
    return []; // without storage there are no slips to practise
  }
}

export class Slips {
  all: Slip[] = $state.raw(read());

  /** Add the slips of a review; those already known stay unchanged. */
  add(table: string, game: string, decisions: { at: number; loss: number }[]): void {
    const known = new Set(this.all.filter((one) => one.table === table).map((one) => one.at));
    const fresh = decisions
      .filter((one) => !known.has(one.at))
      .map(({ at, loss }) => ({ table, at, game, loss, solved: 0, due: 0 }));
    if (fresh.length) this.store([...this.all, ...fresh].slice(-MOST));
  }

  /** The slips not yet solved often enough, the most expensive first. */
  get open(): Slip[] {
    return this.all.filter((one) => one.solved < ENOUGH).sort((a, b) => b.loss - a.loss);
  }
  due(now = Date.now()): Slip[] {
    return this.open.filter((one) => one.due <= now);
  }
  next(table: string, at: number): Slip | undefined {
    return this.due().find((one) => one.table !== table || one.at !== at);
  }

  /** Record an attempt: a clean solution counts once a day, a miss starts the count again. */
  answer(table: string, at: number, clean: boolean, now = Date.now()): void {
    this.store(
      this.all.map((one) => {
        if (one.table !== table || one.at !== at || one.due > now) return one;
        return clean ? { ...one, solved: one.solved + 1, due: now + DAY } : { ...one, solved: 0, due: now };
      }),
    );
  }

  private store(all: Slip[]): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // without storage, slips are known until the page is closed
    }
  }
}

export const slipPath = (slip: { table: string; at: number }) => `/slips/${slip.table}/${slip.at}`;
export const slips = new Slips();

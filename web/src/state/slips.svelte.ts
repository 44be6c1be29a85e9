/** One's own slips, which come back until each was solved twice, a day apart. Found by reviews, kept in this browser. */
const KEY = 'sortilege-slips';
const DAY = 24 * 60 * 60 * 1000;
const ENOUGH = 2;
const MOST = 200;

export interface Slip {
  table: string;
  /** The line of the log before which it was decided. */
  at: number;
  game: string;
  /** The share of victory it cost. */
  loss: number;
  /** How often it was solved since it was last missed. */
  solved: number;
  /** When it is to come back, in milliseconds since 1970. */
  due: number;
}

function read(): Slip[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.table === 'string' && typeof one.at === 'number')
      : [];
  } catch {
    return []; // a browser that keeps nothing has nothing to bring back
  }
}

export class Slips {
  all: Slip[] = $state.raw(read());

  /** Those that a review found; what is known already, or was solved often enough, stays as it is. */
  add(table: string, game: string, found: { at: number; loss: number }[]): void {
    const known = new Set(this.all.filter((one) => one.table === table).map((one) => one.at));
    const fresh = found
      .filter((one) => !known.has(one.at))
      .map(({ at, loss }) => ({ table, at, game, loss, solved: 0, due: 0 }));
    if (fresh.length) this.keep([...this.all, ...fresh].slice(-MOST));
  }

  /** Those not solved often enough yet, the costliest first. */
  get open(): Slip[] {
    return this.all.filter((one) => one.solved < ENOUGH).sort((a, b) => b.loss - a.loss);
  }
  due(now = Date.now()): Slip[] {
    return this.open.filter((one) => one.due <= now);
  }
  next(table: string, at: number): Slip | undefined {
    return this.due().find((one) => one.table !== table || one.at !== at);
  }

  /** Solved without a miss counts once a day; a miss begins anew. */
  answer(table: string, at: number, clean: boolean, now = Date.now()): void {
    this.keep(
      this.all.map((one) => {
        if (one.table !== table || one.at !== at || one.due > now) return one;
        return clean ? { ...one, solved: one.solved + 1, due: now + DAY } : { ...one, solved: 0, due: now };
      }),
    );
  }

  private keep(all: Slip[]): void {
    this.all = all;
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // then they are known until the page is closed
    }
  }
}

export const slipPath = (slip: { table: string; at: number }) => `/slips/${slip.table}/${slip.at}`;
export const slips = new Slips();

/** The daily challenge as the server announces it, and this browser's results. */
import { api, Refusal } from '../../api/api';
import type { Daily, Snapshot } from '../../api/wire';

const KEY = 'sortilege-daily';

/** The stored results of a day. */
export interface DayKept {
  date: string;
  /** Wrong actions before the puzzle was solved; -1 if the solution was shown. */
  misses?: number;
  table?: string;
  score?: number;
  won?: boolean;
}

function read(): DayKept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return kept && typeof kept.date === 'string' ? kept : { date: '' };
  } catch {
    return { date: '' }; // without storage the day can still be played
  }
}

class Day {
  today: Daily | null = $state.raw(null);
  loadError: Refusal | null = $state.raw(null);
  private memory: DayKept = $state.raw(read());

  async load(): Promise<void> {
    try {
      this.today = await api.daily();
      this.loadError = null;
      await this.lookAtTable();
    } catch (error) {
      this.loadError = error instanceof Refusal ? error : new Refusal(null, 0);
    }
  }

  /** The results of today; those of another day are ignored. */
  get kept(): DayKept {
    const date = this.today?.date ?? '';
    return this.memory.date === date ? this.memory : { date };
  }

  keep(more: Partial<DayKept>): void {
    this.memory = { ...this.kept, ...more };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.memory));
    } catch {
      // without storage the results are known until the page is closed
    }
  }

  /** Store the result of the puzzle. Only the first attempt counts. */
  solved(misses: number): void {
    if (this.kept.misses === undefined) this.keep({ misses });
  }

  /** Read the result of the day's solo game, if it is over. */
  private async lookAtTable(): Promise<void> {
    const { table, score } = this.kept;
    if (!table || score !== undefined) return;
    const snapshot: Snapshot | null = await api.snapshot(table).catch(() => null);
    const outcome = snapshot?.view?.outcome;
    if (outcome) this.keep({ score: outcome.scores[0], won: outcome.winners.includes(0) });
  }
}

/**
 * Return a line to share that gives nothing away: the difficulty and result of the puzzle, and the score against
 * par.
 */
export function resultLine(today: Daily, kept: DayKept, title: string): string {
  const parts = [`Sortilege ${today.date}`];
  if (today.puzzle && kept.misses !== undefined) {
    const hard = '◆'.repeat(today.puzzle.level) + '◇'.repeat(5 - today.puzzle.level);
    const went = kept.misses < 0 ? '□' : '▪'.repeat(Math.min(kept.misses, 5)) + '■';
    parts.push(`${hard} ${went}`);
  }
  if (kept.score !== undefined) {
    const mine = kept.won ? `${kept.score}` : `✕ ${kept.score}`;
    const par = today.par;
    const sign = !par ? '' : beats(kept, par) > 0 ? ' ▲' : beats(kept, par) < 0 ? ' ▽' : ' ●';
    parts.push(`${title} ${mine}${par ? `/${par.score}${sign}` : ''}`);
  }
  return parts.join(' · ');
}

/** Compare a result with par: more than 0 if it is better. A win counts before any score. */
function beats(kept: DayKept, par: { score: number; won: boolean }): number {
  return Number(kept.won ?? false) - Number(par.won) || (kept.score ?? 0) - par.score;
}

export const day = new Day();

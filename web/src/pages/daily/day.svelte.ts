/** The daily challenge as the server announces it, and this browser's results. */
import { api, Refusal } from '../../api/api';
import type { Daily, Snapshot } from '../../api/wire';

const KEY = 'sortilege-daily';

/** The stored results of a day. */
export interface DayResult {
  date: string;
  /** Wrong actions before the puzzle was solved; -1 if the solution was shown. */
  misses?: number;
  table?: string;
  score?: number;
  won?: boolean;
}

function read(): DayResult {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return stored && typeof stored.date === 'string' ? stored : { date: '' };
  } catch {
    return { date: '' }; // without storage the day can still be played
  }
}

class Day {
  today: Daily | null = $state.raw(null);
  loadError: Refusal | null = $state.raw(null);
  private lastStored: DayResult = $state.raw(read());

  async load(): Promise<void> {
    try {
      this.today = await api.daily();
      this.loadError = null;
      await this.loadTableResult();
    } catch (error) {
      this.loadError = error instanceof Refusal ? error : new Refusal(null, 0);
    }
  }

  /** The results of today; those of another day are ignored. */
  get result(): DayResult {
    const date = this.today?.date ?? '';
    return this.lastStored.date === date ? this.lastStored : { date };
  }

  store(more: Partial<DayResult>): void {
    this.lastStored = { ...this.result, ...more };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.lastStored));
    } catch {
      // without storage the results are known until the page is closed
    }
  }

  /** Store the result of the puzzle. Only the first attempt counts. */
  solved(misses: number): void {
    if (this.result.misses === undefined) this.store({ misses });
  }

  /** Read the result of the day's solo game, if it is over. */
  private async loadTableResult(): Promise<void> {
    const { table, score } = this.result;
    if (!table || score !== undefined) return;
    const snapshot: Snapshot | null = await api.snapshot(table).catch(() => null);
    const outcome = snapshot?.view?.outcome;
    if (outcome) this.store({ score: outcome.scores[0], won: outcome.winners.includes(0) });
  }
}

/**
 * Return a line to share that gives nothing away: the difficulty and result of the puzzle, and the score against
 * par.
 */
export function resultLine(today: Daily, stored: DayResult, title: string): string {
  const parts = [`Sortilege ${today.date}`];
  if (today.puzzle && stored.misses !== undefined) {
    const hard = '◆'.repeat(today.puzzle.level) + '◇'.repeat(5 - today.puzzle.level);
    const went = stored.misses < 0 ? '□' : '▪'.repeat(Math.min(stored.misses, 5)) + '■';
    parts.push(`${hard} ${went}`);
  }
  if (stored.score !== undefined) {
    const mine = stored.won ? `${stored.score}` : `✕ ${stored.score}`;
    const par = today.par;
    const sign = !par ? '' : beats(stored, par) > 0 ? ' ▲' : beats(stored, par) < 0 ? ' ▽' : ' ●';
    parts.push(`${title} ${mine}${par ? `/${par.score}${sign}` : ''}`);
  }
  return parts.join(' · ');
}

/** Compare a result with par: more than 0 if it is better. A win counts before any score. */
function beats(stored: DayResult, par: { score: number; won: boolean }): number {
  return Number(stored.won ?? false) - Number(par.won) || (stored.score ?? 0) - par.score;
}

export const day = new Day();

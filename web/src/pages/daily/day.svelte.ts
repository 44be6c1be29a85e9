/** The daily challenge as the server announces it, and this browser's results. */
import { api, asRefusal, type Refusal } from '../../api/api';
import type { Daily, Snapshot } from '../../api/wire';

const STORAGE_KEY = 'sortilege-daily';

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
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
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
      this.loadError = asRefusal(error);
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
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.lastStored));
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
 * Return a line of text to share. It shows the difficulty and result of the puzzle and the score compared with par,
 * but not the solution.
 */
export function resultLine(today: Daily, stored: DayResult, title: string): string {
  const parts = [`Sortilege ${today.date}`];
  if (today.puzzle && stored.misses !== undefined) {
    const difficulty = '◆'.repeat(today.puzzle.level) + '◇'.repeat(5 - today.puzzle.level);
    const attempts = stored.misses < 0 ? '□' : '▪'.repeat(Math.min(stored.misses, 5)) + '■';
    parts.push(`${difficulty} ${attempts}`);
  }
  if (stored.score !== undefined) {
    const ownScore = stored.won ? `${stored.score}` : `✕ ${stored.score}`;
    const par = today.par;
    parts.push(`${title} ${ownScore}${par ? `/${par.score} ${comparisonSign(stored, par)}` : ''}`);
  }
  return parts.join(' · ');
}

/** Return whether a result is better than par (▲), equal (●) or worse (▽). A win is better than any lost game. */
function comparisonSign(result: DayResult, par: { score: number; won: boolean }): string {
  const wins = Number(result.won ?? false) - Number(par.won);
  const lead = wins || (result.score ?? 0) - par.score;
  if (lead === 0) return '●';
  return lead > 0 ? '▲' : '▽';
}

export const day = new Day();

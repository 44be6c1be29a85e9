/** The daily challenge as the server announces it, and this browser's results. */
import { api, asRefusal, type Refusal } from '../../api/api';
import type { Daily, Snapshot } from '../../api/wire';

const STORAGE_KEY = 'sortilege-daily';
/** The number of misses that is stored if the person was shown the solution of the puzzle. */
export const SOLUTION_SHOWN = -1;

/** The stored results of a day. */
export interface DayResult {
  date: string;
  /** The number of wrong actions before the puzzle was solved, or SOLUTION_SHOWN. */
  misses?: number;
  /** The table of the day's solo game, and once it is over its score and whether it was won. */
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

  /** Add to the results of today. */
  store(added: Partial<DayResult>): void {
    this.lastStored = { ...this.result, ...added };
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.lastStored));
    } catch {
      // without storage the results are known until the page is closed
    }
  }

  /** Store the result of the puzzle. Only the first attempt counts. */
  finishPuzzle(misses: number): void {
    if (this.result.misses === undefined) this.store({ misses });
  }

  /** Load the result of the day's solo game and store it, if the game is over and the result is not stored yet. */
  private async loadTableResult(): Promise<void> {
    const { table, score } = this.result;
    if (!table || score !== undefined) return;
    // if the table cannot be loaded, the page shows the day without this result
    const snapshot: Snapshot | null = await api.snapshot(table).catch(() => null);
    const outcome = snapshot?.view?.outcome;
    // a solo game has only seat 0
    if (outcome) this.store({ score: outcome.scores[0], won: outcome.winners.includes(0) });
  }
}

const MAX_DIFFICULTY = 5;
/** More wrong actions than this are not shown in the line to share, so that it stays short. */
const MAX_MISSES_SHOWN = 5;

/**
 * Return a line of text to share, which does not give the solution away. For the puzzle it has one ◆ per level of
 * difficulty (◇ up to five), and one ▪ per wrong action before the ■ of the solution; □ if the solution was shown. For
 * the game it has the score, after ✕ if the game was lost, and the comparison with par.
 */
export function resultLine(today: Daily, stored: DayResult, title: string): string {
  const parts = [`Sortilege ${today.date}`];
  if (today.puzzle && stored.misses !== undefined) {
    const difficulty = '◆'.repeat(today.puzzle.level) + '◇'.repeat(MAX_DIFFICULTY - today.puzzle.level);
    const misses = '▪'.repeat(Math.min(Math.max(0, stored.misses), MAX_MISSES_SHOWN));
    const attempts = stored.misses === SOLUTION_SHOWN ? '□' : `${misses}■`;
    parts.push(`${difficulty} ${attempts}`);
  }
  if (stored.score !== undefined) {
    const ownScore = stored.won ? `${stored.score}` : `✕ ${stored.score}`;
    const par = today.par;
    parts.push(`${title} ${ownScore}${par ? `/${par.score} ${comparisonSign(stored, par)}` : ''}`);
  }
  return parts.join(' · ');
}

/**
 * Return a sign that compares a result with par (the result of the strongest bot): ▲ better, ● equal, ▽ worse. A win is
 * better than any lost game; otherwise the score decides.
 */
function comparisonSign(result: DayResult, par: { score: number; won: boolean }): string {
  const wins = Number(result.won ?? false) - Number(par.won);
  const lead = wins || (result.score ?? 0) - par.score;
  if (lead === 0) return '●';
  return lead > 0 ? '▲' : '▽';
}

export const day = new Day();

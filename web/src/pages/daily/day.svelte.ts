/** The daily challenge (a puzzle and a solo game), and the results that this browser has stored. */
import { api, asRequestError, type RequestError } from '../../api/api';
import type { Daily, Snapshot } from '../../api/wire';

const STORAGE_KEY = 'sortilege-daily';
/** Stored in place of a number of misses: the person gave up and was shown the solution of the puzzle. */
export const SOLUTION_SHOWN = -1;

/** The person's results of one day. A field is missing until there is a result. */
export interface DayResult {
  /** The day in UTC, such as "2026-11-17"; '' if nothing is stored. */
  date: string;
  /** The number of wrong actions before the puzzle was solved, or SOLUTION_SHOWN. */
  misses?: number;
  table?: string; // the id of the table at which the solo game is played
  score?: number; // of the finished solo game
  won?: boolean; // whether the finished solo game was won
}

function readStored(): DayResult {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    return stored && typeof stored.date === 'string' ? stored : { date: '' };
  } catch {
    return { date: '' }; // without storage the day can still be played
  }
}

class Day {
  /** The challenge of today; null before it is loaded. */
  today: Daily | null = $state.raw(null);
  loadError: RequestError | null = $state.raw(null);
  private stored: DayResult = $state.raw(readStored());

  async load(): Promise<void> {
    try {
      this.today = await api.daily();
      this.loadError = null;
      await this.loadTableResult();
    } catch (error) {
      this.loadError = asRequestError(error);
    }
  }

  /** The person's results of today. Stored results of an earlier day are ignored. */
  get result(): DayResult {
    const date = this.today?.date ?? '';
    return this.stored.date === date ? this.stored : { date };
  }

  /** Add new results to those of today, and store them. */
  store(newResults: Partial<DayResult>): void {
    this.stored = { ...this.result, ...newResults };
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.stored));
    } catch {
      // without storage the results are known until the page is closed
    }
  }

  /** Store the number of wrong actions in the puzzle. Only the first attempt counts. */
  finishPuzzle(misses: number): void {
    if (this.result.misses === undefined) this.store({ misses });
  }

  /** If the day's solo game is over, load its result from the server and store it. */
  private async loadTableResult(): Promise<void> {
    const { table, score } = this.result;
    const isStored = score !== undefined;
    if (!table || isStored) return;
    // if the table cannot be loaded, the page shows the day without this result
    const snapshot: Snapshot | null = await api.snapshot(table).catch(() => null);
    const outcome = snapshot?.view?.outcome;
    // a solo game has only seat 0
    if (outcome) this.store({ score: outcome.scores[0], won: outcome.winners.includes(0) });
  }
}

const MAX_DIFFICULTY = 5;
/** The largest number of wrong actions that the line to share shows, so that it stays short. */
const MAX_MISSES_SHOWN = 5;

/**
 * Return the day's results as a line of text to share, such as "Sortilege 2026-11-17 · ◆◆◆◇◇ ▪▪■ · SpellBook 44/40 ▲".
 * `title` is the title of the solo game. The line does not reveal the solution of the puzzle.
 */
export function resultLine(today: Daily, result: DayResult, title: string): string {
  const parts = [`Sortilege ${today.date}`];
  if (today.puzzle && result.misses !== undefined) parts.push(puzzleSigns(today.puzzle.level, result.misses));
  if (result.score !== undefined) {
    const ownScore = result.won ? `${result.score}` : `✕ ${result.score}`;
    const par = today.par ? `/${today.par.score} ${comparisonSign(result, today.par)}` : '';
    parts.push(`${title} ${ownScore}${par}`);
  }
  return parts.join(' · ');
}

/**
 * Return the result of a puzzle as signs: ◆ for each level of its difficulty, ▪ for each wrong action and ■ for the
 * solution. If the person was shown the solution, □ takes the place of the actions.
 */
function puzzleSigns(level: number, misses: number): string {
  const difficulty = '◆'.repeat(level) + '◇'.repeat(MAX_DIFFICULTY - level);
  if (misses === SOLUTION_SHOWN) return `${difficulty} □`;
  const wrongActions = '▪'.repeat(Math.min(misses, MAX_MISSES_SHOWN));
  return `${difficulty} ${wrongActions}■`;
}

/**
 * Return a sign that compares a result with par (the result of the strongest bot): ▲ better, ● equal, ▽ worse. A win is
 * better than any lost game; otherwise the score decides.
 */
function comparisonSign(result: DayResult, par: { score: number; won: boolean }): string {
  const won = result.won ?? false;
  const score = result.score ?? 0;
  if (won !== par.won) return won ? '▲' : '▽';
  if (score === par.score) return '●';
  return score > par.score ? '▲' : '▽';
}

export const day = new Day();

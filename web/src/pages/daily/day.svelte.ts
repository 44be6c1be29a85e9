/** Today: what the server says is played, and what became of it in this browser. */
import { api, Refusal } from '../../api/api';
import type { Daily, Snapshot } from '../../api/wire';

const KEY = 'sortilege-daily';

/** What is kept of a day: how the puzzle went, and at which table the game is. */
export interface DayKept {
  date: string;
  /** Misses before it was solved; -1: it was shown. */
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
    return { date: '' }; // a browser that keeps nothing still plays
  }
}

class Day {
  today: Daily | null = $state.raw(null);
  barred: Refusal | null = $state.raw(null);
  private memory: DayKept = $state.raw(read());

  async load(): Promise<void> {
    try {
      this.today = await api.daily();
      this.barred = null;
      await this.lookAtTable();
    } catch (off) {
      this.barred = off instanceof Refusal ? off : new Refusal(null, 0);
    }
  }

  /** What is known of today; yesterday counts for nothing. */
  get kept(): DayKept {
    const date = this.today?.date ?? '';
    return this.memory.date === date ? this.memory : { date };
  }

  keep(more: Partial<DayKept>): void {
    this.memory = { ...this.kept, ...more };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.memory));
    } catch {
      // then it is known until the page is closed
    }
  }

  /** The first attempt counts: to look again changes nothing. */
  solved(misses: number): void {
    if (this.kept.misses === undefined) this.keep({ misses });
  }

  /** The game of the day goes on where it was left. */
  private async lookAtTable(): Promise<void> {
    const { table, score } = this.kept;
    if (!table || score !== undefined) return;
    const snapshot: Snapshot | null = await api.look(table).catch(() => null);
    const outcome = snapshot?.view?.outcome;
    if (outcome) this.keep({ score: outcome.scores[0], won: outcome.winners.includes(0) });
  }
}

/** A result in signs that give nothing away: how hard the puzzle was and how it went, the score against par. */
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

/** More than 0 when better than par: a win counts before any score. */
function beats(kept: DayKept, par: { score: number; won: boolean }): number {
  return Number(kept.won ?? false) - Number(par.won) || (kept.score ?? 0) - par.score;
}

export const day = new Day();

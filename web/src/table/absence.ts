/** Whether somebody has been away from a table for long enough to be told what happened. What they had seen when they
 *  left is kept in the browser, so that it works for a page closed and opened again, too. */
import type { LogLine } from '../api/wire';

/** A glance at another tab is not being away. */
const AWAY = 30_000;
const KEY = 'sortilege-seen';
const MOST = 12;

interface Left {
  table: string;
  /** lines of the log seen */
  lines: number;
  when: number;
}

function kept(): Left[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function leave(table: string, lines: number): void {
  const left = [{ table, lines, when: Date.now() }, ...kept().filter((one) => one.table !== table)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(left));
  } catch {
    // whoever keeps nothing is told nothing on coming back; the button still does
  }
}

/** Back at the table: the lines that came in a long absence, none after a short one. Being back ends the absence. */
export function missed(table: string, log: LogLine[]): LogLine[] {
  const left = kept().find((one) => one.table === table);
  leave(table, log.length);
  return left && Date.now() - left.when >= AWAY ? log.slice(left.lines) : [];
}

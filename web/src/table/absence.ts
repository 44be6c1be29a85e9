/**
 * Detects when a viewer returns to a table after a long absence. The number of log lines seen is stored, so that it
 * also works after the page was closed.
 */
import type { LogLine } from '../api/wire';

/** A shorter absence, such as a look at another tab, does not count; in milliseconds. */
const AWAY = 30_000;
const KEY = 'sortilege-seen';
const MOST = 12;

interface Left {
  table: string;
  /** The number of log lines seen. */
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
    // without storage nothing is shown on return; the button "Since my turn" still works
  }
}

/** Return the lines that came during a long absence, and end the absence. Empty after a short one. */
export function missed(table: string, log: LogLine[]): LogLine[] {
  const left = kept().find((one) => one.table === table);
  leave(table, log.length);
  return left && Date.now() - left.when >= AWAY ? log.slice(left.lines) : [];
}

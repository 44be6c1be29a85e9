/**
 * Detects when a viewer returns to a table after a long absence. The number of log lines seen is stored, so that it
 * also works after the page was closed.
 */
import type { LogLine } from '../api/wire';

/** A shorter absence, such as a look at another tab, does not count; in milliseconds. */
const MIN_ABSENCE = 30_000;
const KEY = 'sortilege-seen';
const MAX_STORED = 12;

interface Departure {
  table: string;
  /** The number of log lines seen. */
  lines: number;
  when: number;
}

function storedDepartures(): Departure[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

export function recordDeparture(table: string, lines: number): void {
  const departures = [
    { table, lines, when: Date.now() },
    ...storedDepartures().filter((stored) => stored.table !== table),
  ].slice(0, MAX_STORED);
  try {
    localStorage.setItem(KEY, JSON.stringify(departures));
  } catch {
    // without storage nothing is shown on return; the button "Since my turn" still works
  }
}

/** Return the log lines that came while the viewer was away, and record that they have returned. Empty after a short absence. */
export function takeMissedLines(table: string, log: LogLine[]): LogLine[] {
  const departure = storedDepartures().find((stored) => stored.table === table);
  recordDeparture(table, log.length);
  return departure && Date.now() - departure.when >= MIN_ABSENCE ? log.slice(departure.lines) : [];
}

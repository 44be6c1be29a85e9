/**
 * Detects when a viewer returns to a table after a long absence. The number of log lines seen is stored, so that it
 * also works after the page was closed.
 */
import type { LogLine } from '../api/wire';

/** A shorter absence, such as a look at another tab, does not count; in milliseconds. */
const MIN_ABSENCE = 30_000;
const KEY = 'sortilege-seen';
/** The number of tables whose departures are stored. */
const MAX_STORED = 12;

/** When a viewer left a table, and how much of its log they had seen. */
interface Departure {
  table: string;
  /** The number of log lines seen. */
  lines: number;
  /** The time in milliseconds since 1970. */
  when: number;
}

function storedDepartures(): Departure[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return []; // without storage every visit counts as the first one
  }
}

/** Store that the viewer leaves a table after seeing this many log lines. */
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

/**
 * Return the log lines that came while the viewer was away, and count them as seen from now on. Empty after a short
 * absence.
 */
export function takeMissedLines(table: string, log: LogLine[]): LogLine[] {
  const departure = storedDepartures().find((stored) => stored.table === table);
  recordDeparture(table, log.length);
  const wasAbsent = departure !== undefined && Date.now() - departure.when >= MIN_ABSENCE;
  return wasAbsent ? log.slice(departure.lines) : [];
}

/**
 * Detects when a viewer returns to a table after a long absence. The number of log lines seen is stored, so that it
 * also works after the page was closed.
 */
import type { LogLine } from '../api/wire';

/** An absence that is shorter than this, such as a look at another tab, does not count. */
const MIN_ABSENCE_MS = 30_000;
const STORAGE_KEY = 'sortilege-seen';
/** At most this many departures are stored, the newest ones. */
const MAX_STORED = 12;

/** The viewer's last departure from a table. This browser stores it. */
interface Departure {
  /** The id of the table. */
  table: string;
  /** The number of log lines that the viewer had seen. */
  lines: number;
  /** When the viewer left, in milliseconds since 1970. */
  when: number;
}

function storedDepartures(): Departure[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return []; // without storage, no absence is detected
  }
}

/** Store that the viewer leaves a table now, after they have seen this number of log lines. */
export function recordDeparture(table: string, lineCount: number): void {
  const departure: Departure = { table, lines: lineCount, when: Date.now() };
  const otherDepartures = storedDepartures().filter((stored) => stored.table !== table);
  const departures = [departure, ...otherDepartures].slice(0, MAX_STORED);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(departures));
  } catch {
    // without storage, no summary is shown when the viewer returns
  }
}

/**
 * Return the log lines that were added while the viewer was away; [] after a short absence. From now on, these lines
 * count as seen.
 */
export function takeMissedLines(table: string, log: LogLine[]): LogLine[] {
  const departure = storedDepartures().find((stored) => stored.table === table);
  recordDeparture(table, log.length);
  if (departure === undefined) return [];
  const absenceMs = Date.now() - departure.when;
  return absenceMs >= MIN_ABSENCE_MS ? log.slice(departure.lines) : [];
}

/** What happened while you were not looking: the end of the log since your own last act. */
import type { Line } from '../app/wire';

/** The lines after the last one of this seat; for a spectator, those of whoever acted last. */
export function since(log: Line[], you: number | null): Line[] {
  const seat = you ?? log.findLast((line) => line.by !== null)?.by ?? null;
  const last = log.findLastIndex((line) => line.by === seat);
  if (you !== null) return log.slice(last + 1);
  const before = log.slice(0, last).findLastIndex((line) => line.by !== null && line.by !== seat);
  return log.slice(before + 1);
}

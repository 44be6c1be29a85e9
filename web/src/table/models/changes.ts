/** Applies the changes sent by the server to a snapshot. src/sortilege/server/live/changes.py defines the steps. */
import type { Change, Snapshot } from '../../api/wire';

type Path = (string | number)[];
type Step = [path: Path] | [path: Path, value: unknown] | [path: Path, start: number, end: number, items: unknown[]];

/**
 * Return the snapshot after a change; null if the change is not for this snapshot. The old snapshot is not modified,
 * and unchanged parts are shared.
 */
export function applyChange(snapshot: Snapshot | null, change: Change): Snapshot | null {
  if (snapshot === null || change.version !== snapshot.version! + 1) return null;
  const { n, version, log, log_from, turns, turns_from } = change;
  return { ...(patch(snapshot, change.steps as Step[]) as Snapshot), n, version, log, log_from, turns, turns_from };
}

/** Return a value after these steps. */
export function patch(value: unknown, steps: Step[]): unknown {
  for (const step of steps) value = put(value, step[0], step);
  return value;
}

function put(value: any, path: Path, step: Step): unknown {
  if (path.length === 0)
    return step.length === 4 ? [...value.slice(0, step[1]), ...step[3], ...value.slice(step[2])] : step[1];
  const [key, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length === 0 && step.length === 1) delete copy[key];
  else copy[key] = put(value[key], rest, step);
  return copy;
}

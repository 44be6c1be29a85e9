/**
 * Applies the changes that the server sends to a snapshot. A change consists of steps, each of which deletes, assigns
 * or splices the value at one path. src/sortilege/server/live/changes.py produces them.
 */
import type { Change, Snapshot } from '../../api/wire';

/** The keys and indexes that lead from the snapshot to a value inside it, such as ["view", "hands", 0]. */
type Path = (string | number)[];
type Deletion = [path: Path];
type Assignment = [path: Path, value: unknown];
/** Replaces the items from `start` to before `end` of the list at a path. */
type Splice = [path: Path, start: number, end: number, items: unknown[]];
type Step = Deletion | Assignment | Splice;

/**
 * Return the snapshot after a change; null if the change is not for this snapshot. The old snapshot is not modified.
 * The new one contains the same objects where nothing has changed.
 */
export function applyChange(snapshot: Snapshot | null, change: Change): Snapshot | null {
  if (snapshot === null || change.version !== snapshot.version! + 1) return null;
  const { n, version, log, log_from, turns, turns_from } = change;
  return { ...(patch(snapshot, change.steps as Step[]) as Snapshot), n, version, log, log_from, turns, turns_from };
}

/** Return a value after these steps have been applied one after the other. */
export function patch(value: unknown, steps: Step[]): unknown {
  return steps.reduce((patched, step) => applyStep(patched, step[0], step), value);
}

/**
 * Apply a step to the part of `value` at `path`; return a copy of `value` with the changed part. `path` gets shorter
 * with each recursive call, so it may be a part of the step's own path. The length of a step says its kind: 1 is a
 * deletion.
 */
function applyStep(value: any, path: Path, step: Step): unknown {
  if (path.length === 0) return newValue(value, step);
  const [key, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const isDeletion = step.length === 1;
  if (isDeletion && rest.length === 0) delete copy[key];
  else copy[key] = applyStep(value[key], rest, step);
  return copy;
}

/**
 * Return the value that replaces `oldValue`: the list with items replaced by a splice (length 4), or the assigned
 * value.
 */
function newValue(oldValue: any, step: Step): unknown {
  if (step.length !== 4) return step[1];
  const [, start, end, items] = step;
  return [...oldValue.slice(0, start), ...items, ...oldValue.slice(end)];
}

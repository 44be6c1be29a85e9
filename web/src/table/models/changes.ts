/**
 * Applies the changes that the server sends to a snapshot. A change consists of edits (the field `steps`), each of
 * which deletes, assigns or splices one value. src/sortilege/server/live/changes.py produces them.
 */
import type { Change, Snapshot } from '../../api/wire';

/** The keys and indexes that lead from the snapshot to a value inside it, such as ["view", "hands", 0]. */
type Path = (string | number)[];
/** Deletes the value at a path. */
type Deletion = [path: Path];
/** Assigns a new value at a path. */
type Assignment = [path: Path, value: unknown];
/** Replaces the items with the indexes from `start` to `end - 1` of the list at a path. */
type Splice = [path: Path, start: number, end: number, items: unknown[]];
/** An edit of a snapshot. Only its length says which kind it is. */
type Edit = Deletion | Assignment | Splice;

const isDeletion = (edit: Edit): edit is Deletion => edit.length === 1;
const isSplice = (edit: Edit): edit is Splice => edit.length === 4;

/**
 * Return the snapshot after a change; null if the change is not for this snapshot. The old snapshot is not modified.
 * The new one contains the same objects where nothing has changed.
 */
export function applyChange(snapshot: Snapshot | null, change: Change): Snapshot | null {
  if (snapshot === null || change.version !== snapshot.version! + 1) return null;
  const { n, version, log, log_from, turns, turns_from } = change;
  return { ...(patch(snapshot, change.steps as Edit[]) as Snapshot), n, version, log, log_from, turns, turns_from };
}

/** Return a copy of a value to which these edits have been applied in order. */
export function patch(value: unknown, edits: Edit[]): unknown {
  let patched = value;
  for (const edit of edits) {
    const [path] = edit;
    patched = applyEdit(patched, path, edit);
  }
  return patched;
}

/**
 * Apply an edit to the part of `value` at `path`, and return a copy of `value` with the changed part. The function
 * calls itself with the value at the first key and the other keys of the path.
 */
function applyEdit(value: any, path: Path, edit: Edit): unknown {
  if (path.length === 0) return editedValue(value, edit);
  const [key, ...innerPath] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (isDeletion(edit) && innerPath.length === 0) delete copy[key];
  else copy[key] = applyEdit(value[key], innerPath, edit);
  return copy;
}

/** Return the value that replaces `oldValue` after an assignment or a splice. */
function editedValue(oldValue: any, edit: Edit): unknown {
  if (!isSplice(edit)) return edit[1];
  const [, start, end, items] = edit;
  return [...oldValue.slice(0, start), ...items, ...oldValue.slice(end)];
}

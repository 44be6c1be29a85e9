/**
 * Marks: what the person has done, such as lessons and puzzles. A mark is an item, such as "lesson/spell/first", with a
 * whole number, usually 1 for "done". Marks are stored in this browser and on the server, so that they follow the
 * person to other devices. The larger of two values always wins, so the marks of two devices can be merged in any
 * order.
 */
import { api } from '../api/api';
import { me } from './me.svelte';

const KEY = 'sortilege-marks';
/** The storage key of older versions: a list of finished lessons, such as "spell/first". */
const OLD_LESSONS = 'sortilege-lessons';
/** How many marks are sent in one request. */
const BATCH_SIZE = 500;
/** The value of each item. */
type Values = Record<string, number>;

/** Return the JSON stored under a key; null if there is none. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // without storage, marks are known until the page is closed
  }
}

/** Return the stored marks, including lessons that an older version of this page stored under `OLD_LESSONS`. */
function readStored(): Values {
  const stored = read(KEY);
  const marks = stored && typeof stored === 'object' ? stored : {};
  const lessons = read(OLD_LESSONS);
  const oldMarks = Array.isArray(lessons) ? lessons.map((lesson) => [`lesson/${lesson}`, 1]) : [];
  return { ...Object.fromEntries(oldMarks), ...marks };
}

/** Merge two sets of marks; the larger value of each item wins. */
export function mergeMarks(first: Values, second: Values): Values {
  const merged = { ...first };
  for (const [item, value] of Object.entries(second)) merged[item] = Math.max(value, merged[item] ?? 0);
  return merged;
}

class MarkStore {
  private values: Values = $state.raw(readStored());

  constructor() {
    me.onKnown(() => void this.sync());
  }

  /** Return the value of an item; 0 if it has no mark. */
  value(item: string): number {
    return this.values[item] ?? 0;
  }

  has(item: string): boolean {
    return this.value(item) > 0;
  }

  /** Return how many items with this prefix, such as "puzzle/", have at least this value. */
  count(prefix: string, minimum = 1): number {
    return Object.entries(this.values).filter(([item, value]) => item.startsWith(prefix) && value >= minimum).length;
  }

  /** Set a mark, unless it already has a larger value. */
  add(item: string, value = 1): void {
    if (value <= this.value(item)) return;
    this.merge({ [item]: value });
    if (me.known) void this.send({ [item]: value });
  }

  /** Remove all marks from this browser. */
  clear(): void {
    this.values = {};
    this.write();
  }

  /** Send all marks of this browser to the server, and merge those it returns. */
  sync(): Promise<void> {
    return this.send(this.values);
  }

  private merge(received: Values): void {
    this.values = mergeMarks(this.values, received);
    this.write();
  }

  private write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
      localStorage.removeItem(OLD_LESSONS);
    } catch {
      // without storage, marks are known until the page is closed
    }
  }

  /**
   * Send marks to the server in batches, and merge the marks that it returns. At least one request is sent, to get
   * them.
   */
  private async send(marks: Values): Promise<void> {
    const items = Object.entries(marks);
    const batches = Math.max(1, Math.ceil(items.length / BATCH_SIZE));
    for (let batch = 0; batch < batches; batch++) {
      const start = batch * BATCH_SIZE;
      try {
        const response = await api.addMarks(Object.fromEntries(items.slice(start, start + BATCH_SIZE)));
        this.merge(response.marks);
      } catch {
        // the next `sync` sends these marks again
      }
    }
  }
}

export const marks = new MarkStore();

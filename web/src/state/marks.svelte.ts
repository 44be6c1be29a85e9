/**
 * Marks: what the person has done, such as lessons and puzzles. A mark is an item ("lesson/spell/first") with a
 * whole number, 1 for done. Marks are stored in this browser and on the server, so that they follow the person to
 * other devices. The larger of two values always wins, so the marks of two devices can be merged in any order.
 */
import { api } from '../api/api';
import { me } from './me.svelte';

const KEY = 'sortilege-marks';
/** The key of the lessons before there were marks: a list of "game/lesson". */
const OLD_LESSONS = 'sortilege-lessons';
const BATCH_SIZE = 500;
type Values = Record<string, number>;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // without storage, marks are known until the page is closed
  }
}

function readStored(): Values {
  const stored = read(KEY);
  const old = read(OLD_LESSONS);
  const lessons = Array.isArray(old) ? old.map((lesson) => [`lesson/${lesson}`, 1]) : [];
  return { ...Object.fromEntries(lessons), ...(stored && typeof stored === 'object' ? stored : {}) };
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

  private merge(more: Values): void {
    this.values = mergeMarks(this.values, more);
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
   * Send marks to the server and merge those it returns. Marks that could not be sent are sent again with the next
   * `sync`.
   */
  private async send(marks: Values): Promise<void> {
    const items = Object.entries(marks);
    for (let start = 0; start === 0 || start < items.length; start += BATCH_SIZE) {
      const part = Object.fromEntries(items.slice(start, start + BATCH_SIZE));
      await api
        .addMarks(part)
        .then((all) => this.merge(all.marks))
        .catch(() => null);
    }
  }
}

export const marks = new MarkStore();

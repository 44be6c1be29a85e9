/**
 * Marks record the progress of a person, such as their finished lessons. A mark is an item, such as
 * "lesson/spell/first", with a whole number, usually 1 for "finished". Marks are stored in this browser and on the
 * server, so that all devices of the person have them. If two devices have different numbers for an item, the larger
 * one is kept.
 */
import { api } from '../api/api';
import { me } from './me.svelte';

const STORAGE_KEY = 'sortilege-marks';
/** The storage key under which older versions stored a list of finished lessons, such as "spell/first". */
const OLD_LESSONS_KEY = 'sortilege-lessons';
/** The server accepts at most this many marks in one request. */
const BATCH_SIZE = 500;
/** The marks of a person: a number for each item, such as 1 for "lesson/spell/first" (a finished lesson). */
type MarkValues = Record<string, number>;

/** Return the JSON value that this browser has stored under a key; null if there is none. */
function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // without storage, marks are known until the page is closed
  }
}

/** Return the marks stored in this browser, including finished lessons that an older version has stored as a list. */
function readStored(): MarkValues {
  const stored = read(STORAGE_KEY);
  const marks = stored && typeof stored === 'object' ? stored : {};
  const oldLessons = read(OLD_LESSONS_KEY);
  const oldMarks = Array.isArray(oldLessons) ? oldLessons.map((lesson) => [`lesson/${lesson}`, 1]) : [];
  return { ...Object.fromEntries(oldMarks), ...marks };
}

/** Return the marks of both sets. An item that is in both keeps the larger number. */
export function mergeMarks(first: MarkValues, second: MarkValues): MarkValues {
  const merged = { ...first };
  for (const [item, value] of Object.entries(second)) merged[item] = Math.max(value, merged[item] ?? 0);
  return merged;
}

class MarkStore {
  private values: MarkValues = $state.raw(readStored());

  constructor() {
    me.onRegistered(() => void this.sync());
  }

  /** Return the number of an item, such as 1 for a finished lesson; 0 if the item has no mark. */
  value(item: string): number {
    return this.values[item] ?? 0;
  }

  has(item: string): boolean {
    return this.value(item) > 0;
  }

  /** Whether no item has a mark. */
  get isEmpty(): boolean {
    return this.count('') === 0;
  }

  /** Return how many items begin with this prefix, such as "puzzle/", and have at least this number. */
  count(prefix: string, minimum = 1): number {
    const isCounted = ([item, value]: [string, number]) => item.startsWith(prefix) && value >= minimum;
    return Object.entries(this.values).filter(isCounted).length;
  }

  /** Set the number of an item, in this browser and on the server, unless the item has a larger number already. */
  add(item: string, value = 1): void {
    if (value <= this.value(item)) return;
    this.merge({ [item]: value });
    if (me.isRegistered) void this.send({ [item]: value });
  }

  /** Remove all marks from this browser, but not from the server. */
  clear(): void {
    this.values = {};
    this.write();
  }

  /** Send all marks of this browser to the server, and add the marks that the server returns. */
  sync(): Promise<void> {
    return this.send(this.values);
  }

  private merge(received: MarkValues): void {
    this.values = mergeMarks(this.values, received);
    this.write();
  }

  private write(): void {
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.values));
      localStorage.removeItem(OLD_LESSONS_KEY);
    } catch {
      // without storage, marks are known until the page is closed
    }
  }

  /**
   * Send marks to the server in batches, and merge the marks that it returns. At least one request is sent, to get
   * them.
   */
  private async send(marks: MarkValues): Promise<void> {
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

/** What was done, such as lessons and puzzles: an item ("lesson/spell/first") and a whole number, 1 for done. Kept in this browser,
 *  and with the person on the server, so that it follows them to their other devices. Marks only grow: of two values the greater
 *  one stays, so what two devices know can be put together in any order. */
import { api } from '../api/api';
import { me } from './me.svelte';

const KEY = 'sortilege-marks';
/** Where lessons were kept before there were marks: a list of "game/lesson". */
const OLD_LESSONS = 'sortilege-lessons';
const AT_ONCE = 500;
type Values = Record<string, number>;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null; // a browser that keeps nothing knows what was done until the page is closed
  }
}

function remembered(): Values {
  const kept = read(KEY);
  const old = read(OLD_LESSONS);
  const lessons = Array.isArray(old) ? old.map((one) => [`lesson/${one}`, 1]) : [];
  return { ...Object.fromEntries(lessons), ...(kept && typeof kept === 'object' ? kept : {}) };
}

/** Both together, the greater value of each. */
export function merged(one: Values, other: Values): Values {
  const all = { ...one };
  for (const [item, value] of Object.entries(other)) all[item] = Math.max(value, all[item] ?? 0);
  return all;
}

class DoneMarks {
  private values: Values = $state.raw(remembered());

  constructor() {
    me.onKnown(() => void this.exchange());
  }

  value(item: string): number {
    return this.values[item] ?? 0;
  }

  has(item: string): boolean {
    return this.value(item) > 0;
  }

  /** How many items that begin so, such as "puzzle/", have come at least this far. */
  count(start: string, least = 1): number {
    return Object.entries(this.values).filter(([item, value]) => item.startsWith(start) && value >= least).length;
  }

  /** Done, as far as this; less than it was changes nothing. */
  add(item: string, value = 1): void {
    if (value <= this.value(item)) return;
    this.keep({ [item]: value });
    if (me.known) void this.send({ [item]: value });
  }

  /** Nothing was ever done, as far as this browser knows. */
  clear(): void {
    this.values = {};
    this.write();
  }

  /** Tell the server what this browser knows, and hear what it knows from other devices. */
  exchange(): Promise<void> {
    return this.send(this.values);
  }

  private keep(more: Values): void {
    this.values = merged(this.values, more);
    this.write();
  }

  private write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
      localStorage.removeItem(OLD_LESSONS);
    } catch {
      // then it is known until the page is closed
    }
  }

  /** Tell the server, and hear what it knows from other devices. What did not arrive is sent with the rest the next time. */
  private async send(news: Values): Promise<void> {
    const items = Object.entries(news);
    for (let at = 0; at === 0 || at < items.length; at += AT_ONCE) {
      const part = Object.fromEntries(items.slice(at, at + AT_ONCE));
      await api
        .addMarks(part)
        .then((all) => this.keep(all.marks))
        .catch(() => null);
    }
  }
}

export const marks = new DoneMarks();

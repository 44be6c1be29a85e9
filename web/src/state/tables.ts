/** The tables at which this browser has a seat, with recovery codes and links. They are stored in this browser. */
import { router } from './router.svelte';
import type { SeatPass, Snapshot } from '../api/wire';

/** What this browser knows about a table at which it has a seat. */
export interface StoredTable {
  /** The id of the table. */
  table: string;
  /** The name of the game. */
  game: string;
  /** The number of the seat, from 0; null for the creator of a table who only watches. */
  seat: number | null;
  /** The code with which the player gets the seat back if this browser loses its cookie. */
  recovery: string;
  /** The path of the link that invites players; '' if this player did not receive it. */
  invite: string;
  /** The path of the link for spectators; '' if this player did not receive it. */
  watch: string;
  /** When the table was stored, in milliseconds since 1970 (`Date.now()`). */
  when: number;
}

const STORAGE_KEY = 'sortilege-tables';
/** At most this many tables are stored, the newest ones. */
const MAX_STORED = 12;

/** Return the tables at which this browser has a seat, the newest first. */
export function storedTables(): StoredTable[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
  } catch {
    return []; // without storage there are no tables to list
  }
}

function write(tables: StoredTable[]): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(tables.slice(0, MAX_STORED)));
  } catch {
    // without storage the home page cannot list the table, but the cookie still gives access to the seat
  }
}

/** Store a table at which the person has just taken a seat. */
export function storeTable(pass: SeatPass, game: string): void {
  const { table, seat, recovery, invite, watch } = pass;
  write([
    { table, game, seat, recovery, invite, watch, when: Date.now() },
    ...storedTables().filter((stored) => stored.table !== table),
  ]);
}

export function storedTable(table: string): StoredTable | undefined {
  return storedTables().find((stored) => stored.table === table);
}

/** Remove a table from the storage, because the person has left their seat. */
export function removeTable(table: string): void {
  write(storedTables().filter((stored) => stored.table !== table));
}

/** Remove everything that is stored about tables and progress. Keep the preferences, such as the language. */
export function clearStorage(): void {
  try {
    // the preferences have the key "sortilege", all other keys begin with "sortilege-"
    const ourKeys = Object.keys(localStorage).filter((key) => key.startsWith('sortilege-'));
    ourKeys.forEach((key) => localStorage.removeItem(key));
  } catch {
    // without storage there is nothing to remove
  }
}

/** Open the rematch or the copy of a table. The recovery code of the seat stays valid, unless `pass` has a new one. */
export function goToNextTable(previous: Snapshot, pass: SeatPass): void {
  const oldRecovery = storedTable(previous.table)?.recovery ?? '';
  storeTable({ ...pass, recovery: pass.recovery || oldRecovery }, previous.game);
  router.go(`/t/${pass.table}`);
}

/** The tables at which this browser has a seat, with the recovery codes and links that only the player received. */
import { router } from './router.svelte';
import type { SeatPass, Snapshot } from '../api/wire';

/** What this browser knows about a table at which it has a seat. */
export interface StoredTable {
  /** The id of the table. */
  table: string;
  /** The name of the game. */
  game: string;
  seat: number | null;
  /** The code that gives the seat back if this browser loses its cookie. */
  recovery: string;
  /** The link that invites players; '' if this player did not receive it. */
  invite: string;
  /** The link for spectators; '' if this player did not receive it. */
  watch: string;
  /** When the table was stored, in milliseconds since 1970. */
  when: number;
}

const KEY = 'sortilege-tables';
/** How many tables are stored; the oldest are removed. */
const MAX_STORED = 12;

/** Return the stored tables, the newest first. */
export function storedTables(): StoredTable[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return []; // without storage there are no tables to list
  }
}

function write(tables: StoredTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MAX_STORED)));
  } catch {
    // the cookie still holds the seat; only the list on the home page is lost
  }
}

/** Store a table at which this browser has just taken a seat. */
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

/** Remove a table whose seat was given up. */
export function removeTable(table: string): void {
  write(storedTables().filter((stored) => stored.table !== table));
}

/** Remove everything stored about tables and progress. Preferences such as language and theme stay. */
export function clearStorage(): void {
  try {
    // the key "sortilege" itself has the preferences
    const ourKeys = Object.keys(localStorage).filter((key) => key.startsWith('sortilege-'));
    ourKeys.forEach((key) => localStorage.removeItem(key));
  } catch {
    // without storage there is nothing to remove
  }
}

/** Open a rematch or a copy of a table. Unless the seat has a new recovery code, its old one stays valid. */
export function goToNextTable(from: Snapshot, pass: SeatPass): void {
  const oldRecovery = storedTable(from.table)?.recovery ?? '';
  storeTable({ ...pass, recovery: pass.recovery || oldRecovery }, from.game);
  router.go(`/t/${pass.table}`);
}

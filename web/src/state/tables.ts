/** The tables at which this browser has a seat, with the recovery codes and links that only the player received. */
import { router } from './router.svelte';
import type { SeatPass, Snapshot } from '../api/wire';

export interface StoredTable {
  table: string;
  game: string;
  seat: number | null;
  recovery: string;
  invite: string;
  watch: string;
  when: number;
}

const KEY = 'sortilege-tables';
const MAX_STORED = 12;

export function storedTables(): StoredTable[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

function write(tables: StoredTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MAX_STORED)));
  } catch {
    // the cookie still holds the seat; only the list on the home page is lost
  }
}

export function storeTable(seated: SeatPass, game: string): void {
  const { table, seat, recovery, invite, watch } = seated;
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
    const ourKeys = Object.keys(localStorage).filter((key) => key.startsWith('sortilege-'));
    ourKeys.forEach((key) => localStorage.removeItem(key));
  } catch {
    // without storage there is nothing to remove
  }
}

/** Open a rematch or a copy of a table. The seat keeps its old recovery code, which only this browser knows. */
export function goToNextTable(from: Snapshot, seated: SeatPass): void {
  storeTable({ ...seated, recovery: seated.recovery || (storedTable(from.table)?.recovery ?? '') }, from.game);
  router.go(`/t/${seated.table}`);
}

/** The tables this browser has sat at: where to go on, and what only the one who sat down was told. */
import { router } from './router.svelte';
import type { SeatPass, Snapshot } from '../api/wire';

export interface Kept {
  table: string;
  game: string;
  seat: number | null;
  recovery: string;
  invite: string;
  watch: string;
  when: number;
}

const KEY = 'sortilege-tables';
const MOST = 12;

export function keptTables(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

function write(tables: Kept[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // the cookie still holds the seat; only the list on the shelf is lost
  }
}

export function keepTable(seated: SeatPass, game: string): void {
  const { table, seat, recovery, invite, watch } = seated;
  write([
    { table, game, seat, recovery, invite, watch, when: Date.now() },
    ...keptTables().filter((kept) => kept.table !== table),
  ]);
}

export function keptTable(table: string): Kept | undefined {
  return keptTables().find((kept) => kept.table === table);
}

/** A seat that was given up is nowhere to go on. */
export function dropTable(table: string): void {
  write(keptTables().filter((kept) => kept.table !== table));
}

/** Nothing of any table, nor of what was done, when this browser is to know nobody. Language, light and the like stay. */
export function forgetEverything(): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith('sortilege-')))
      localStorage.removeItem(key);
  } catch {
    // then there is nothing to forget
  }
}

/** To the rematch, or to a copy of the table: the seat's recovery code is the old one, and only this browser still knows it. */
export function goToNextTable(from: Snapshot, seated: SeatPass): void {
  keepTable({ ...seated, recovery: seated.recovery || (keptTable(from.table)?.recovery ?? '') }, from.game);
  router.go(`/t/${seated.table}`);
}

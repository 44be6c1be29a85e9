/** From one table to the next: the seat's recovery code is the old one, and only this browser still knows it. */
import { router } from '../app/router.svelte';
import { keepTable, keptTable } from '../app/tables';
import type { Seated, Snapshot } from '../app/wire';

export function moveOn(from: Snapshot, seated: Seated): void {
  keepTable({ ...seated, recovery: seated.recovery || (keptTable(from.table)?.recovery ?? '') }, from.game);
  router.go(`/t/${seated.table}`);
}

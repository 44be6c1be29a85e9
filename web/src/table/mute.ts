/** Which players' messages are hidden, by the names they use at tables. */
import { settings } from '../state/settings.svelte';
import type { SeatPlate } from '../api/wire';

const known = (name: string) => name.trim().toLowerCase();

export function isMuted(seat: SeatPlate): boolean {
  return settings.mutedNames.includes(known(seat.name));
}

export function mute(seat: SeatPlate, yes: boolean): void {
  const others = settings.mutedNames.filter((name) => name !== known(seat.name));
  settings.mutedNames = yes ? [...others, known(seat.name)] : others;
}

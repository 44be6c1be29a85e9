/** The players whose chat messages the viewer has hidden. The settings store them by their names at tables. */
import { settings } from '../state/settings.svelte';
import type { SeatInfo } from '../api/wire';

const normalized = (name: string) => name.trim().toLowerCase();

export function isMuted(seat: SeatInfo): boolean {
  return settings.mutedNames.includes(normalized(seat.name));
}

export function setMuted(seat: SeatInfo, muted: boolean): void {
  const seatName = normalized(seat.name);
  const otherNames = settings.mutedNames.filter((name) => name !== seatName);
  settings.mutedNames = muted ? [...otherNames, seatName] : otherNames;
}

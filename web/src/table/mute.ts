/** Muted players: those whose messages the viewer has hidden. They are stored by the names they use at tables. */
import { settings } from '../state/settings.svelte';
import type { SeatInfo } from '../api/wire';

const normalized = (name: string) => name.trim().toLowerCase();

export function isMuted(seat: SeatInfo): boolean {
  return settings.mutedNames.includes(normalized(seat.name));
}

export function setMuted(seat: SeatInfo, muted: boolean): void {
  const others = settings.mutedNames.filter((name) => name !== normalized(seat.name));
  settings.mutedNames = muted ? [...others, normalized(seat.name)] : others;
}

/** Whether a game is played over days: then its people need not keep looking. */
import type { Snapshot } from '../api/wire';

const AN_HOUR = 3600;

type Seen = Pick<Snapshot, 'clock' | 'seats' | 'you' | 'phase'>;

/** A clock of hours or days; or none, and somebody else who plays is away. */
export function isSlow({ clock, seats, you, phase }: Seen): boolean {
  const others = seats.filter((seat) => seat.kind === 'person' && seat.seat !== you);
  if (you === null || phase !== 'playing' || !others.length) return false;
  return clock ? clock.plan.seconds >= AN_HOUR : others.some((seat) => !seat.here);
}

/** Decides whether a game is slow: played over hours or days, so that players need not keep the page open. */
import type { Snapshot } from '../api/wire';

const AN_HOUR = 3600;

type Seen = Pick<Snapshot, 'clock' | 'seats' | 'you' | 'phase'>;

/** Whether a game is slow: it has a clock of an hour or more, or it has no clock and another player is away. */
export function isSlow({ clock, seats, you, phase }: Seen): boolean {
  const others = seats.filter((seat) => seat.kind === 'person' && seat.seat !== you);
  if (you === null || phase !== 'playing' || !others.length) return false;
  return clock ? clock.plan.seconds >= AN_HOUR : others.some((seat) => !seat.here);
}

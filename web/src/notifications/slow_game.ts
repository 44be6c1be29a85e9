/** Decides whether a game is slow: played over hours or days, so that players need not keep the page open. */
import type { Snapshot } from '../api/wire';

const HOUR_SECONDS = 3600;

/** The parts of a snapshot that matter here. */
type Game = Pick<Snapshot, 'clock' | 'seats' | 'you' | 'phase'>;

/**
 * Whether the viewer plays a slow game with other people: its clock gives them an hour or more, or it has no clock and
 * another player is away.
 */
export function isSlow({ clock, seats, you, phase }: Game): boolean {
  const others = seats.filter((seat) => seat.kind === 'person' && seat.seat !== you);
  if (you === null || phase !== 'playing' || !others.length) return false;
  if (clock) return clock.plan.seconds >= HOUR_SECONDS;
  return others.some((seat) => !seat.here);
}

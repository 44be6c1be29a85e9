/** Decides whether a game is slow: it takes hours or days, and players do not keep its page open. */
import type { Snapshot } from '../api/wire';

const HOUR_SECONDS = 3600;

/** The fields of a table's snapshot that tell whether its game is slow. */
type GameInfo = Pick<Snapshot, 'clock' | 'seats' | 'you' | 'phase'>;

/**
 * Whether the viewer plays a slow game with other people. A game is slow if its clock gives a player an hour or more. A
 * game without a clock is slow if another player is away.
 */
export function isSlow({ clock, seats, you, phase }: GameInfo): boolean {
  const isPlayer = you !== null && phase === 'playing';
  const otherPeople = seats.filter((seat) => seat.kind === 'person' && seat.seat !== you);
  if (!isPlayer || !otherPeople.length) return false;
  if (clock) return clock.plan.seconds >= HOUR_SECONDS;
  return otherPeople.some((seat) => !seat.here);
}

/** Requests between players, such as to pause the game: the text of a pending one, and what the viewer can do about it. */
import type { Request, SeatPlate, Snapshot } from '../api/wire';
import { t } from '../words';
import { seatName } from './seats';

export interface PendingRequest {
  /** Identifies the request. The next request has another key. */
  key: string;
  /** What is asked and by whom: "Bruno asks to pause the game." */
  head: string;
  /** What agreeing would mean; empty for a spectator. */
  note: string;
  /** Whether the viewer has to answer, has made the request, or does neither. */
  role: 'voter' | 'asker' | 'observer';
}

/** Return the request that waits for answers; null if there is none. */
export function pendingRequest(snapshot: Snapshot): PendingRequest | null {
  const { asked, you } = snapshot;
  if (!asked || snapshot.phase !== 'playing') return null;
  const words = t().talk;
  const name = (seat: number) => seatName(snapshot.seats, seat, t().emptyChair);
  const matter = words.matters[asked.matter](name(asked.about ?? 0));
  const role = roleOf(you, asked);
  const ownMatter = words.mattersOfMine[asked.matter] ?? matter;
  return {
    key: JSON.stringify([asked.matter, asked.by, asked.about]),
    head: role === 'asker' ? words.youAsk(ownMatter) : words.asks(name(asked.by), matter),
    note: you === null ? '' : (words.notes[asked.matter] ?? ''),
    role,
  };
}

function roleOf(you: number | null, request: Request): PendingRequest['role'] {
  if (request.by === you) return 'asker';
  return you !== null && request.wait.includes(you) ? 'voter' : 'observer';
}

/** Whether a person counts as absent at a time (in seconds since 1970), so that a bot may play for them. */
export function isAbsent(seat: SeatPlate, now: number): boolean {
  return typeof seat.absent_from === 'number' && seat.absent_from <= now;
}

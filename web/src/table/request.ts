/** Requests between players, such as to pause the game: their texts, and whether the viewer has to answer. */
import type { PlayerRequest, SeatInfo, Snapshot } from '../api/wire';
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
  // only some requests are about a seat, such as to let a bot play for it; the texts of the others ignore the name
  const seatInQuestion = asked.about === null ? '' : name(asked.about);
  const matter = words.matters[asked.matter](seatInQuestion);
  const role = roleOf(you, asked);
  const ownMatter = words.mattersOfMine[asked.matter] ?? matter;
  return {
    key: JSON.stringify([asked.matter, asked.by, asked.about]),
    head: role === 'asker' ? words.youAsk(ownMatter) : words.asks(name(asked.by), matter),
    note: you === null ? '' : (words.notes[asked.matter] ?? ''),
    role,
  };
}

/** Return the viewer's role. The seats in `request.wait` have not answered yet. */
function roleOf(you: number | null, request: PlayerRequest): PendingRequest['role'] {
  if (request.by === you) return 'asker';
  return you !== null && request.wait.includes(you) ? 'voter' : 'observer';
}

/**
 * Whether a person has been away for so long that a bot may play for them. `absent_from` is the time at which this
 * begins, `now` the current time, both in seconds since 1970.
 */
export function isAbsent(seat: SeatInfo, now: number): boolean {
  return typeof seat.absent_from === 'number' && seat.absent_from <= now;
}

/** Requests between players, such as to pause the game: their texts, and whether the viewer has to answer them. */
import type { PlayerRequest, SeatInfo, Snapshot } from '../api/wire';
import { t } from '../words';
import { seatName } from './seats';

/** A request between players that has not been answered by all of them, as the page shows it to one viewer. */
export interface PendingRequest {
  /** Identifies the request: another request has another key. */
  key: string;
  /** Who asks for what, such as "Bruno asks to pause the game." */
  sentence: string;
  /** What happens if the others agree; '' for a spectator. */
  note: string;
  /** Whether the viewer has to answer (voter), has made the request (asker), or does neither (observer). */
  role: 'voter' | 'asker' | 'observer';
}

/** Return the request that waits for answers; null if there is none. */
export function pendingRequest(snapshot: Snapshot): PendingRequest | null {
  const { asked: request, you } = snapshot;
  if (!request || snapshot.phase !== 'playing') return null;
  const words = t().talk;
  const name = (seat: number) => seatName(snapshot.seats, seat, t().emptyChair);
  // some requests are about a player, such as to let a bot play for them; the texts of the others ignore the name
  const absentPlayer = request.about === null ? '' : name(request.about);
  const matter = words.matters[request.matter](absentPlayer);
  const ownMatter = words.mattersOfMine[request.matter] ?? matter;
  const role = roleIn(request, you);
  return {
    key: JSON.stringify([request.matter, request.by, request.about]),
    sentence: role === 'asker' ? words.youAsk(ownMatter) : words.asks(name(request.by), matter),
    note: you === null ? '' : (words.notes[request.matter] ?? ''),
    role,
  };
}

/** Return the role of the viewer in seat `you` in a request between players; null stands for a spectator. */
function roleIn(request: PlayerRequest, you: number | null): PendingRequest['role'] {
  const seatsToAnswer = request.wait;
  if (request.by === you) return 'asker';
  return you !== null && seatsToAnswer.includes(you) ? 'voter' : 'observer';
}

/** Whether a person has been away for so long that a bot may play for them. `now` is in seconds since 1970. */
export function isAbsent(seat: SeatInfo, now: number): boolean {
  return typeof seat.absent_from === 'number' && seat.absent_from <= now;
}

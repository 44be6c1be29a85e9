/** The text of a pending request between players: what is asked, by whom, and what the viewer can do about it. */
import type { SeatPlate, Snapshot } from '../api/wire';
import { t } from '../words';
import { seatName } from './seats';

export interface PendingRequest {
  /** Identifies the request; changes with the next one. */
  key: string;
  head: string;
  note: string;
  /** Whether the viewer has to answer, has asked, or only observes. */
  role: 'voter' | 'asker' | 'observer';
}

export function pendingRequest(snapshot: Snapshot): PendingRequest | null {
  const { asked, you } = snapshot;
  if (!asked || snapshot.phase !== 'playing') return null;
  const words = t().talk;
  const name = (seat: number) => seatName(snapshot.seats, seat, t().emptyChair);
  const matter = words.matters[asked.matter](name(asked.about ?? 0));
  const mine = asked.by === you;
  return {
    key: JSON.stringify([asked.matter, asked.by, asked.about]),
    head: mine ? words.youAsk(words.mattersOfMine[asked.matter] ?? matter) : words.asks(name(asked.by), matter),
    note: you === null ? '' : (words.notes[asked.matter] ?? ''),
    role: mine ? 'asker' : you !== null && asked.wait.includes(you) ? 'voter' : 'observer',
  };
}

/** Whether a person counts as absent at a time (in seconds since 1970), so that a bot may play for them. */
export function isAbsent(seat: SeatPlate, now: number): boolean {
  return seat.absent_from != null && seat.absent_from <= now;
}

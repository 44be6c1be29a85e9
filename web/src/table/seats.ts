/** Who sits there, in a few words. */
import { settings } from '../state/settings.svelte';
import type { SeatPlate } from '../api/wire';
import { t } from '../words';
import { putIn } from '../words/names';

export function seatLine(seat: SeatPlate): string {
  const level = seat.level ? t().levels[seat.level] : '';
  if (seat.stand_in) return t().table.standIn(level);
  if (seat.kind === 'bot') return t().table.bot(level);
  if (seat.kind === 'open') return t().wait.openSeat;
  return seat.here ? '' : t().table.away;
}

/** From when on a bot may play for somebody who is away: a time of day, or a date and time. */
export function absentFrom(seat: SeatPlate): string {
  const moment = new Date((seat.absent_from ?? 0) * 1000);
  const today = moment.toDateString() === new Date().toDateString();
  const when = moment.toLocaleString(
    settings.language,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
  return t().table.absentFrom(seat.name, when);
}

/** The seats in the order they sit, from one chair on, to the left. */
export function around<T>(seats: T[], chair: number): T[] {
  return [...seats.slice(chair), ...seats.slice(0, chair)];
}

/** A name to show for a seat. */
export function seatName(seats: SeatPlate[], seat: number, empty: string): string {
  return seats[seat]?.name || empty;
}

/** A sentence of the log with the people's names in it. */
export function withNames(sentence: string, seats: SeatPlate[], empty: string): string {
  return putIn(
    sentence,
    (seat) => seatName(seats, Number(seat), empty),
    () => true,
  );
}

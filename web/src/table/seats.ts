/** Return a short description of who sits in a seat. */
import { settings } from '../state/settings.svelte';
import type { SeatPlate } from '../api/wire';
import { t } from '../words';
import { fillPlaces } from '../words/names';

export function seatStatus(seat: SeatPlate): string {
  const level = seat.level ? t().levels[seat.level] : '';
  if (seat.stand_in) return t().table.standIn(level);
  if (seat.kind === 'bot') return t().table.bot(level);
  if (seat.kind === 'open') return t().wait.openSeat;
  return seat.here ? '' : t().table.away;
}

/** Return when a bot may play for an absent person: a time of day, or a date and time. */
export function absenceText(seat: SeatPlate): string {
  const moment = new Date((seat.absent_from ?? 0) * 1000);
  const today = moment.toDateString() === new Date().toDateString();
  const when = moment.toLocaleString(
    settings.language,
    today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
  return t().table.absentFrom(seat.name, when);
}

/** Return the seats in order, starting with one of them. */
export function seatsFrom<T>(seats: T[], chair: number): T[] {
  return [...seats.slice(chair), ...seats.slice(0, chair)];
}

/** Return the name to show for a seat. */
export function seatName(seats: SeatPlate[], seat: number, empty: string): string {
  return seats[seat]?.name || empty;
}

/** Fill the players' names into a sentence of the log. */
export function withNames(sentence: string, seats: SeatPlate[], empty: string): string {
  return fillPlaces(
    sentence,
    (seat) => seatName(seats, Number(seat), empty),
    () => true,
  );
}

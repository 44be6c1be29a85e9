/** Texts about the seats of a table. */
import { settings } from '../state/settings.svelte';
import type { SeatInfo } from '../api/wire';
import { t } from '../words';
import { fillPlaces } from '../words/names';

/** Return a short description of who sits in a seat; empty for a person who is present. */
export function seatStatus(seat: SeatInfo): string {
  const level = seat.level ? t().levels[seat.level] : '';
  if (seat.stand_in) return t().table.standIn(level);
  if (seat.kind === 'bot') return t().table.bot(level);
  if (seat.kind === 'open') return t().wait.openSeat;
  return seat.here ? '' : t().table.away;
}

/** Return the sentence that says from when on a bot may play for a person who is away. */
export function absenceText(seat: SeatInfo): string {
  const moment = new Date((seat.absent_from ?? 0) * 1000); // callers pass only seats that have `absent_from`
  const isToday = moment.toDateString() === new Date().toDateString();
  const format: Intl.DateTimeFormatOptions = { dateStyle: isToday ? undefined : 'medium', timeStyle: 'short' };
  return t().table.absentFrom(seat.name, moment.toLocaleString(settings.language, format));
}

/** Return the seats in the order of play, starting with seat `first`. */
export function seatsFrom<T>(seats: T[], first: number): T[] {
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** Return the name of the player in a seat, or `empty` if nobody sits there. */
export function seatName(seats: SeatInfo[], seat: number, empty: string): string {
  return seats[seat]?.name || empty;
}

/**
 * Fill the players' names into a sentence, in which the place {1} stands for seat 1: "{1} draws a card" becomes "Ada
 * draws a card". `empty` is the text for a seat without a player.
 */
export function withNames(sentence: string, seats: SeatInfo[], empty: string): string {
  return fillPlaces(
    sentence,
    (seat) => seatName(seats, Number(seat), empty),
    () => true, // every place of such a sentence is a name
  );
}

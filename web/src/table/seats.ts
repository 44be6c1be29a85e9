/** Texts about the seats of a table. */
import { settings } from '../state/settings.svelte';
import type { SeatInfo } from '../api/wire';
import { t } from '../words';
import { fillPlaces } from '../words/names';

/** Return a short text about who plays in a seat, such as "Bot, adept" or "away"; '' for a person who is connected. */
export function seatStatus(seat: SeatInfo): string {
  const level = seat.level ? t().levels[seat.level] : '';
  if (seat.stand_in) return t().table.standIn(level);
  if (seat.kind === 'bot') return t().table.bot(level);
  if (seat.kind === 'open') return t().wait.openSeat;
  return seat.here ? '' : t().table.away;
}

/** Return the sentence that says at what time a bot may replace a person who is not connected. */
export function absenceText(seat: SeatInfo): string {
  const absentFrom = new Date((seat.absent_from ?? 0) * 1000); // callers pass only seats that have `absent_from`
  const isToday = absentFrom.toDateString() === new Date().toDateString();
  const format: Intl.DateTimeFormatOptions = { dateStyle: isToday ? undefined : 'medium', timeStyle: 'short' };
  return t().table.absentFrom(seat.name, absentFrom.toLocaleString(settings.language, format));
}

/** Return the seats in the order of play, beginning with seat number `first`. */
export function seatsFrom<T>(seats: T[], first: number): T[] {
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/** Return the name of the player in a seat, or `emptySeatName` if nobody has taken the seat. */
export function seatName(seats: SeatInfo[], seat: number, emptySeatName: string): string {
  return seats[seat]?.name || emptySeatName;
}

/**
 * Replace the placeholders of a sentence by the players' names: "{1} draws a card" becomes "Ada draws a card", if Ada
 * plays in seat 1. `emptySeatName` is the text for a seat without a player.
 */
export function withNames(sentence: string, seats: SeatInfo[], emptySeatName: string): string {
  const nameOf = (seat: string) => seatName(seats, Number(seat), emptySeatName);
  const isName = () => true; // every placeholder of such a sentence stands for a name
  return fillPlaces(sentence, nameOf, isName);
}

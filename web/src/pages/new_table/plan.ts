/** Pure functions behind the form for a new table. */
import { shelf } from '../../state/shelf.svelte';
import type { ClockPlan, Level, SeatPlan, ShelfGame, ShelfOption } from '../../api/wire';
import { t } from '../../words';

/** Another player: 'open' for a friend who is invited by link, or the level of a bot. */
export type Sitter = 'open' | Level;
/** The viewer's own seat number, or 'lot' if it is drawn by lot. */
export type Place = number | 'lot';

/** Return the default number of seats: the game's own `usual_seats`, else four if the game allows it. */
export function defaultSeats(game: ShelfGame): number {
  const usual = Number(game.words.en.usual_seats);
  if (game.seats.includes(usual)) return usual;
  return game.seats.includes(4) ? 4 : Math.max(...game.seats);
}

/** Return the default other players, for the largest table. */
export function defaultOthers(game: ShelfGame, level: Level): Sitter[] {
  return Array.from({ length: Math.max(...game.seats) - 1 }, () => level);
}

/** Return who sits in each seat, in order. If the seats are drawn by lot, the order has no meaning yet. */
export function seatPlayers(others: Sitter[], place: Place, seats: number): ('me' | Sitter)[] {
  const sitting: ('me' | Sitter)[] = others.slice(0, seats - 1);
  sitting.splice(place === 'lot' ? 0 : place, 0, 'me');
  return sitting;
}

/** Return the seats in the form in which the server expects them. */
export function planSeats(players: ('me' | Sitter)[]): SeatPlan[] {
  return players.map((sitter) =>
    sitter === 'me' || sitter === 'open' ? { kind: sitter } : { kind: 'bot', level: sitter },
  );
}

/** Return the name of a seat: its colour if the game has one, otherwise its number. */
export function seatLabel(game: ShelfGame | undefined, seats: number, seat: number): string {
  const side = game?.called[seats]?.[seat];
  return side ? shelf.words(game!.name).sides[side] : t().make.seat(seat + 1);
}

/**
 * Whether the form shows an option at a table of this size: there is something to choose, or a single value to know.
 */
export function isShown(option: ShelfOption, seats: number): boolean {
  return option.allowed === null || option.allowed.length === 1 || option.offered[seats].length > 1;
}

/** Return the options to send: those that are shown and differ from their default. */
export function chosenOptions(
  game: ShelfGame,
  values: Record<string, unknown>,
  seats: number,
): Record<string, unknown> {
  const chosen = (name: string, option: ShelfOption) =>
    isShown(option, seats) && JSON.stringify(values[name]) !== JSON.stringify(option.default);
  return Object.fromEntries(
    Object.entries(game.options)
      .filter(([name, option]) => chosen(name, option))
      .map(([name]) => [name, values[name]]),
  );
}

/** Whether a table of this size can have a value: `first` may name a seat that was removed. */
export function isValid(option: ShelfOption, value: unknown, seats: number): boolean {
  return (
    option.allowed === null || Array.isArray(value) || !isShown(option, seats) || option.offered[seats].includes(value)
  );
}

/**
 * Parse numbers such as "1, 1, 2". Any other text is returned unchanged, so that the server reports what is wrong
 * with it.
 */
export function numbers(text: string): unknown {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.length && parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text;
}

/** The absence times that a table may choose, in seconds. */
export const ABSENCES = [600, 3600, 86_400, 3 * 86_400, 7 * 86_400];

/** Return the default absence time: at least as long as a move or a budget of the clock. */
export function defaultAbsence(clock: ClockPlan | null): number {
  return ABSENCES.find((seconds) => seconds >= (clock?.seconds ?? 0)) ?? ABSENCES[ABSENCES.length - 1];
}

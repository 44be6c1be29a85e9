/** What a new table is made of, before it is asked for. */
import { shelf } from '../../state/shelf.svelte';
import type { ClockPlan, Level, SeatPlan, ShelfGame, ShelfOption } from '../../api/wire';
import { t } from '../../words';

/** Who else sits down: a friend by the link, or a bot. */
export type Sitter = 'open' | Level;
/** One's own seat, or drawn by lot. */
export type Place = number | 'lot';

/** Four at the table where the game allows it, oneself and bots, unless the game's words know better (a duel). */
export function usualSeats(game: ShelfGame): number {
  const usual = Number(game.words.en.usual_seats);
  if (game.seats.includes(usual)) return usual;
  return game.seats.includes(4) ? 4 : Math.max(...game.seats);
}

/** Everybody but oneself, for the largest table. */
export function usualOthers(game: ShelfGame, level: Level): Sitter[] {
  return Array.from({ length: Math.max(...game.seats) - 1 }, () => level);
}

/** Who sits where, seat by seat; by lot the order means nothing yet. */
export function sitters(others: Sitter[], place: Place, seats: number): ('me' | Sitter)[] {
  const sitting: ('me' | Sitter)[] = others.slice(0, seats - 1);
  sitting.splice(place === 'lot' ? 0 : place, 0, 'me');
  return sitting;
}

export function planSeats(who: ('me' | Sitter)[]): SeatPlan[] {
  return who.map((sitter) =>
    sitter === 'me' || sitter === 'open' ? { kind: sitter } : { kind: 'bot', level: sitter },
  );
}

/** What a seat is called: by its colour where the game has one for it, otherwise by its number. */
export function seatLabel(game: ShelfGame | undefined, seats: number, seat: number): string {
  const called = game?.called[seats]?.[seat];
  return called ? shelf.words(game!.name).sides[called] : t().make.seat(seat + 1);
}

/** Whether a table of this size is asked about an option: there is something to choose, or only one thing to know. */
export function asked(option: ShelfOption, seats: number): boolean {
  return option.allowed === null || option.allowed.length === 1 || option.offered[seats].length > 1;
}

/** Only what was asked and differs from the usual is sent. */
export function chosenOptions(
  game: ShelfGame,
  values: Record<string, unknown>,
  seats: number,
): Record<string, unknown> {
  const chosen = (name: string, option: ShelfOption) =>
    asked(option, seats) && JSON.stringify(values[name]) !== JSON.stringify(option.default);
  return Object.fromEntries(
    Object.entries(game.options)
      .filter(([name, option]) => chosen(name, option))
      .map(([name]) => [name, values[name]]),
  );
}

/** A value that a table of this size can have: `first` may name a seat that is no longer there. */
export function possible(option: ShelfOption, value: unknown, seats: number): boolean {
  return (
    option.allowed === null || Array.isArray(value) || !asked(option, seats) || option.offered[seats].includes(value)
  );
}

/** "1, 1, 2" as numbers; anything else stays as it was typed, and the table says what is wrong with it. */
export function numbers(text: string): unknown {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.length && parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text;
}

/** The absences that a table may agree on, in seconds. */
export const ABSENCES = [600, 3600, 86_400, 3 * 86_400, 7 * 86_400];

/** The absence a new table proposes: at least as long as a move or a budget of its clock. */
export function usualAbsence(clock: ClockPlan | null): number {
  return ABSENCES.find((seconds) => seconds >= (clock?.seconds ?? 0)) ?? ABSENCES[ABSENCES.length - 1];
}

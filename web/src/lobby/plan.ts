/** What a new table is made of, before it is asked for. */
import type { Level, SeatPlan, ShelfGame } from '../app/wire';

export type Sitter = 'me' | 'open' | Level;

/** An option as the shelf tells it; `allowed` is null where any value of the right kind will do. */
export interface Option {
  default: unknown;
  allowed: unknown[] | null;
}

/** Four at the table where the game allows it, oneself and bots, unless the game's words know better (a duel). */
export function usualSeats(game: ShelfGame): number {
  const usual = Number(game.words.en.usual_seats);
  if (game.seats.includes(usual)) return usual;
  return game.seats.includes(4) ? 4 : Math.max(...game.seats);
}

export function usualSitters(game: ShelfGame): Sitter[] {
  return Array.from({ length: Math.max(...game.seats) }, (_, seat) => (seat === 0 ? 'me' : 'adept'));
}

export function planned(sitters: Sitter[]): SeatPlan[] {
  return sitters.map((sitter) => (sitter === 'me' || sitter === 'open' ? { kind: sitter } : { kind: 'bot', level: sitter }));
}

/** Only what differs from the usual is sent. */
export function chosenOptions(game: ShelfGame, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(game.options[name]?.default)));
}

/** "1, 1, 2" as numbers; anything else stays as it was typed, and the table says what is wrong with it. */
export function numbers(text: string): unknown {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.length && parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text;
}

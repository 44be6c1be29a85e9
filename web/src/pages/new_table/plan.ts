/** What the form for a new table computes: its defaults, its rows, and what it sends. */
import { gameList } from '../../state/shelf.svelte';
import type { ClockPlan, Level, SeatPlan, GameInfo, OptionInfo } from '../../api/wire';
import { t } from '../../words';

/** Another player: a friend who is invited by link ('open'), or a bot of a level. */
export type Sitter = 'open' | Level;
/** The viewer's own seat number, or 'lot' if it is drawn by lot. */
export type Place = number | 'lot';

/** Four is the default number of seats, unless the game has another one. */
const USUAL_SEATS = 4;

/** Return the default number of seats: the game's own `usual_seats`, else four, or the most if there are fewer. */
export function defaultSeats(game: GameInfo): number {
  const usual = Number(game.words.en.usual_seats);
  if (game.seats.includes(usual)) return usual;
  return game.seats.includes(USUAL_SEATS) ? USUAL_SEATS : Math.max(...game.seats);
}

/** Return the default other players: bots of one level, as many as the largest table has. */
export function defaultOthers(game: GameInfo, level: Level): Sitter[] {
  return Array.from({ length: Math.max(...game.seats) - 1 }, () => level);
}

/**
 * Return who sits in each seat, in order. If the seats are drawn by lot, the viewer comes first and the order says
 * nothing.
 */
export function seatPlayers(others: Sitter[], place: Place, seats: number): ('me' | Sitter)[] {
  const players: ('me' | Sitter)[] = others.slice(0, seats - 1);
  players.splice(ownRow(place), 0, 'me');
  return players;
}

/** Return the row of the viewer in the list of all players: their seat, or 0 if the seats are drawn by lot. */
const ownRow = (place: Place) => (place === 'lot' ? 0 : place);

/** Convert a row of the list of all players to an index in the list of the others, in which the viewer is left out. */
export const otherIndex = (row: number, place: Place): number => (row > ownRow(place) ? row - 1 : row);

/** Return the default value of each option. */
export function defaultOptions(game: GameInfo): Record<string, unknown> {
  return Object.fromEntries(Object.entries(game.options).map(([name, option]) => [name, option.default]));
}

/**
 * Describe an option of the table (the same for every game) like an option of a game, so that OptionRow can show it.
 */
export function tableOption(allowed: unknown[], defaultValue: unknown, seats: number): OptionInfo {
  return { default: defaultValue, allowed, groups: [], offered: { [seats]: allowed } } as OptionInfo;
}

/** Return the texts of the option who plays first, with the name of every seat and the viewer's own seat marked. */
export function firstPlayerTexts(game: GameInfo, seats: number, place: Place): OptionTexts {
  const texts: OptionTexts = gameList.words(game.name).options?.first ?? {};
  const values: Record<string, string> = {};
  for (const value of game.options.first?.allowed ?? []) values[String(value)] = texts.values?.[String(value)] ?? '';
  for (let seat = 0; seat < seats; seat++) {
    const label = seatLabel(game, seats, seat);
    const value = game.called[seats]?.[seat] ?? String(seat); // a seat is named by its side (colour), if it has one
    values[value] = seat === place ? t().make.yours(label) : label;
  }
  return { ...texts, values };
}

/** Return the seats in the form in which the server expects them. */
export function planSeats(players: ('me' | Sitter)[]): SeatPlan[] {
  return players.map((sitter) =>
    sitter === 'me' || sitter === 'open' ? { kind: sitter } : { kind: 'bot', level: sitter },
  );
}

/** The texts of an option in a game's words.toml. */
export interface OptionTexts {
  name?: string;
  note?: string;
  /** The id of the numbered rule. */
  rule?: string;
  /** The label of each value. */
  values?: Record<string, string>;
  /** The names of the groups, if one member of each is chosen. */
  groups?: string[];
}

/** Return the name of a seat: that of its side if the game names the sides, otherwise its number. */
export function seatLabel(game: GameInfo | undefined, seats: number, seat: number): string {
  const side = game?.called[seats]?.[seat];
  return side ? gameList.words(game!.name).sides[side] : t().make.seat(seat + 1);
}

/**
 * Whether the form shows an option at a table of this size. It does if there is a choice, and also if the game has only
 * one value, since players should know it.
 */
export function isShown(option: OptionInfo, seats: number): boolean {
  return option.allowed === null || option.allowed.length === 1 || option.offered[seats].length > 1;
}

/** Return the options to send: those that are shown and differ from their default. */
export function chosenOptions(game: GameInfo, values: Record<string, unknown>, seats: number): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(game.options)) {
    const isDefault = JSON.stringify(values[name]) === JSON.stringify(option.default);
    if (isShown(option, seats) && !isDefault) chosen[name] = values[name];
  }
  return chosen;
}

/** Whether an option can have a value at a table of this size. It cannot if the value names a seat that was removed. */
export function isValid(option: OptionInfo, value: unknown, seats: number): boolean {
  const acceptsAnything = option.allowed === null || Array.isArray(value);
  return acceptsAnything || !isShown(option, seats) || option.offered[seats].includes(value);
}

/**
 * Parse a list of numbers, such as "1, 1, 2". Return any other text unchanged: the server says what is wrong with it.
 */
export function parseNumbers(text: string): unknown {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  return parts.length && parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The times to choose from after which a player who is away counts as absent, in seconds. */
export const ABSENCES = [10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY];

/** Return the default absence time: the shortest that is not shorter than the time on the clock. */
export function defaultAbsence(clock: ClockPlan | null): number {
  const clockSeconds = clock?.seconds ?? 0;
  return ABSENCES.find((seconds) => seconds >= clockSeconds) ?? Math.max(...ABSENCES);
}

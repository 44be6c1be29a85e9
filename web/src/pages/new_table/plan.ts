/** The calculations of the form for a new table: its default values, its rows, and what it sends to the server. */
import { gameList } from '../../state/shelf.svelte';
import type { ClockPlan, Level, SeatPlan, GameInfo, OptionInfo } from '../../api/wire';
import { t } from '../../words';

/** A player other than the viewer: 'open' for a friend who is invited by link, or the level of a bot. */
export type OtherPlayer = 'open' | Level;
/** A player at the new table; 'me' is the viewer. */
export type Player = 'me' | OtherPlayer;
/** The seat that the viewer has chosen, by its number from 0; 'lot' if all seats are drawn by lot. */
export type SeatChoice = number | 'lot';

/** The default number of seats for a game that does not name its own. */
const DEFAULT_SEAT_COUNT = 4;

/** Return the default number of seats: the number in the game's words.toml, else four, else the largest possible. */
export function defaultSeatCount(game: GameInfo): number {
  const usualCount = Number(game.words.en.usual_seats); // NaN if words.toml does not name a number
  if (game.seats.includes(usualCount)) return usualCount;
  if (game.seats.includes(DEFAULT_SEAT_COUNT)) return DEFAULT_SEAT_COUNT;
  return Math.max(...game.seats);
}

/** Return bots of one level for all seats but the viewer's, at the largest table that the game allows. */
export function defaultOtherPlayers(game: GameInfo, level: Level): OtherPlayer[] {
  const count = Math.max(...game.seats) - 1;
  return Array<OtherPlayer>(count).fill(level);
}

/** Return all players in the order of the rows of the form. The others fill the rows around the viewer's. */
export function playersByRow(others: OtherPlayer[], ownSeat: SeatChoice, seatCount: number): Player[] {
  const usedOthers = others.slice(0, seatCount - 1);
  const row = ownRow(ownSeat);
  return [...usedOthers.slice(0, row), 'me', ...usedOthers.slice(row)];
}

/** Return the viewer's row in the form. A row is a seat, but if seats are drawn by lot the viewer has the first row. */
const ownRow = (ownSeat: SeatChoice) => (ownSeat === 'lot' ? 0 : ownSeat);

/** Convert a row of the form to an index in the list of the other players. That list does not contain the viewer. */
export const otherPlayerIndex = (row: number, ownSeat: SeatChoice): number => (row > ownRow(ownSeat) ? row - 1 : row);

/** Return the default value of each option. */
export function defaultOptions(game: GameInfo): Record<string, unknown> {
  return Object.fromEntries(Object.entries(game.options).map(([name, option]) => [name, option.default]));
}

/** Return an option that every table has, such as hints, in the form of a game's option, so that OptionRow shows it. */
export function tableOption(allowed: unknown[], defaultValue: unknown, seatCount: number): OptionInfo {
  return { default: defaultValue, allowed, groups: [], offered: { [seatCount]: allowed } };
}

/** Return the texts of the option "who plays first". Its values are the seats; the viewer's own seat is marked. */
export function firstPlayerTexts(game: GameInfo, seatCount: number, ownSeat: SeatChoice): OptionTexts {
  const texts: OptionTexts = gameList.words(game.name).options?.first ?? {};
  const labels: Record<string, string> = {};
  for (const value of game.options.first?.allowed ?? []) labels[value] = texts.values?.[value] ?? '';
  for (let seat = 0; seat < seatCount; seat++) {
    const label = seatLabel(game, seatCount, seat);
    const value = sideOf(game, seatCount, seat) ?? String(seat);
    labels[value] = seat === ownSeat ? t().make.yours(label) : label;
  }
  return { ...texts, values: labels };
}

/** Return the players in the form in which the server expects them. */
export function seatPlans(players: Player[]): SeatPlan[] {
  return players.map((player) => {
    const isPerson = player === 'me' || player === 'open';
    return isPerson ? { kind: player } : { kind: 'bot', level: player };
  });
}

/** The texts of an option in a game's words.toml. */
export interface OptionTexts {
  name?: string;
  note?: string;
  /** The id of the rule that explains the option, such as "SP-132". */
  rule?: string;
  /** The label of each value. */
  values?: Record<string, string>;
  /** The names of the option's groups, such as the colours of spells, from each of which the player chooses one. */
  groups?: string[];
}

/** Return the side of a seat, such as a colour of pieces; undefined if the game does not name its sides. */
const sideOf = (game: GameInfo, seatCount: number, seat: number): string | undefined => game.called[seatCount]?.[seat];

/** Return the name of a seat: the name of its side (such as "Black") if the game has named sides, else its number. */
export function seatLabel(game: GameInfo | undefined, seatCount: number, seat: number): string {
  const side = game && sideOf(game, seatCount, seat);
  return side ? gameList.words(game.name).sides[side] : t().make.seat(seat + 1);
}

/** Whether the form shows an option at a table of this size: always, unless the size leaves only one of several values. */
export function isShown(option: OptionInfo, seatCount: number): boolean {
  if (option.allowed === null) return true;
  const hasFixedValue = option.allowed.length === 1; // players should know this value
  return hasFixedValue || option.offered[seatCount].length > 1;
}

/** Return the options to send to the server: all that the form shows and that do not have their default value. */
export function chosenOptions(
  game: GameInfo,
  values: Record<string, unknown>,
  seatCount: number,
): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(game.options)) {
    const isDefault = JSON.stringify(values[name]) === JSON.stringify(option.default);
    if (isShown(option, seatCount) && !isDefault) chosen[name] = values[name];
  }
  return chosen;
}

/** Whether an option may keep its value at a table of this size. If not, the size does not offer this value. */
export function isValid(option: OptionInfo, value: unknown, seatCount: number): boolean {
  const hasOwnValues = option.allowed === null || Array.isArray(value);
  if (hasOwnValues || !isShown(option, seatCount)) return true;
  return option.offered[seatCount].includes(value);
}

/** Parse a list of numbers, such as "1, 1, 2". Other text is returned unchanged: the server explains what is wrong. */
export function parseNumbers(text: string): number[] | string {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const areNumbers = parts.length > 0 && parts.every((part) => /^\d+$/.test(part));
  return areNumbers ? parts.map(Number) : text;
}

const MINUTE = 60; // in seconds
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The offered absence times. A player counts as absent when they have been away for this many seconds. */
export const ABSENCE_TIMES = [10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY];

/** Return the default absence time in seconds: the shortest offered one that is at least the time on the clock. */
export function defaultAbsenceTime(clock: ClockPlan | null): number {
  const clockSeconds = clock?.seconds ?? 0;
  return ABSENCE_TIMES.find((seconds) => seconds >= clockSeconds) ?? Math.max(...ABSENCE_TIMES);
}

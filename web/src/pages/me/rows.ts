/** Texts for the rows of "My games". */
import { gameList } from '../../state/shelf.svelte';
import { settings } from '../../state/settings.svelte';
import type { MyDevice, MyGame, MySeat } from '../../api/wire';
import { t, together } from '../../words';

/** Return the title of a game, or its name if the server does not have the game any more. */
export const titleOf = (game: MyGame): string => gameList.words(game.game).title ?? game.game;

/** Return the names of the other players, with the level of each bot: "Bruno and Alma (Adept)". */
export function others(game: MyGame): string {
  const label = ({ kind, level, name }: MySeat) => (kind === 'bot' && level ? `${name} (${t().levels[level]})` : name);
  return together(game.seats.filter((seat, index) => index !== game.seat && seat.name).map(label));
}

/** Return how a game ended, from the viewer's side if they played. */
export function ending(game: MyGame): string {
  const words = t().me;
  if (game.ended) return earlyEnding(game, game.ended.seat);
  if (game.won) return words.won;
  if (game.seats.length === 1 && game.seat !== null) return words.lost;
  return game.winners.length ? words.wonBy(together(game.winners.map((seat) => game.seats[seat].name))) : words.nobody;
}

/** Return why a game ended early: `seat` has resigned, or for null everybody agreed. */
function earlyEnding(game: MyGame, seat: number | null): string {
  if (seat === null) return t().talk.endedTitle;
  if (seat === game.seat) return t().me.youResigned;
  const name = game.seats[seat].name;
  return game.won ? t().me.wonResigned(name) : withoutFullStop(t().talk.resignedLead(name));
}

const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '');

/** Return the scores, the viewer's own first: "9 : 16 : 4". Empty if there are none. */
export function scores(game: MyGame): string {
  if (!game.scores.length) return '';
  if (game.seat === null) return game.scores.join(' : ');
  const otherScores = game.scores.filter((_, seat) => seat !== game.seat);
  return [game.scores[game.seat], ...otherScores].join(' : ');
}

/** Return the name of a device: its browser and system, as far as they are known. */
export function deviceLabel(device: MyDevice): string {
  const { browser, system } = device;
  if (browser && system) return t().me.browserOn(browser, system);
  return browser || system || t().me.unknownDevice;
}

/** Return the days (UTC) on which a device was first used and last seen. */
export function deviceDays(device: MyDevice): string[] {
  const today = new Date().toISOString().slice(0, 10);
  const words = t().me;
  const date = (day: string) =>
    new Date(day).toLocaleDateString(settings.language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
  const days = [words.lastSeen(device.seen === today ? words.today : words.onDay(date(device.seen)))];
  if (device.since) days.unshift(words.firstKnown(date(device.since)));
  return days;
}

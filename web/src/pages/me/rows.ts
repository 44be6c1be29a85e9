/** The texts in the lists of games and devices on the page "My games". */
import { gameList } from '../../state/shelf.svelte';
import { settings } from '../../state/settings.svelte';
import type { MyDevice, MyGame, MySeat } from '../../api/wire';
import { t, together } from '../../words';

/** Return the title of a game, or its name if the server does not have the game any more. */
export const titleOf = (game: MyGame): string => gameList.words(game.game).title ?? game.game;

/** Return the names of the other players, with the level of each bot: "Bruno and Alma (Adept)". */
export function otherPlayers(game: MyGame): string {
  const label = ({ kind, level, name }: MySeat) => (kind === 'bot' && level ? `${name} (${t().levels[level]})` : name);
  const otherSeats = game.seats.filter((_, seat) => seat !== game.seat);
  return together(otherSeats.filter((seat) => seat.name).map(label));
}

/** Return a sentence that says how a game ended, such as "You won" or "Bruno won". */
export function endingText(game: MyGame): string {
  const words = t().me;
  if (game.ended) return earlyEndingText(game, game.ended.seat);
  if (game.won) return words.won;
  const wasPlayedAlone = game.seats.length === 1 && game.seat !== null;
  if (wasPlayedAlone) return words.lost;
  if (!game.winners.length) return words.nobody;
  return words.wonBy(together(game.winners.map((seat) => game.seats[seat].name)));
}

/** Return a sentence about a game that ended early. `resignedSeat` is null if all players agreed to end it. */
function earlyEndingText(game: MyGame, resignedSeat: number | null): string {
  if (resignedSeat === null) return t().talk.endedTitle;
  if (resignedSeat === game.seat) return t().me.youResigned;
  const name = game.seats[resignedSeat].name;
  if (game.won) return t().me.wonResigned(name);
  return withoutFullStop(t().talk.resignedLead(name));
}

const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '');

/** Return the final scores, such as "9 : 16 : 4" with the viewer's own score first; '' if the game has no scores. */
export function scoreText(game: MyGame): string {
  if (!game.scores.length) return '';
  if (game.seat === null) return game.scores.join(' : ');
  const otherScores = game.scores.filter((_, seat) => seat !== game.seat);
  return [game.scores[game.seat], ...otherScores].join(' : ');
}

/** Return a label for a device, such as "Firefox on Windows", from what the server knows about it. */
export function deviceLabel(device: MyDevice): string {
  const { browser, system } = device;
  if (browser && system) return t().me.browserOn(browser, system);
  return browser || system || t().me.unknownDevice;
}

/** Return the texts about the use of a device: "First used Mar 1, 2025" if this is known, and "Last seen today". */
export function deviceUseTexts(device: MyDevice): string[] {
  const words = t().me;
  const today = new Date().toISOString().slice(0, 10);
  const formatDay = (day: string) =>
    new Date(day).toLocaleDateString(settings.language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
  const lastDay = device.seen === today ? words.today : words.onDay(formatDay(device.seen));
  const lastSeen = words.lastSeen(lastDay);
  return device.since ? [words.firstKnown(formatDay(device.since)), lastSeen] : [lastSeen];
}

/** The announcements of Abracada: a seat near the top of the tower, an empty draw pile, a seat with one stone left. */
import type { GameWords } from '../../state/shelf.svelte';
import type { News } from '../../ui/Announcement.svelte';
import { fill, together } from '../../words';
import type { Board, View } from './types';

/** A player counts as near the summit, which ends the game, with at most this many points to go. */
const NEAR_SUMMIT = 3;

/**
 * Return the announcements that are true now. Each is shown once, when its key first appears in the list. `you` is
 * the viewer's seat; null for a spectator.
 */
export function announcements(
  view: View,
  board: Board,
  you: number | null,
  words: GameWords,
  playerName: (seat: number) => string,
): News[] {
  if (view.outcome) return [];
  const texts = words.table.news;
  const seats = [...view.scores.keys()];
  const news: News[] = [];
  const announce = (key: string, text: { title: string; text: string }, who = '') =>
    news.push({ key, title: fill(text.title, { who }), text: fill(text.text, { who }) });

  const missingPoints = (seat: number) => board.box.summit - view.scores[seat];
  const nearSummit = seats.filter((seat) => missingPoints(seat) <= NEAR_SUMMIT);
  const namesAndPoints = nearSummit.map((seat) => `${playerName(seat)} ${missingPoints(seat)}`);
  if (nearSummit.length) announce(`near ${nearSummit}`, texts.near, together(namesAndPoints));
  if (!view.pile) announce('pile', texts.pile);
  const isInRound = (seat: number) => board.places[seat] !== 'out';
  for (const seat of seats)
    if (view.hands[seat].length === 1 && isInRound(seat))
      announce(`stone ${seat}`, seat === you ? texts.stone_yours : texts.stone, playerName(seat));
  return news;
}

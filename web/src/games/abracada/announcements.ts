/** The announcements of Abracada: a seat near the top of the tower, an empty draw pile, a seat with one stone left. */
import type { GameWords } from '../../state/shelf.svelte';
import type { News } from '../../ui/Announcement.svelte';
import { fill, together } from '../../words';
import type { Board, View } from './types';

/** A seat is near the summit if it needs at most this many points. */
const NEAR = 3;

export function announcements(
  view: View,
  board: Board,
  you: number | null,
  words: GameWords,
  name: (seat: number) => string,
): News[] {
  if (view.outcome) return [];
  const texts = words.table.news;
  const seats = [...view.scores.keys()];
  const missing = (seat: number) => board.box.summit - view.scores[seat];
  const near = seats.filter((seat) => missing(seat) <= NEAR);
  const last = seats.filter((seat) => view.hands[seat].length === 1 && board.places[seat] !== 'out');
  const news = (key: string, text: News, places: Record<string, string> = {}): News => ({
    key,
    title: fill(text.title, places),
    text: fill(text.text, places),
  });
  return [
    ...(near.length
      ? [news(`near ${near}`, texts.near, { who: together(near.map((seat) => `${name(seat)} ${missing(seat)}`)) })]
      : []),
    ...(view.pile ? [] : [news('pile', texts.pile)]),
    ...last.map((seat) => news(`stone ${seat}`, seat === you ? texts.stone_yours : texts.stone, { who: name(seat) })),
  ];
}

/** Announcements near the end of SPELL, and the verdict of the end page. */
import type { GameWords } from '../../state/shelf.svelte';
import type { News } from '../../ui/Announcement.svelte';
import type { FrameProps } from '../../table/contract';
import { fill, t } from '../../words';
import type { Board, View } from './types';
import type { Side } from './view';

/** Return the announcements that are true now; each is shown when it first becomes true. */
export function announcements(
  view: View,
  board: Board,
  words: GameWords,
  name: (side: Side) => string,
  you: number | null,
): News[] {
  const phrases = words.table.news;
  if (view.outcome || !view.arena) return [];
  const after = board.closes_round
    ? phrases.ends_now
    : fill(phrases.one_more, { who: name(view.side === 'k' ? 'p' : 'k') });
  const news = board.reached.map((side) => ({
    key: `summit ${side}`,
    title: you !== null && board.seats[side] === you ? phrases.summit_you : fill(phrases.summit, { who: name(side) }),
    text: after,
  }));
  if (board.last && view.round === board.rounds)
    news.push({ key: 'round', title: phrases.last_round, text: phrases.last_round_note });
  if (board.last && board.closes_round && view.turn && !board.script)
    news.push({ key: 'turn', title: phrases.last_turn, text: fill(phrases.last_turn_note, { who: name(view.side) }) });
  return news;
}

/** Return who won, by how much and why. */
export function verdictOf(
  view: View,
  board: Board,
  words: GameWords,
  name: (side: Side) => string,
  you: number | null,
): FrameProps['verdict'] {
  if (!view.outcome) return undefined;
  const phrases = words.table.verdict;
  const won: Side = view.outcome.winners.length ? (board.seats.k === view.outcome.winners[0] ? 'k' : 'p') : 'k';
  const lost: Side = won === 'k' ? 'p' : 'k';
  const points = { n: view.score[won] - view.score[lost], more: view.score[won], less: view.score[lost] };
  const score =
    points.n > 0 ? fill(phrases.by, points) : points.n ? fill(phrases.behind, points) : fill(phrases.level, points);
  const title = !view.outcome.winners.length
    ? phrases.opponent
    : view.outcome.winners[0] === you
      ? t().end.youWin
      : t().end.wins(name(won));
  return { title, lead: `${fill(words.table.colon, { a: score, b: words.reasons[view.outcome.reason] })}.` };
}

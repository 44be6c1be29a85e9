/** The announcements shortly before the end of a game of SPELL, and the verdict on its end page. */
import type { GameWords } from '../../state/shelf.svelte';
import type { News } from '../../ui/Announcement.svelte';
import type { FrameProps } from '../../table/contract';
import { fill, t } from '../../words';
import type { Board, View } from './types';
import { otherSide, sideOf, type Side } from './view';

/**
 * Return the announcements that are true now. Each is shown once, when its key first appears in the list. `you` is
 * the viewer's seat, null for a spectator.
 */
export function announcements(
  view: View,
  board: Board,
  words: GameWords,
  playerName: (side: Side) => string,
  you: number | null,
): News[] {
  const phrases = words.table.news;
  if (view.outcome || !view.arena) return [];
  const otherPlayer = playerName(otherSide(view.side));
  const remainingTurns = board.closes_round ? phrases.ends_now : fill(phrases.one_more, { who: otherPlayer });
  const news: News[] = [];
  for (const side of board.reached) {
    const isViewer = you !== null && board.seats[side] === you;
    const title = isViewer ? phrases.summit_you : fill(phrases.summit, { who: playerName(side) });
    news.push({ key: `summit ${side}`, title, text: remainingTurns });
  }
  const isLastOfAllRounds = board.last && view.round === board.rounds;
  const isLastTurn = board.last && board.closes_round && view.turn && !board.script;
  if (isLastOfAllRounds) news.push({ key: 'round', title: phrases.last_round, text: phrases.last_round_note });
  const lastTurnText = fill(phrases.last_turn_note, { who: playerName(view.side) });
  if (isLastTurn) news.push({ key: 'turn', title: phrases.last_turn, text: lastTurnText });
  return news;
}

/**
 * Return who won, by how much and why; undefined during the game. Only a solo game ends without a winning seat: then
 * the solo opponent, the black side "k", has won.
 */
export function verdictOf(
  view: View,
  board: Board,
  words: GameWords,
  playerName: (side: Side) => string,
  you: number | null,
): FrameProps['result'] {
  if (!view.outcome) return undefined;
  const phrases = words.table.verdict;
  const [winner] = view.outcome.winners as (number | undefined)[];
  const opponentWon = winner === undefined;
  const winningSide = opponentWon ? 'k' : sideOf(board, winner);
  const winnerName = winner === you ? t().end.youWin : t().end.wins(playerName(winningSide));
  const points = scoreText(phrases, view.score[winningSide], view.score[otherSide(winningSide)]);
  return {
    title: opponentWon ? phrases.opponent : winnerName,
    lead: `${fill(words.table.colon, { a: points, b: words.reasons[view.outcome.reason] })}.`,
  };
}

/** Return a text with the points of both sides. The solo opponent can win with fewer points than the player. */
function scoreText(phrases: GameWords, winnerPoints: number, loserPoints: number): string {
  const points = { n: winnerPoints - loserPoints, more: winnerPoints, less: loserPoints };
  if (winnerPoints === loserPoints) return fill(phrases.level, points);
  return fill(winnerPoints > loserPoints ? phrases.by : phrases.behind, points);
}

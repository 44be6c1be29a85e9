/** What is announced when it comes: somebody near the top of the tower, an empty pile, a last stone. */
import type { GameWords } from '../../app/shelf.svelte';
import type { News } from '../../kit/Notice.svelte';
import { fill, together } from '../../words';
import { SUMMIT, type AbracadaView } from './view';

/** So few points short of the summit are worth a word. */
const NEAR = 3;

export function newsOf(view: AbracadaView, you: number | null, words: GameWords, name: (seat: number) => string): News[] {
  if (view.outcome) return [];
  const said = words.table.news;
  const seats = [...view.scores.keys()];
  const near = seats.filter((seat) => SUMMIT - view.scores[seat] <= NEAR);
  const last = seats.filter((seat) => view.hands[seat].length === 1 && view.life[seat] > 0);
  const told = (key: string, words: News, places: Record<string, string> = {}): News => ({ key, title: fill(words.title, places), text: fill(words.text, places) });
  return [
    ...(near.length ? [told(`near ${near}`, said.near, { who: together(near.map((seat) => `${name(seat)} ${SUMMIT - view.scores[seat]}`)) })] : []),
    ...(view.pile ? [] : [told('pile', said.pile)]),
    ...last.map((seat) => told(`stone ${seat}`, seat === you ? said.stone_yours : said.stone, { who: name(seat) })),
  ];
}

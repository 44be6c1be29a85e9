/** The announcements of Spellcaster: the end of the deck, a side with little energy, a side near fifteen sapphires. */
import type { GameWords } from '../../state/shelf.svelte';
import type { News } from '../../ui/Announcement.svelte';
import { fill } from '../../words';
import type { Board, View } from './types';

export function announcements(view: View, board: Board, words: GameWords, side: (of: number) => string): News[] {
  if (view.outcome) return [];
  const phrases = words.table;
  const fate = board.fate;
  const about = (key: string, news: News, n: number, of: number): News => ({
    key,
    title: fill(news.title, { who: side(of) }),
    text: fill(news.text, { n }),
  });
  return [
    ...(fate === 'last' || fate === 'spent'
      ? [{ key: fate, title: phrases.fate[fate], text: phrases.fate_note[fate] }]
      : []),
    ...[0, 1]
      .filter((of) => board.scarce[of])
      .map((of) => about(`energy ${of}`, phrases.news.energy, view.energy[of], of)),
    ...[0, 1]
      .filter((of) => board.wealthy[of])
      .map((of) => about(`sapphires ${of}`, phrases.news.sapphires, board.scale.sapphires - view.sapphires[of], of)),
  ];
}

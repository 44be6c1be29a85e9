/** The announcements of Spellcaster: an empty deck, a side with little energy, and a side near its fifteenth sapphire. */
import type { GameWords } from '../../state/shelf.svelte';
import type { News } from '../../ui/Announcement.svelte';
import { fill } from '../../words';
import type { Board, View } from './types';
import { SIDES } from './view';

/**
 * Return the announcements that are true now. Each is shown once, when its key first appears in the list. `sideName`
 * returns the names of the players of a side.
 */
export function announcements(view: View, board: Board, words: GameWords, sideName: (side: number) => string): News[] {
  if (view.outcome) return [];
  const phrases = words.table;
  const news: News[] = [];
  const fate = board.fate;
  if (fate === 'last' || fate === 'spent')
    news.push({ key: fate, title: phrases.fate[fate], text: phrases.fate_note[fate] });
  const announce = (key: string, side: number, phrase: { title: string; text: string }, count: number) =>
    news.push({
      key: `${key} ${side}`,
      title: fill(phrase.title, { who: sideName(side) }),
      text: fill(phrase.text, { n: count }),
    });
  for (const side of SIDES) if (board.scarce[side]) announce('energy', side, phrases.news.energy, view.energy[side]);
  for (const side of SIDES) {
    const missing = board.scale.sapphires - view.sapphires[side];
    if (board.wealthy[side]) announce('sapphires', side, phrases.news.sapphires, missing);
  }
  return news;
}

/** What is announced when it comes: the end of the deck, a side almost without energy, a side almost at fifteen. */
import type { GameWords } from '../../app/shelf.svelte';
import type { News } from '../../kit/Notice.svelte';
import { fill } from '../../words';
import { fateOf, scarce, SUMMIT, wealthy, type SpellcasterView } from './view';

export function newsOf(view: SpellcasterView, words: GameWords, side: (of: number) => string): News[] {
  if (view.outcome) return [];
  const said = words.table;
  const fate = fateOf(view);
  const told = (key: string, news: News, n: number, of: number): News => ({ key, title: fill(news.title, { who: side(of) }), text: fill(news.text, { n }) });
  return [
    ...(fate === 'last' || fate === 'spent' ? [{ key: fate, title: said.fate[fate], text: said.fate_note[fate] }] : []),
    ...[0, 1].filter((of) => scarce(view, of)).map((of) => told(`energy ${of}`, said.news.energy, view.energy[of], of)),
    ...[0, 1].filter((of) => wealthy(view, of)).map((of) => told(`sapphires ${of}`, said.news.sapphires, SUMMIT - view.sapphires[of], of)),
  ];
}

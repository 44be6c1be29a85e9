/** What the solo opponent does, in short sentences. */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import { either, runeNames } from './labels';
import type { Board, View } from './types';
import { square, type Deed } from './view';

/** One step as it is said beside the arena; the log says why. */
export function stepWords(view: View, words: GameWords, step: Deed): string {
  const said = words.table.steps;
  if (step.do === 'gem') return fill(said.gem, { way: words.ways[step.to!] });
  if (step.do === 'take')
    return step.taken?.length
      ? fill(said.take, { runes: runeNames(view, words, step.taken), score: step.score!.k })
      : said.take_none;
  return fill(said[step.do], {
    from: step.from ? square(step.from) : '',
    to: step.to ? square(step.to) : '',
    at: step.at ? square(step.at) : '',
  });
}

/** What it would do if the turn ended now. */
export function nextWords(view: View, board: Board, words: GameWords): string {
  const { mage, lift, next } = board.script!;
  const said = words.table.next_steps;
  const cells = (all: string[]) => either(words, all.map(square));
  const parts = [
    mage ? fill(said[mage.do], { cells: cells(mage.cells) }) : '',
    lift.length ? fill(said.lift, { cells: cells(lift) }) : '',
    next.length ? fill(said.take, { runes: runeNames(view, words, next) }) : said.take_none,
  ];
  return parts.filter(Boolean).join(' ');
}

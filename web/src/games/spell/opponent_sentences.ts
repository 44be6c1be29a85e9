/** Short sentences about the solo opponent's turn. */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import { either, runeNames } from './labels';
import type { Board, View } from './types';
import { cellName, type LogStep } from './view';

/** Return the sentence for one step, shown beside the arena; the log has the reasons. */
export function stepWords(view: View, words: GameWords, step: LogStep): string {
  const phrases = words.table.steps;
  if (step.do === 'gem') return fill(phrases.gem, { way: words.ways[step.to!] });
  if (step.do === 'take')
    return step.taken?.length
      ? fill(phrases.take, { runes: runeNames(view, words, step.taken), score: step.score!.k })
      : phrases.take_none;
  return fill(phrases[step.do], {
    from: step.from ? cellName(step.from) : '',
    to: step.to ? cellName(step.to) : '',
    at: step.at ? cellName(step.at) : '',
  });
}

/** Return what the opponent would do if the turn ended now. */
export function nextWords(view: View, board: Board, words: GameWords): string {
  const { mage, lift, next } = board.script!;
  const phrases = words.table.next_steps;
  const cells = (all: string[]) => either(words, all.map(cellName));
  const parts = [
    mage ? fill(phrases[mage.do], { cells: cells(mage.cells) }) : '',
    lift.length ? fill(phrases.lift, { cells: cells(lift) }) : '',
    next.length ? fill(phrases.take, { runes: runeNames(view, words, next) }) : phrases.take_none,
  ];
  return parts.filter(Boolean).join(' ');
}

/** Short sentences about the solo opponent's turn. */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import { joinWithOr, runeNames } from './labels';
import type { Board, View } from './types';
import { cellName, type LogStep } from './view';

const cellNameOrNothing = (cell: string | undefined) => (cell ? cellName(cell) : '');

/** Return the sentence for one step of the opponent's turn. The log also gives the reasons. */
export function stepSentence(view: View, words: GameWords, step: LogStep): string {
  const phrases = words.table.steps;
  if (step.do === 'gem' && step.to) return fill(phrases.gem, { way: words.ways[step.to] });
  if (step.do === 'take') {
    if (!step.taken?.length) return phrases.take_none;
    return fill(phrases.take, { runes: runeNames(view, words, step.taken), score: step.score?.k ?? 0 });
  }
  return fill(phrases[step.do], {
    from: cellNameOrNothing(step.from),
    to: cellNameOrNothing(step.to),
    at: cellNameOrNothing(step.at),
  });
}

/** Return what the opponent would do if the turn ended now; empty if the game has no solo opponent. */
export function nextStepsText(view: View, board: Board, words: GameWords): string {
  if (!board.script) return '';
  const { mage, lift, next } = board.script;
  const phrases = words.table.next_steps;
  const namesOf = (cells: string[]) => joinWithOr(words, cells.map(cellName));
  const sentences: string[] = [];
  if (mage) sentences.push(fill(phrases[mage.do], { cells: namesOf(mage.cells) }));
  if (lift.length) sentences.push(fill(phrases.lift, { cells: namesOf(lift) }));
  sentences.push(next.length ? fill(phrases.take, { runes: runeNames(view, words, next) }) : phrases.take_none);
  return sentences.filter(Boolean).join(' ');
}

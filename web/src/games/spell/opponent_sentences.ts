/** Short sentences about the steps of the solo opponent's turn, for the panel below the arena. */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import { joinWithOr, runeNames } from './labels';
import type { Board, View } from './types';
import { cellName, type LogStep } from './view';

const cellNameOrNothing = (cell: string | undefined) => (cell ? cellName(cell) : '');

/** Return the sentence that tells one step of the solo opponent's turn, such as which tile it lifts. */
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

/** Return sentences about what the solo opponent would do if the turn ended now; empty without a solo opponent. */
export function nextStepsText(view: View, board: Board, words: GameWords): string {
  if (!board.script) return '';
  const { mage: mageStep, lift: liftCells, next: takenCards } = board.script;
  const phrases = words.table.next_steps;
  const namesOf = (cells: string[]) => joinWithOr(words, cells.map(cellName));
  const sentences: string[] = [];
  if (mageStep) sentences.push(fill(phrases[mageStep.do], { cells: namesOf(mageStep.cells) }));
  if (liftCells.length) sentences.push(fill(phrases.lift, { cells: namesOf(liftCells) }));
  const runes = runeNames(view, words, takenCards);
  sentences.push(takenCards.length ? fill(phrases.take, { runes }) : phrases.take_none);
  return sentences.filter(Boolean).join(' ');
}

import { expect, test } from 'vitest';
import { titleLines } from './title_lines';

test('a long title is split near its middle, but not before punctuation', () => {
  expect(titleLines('SPELL')).toEqual(['SPELL']);
  expect(titleLines('Spellcaster!')).toEqual(['Spellcaster!']);
  expect(titleLines('Abracada… Quoi ?')).toEqual(['Abracada…', 'Quoi ?']);
});

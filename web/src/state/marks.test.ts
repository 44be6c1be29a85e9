import { expect, test } from 'vitest';
import { mergeMarks } from './marks.svelte';

test('merging marks keeps the larger value of each, in any order', () => {
  const desk = { 'lesson/spell/first': 1, 'puzzle/spell/3': 2 };
  const phone = { 'puzzle/spell/3': 1, 'daily/2026-11-17': 40 };
  const both = { 'lesson/spell/first': 1, 'puzzle/spell/3': 2, 'daily/2026-11-17': 40 };
  expect(mergeMarks(desk, phone)).toEqual(both);
  expect(mergeMarks(phone, desk)).toEqual(both);
  expect(mergeMarks(both, phone)).toEqual(both);
});

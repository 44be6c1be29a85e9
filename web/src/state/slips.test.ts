import { expect, test } from 'vitest';
import { Slips } from './slips.svelte';

const DAY = 24 * 60 * 60 * 1000;

test('a slip comes back until it was solved on two days', () => {
  const slips = new Slips();
  slips.add('ab12cd', 'spell', [
    { at: 7, loss: 0.2 },
    { at: 9, loss: 0.3 },
  ]);
  slips.add('ab12cd', 'spell', [{ at: 7, loss: 0.2 }]);
  expect(slips.dueSlips(0).map((slip) => slip.at)).toEqual([9, 7]);
  slips.recordAttempt('ab12cd', 9, true, 1000);
  expect(slips.dueSlips(2000).map((slip) => slip.at)).toEqual([7]);
  slips.recordAttempt('ab12cd', 9, true, 2000); // a day counts once
  expect(slips.dueSlips(1000 + DAY).map((slip) => slip.at)).toEqual([9, 7]);
  slips.recordAttempt('ab12cd', 9, true, 1000 + DAY);
  expect(slips.unsolved.map((slip) => slip.at)).toEqual([7]);
  slips.recordAttempt('ab12cd', 7, true, 1000);
  slips.recordAttempt('ab12cd', 7, false, 1000 + DAY);
  expect(slips.dueSlips(1000 + DAY)[0]).toMatchObject({ at: 7, solved: 0 });
});

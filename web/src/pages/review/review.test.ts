import { expect, test } from 'vitest';
import { distinctSeats, toFinePercent, toPercent, toSignedPercent } from './review.svelte';

test('partners share one curve, opponents have one each', () => {
  const names = ['Ada', 'Bruno', 'Cleo', 'Dan'];
  expect(distinctSeats({ names, curve: [[0.6, 0.4, 0.6, 0.4]] })).toEqual([0, 1]);
  expect(distinctSeats({ names: ['Ada', 'Bruno'], curve: [[0.5, 0.5]] })).toEqual([0, 1]);
});

test('shares are written as points out of 100', () => {
  expect(toPercent(0.516)).toBe(52);
  expect([0.2, -0.05, 0.001].map(toSignedPercent)).toEqual(['+20', '−5', '0']);
  expect([0.25, 0.034].map(toFinePercent)).toEqual(['25', '3.4']);
});

import { expect, test } from 'vitest';
import cases from './changes.json';
import { patch } from './changes';

test.each(cases.map((one) => [one.why, one] as const))('%s', (_, { before, steps, now }) => {
  const untouched = structuredClone(before);
  const patched = patch(before, steps as never);
  expect(patched).toEqual(now);
  expect(JSON.stringify(patched)).toBe(JSON.stringify(now)); // with the keys in the same order
  expect(before).toEqual(untouched);
});

test('unchanged parts are shared', () => {
  const before = { view: { hands: [[1], [2]], life: [3] }, board: {} };
  const patched = patch(before, [[['view', 'hands', 0, 0], 9]]) as typeof before;
  expect(patched.board).toBe(before.board);
  expect(patched.view.life).toBe(before.view.life);
  expect(patched.view.hands[1]).toBe(before.view.hands[1]);
});

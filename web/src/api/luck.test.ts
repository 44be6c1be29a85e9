import { beforeEach, expect, test } from 'vitest';
import { storeShare, storedShare, newShare, isShareIncluded, withShare } from './luck';
import type { Luck } from './wire';

beforeEach(() => localStorage.clear());

const shown = (shares: string[], commitment = 'promised'): Luck => ({ commitment, prints: [], half: 'half', shares });

test('a share is new each time and made of hexadecimal digits', () => {
  expect(newShare()).toMatch(/^[0-9a-f]{64}$/);
  expect(newShare()).not.toBe(newShare());
});

test('what was sent is stored with what was promised', async () => {
  let sent = '';
  await withShare(async (share) => ({ table: ((sent = share), 'abcdef') }), 'promised');
  expect(storedShare('abcdef')).toEqual({ table: 'abcdef', share: sent, promised: 'promised', sure: true });
});

test('at a rematch that somebody else asked for first, nobody is accused', () => {
  storeShare('abcdef', 'mine', '', false);
  expect(isShareIncluded('abcdef', 0, shown(['server-drawn']))).toBe(null);
  expect(isShareIncluded('abcdef', 0, shown(['mine']))).toBe(true);
});

test('at the end it is seen whether the share went in and the half is the promised one', () => {
  storeShare('abcdef', 'mine', 'promised');
  expect(isShareIncluded('abcdef', 1, shown(['', 'mine']))).toBe(true);
  expect(isShareIncluded('abcdef', 1, shown(['', 'other']))).toBe(false);
  expect(isShareIncluded('abcdef', 1, shown(['', 'mine'], 'another'))).toBe(false);
  expect(isShareIncluded('abcdef', 1, { ...shown([]), half: null })).toBe(null);
  expect(isShareIncluded('ghijkl', 1, shown(['', 'mine']))).toBe(null);
});

import { beforeEach, expect, test } from 'vitest';
import { storeShare, storedShare, newShare, isShareIncluded, withShare } from './luck';
import type { SeedProof } from './wire';

beforeEach(() => localStorage.clear());

const shown = (shares: string[], commitment = 'promised'): SeedProof => ({
  commitment,
  prints: [],
  half: 'half',
  shares,
});

test('every share is random and consists of hexadecimal digits', () => {
  expect(newShare()).toMatch(/^[0-9a-f]{64}$/);
  expect(newShare()).not.toBe(newShare());
});

test('a share is stored with the commitment shown before it was sent', async () => {
  let sent = '';
  await withShare(async (share) => ({ table: ((sent = share), 'abcdef') }), { promised: 'promised' });
  expect(storedShare('abcdef')).toEqual({ table: 'abcdef', share: sent, promised: 'promised', sure: true });
});

test('a share missing from a rematch is no error if somebody else asked for it first', () => {
  storeShare({ table: 'abcdef', share: 'mine', promised: '', sure: false });
  expect(isShareIncluded('abcdef', 0, shown(['server-drawn']))).toBe(null);
  expect(isShareIncluded('abcdef', 0, shown(['mine']))).toBe(true);
});

test('a share is verified with the commitment at the end of the game', () => {
  storeShare({ table: 'abcdef', share: 'mine', promised: 'promised', sure: true });
  expect(isShareIncluded('abcdef', 1, shown(['', 'mine']))).toBe(true);
  expect(isShareIncluded('abcdef', 1, shown(['', 'other']))).toBe(false);
  expect(isShareIncluded('abcdef', 1, shown(['', 'mine'], 'another'))).toBe(false);
  expect(isShareIncluded('abcdef', 1, { ...shown([]), half: null })).toBe(null);
  expect(isShareIncluded('ghijkl', 1, shown(['', 'mine']))).toBe(null);
});

import { expect, test } from 'vitest';
import { startingAfter } from './rotation';

const items = ['a', 'b', 'c'].map((id) => ({ id }));
const ids = (id?: string) => startingAfter(items, id).map((item) => item.id);

test('the items after one come first, then those up to it', () => {
  expect(ids('a')).toEqual(['b', 'c', 'a']);
  expect(ids('c')).toEqual(['a', 'b', 'c']);
});

test('an unknown item does not change the order', () => {
  expect(ids()).toEqual(['a', 'b', 'c']);
  expect(ids('d')).toEqual(['a', 'b', 'c']);
});

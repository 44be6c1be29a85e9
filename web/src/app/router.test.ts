import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

const at = (path: string) => routeOf(new URL(path, 'http://table.test'));

test('every address is a page of its own', () => {
  expect(at('/')).toEqual({ page: 'home' });
  expect(at('/new/spell')).toEqual({ page: 'new', game: 'spell' });
  expect(at('/t/ab12cd?join=x')).toEqual({ page: 'table', table: 'ab12cd', join: 'x', watch: null });
  expect(at('/replay/ab12cd?watch=y')).toEqual({ page: 'replay', table: 'ab12cd', watch: 'y' });
});

test('what is no page of ours says so', () => {
  for (const path of ['/t', '/new', '/t/a/b', '/nonsense', '/%zz']) expect(at(path).page).toBe('lost');
});

import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

const at = (path: string) => routeOf(new URL(path, 'http://table.test'));

test('every address is a page of its own', () => {
  expect(at('/')).toEqual({ page: 'home' });
  expect(at('/me')).toEqual({ page: 'me' });
  expect(at('/new/spell')).toEqual({ page: 'new', game: 'spell' });
  expect(at('/t/ab12cd?join=x')).toEqual({ page: 'table', table: 'ab12cd', join: 'x', watch: null });
  expect(at('/rules/spell#SP-132')).toEqual({ page: 'rules', game: 'spell', rule: 'SP-132' });
  expect(at('/replay/ab12cd?watch=y&at=7&eyes=open')).toEqual({
    page: 'replay',
    table: 'ab12cd',
    watch: 'y',
    at: 7,
    eyes: 'open',
  });
  expect(at('/replay/ab12cd')).toEqual({ page: 'replay', table: 'ab12cd', watch: null, at: null, eyes: null });
});

test('what is no page of ours says so', () => {
  for (const path of ['/t', '/me/more', '/new', '/t/a/b', '/nonsense', '/%zz']) expect(at(path).page).toBe('lost');
});

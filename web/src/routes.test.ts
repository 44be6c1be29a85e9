import { expect, test } from 'vitest';
import { routeOf } from './routes';

const at = (path: string) => routeOf(new URL(path, 'http://table.test'));

test('every route leads to its page with its props', () => {
  expect(at('/')).toEqual({ page: 'home', props: {} });
  expect(at('/me')).toEqual({ page: 'me', props: {} });
  expect(at('/daily/')).toEqual({ page: 'daily', props: {} });
  expect(at('/new/spell')).toEqual({ page: 'new', props: { game: 'spell' } });
  expect(at('/t/ab12cd?join=x')).toEqual({ page: 'table', props: { table: 'ab12cd', join: 'x', watch: null } });
  expect(at('/rules/spell#SP-132')).toEqual({ page: 'rules', props: { game: 'spell', rule: 'SP-132' } });
  expect(at('/review/ab12cd?watch=y')).toEqual({ page: 'review', props: { table: 'ab12cd', watch: 'y' } });
  expect(at('/learn/spell')).toEqual({ page: 'course', props: { game: 'spell' } });
  expect(at('/learn/spell/first%20steps')).toEqual({ page: 'lesson', props: { game: 'spell', lesson: 'first steps' } });
  expect(at('/puzzles/spell')).toEqual({ page: 'puzzles', props: { game: 'spell' } });
  expect(at('/puzzles/spell/1-2?daily')).toEqual({
    page: 'puzzle',
    props: { game: 'spell', puzzle: '1-2', daily: true },
  });
  expect(at('/slips')).toEqual({ page: 'slips', props: {} });
  expect(at('/slips/ab12cd/7')).toEqual({ page: 'slip', props: { table: 'ab12cd', at: 7 } });
});

test('a replay is opened at a moment and from a seat if the query names them', () => {
  const replay = (query: string) => at(`/replay/ab12cd${query}`);
  expect(replay('?watch=y&at=7&eyes=open')).toEqual({
    page: 'replay',
    props: { table: 'ab12cd', watch: 'y', moment: 7, pointOfView: 'open' },
  });
  expect(replay('?at=-1')).toEqual({
    page: 'replay',
    props: { table: 'ab12cd', watch: null, moment: null, pointOfView: null },
  });
});

test('a path that matches no route is lost', () => {
  for (const path of ['/t', '/me/more', '/new', '/t/a/b', '/slips/ab12cd/x', '/nonsense', '/%zz'])
    expect(at(path).page).toBe('lost');
});

import { expect, test } from 'vitest';
import type { ShelfGame, ShelfOption } from '../../api/wire';
import {
  asked,
  chosenOptions,
  numbers,
  planSeats,
  possible,
  sitters,
  usualAbsence,
  usualOthers,
  usualSeats,
} from './plan';

const option = (more: Partial<ShelfOption> = {}): ShelfOption => ({
  default: 'a',
  allowed: ['a', 'b'],
  groups: [],
  offered: { 2: ['a', 'b'], 3: [] },
  ...more,
});
const game = (more: Partial<ShelfGame> = {}): ShelfGame => ({
  name: 'pig',
  seats: [2, 3, 4, 5],
  options: {},
  sides: {},
  called: {},
  levels: ['apprentice'],
  lessons: [],
  puzzles: 0,
  hides: false,
  words: { en: {}, fr: {} },
  ...more,
});

test('four sit down where they can, unless the game knows better', () => {
  expect(usualSeats(game())).toBe(4);
  expect(usualSeats(game({ seats: [1, 2] }))).toBe(2);
  expect(usualSeats(game({ words: { en: { usual_seats: 3 }, fr: {} } }))).toBe(3);
  expect(usualOthers(game(), 'adept')).toEqual(['adept', 'adept', 'adept', 'adept']);
});

test('you sit where you chose, the others seatsFrom you', () => {
  expect(sitters(['adept', 'open', 'master'], 1, 3)).toEqual(['adept', 'me', 'open']);
  expect(sitters(['adept'], 'lot', 2)).toEqual(['me', 'adept']);
  expect(planSeats(['me', 'open', 'adept'])).toEqual([
    { kind: 'me' },
    { kind: 'open' },
    { kind: 'bot', level: 'adept' },
  ]);
});

test('only what is asked and differs from the usual is sent', () => {
  const options = { first: option(), die: option({ allowed: null, default: [1, 2] }) };
  expect(asked(options.first, 2)).toBe(true);
  expect(asked(options.first, 3)).toBe(false);
  expect(chosenOptions(game({ options }), { first: 'b', die: [1, 2] }, 2)).toEqual({ first: 'b' });
  expect(chosenOptions(game({ options }), { first: 'b', die: [6] }, 3)).toEqual({ die: [6] });
});

test('a value that a table of this size does not offer is not possible', () => {
  expect(possible(option(), 'b', 2)).toBe(true);
  expect(possible(option(), 'c', 2)).toBe(false);
  expect(possible(option({ allowed: null }), 'anything', 2)).toBe(true);
});

test('numbers are read with any sign between them; other words stay as they are', () => {
  expect(numbers('1, 1;2  3')).toEqual([1, 1, 2, 3]);
  expect(numbers('one, two')).toBe('one, two');
  expect(numbers('')).toBe('');
});

test('a new table proposes an absence that is not shorter than its clock', () => {
  expect(usualAbsence(null)).toBe(600);
  expect(usualAbsence({ kind: 'budget', seconds: 900 })).toBe(3600);
  expect(usualAbsence({ kind: 'move', seconds: 3 * 86_400 })).toBe(3 * 86_400);
  expect(usualAbsence({ kind: 'budget', seconds: 30 * 86_400 })).toBe(7 * 86_400);
});

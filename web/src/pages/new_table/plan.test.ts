import { expect, test } from 'vitest';
import type { GameInfo, OptionInfo } from '../../api/wire';
import {
  isShown,
  chosenOptions,
  parseNumbers,
  otherIndex,
  planSeats,
  isValid,
  seatPlayers,
  defaultAbsence,
  defaultOthers,
  defaultSeats,
} from './plan';

const option = (more: Partial<OptionInfo> = {}): OptionInfo => ({
  default: 'a',
  allowed: ['a', 'b'],
  groups: [],
  offered: { 2: ['a', 'b'], 3: [] },
  ...more,
});
const game = (more: Partial<GameInfo> = {}): GameInfo => ({
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

test('a table has four seats by default, unless the game says otherwise', () => {
  expect(defaultSeats(game())).toBe(4);
  expect(defaultSeats(game({ seats: [1, 2] }))).toBe(2);
  expect(defaultSeats(game({ words: { en: { usual_seats: 3 }, fr: {} } }))).toBe(3);
  expect(defaultOthers(game(), 'adept')).toEqual(['adept', 'adept', 'adept', 'adept']);
});

test('the viewer sits in the chosen seat, the others in the remaining ones', () => {
  expect(seatPlayers(['adept', 'open', 'master'], 1, 3)).toEqual(['adept', 'me', 'open']);
  expect(seatPlayers(['adept'], 'lot', 2)).toEqual(['me', 'adept']);
  expect(planSeats(['me', 'open', 'adept'])).toEqual([
    { kind: 'me' },
    { kind: 'open' },
    { kind: 'bot', level: 'adept' },
  ]);
});

test('the viewer’s own row is not counted among the other players', () => {
  expect([0, 2].map((row) => otherIndex(row, 1))).toEqual([0, 1]);
  expect([1, 2].map((row) => otherIndex(row, 'lot'))).toEqual([0, 1]);
});

test('only options that are shown and differ from their default are sent', () => {
  const options = { first: option(), die: option({ allowed: null, default: [1, 2] }) };
  expect(isShown(options.first, 2)).toBe(true);
  expect(isShown(options.first, 3)).toBe(false);
  expect(chosenOptions(game({ options }), { first: 'b', die: [1, 2] }, 2)).toEqual({ first: 'b' });
  expect(chosenOptions(game({ options }), { first: 'b', die: [6] }, 3)).toEqual({ die: [6] });
});

test('a value that is not offered at this table size is not valid', () => {
  expect(isValid(option(), 'b', 2)).toBe(true);
  expect(isValid(option(), 'c', 2)).toBe(false);
  expect(isValid(option({ allowed: null }), 'anything', 2)).toBe(true);
});

test('numbers are parsed with any separator; other text stays unchanged', () => {
  expect(parseNumbers('1, 1;2  3')).toEqual([1, 1, 2, 3]);
  expect(parseNumbers('one, two')).toBe('one, two');
  expect(parseNumbers('')).toBe('');
});

test('the default absence is not shorter than the clock', () => {
  expect(defaultAbsence(null)).toBe(600);
  expect(defaultAbsence({ kind: 'budget', seconds: 900 })).toBe(3600);
  expect(defaultAbsence({ kind: 'move', seconds: 3 * 86_400 })).toBe(3 * 86_400);
  expect(defaultAbsence({ kind: 'budget', seconds: 30 * 86_400 })).toBe(7 * 86_400);
});

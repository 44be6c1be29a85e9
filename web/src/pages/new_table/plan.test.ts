import { expect, test } from 'vitest';
import type { GameInfo, OptionInfo } from '../../api/wire';
import {
  isShown,
  chosenOptions,
  parseNumbers,
  otherPlayerIndex,
  seatPlans,
  isValid,
  playersByRow,
  defaultAbsenceTime,
  defaultOtherPlayers,
  defaultSeatCount,
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
  expect(defaultSeatCount(game())).toBe(4);
  expect(defaultSeatCount(game({ seats: [1, 2] }))).toBe(2);
  expect(defaultSeatCount(game({ words: { en: { usual_seats: 3 }, fr: {} } }))).toBe(3);
  expect(defaultOtherPlayers(game(), 'adept')).toEqual(['adept', 'adept', 'adept', 'adept']);
});

test('the viewer sits in the chosen seat, the others in the remaining ones', () => {
  expect(playersByRow(['adept', 'open', 'master'], 1, 3)).toEqual(['adept', 'me', 'open']);
  expect(playersByRow(['adept'], 'lot', 2)).toEqual(['me', 'adept']);
  expect(seatPlans(['me', 'open', 'adept'])).toEqual([
    { kind: 'me' },
    { kind: 'open' },
    { kind: 'bot', level: 'adept' },
  ]);
});

test('the viewer’s own row is not counted among the other players', () => {
  expect([0, 2].map((row) => otherPlayerIndex(row, 1))).toEqual([0, 1]);
  expect([1, 2].map((row) => otherPlayerIndex(row, 'lot'))).toEqual([0, 1]);
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
  expect(defaultAbsenceTime(null)).toBe(600);
  expect(defaultAbsenceTime({ kind: 'budget', seconds: 900 })).toBe(3600);
  expect(defaultAbsenceTime({ kind: 'move', seconds: 3 * 86_400 })).toBe(3 * 86_400);
  expect(defaultAbsenceTime({ kind: 'budget', seconds: 30 * 86_400 })).toBe(7 * 86_400);
});

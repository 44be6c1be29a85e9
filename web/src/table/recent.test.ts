import { expect, test } from 'vitest';
import type { Line, LogLine, TurnLine } from '../api/wire';
import { summariseMissed, newestTurn, rowsOf, linesSince, turnsSince } from './recent';

const by = (...seats: (number | null)[]): Line[] => seats.map((seat, k) => ({ do: 'step', by: seat, k }));
const row = (seat: number | null, turn: number, more: Partial<LogLine> = {}): LogLine => ({
  line: { do: 'step', by: seat },
  en: `${seat} in ${turn}`,
  fr: '',
  turn,
  parts: [],
  skip: false,
  ...more,
});
const turn = (seat: number | null, more: Partial<TurnLine> = {}): TurnLine => ({
  seat,
  scripted: false,
  chapter: null,
  en: 'x',
  fr: 'x',
  skipped: null,
  ...more,
});

test('the lines since the last action include chance, and the whole log before the first action', () => {
  const log = by(null, 0, 1, null, 2);
  expect(linesSince(log, 0)).toEqual(log.slice(2));
  expect(linesSince(log, 2)).toEqual([]);
  expect(linesSince(log, 3)).toEqual(log);
});

test('a spectator gets the lines of the seat that acted last', () => {
  const log = by(0, 1, null, 1, null);
  expect(linesSince(log, null)).toEqual(log.slice(1));
  expect(linesSince([], null)).toEqual([]);
});

test('a line that extends into the next turn is in both turns, omitted lines come last', () => {
  const parts = [
    { turn: 0, en: 'a', fr: '' },
    { turn: 1, en: 'b', fr: '' },
  ];
  const log = [row(0, 0, { parts }), row(1, 1, { skip: true }), row(1, 1)];
  const turns = [turn(0), turn(1, { skipped: { en: 'nothing else', fr: '' } })];
  expect(rowsOf(log, turns, 0).map((row) => row.text.en)).toEqual(['a']);
  expect(rowsOf(log, turns, 1).map((row) => row.text.en)).toEqual(['b', '1 in 1', 'nothing else']);
  expect(rowsOf(log, turns, 1)[0].isContinuation).toBe(true);
});

test('the turns of others exclude the set-up and the viewer’s own turns', () => {
  const turns = [turn(null), turn(0), turn(1), turn(null, { scripted: true }), turn(2, { en: '' })];
  expect(turnsSince([row(0, 1), row(1, 2)], turns, 0)).toEqual([2, 3]);
  expect(turnsSince([row(1, 2)], turns, 0)).toEqual([2, 3]);
  expect(turnsSince([row(0, 2)], turns, 0)).toEqual([2, 3]); // only a response within another's turn
});

test('the newest turn is one in which a seat has acted', () => {
  const turns = [turn(0), turn(1)];
  expect(newestTurn([row(0, 0), row(null, 1)], turns)).toBe(turns[0]);
  expect(newestTurn([row(0, 0), row(1, 1)], turns)).toBe(turns[1]);
});

test('the missed lines are those that name the viewer, and the turns of the others', () => {
  const turns = [turn(0), turn(1), turn(2), turn(0), turn(null)];
  const lines = [
    row(0, 0, { en: '{0} hits {1}' }), // the viewer's own
    row(1, 1, { en: '{1} hits {0}' }),
    row(2, 2, { en: '{2} hits {1}' }),
    row(null, 3, { en: '{0} is dealt a card' }),
    row(1, 1, {
      parts: [
        { turn: 1, en: 'and stops', fr: '' },
        { turn: 2, en: '{0} is next', fr: '' },
      ],
    }),
  ];
  const missed = summariseMissed(0, lines, turns);
  expect(missed.aboutViewer.map((text) => text.en)).toEqual(['{1} hits {0}', '{0} is dealt a card', '{0} is next']);
  expect(missed.turns).toEqual([1, 2]);
});

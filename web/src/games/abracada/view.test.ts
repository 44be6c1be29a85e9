import { expect, test } from 'vitest';
import type { Board, CallLine, Line, RoundEnd, View } from './types';
import { copiesOf, latestCalls, lifeChanges, recentChanges, scoredRounds } from './view';

const call = (by: number, spell: number, hit: boolean | null = true, life = {}, round = 1): CallLine => ({
  by,
  do: 'call',
  spell,
  round,
  standing: [],
  hit,
  life,
});
const roll = (to: number, die: number): Line => ({
  by: null,
  do: 'roll',
  die,
  round: 1,
  to,
  cast: 3,
  hit: true,
  life: { [to]: die },
});
const secret = (to: number): Line => ({
  by: null,
  do: 'secret',
  spell: null,
  round: 1,
  to,
  cast: 4,
  hit: true,
  life: {},
});

test('the calls of a turn are those one seat makes in a row, each with its die', () => {
  const log = [call(1, 8, true, {}, 0), call(0, 3), roll(0, 2), call(0, 5, false), call(1, 6), call(0, 7)];
  const { turn, bySeat } = latestCalls(log, 1);
  expect(turn).toEqual([{ seat: 0, spell: 7, hit: true }]);
  expect(bySeat.get(1)).toEqual([{ seat: 1, spell: 6, hit: true }]);
  expect(latestCalls(log.slice(0, 4), 1).turn).toEqual([
    { seat: 0, spell: 3, hit: true, die: 2 },
    { seat: 0, spell: 5, hit: false },
  ]);
});

test('chance events before the first action of another seat belong to the viewer’s own action', () => {
  const changes = recentChanges(
    [roll(0, 2), call(1, 4), secret(1), call(1, 5, true, { 0: -1, 2: -1 }), call(2, 2, true, { 0: -1, 2: 1 })],
    1,
  );
  expect(changes.calls.map(({ seat, spell }) => [seat, spell])).toEqual([
    [1, 4],
    [1, 5],
    [2, 2],
  ]);
  expect(changes.secretTakers).toEqual([1]);
  expect([...changes.lives]).toEqual([
    [0, -2],
    [2, 0],
  ]);
});

test('lines without life changes change no lives', () => {
  expect(lifeChanges([{ by: null, do: 'stone', spell: 3, round: 2, to: 0, id: 128 }]).size).toBe(0);
});

test('every copy of a spell is used, visible or unseen', () => {
  const view = { board: [0, 0, 0, 1], hands: ['??', '54'], taken: ['4', '?'] } as Partial<View> as View;
  const board = { unseen: [1, 2, 3, 1] } as Partial<Board> as Board;
  expect(copiesOf(view, board, 4)).toEqual([
    { state: 'used' },
    { state: 'seen', seat: 0, secret: true },
    { state: 'seen', seat: 1, secret: false },
    { state: 'unseen' },
  ]);
});

test('a scored round has its number', () => {
  const ended: RoundEnd = {
    cause: 'kill',
    by: 0,
    fallen: [1],
    points: [3, 0],
    scores: [3, 0],
    hands: ['', '8'],
    taken: ['', ''],
    next: 1,
  };
  expect(scoredRounds([call(0, 8), { ...call(0, 7), ended }]).map(({ round, by }) => [round, by])).toEqual([[1, 0]]);
});

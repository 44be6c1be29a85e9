import { expect, test } from 'vitest';
import type { Board, LearnOption, TokenPick } from './types';
import { spellOptions, dropOf, LEARN, pickOf, STORE, TAKE } from './view';

const take: TokenPick = {
  zone: 'altar',
  token: 'Ro',
  steps: [
    { do: 'act', action: 'take' },
    { do: 'take', token: 'Ro' },
  ],
  to: 'pool',
};
const blaze: LearnOption = {
  spell: 'blaze',
  level: 4,
  own: 3,
  wilds: 1,
  adds: 2,
  steps: [
    { do: 'act', action: 'learn' },
    { do: 'learn', spell: 'blaze', level: 4 },
  ],
};
const board = { picks: [take], learnable: [blaze] } as Partial<Board> as Board;

test('a token can be picked only if its first step is legal', () => {
  expect(pickOf(board, [TAKE], 'altar', 'Ro')).toBe(take);
  expect(pickOf(board, [STORE], 'altar', 'Ro')).toBeUndefined();
  expect(pickOf(board, [TAKE], 'pool', 'Ro')).toBeUndefined();
  expect(pickOf(board, [TAKE], 'altar', 'Rt')).toBeUndefined();
});

test('a token is dropped on the board, on the card it pays for, or on the track', () => {
  expect(dropOf(take)).toBe('.s-board-area [data-zone="pool"]');
  expect(dropOf({ ...take, to: 'card 0 R' })).toBe('.s-board-area [data-place="card 0 R"]');
  expect(dropOf({ ...take, to: 'track' })).toBe('[data-zone="track"]');
  expect(dropOf({ ...take, to: null })).toBeUndefined();
});

test('a card can be used or learned, and learning is one gesture', () => {
  const use = { do: 'use', spell: 'blaze', level: 3 };
  expect(spellOptions(board, [use, { do: 'skip' }], 'blaze')).toEqual([
    { spell: 'blaze', level: 3, gesture: [use, []] },
  ]);
  expect(spellOptions(board, [LEARN], 'blaze')).toEqual([
    { spell: 'blaze', level: 4, gesture: [LEARN, [blaze.steps[1]]], learnOption: blaze },
  ]);
  expect(spellOptions(board, [LEARN], 'focus')).toEqual([]);
});

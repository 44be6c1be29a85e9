import { expect, test } from 'vitest';
import type { Board, LearnOption, TokenPick } from './types';
import { dropSelector, findPick, LEARN, spellOptions, STORE, TAKE } from './view';

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
  expect(findPick(board, [TAKE], 'altar', 'Ro')).toBe(take);
  expect(findPick(board, [STORE], 'altar', 'Ro')).toBeUndefined();
  expect(findPick(board, [TAKE], 'pool', 'Ro')).toBeUndefined();
  expect(findPick(board, [TAKE], 'altar', 'Rt')).toBeUndefined();
});

test('a token is dropped on the board, on the card it pays for, or on the track', () => {
  expect(dropSelector(take)).toBe('.s-board-area [data-zone="pool"]');
  expect(dropSelector({ ...take, to: 'card 0 R' })).toBe('.s-board-area [data-place="card 0 R"]');
  expect(dropSelector({ ...take, to: 'track' })).toBe('[data-zone="track"]');
  expect(dropSelector({ ...take, to: null })).toBeUndefined();
});

test('a card can be used or learned, and learning plays all its steps', () => {
  const use = { do: 'use', spell: 'blaze', level: 3 };
  expect(spellOptions(board, [use, { do: 'skip' }], 'blaze')).toEqual([{ spell: 'blaze', level: 3, actions: [use] }]);
  expect(spellOptions(board, [LEARN], 'blaze')).toEqual([
    { spell: 'blaze', level: 4, actions: blaze.steps, learnOption: blaze },
  ]);
  expect(spellOptions(board, [LEARN], 'focus')).toEqual([]);
});

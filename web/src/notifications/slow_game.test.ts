import { expect, test } from 'vitest';
import type { Snapshot } from '../api/wire';
import { isSlow } from './slow_game';

const seat = (at: number, kind: 'person' | 'bot', here: boolean) => ({
  seat: at,
  kind,
  name: 'x',
  level: null,
  here,
  stand_in: false,
  lost: false,
});
const clock = (seconds: number) => ({ plan: { kind: 'move', seconds } }) as unknown as Snapshot['clock'];
const table = (more: object) => ({
  clock: null,
  seats: [seat(0, 'person', true), seat(1, 'person', false)],
  you: 0,
  phase: 'playing' as const,
  ...more,
});

test.each([
  ['another player is away and there is no clock', {}, true],
  ['everybody is present', { seats: [seat(0, 'person', true), seat(1, 'person', true)] }, false],
  [
    'a clock of a day, everybody here',
    { clock: clock(86_400), seats: [seat(0, 'person', true), seat(1, 'person', true)] },
    true,
  ],
  ['a clock of five minutes, another player away', { clock: clock(300) }, false],
  ['only bots', { seats: [seat(0, 'person', true), seat(1, 'bot', false)] }, false],
  ['a spectator', { you: null }, false],
  ['the game is over', { phase: 'over' as const }, false],
])('%s', (_, more, slow) => {
  expect(isSlow(table(more))).toBe(slow);
});

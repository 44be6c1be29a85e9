import { expect, test } from 'vitest';
import type { PlayerRequest, SeatInfo, Snapshot } from '../api/wire';
import { isAbsent, pendingRequest } from './request';

const seat = (n: number, name: string) =>
  ({ seat: n, kind: 'person', name, level: null, here: true, stand_in: false }) as SeatInfo;
const SEATS = [seat(0, 'Ada'), seat(1, 'Bruno'), seat(2, 'Cleo')];
const table = (you: number | null, asked: PlayerRequest | null) =>
  ({ phase: 'playing', you, seats: SEATS, asked }) as unknown as Snapshot;

test('a viewer is the asker, a voter or an observer of a request', () => {
  const asked: PlayerRequest = { matter: 'end', by: 0, about: null, wait: [1] };
  expect([0, 1, 2, null].map((you) => pendingRequest(table(you, asked))?.role)).toEqual([
    'asker',
    'voter',
    'observer',
    'observer',
  ]);
  expect(pendingRequest(table(1, null))).toBeNull();
  expect(pendingRequest({ ...table(1, asked), phase: 'over' })).toBeNull();
});

test('the request to reveal the hands says that players see them, too', () => {
  const asked: PlayerRequest = { matter: 'open', by: 0, about: null, wait: [1, 2] };
  expect(pendingRequest(table(1, asked))?.sentence).toContain('players');
});

test('a person is absent from the time the server gives, if it gives one', () => {
  expect(isAbsent(SEATS[0], 100)).toBe(false);
  expect(isAbsent({ ...SEATS[0], absent_from: 101 }, 100)).toBe(false);
  expect(isAbsent({ ...SEATS[0], absent_from: 100 }, 100)).toBe(true);
});

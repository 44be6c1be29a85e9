import { expect, test } from 'vitest';
import { settings } from '../state/settings.svelte';
import type { SeatInfo } from '../api/wire';
import { isMuted, setMuted } from './mute';

const plate = (seat: number, name: string): SeatInfo => ({
  seat,
  kind: 'person',
  name,
  level: null,
  here: true,
  stand_in: false,
});

test('a person is muted at every table and seat, and can be unmuted', () => {
  setMuted(plate(1, 'Bruno'), true);
  setMuted(plate(1, 'Bruno'), true);
  expect(settings.mutedNames).toEqual(['bruno']);
  expect(isMuted(plate(3, 'BRUNO '))).toBe(true);
  expect(isMuted(plate(0, 'Ada'))).toBe(false);
  setMuted(plate(2, 'bruno'), false);
  expect(isMuted(plate(1, 'Bruno'))).toBe(false);
});

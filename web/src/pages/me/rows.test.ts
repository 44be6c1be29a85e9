import { expect, test } from 'vitest';
import type { MyDevice, MyGame, MySeat } from '../../api/wire';
import { deviceDays, deviceLabel, ending, others, scores } from './rows';

const person = (name: string): MySeat => ({ name, kind: 'person', level: null });
const game = (more: Partial<MyGame>): MyGame => ({
  table: 't',
  game: 'spell',
  at: 0,
  seat: 1,
  seats: [person('Bruno'), person('Ada'), { name: 'Alma', kind: 'bot', level: 'adept' }],
  phase: 'over',
  turn: null,
  mine: false,
  winners: [0],
  scores: [16, 9, 4],
  won: false,
  counts: true,
  watch: '',
  ...more,
});

test('a row shows the other players, the result and the scores, the viewer’s first', () => {
  expect(others(game({}))).toBe('Bruno and Alma (Adept)');
  expect(ending(game({}))).toBe('Bruno won');
  expect(ending(game({ won: true, winners: [1] }))).toBe('You won');
  expect(ending(game({ winners: [] }))).toBe('Nobody won');
  expect(ending(game({ winners: [], seats: [person('Ada')], seat: 0, scores: [7] }))).toBe('Not won this time');
  expect(scores(game({}))).toBe('9 : 16 : 4');
  expect(scores(game({ seat: null }))).toBe('16 : 9 : 4');
  const early = (more: Partial<MyGame>) =>
    game({ winners: [], scores: [], ended: { why: 'resigned', seat: 0 }, ...more });
  expect(scores(early({}))).toBe('');
  expect(ending(early({ won: true }))).toBe('You won: Bruno resigned');
  expect(ending(early({ seat: 0 }))).toBe('You resigned');
  expect(ending(early({ seat: null }))).toBe('Ended by resignation of Bruno');
  expect(ending(early({ ended: { why: 'agreed', seat: null } }))).toBe('Ended by agreement');
});

test('a device has a label and days', () => {
  const device: MyDevice = {
    id: 'a',
    browser: 'Firefox',
    system: 'Windows',
    since: '2025-03-01',
    seen: '2025-03-09',
    this: false,
  };
  expect(deviceLabel(device)).toBe('Firefox on Windows');
  expect(deviceLabel({ ...device, browser: '' })).toBe('Windows');
  expect(deviceLabel({ ...device, browser: '', system: '' })).toBe('Unknown device');
  expect(deviceDays(device)).toEqual(['First used Mar 1, 2025', 'Last seen Mar 9, 2025']);
  expect(deviceDays({ ...device, since: null })).toEqual(['Last seen Mar 9, 2025']);
  expect(deviceDays({ ...device, since: null, seen: new Date().toISOString().slice(0, 10) })).toEqual([
    'Last seen today',
  ]);
});

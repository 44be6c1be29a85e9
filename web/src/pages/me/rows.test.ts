import { expect, test } from 'vitest';
import type { MyDevice, MyGame, MySeat } from '../../api/wire';
import { deviceUseTexts, deviceLabel, endingText, otherPlayers, scoreText } from './rows';

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
  expect(otherPlayers(game({}))).toBe('Bruno and Alma (Adept)');
  expect(endingText(game({}))).toBe('Bruno won');
  expect(endingText(game({ won: true, winners: [1] }))).toBe('You won');
  expect(endingText(game({ winners: [] }))).toBe('Nobody won');
  expect(endingText(game({ winners: [], seats: [person('Ada')], seat: 0, scores: [7] }))).toBe('Not won this time');
  expect(scoreText(game({}))).toBe('9 : 16 : 4');
  expect(scoreText(game({ seat: null }))).toBe('16 : 9 : 4');
  const early = (more: Partial<MyGame>) =>
    game({ winners: [], scores: [], ended: { why: 'resigned', seat: 0 }, ...more });
  expect(scoreText(early({}))).toBe('');
  expect(endingText(early({ won: true }))).toBe('You won: Bruno resigned');
  expect(endingText(early({ seat: 0 }))).toBe('You resigned');
  expect(endingText(early({ seat: null }))).toBe('Ended by resignation of Bruno');
  expect(endingText(early({ ended: { why: 'agreed', seat: null } }))).toBe('Ended by agreement');
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
  expect(deviceUseTexts(device)).toEqual(['First used Mar 1, 2025', 'Last seen Mar 9, 2025']);
  expect(deviceUseTexts({ ...device, since: null })).toEqual(['Last seen Mar 9, 2025']);
  expect(deviceUseTexts({ ...device, since: null, seen: new Date().toISOString().slice(0, 10) })).toEqual([
    'Last seen today',
  ]);
});

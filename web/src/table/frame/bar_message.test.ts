import { expect, test } from 'vitest';
import type { SeatInfo, Snapshot } from '../../api/wire';
import type { Choice } from '../contract';
import { barMessage, type BarButtons, type BarState } from './bar_message';

const seat = (n: number, name: string, more: Partial<SeatInfo> = {}): SeatInfo => ({
  seat: n,
  kind: 'person',
  name,
  level: null,
  here: true,
  stand_in: false,
  ...more,
});
const button = (label: string): Choice => ({ label });
const buttons = Object.fromEntries(
  ['connectionLost', 'hint', 'gameOver', 'request', 'paused', 'standIn', 'waiting'].map((kind) => [
    kind,
    [button(kind)],
  ]),
) as unknown as BarButtons;

const snapshot = (more: Partial<Snapshot> = {}): Snapshot =>
  ({
    phase: 'playing',
    you: 0,
    seats: [seat(0, 'Ada'), seat(1, 'Bruno')],
    notice: null,
    ...more,
  }) as unknown as Snapshot;
const table = (more: Partial<BarState['table']> = {}): BarState['table'] => ({
  connectionState: 'open',
  legal: [],
  refusal: null,
  isBehind: false,
  ...more,
});
const myTurn = table({ legal: [{ do: 'end' }] });

const board: BarState['board'] = {
  question: 'Call or stop',
  questionDetail: 'It costs a life.',
  choices: [button('Stop')],
  clickProblem: '',
  latestEvent: 'Bruno is calling.',
};

function message(more: Partial<BarState>) {
  const state: BarState = {
    table: table(),
    snapshot: snapshot(),
    turn: 1,
    board,
    prompt: null,
    hint: null,
    request: null,
    note: '',
    hurryNote: '',
    ...more,
  };
  const { tone, heading, detail, buttons: shown } = barMessage(state, buttons);
  return [tone, heading, detail, ...shown.map((choice) => choice.label)];
}

test('the question is shown with its cost and choices while the viewer may act', () => {
  expect(message({ table: myTurn, turn: 0 })).toEqual(['ask', 'Call or stop', 'It costs a life.', 'Stop']);
});

test('a lost connection comes first, then a question of the table, then a refusal', () => {
  const prompt = { question: 'Stop all the same?', choices: [button('Go back')] };
  const refusal = { message: 'Too low.', rule: 'AQ-303' };
  expect(message({ table: table({ connectionState: 'lost', refusal }), prompt })).toContain('connectionLost');
  expect(message({ table: table({ refusal }), prompt })).toEqual(['warn', 'Stop all the same?', '', 'Go back']);
  expect(message({ table: { ...myTurn, refusal } })).toEqual(['error', 'Too low.', '', 'Stop']);
});

test('the reason for a click without effect replaces a hint, and a hint the question', () => {
  const hint = { heading: 'Look at the spells.', detail: '' };
  expect(message({ table: myTurn, hint })).toEqual(['hint', 'Look at the spells.', '', 'Stop', 'hint']);
  expect(message({ table: myTurn, hint, board: { ...board, clickProblem: 'Not lit.' } })).toEqual([
    'error',
    'Not lit.',
    '',
    'Stop',
  ]);
});

test('a request and a pause are shown before the question', () => {
  const request = { key: 'k', sentence: 'Bruno asks for a pause.', note: '', role: 'voter' as const };
  expect(message({ table: myTurn, request })).toEqual(['request', 'Bruno asks for a pause.', '', 'request']);
  expect(message({ table: myTurn, snapshot: snapshot({ paused: true }) })).toContain('paused');
});

test('a spectator gets no buttons at a paused table', () => {
  expect(message({ snapshot: snapshot({ paused: true, you: null }) })).toHaveLength(3);
});

test('while another seat acts, the bar says who, with what just happened', () => {
  expect(message({})).toEqual(['wait', 'Bruno to play', 'Bruno is calling.', 'waiting']);
  expect(message({ note: 'Shall we notify you?' })[2]).toBe('Shall we notify you?');
  const bot = snapshot({ seats: [seat(0, 'Ada'), seat(1, 'Alma', { kind: 'bot' })] });
  expect(message({ snapshot: bot })[1]).toContain('Alma');
  const away = snapshot({ seats: [seat(0, 'Ada'), seat(1, 'Bruno', { here: false })] });
  expect(message({ snapshot: away, note: 'A note.' })[2]).toMatch(/Bruno.* A note\.$/);
});

test('a stand-in bot, an ended game and a finished lesson replace the question', () => {
  const standIn = snapshot({ seats: [seat(0, 'Ada', { stand_in: true }), seat(1, 'Bruno')] });
  expect(message({ snapshot: standIn })).toContain('standIn');
  expect(message({ snapshot: snapshot({ phase: 'over' }) })).toContain('gameOver');
  expect(message({ table: { ...myTurn, isFinished: true } })).toHaveLength(3);
});

import { beforeEach, expect, test } from 'vitest';
import type { Action } from '../../api/wire';
import { offers } from '../contract';
import { Gestures } from './gestures.svelte';

const [take, give, pay, end]: Action[] = ['take', 'give', 'pay', 'end'].map((verb) => ({ do: verb }));
let gestures: Gestures;
beforeEach(() => {
  gestures = new Gestures();
});

/** Play a gesture of several steps; the table confirms each. */
function play(first: Action, ...rest: Action[]): void {
  gestures.begin(rest);
  gestures.request('act', first);
  gestures.confirm();
  for (let next = gestures.next(rest); next; next = gestures.next(rest)) {
    gestures.request('act', next);
    gestures.confirm();
  }
}
/** Undo a gesture; return how many undo requests that took. */
function undo(): number {
  gestures.beginUndo();
  for (let times = 1; ; times++) {
    gestures.request('undo');
    if (!gestures.confirm()) return times;
  }
}

test('an action is legal in any order of its keys', () => {
  expect(offers([{ do: 'move', from: 'a1', to: 'a2' }], { to: 'a2', from: 'a1', do: 'move' })).toBe(true);
  expect(offers([{ do: 'move', from: 'a1', to: 'a2' }], { do: 'move', from: 'a1' })).toBe(false);
});

test('the steps of a gesture are played when they are legal', () => {
  gestures.begin([give, pay]);
  expect(gestures.next([])).toBeNull();
  expect(gestures.next([give, end])).toEqual(give);
  expect(gestures.next([pay])).toEqual(pay);
  expect(gestures.next([end])).toBeNull();
});

test('a gesture ends if other actions are legal instead', () => {
  gestures.begin([give]);
  expect(gestures.next([pay])).toBeNull();
  expect(gestures.next([give])).toBeNull();
});

test('one undo takes back the whole gesture, and redo plays it again', () => {
  play(take);
  play(give, pay);
  expect(undo()).toBe(2);
  expect(gestures.redoSteps).toEqual([give, pay]);
  expect(undo()).toBe(1);
  expect(gestures.redoSteps).toEqual([take]);
});

test('a gesture that was redone cannot be redone again', () => {
  play(take);
  play(give);
  undo();
  undo();
  gestures.begin([]);
  gestures.request('redo', take);
  gestures.confirm();
  expect(gestures.redoSteps).toEqual([give]);
});

test('a new action clears redo', () => {
  play(take);
  undo();
  play(give);
  expect(gestures.redoSteps).toEqual([]);
});

test('an action of another player clears undo and redo', () => {
  play(take);
  undo();
  gestures.confirm();
  expect(gestures.redoSteps).toEqual([]);
});

test('a refusal cancels the gesture', () => {
  gestures.begin([give]);
  gestures.request('act', take);
  gestures.cancel();
  expect(gestures.next([give])).toBeNull();
});

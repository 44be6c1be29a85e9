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

test('an action is offered whatever the order of its details', () => {
  expect(offers([{ do: 'move', from: 'a1', to: 'a2' }], { to: 'a2', from: 'a1', do: 'move' })).toBe(true);
  expect(offers([{ do: 'move', from: 'a1', to: 'a2' }], { do: 'move', from: 'a1' })).toBe(false);
});

test('the rest of a gesture is played as each step is offered', () => {
  gestures.begin([give, pay]);
  expect(gestures.next([])).toBeNull();
  expect(gestures.next([give, end])).toEqual(give);
  expect(gestures.next([pay])).toEqual(pay);
  expect(gestures.next([end])).toBeNull();
});

test('a gesture ends where something else is asked', () => {
  gestures.begin([give]);
  expect(gestures.next([pay])).toBeNull();
  expect(gestures.next([give])).toBeNull();
});

test('one undo takes the whole gesture back, and redo would play it again', () => {
  play(take);
  play(give, pay);
  expect(undo()).toBe(2);
  expect(gestures.redoSteps).toEqual([give, pay]);
  expect(undo()).toBe(1);
  expect(gestures.redoSteps).toEqual([take]);
});

test('what is played again is no longer there to redo', () => {
  play(take);
  play(give);
  undo();
  undo();
  gestures.begin([]);
  gestures.request('redo', take);
  gestures.confirm();
  expect(gestures.redoSteps).toEqual([give]);
});

test('a new step forgets what was taken back', () => {
  play(take);
  undo();
  play(give);
  expect(gestures.redoSteps).toEqual([]);
});

test('a step of somebody else closes both ways', () => {
  play(take);
  undo();
  gestures.confirm();
  expect(gestures.redoSteps).toEqual([]);
});

test('a refusal ends the gesture', () => {
  gestures.begin([give]);
  gestures.request('act', take);
  gestures.cancel();
  expect(gestures.next([give])).toBeNull();
});

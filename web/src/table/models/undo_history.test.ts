import { beforeEach, expect, test } from 'vitest';
import type { Action } from '../../api/wire';
import { includesAction } from '../contract';
import { UndoHistory } from './undo_history.svelte';

const [take, give, pay, end]: Action[] = ['take', 'give', 'pay', 'end'].map((verb) => ({ do: verb }));
let undoHistory: UndoHistory;
beforeEach(() => {
  undoHistory = new UndoHistory();
});

/** Play a group of actions. The server confirms each of them. */
function play(first: Action, ...rest: Action[]): void {
  undoHistory.begin(rest);
  undoHistory.request({ kind: 'act', action: first });
  undoHistory.confirm();
  for (let next = undoHistory.next(rest); next; next = undoHistory.next(rest)) {
    undoHistory.request({ kind: 'act', action: next });
    undoHistory.confirm();
  }
}
/** Undo a group of actions, and return how many undo requests were needed. */
function undo(): number {
  undoHistory.beginUndo();
  for (let times = 1; ; times++) {
    undoHistory.request({ kind: 'undo' });
    if (!undoHistory.confirm()) return times;
  }
}

test('an action is legal in any order of its keys', () => {
  expect(includesAction([{ do: 'move', from: 'a1', to: 'a2' }], { to: 'a2', from: 'a1', do: 'move' })).toBe(true);
  expect(includesAction([{ do: 'move', from: 'a1', to: 'a2' }], { do: 'move', from: 'a1' })).toBe(false);
});

test('the actions of a group are played when they are legal', () => {
  undoHistory.begin([give, pay]);
  expect(undoHistory.next([])).toBeNull();
  expect(undoHistory.next([give, end])).toEqual(give);
  expect(undoHistory.next([pay])).toEqual(pay);
  expect(undoHistory.next([end])).toBeNull();
});

test('a group ends if other actions are legal instead', () => {
  undoHistory.begin([give]);
  expect(undoHistory.next([pay])).toBeNull();
  expect(undoHistory.next([give])).toBeNull();
});

test('one undo takes back the whole group, and redo plays it again', () => {
  play(take);
  play(give, pay);
  expect(undo()).toBe(2);
  expect(undoHistory.redoActions).toEqual([give, pay]);
  expect(undo()).toBe(1);
  expect(undoHistory.redoActions).toEqual([take]);
});

test('a group that was redone cannot be redone again', () => {
  play(take);
  play(give);
  undo();
  undo();
  undoHistory.begin([]);
  undoHistory.request({ kind: 'redo', action: take });
  undoHistory.confirm();
  expect(undoHistory.redoActions).toEqual([give]);
});

test('a new action clears redo', () => {
  play(take);
  undo();
  play(give);
  expect(undoHistory.redoActions).toEqual([]);
});

test('an action of another player clears undo and redo', () => {
  play(take);
  undo();
  undoHistory.confirm();
  expect(undoHistory.redoActions).toEqual([]);
});

test('a refusal cancels the group', () => {
  undoHistory.begin([give]);
  undoHistory.request({ kind: 'act', action: take });
  undoHistory.cancel();
  expect(undoHistory.next([give])).toBeNull();
});

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
  undoHistory.beginGroup(rest);
  undoHistory.recordRequest({ kind: 'act', action: first });
  undoHistory.recordResponse();
  for (let next = undoHistory.takeNextAction(rest); next; next = undoHistory.takeNextAction(rest)) {
    undoHistory.recordRequest({ kind: 'act', action: next });
    undoHistory.recordResponse();
  }
}
/** Undo a group of actions, and return how many undo requests were needed. */
function undo(): number {
  undoHistory.beginUndo();
  for (let times = 1; ; times++) {
    undoHistory.recordRequest({ kind: 'undo' });
    if (!undoHistory.recordResponse()) return times;
  }
}

test('an action is legal in any order of its keys', () => {
  expect(includesAction([{ do: 'move', from: 'a1', to: 'a2' }], { to: 'a2', from: 'a1', do: 'move' })).toBe(true);
  expect(includesAction([{ do: 'move', from: 'a1', to: 'a2' }], { do: 'move', from: 'a1' })).toBe(false);
});

test('the actions of a group are played when they are legal', () => {
  undoHistory.beginGroup([give, pay]);
  expect(undoHistory.takeNextAction([])).toBeNull();
  expect(undoHistory.takeNextAction([give, end])).toEqual(give);
  expect(undoHistory.takeNextAction([pay])).toEqual(pay);
  expect(undoHistory.takeNextAction([end])).toBeNull();
});

test('a group ends if other actions are legal instead', () => {
  undoHistory.beginGroup([give]);
  expect(undoHistory.takeNextAction([pay])).toBeNull();
  expect(undoHistory.takeNextAction([give])).toBeNull();
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
  undoHistory.beginGroup([]);
  undoHistory.recordRequest({ kind: 'redo', action: take });
  undoHistory.recordResponse();
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
  undoHistory.recordResponse();
  expect(undoHistory.redoActions).toEqual([]);
});

test('a refusal cancels the group', () => {
  undoHistory.beginGroup([give]);
  undoHistory.recordRequest({ kind: 'act', action: take });
  undoHistory.cancel();
  expect(undoHistory.takeNextAction([give])).toBeNull();
});

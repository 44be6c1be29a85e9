import { beforeEach, expect, test } from 'vitest';
import type { Action, Snapshot } from '../../api/wire';
import { settings } from '../../state/settings.svelte';
import { PracticeTable, type PracticeResult } from './practice.svelte';

const [take, give, pay, wrong]: Action[] = ['take', 'give', 'pay', 'wrong'].map((verb) => ({ do: verb }));

/** A practice table whose server plays every action except `wrong`. */
class TestTable extends PracticeTable {
  requests: string[][] = [];
  readonly isFinished = false;

  protected async send(acts: Action[]): Promise<PracticeResult> {
    this.requests.push(acts.map((action) => action.do));
    const snapshot = { n: acts.length, seats: [], log: [], turns: [], legal: [take, give, pay, wrong] };
    return { snapshots: [snapshot as unknown as Snapshot], played: !acts.includes(wrong) };
  }
  get last(): string {
    return this.requests.at(-1)!.join(' ');
  }
}

let table: TestTable;
/** Wait until the test table has handled all requests. */
const allRequests = () => new Promise((done) => setTimeout(done, 5));

beforeEach(async () => {
  settings.pace = 'still'; // without animations
  table = new TestTable();
  await table.begin();
});

test('every action of a group is sent, and one undo takes the whole group back', async () => {
  table.act(take);
  await allRequests();
  table.act(give, [pay]);
  await allRequests();
  expect(table.last).toBe('take give pay');
  table.undo();
  await allRequests();
  expect(table.last).toBe('take');
  expect(table.snapshot!.n).toBe(1);
  expect(table.canRedo).toBe(true);
});

test('redo plays the whole group again', async () => {
  table.act(give, [pay]);
  await allRequests();
  table.undo();
  await allRequests();
  table.redo();
  await allRequests();
  expect(table.last).toBe('give pay');
  expect(table.canRedo).toBe(false);
});

test('an action that is not played leaves the table as it was and ends its group', async () => {
  table.act(take);
  await allRequests();
  table.act(wrong, [give]);
  await allRequests();
  expect(table.last).toBe('take wrong');
  table.act(give);
  await allRequests();
  expect(table.last).toBe('take give');
});

test('starting again forgets what could be redone', async () => {
  table.act(take);
  await allRequests();
  table.undo();
  await allRequests();
  await table.begin();
  expect(table.canRedo).toBe(false);
});

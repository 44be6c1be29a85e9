import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection';

/** A socket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  static get last() {
    return FakeSocket.all.at(-1)!;
  }
  readyState = 0;
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
}

let links: string[];
let received: unknown[];
let mayRetry: boolean;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  [links, received, mayRetry] = [[], [], true];
  connection = new Connection('/api/tables/t1/live', {
    receive: (message) => received.push(message),
    link: (link) => links.push(link),
    retry: async () => mayRetry,
  });
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it opens the table’s own address and passes on what comes', () => {
  expect(FakeSocket.last.url).toBe('ws://table.test/api/tables/t1/live');
  FakeSocket.last.accept();
  FakeSocket.last.onmessage?.({ data: '{"type":"pong"}' });
  expect([links, received]).toEqual([['open'], [{ type: 'pong' }]]);
});

test('nothing is sent while the line is not open, and the sender is told', () => {
  expect(connection.send({ type: 'ready' })).toBe(false);
  FakeSocket.last.accept();
  expect(connection.send({ type: 'ready' })).toBe(true);
  expect(FakeSocket.last.sent).toEqual([{ type: 'ready' }]);
});

test('it comes back by itself, waiting longer each time, and soon again after it was there', async () => {
  const waits: number[] = [];
  for (let k = 0; k < 7; k++) {
    const before = FakeSocket.all.length;
    FakeSocket.last.onclose?.();
    let waited = 0;
    for (; FakeSocket.all.length === before; waited += 100) await vi.advanceTimersByTimeAsync(100);
    waits.push(waited);
  }
  expect(waits).toEqual([300, 800, 1_600, 3_000, 5_000, 8_000, 8_000]);
  FakeSocket.last.accept();
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(300);
  expect(FakeSocket.all.length).toBe(9);
});

test('it does not come back where that makes no sense', async () => {
  mayRetry = false;
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all.length).toBe(1);
});

test('a line on which nothing is heard is given up', async () => {
  FakeSocket.last.accept();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(FakeSocket.last.sent).toEqual([{ type: 'ping' }, { type: 'ping' }]);
  expect(links).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(links).toEqual(['open', 'lost']);
});

test('whatever is heard keeps it', async () => {
  FakeSocket.last.accept();
  for (let k = 0; k < 6; k++) {
    await vi.advanceTimersByTimeAsync(8_000);
    FakeSocket.last.onmessage?.({ data: '{"type":"pong"}' });
  }
  expect(links).toEqual(['open']);
});

test('coming back online, or to the tab, does not wait', () => {
  FakeSocket.last.onclose?.();
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all.length).toBe(2);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all.length).toBe(2);
});

test('closed is closed', async () => {
  FakeSocket.last.accept();
  connection.close();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([FakeSocket.all.length, links]).toEqual([1, ['open']]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection';

/** Replaces the WebSocket of the browser. The test decides what it receives. */
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
  readonly url: string;
  constructor(url: URL) {
    this.url = url.href;
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

let states: string[];
let received: unknown[];
let mayRetry: boolean;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  [states, received, mayRetry] = [[], [], true];
  connection = new Connection('/api/tables/t1/live', {
    receive: (message) => received.push(message),
    stateChanged: (state) => states.push(state),
    canReconnect: async () => mayRetry,
  });
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it connects to the URL of the table and passes on messages', () => {
  expect(FakeSocket.last.url).toBe('ws://table.test/api/tables/t1/live?changes=1');
  FakeSocket.last.accept();
  FakeSocket.last.onmessage?.({ data: '{"type":"pong"}' });
  expect([states, received]).toEqual([['open'], [{ type: 'pong' }]]);
});

test('send returns false while the socket is not open', () => {
  expect(connection.send({ type: 'ready' })).toBe(false);
  FakeSocket.last.accept();
  expect(connection.send({ type: 'ready' })).toBe(true);
  expect(FakeSocket.last.sent).toEqual([{ type: 'ready' }]);
});

test('it reconnects with growing delays, which start again after a success', async () => {
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

test('it does not reconnect if canReconnect says no', async () => {
  mayRetry = false;
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all.length).toBe(1);
});

test('a silent connection is closed', async () => {
  FakeSocket.last.accept();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(FakeSocket.last.sent).toEqual([{ type: 'ping' }, { type: 'ping' }]);
  expect(states).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(states).toEqual(['open', 'lost']);
});

test('any message keeps the connection open', async () => {
  FakeSocket.last.accept();
  for (let k = 0; k < 6; k++) {
    await vi.advanceTimersByTimeAsync(8_000);
    FakeSocket.last.onmessage?.({ data: '{"type":"pong"}' });
  }
  expect(states).toEqual(['open']);
});

test('it reconnects at once when the browser comes online', () => {
  FakeSocket.last.onclose?.();
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all.length).toBe(2);
  dispatchEvent(new Event('online'));
  expect(FakeSocket.all.length).toBe(2);
});

const arrives = (message: object) => FakeSocket.last.onmessage?.({ data: JSON.stringify(message) });
const about = { log: [], log_from: 0, turns: [], turns_from: 0 };
const whole = (version: number, more: object) => ({ type: 'state', n: version, version, ...about, ...more });
const change = (version: number, steps: unknown[]) => ({ type: 'change', n: version, version, ...about, steps });

test('a change is applied and passed on as a whole snapshot', () => {
  FakeSocket.last.accept();
  arrives(whole(4, { view: { life: [6, 6] }, seed: null }));
  arrives(change(5, [[['view', 'life', 1], 5]]));
  arrives(change(6, [[['seed'], 'open']]));
  expect(received.slice(1)).toEqual([
    whole(5, { view: { life: [6, 5] }, seed: null }),
    whole(6, { view: { life: [6, 5] }, seed: 'open' }),
  ]);
  expect(received[0]).toEqual(whole(4, { view: { life: [6, 6] }, seed: null }));
});

test('a change for another snapshot is dropped, and a whole snapshot is requested', () => {
  FakeSocket.last.accept();
  arrives(change(2, []));
  arrives(whole(4, { seed: null }));
  arrives(change(6, [[['seed'], 'lost']]));
  arrives(change(7, [[['seed'], 'lost too']]));
  arrives(whole(7, { seed: 'open' }));
  arrives(change(8, []));
  expect(received).toEqual([whole(4, { seed: null }), whole(7, { seed: 'open' }), whole(8, { seed: 'open' })]);
  expect(FakeSocket.last.sent).toEqual([{ type: 'whole' }, { type: 'whole' }, { type: 'whole' }]);
});

test('a new connection needs a whole snapshot first', async () => {
  FakeSocket.last.accept();
  arrives(whole(4, { seed: null }));
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(300);
  FakeSocket.last.accept();
  arrives(change(5, []));
  expect(received.length).toBe(1);
  expect(FakeSocket.last.sent).toEqual([{ type: 'whole' }]);
});

test('a closed connection does not reconnect', async () => {
  FakeSocket.last.accept();
  connection.close();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([FakeSocket.all.length, states]).toEqual([1, ['open']]);
});

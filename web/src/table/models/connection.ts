/**
 * The WebSocket of one table. It detects a lost connection and reconnects, and it turns the changes that the server
 * sends into whole snapshots.
 */
import type { Change, FromClient, FromServer, Snapshot } from '../../api/wire';
import { applyChange } from './changes';

export type ConnectionState = 'connecting' | 'open' | 'lost';

const PING_INTERVAL_MS = 8_000;
const TIMEOUT_MS = 20_000;
const RETRY_DELAYS_MS = [300, 800, 1_600, 3_000, 5_000, 8_000];

export type Received = Exclude<FromServer, Change>;

export interface ConnectionEvents {
  receive(message: Received): void;
  link(state: ConnectionState): void;
  /** Called when the socket has closed; resolves to whether to connect again. */
  canRetry(): Promise<boolean>;
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempts = 0;
  private lastReceived = 0;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The snapshot last received on this socket; the next change applies to it. */
  private snapshot: Snapshot | null = null;
  private readonly retryIfVisible = () => document.visibilityState === 'visible' && this.retryNow();

  constructor(
    private readonly path: string,
    private readonly events: ConnectionEvents,
  ) {
    addEventListener('online', this.retryIfVisible);
    document.addEventListener('visibilitychange', this.retryIfVisible);
    this.open();
  }

  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.retryIfVisible);
    document.removeEventListener('visibilitychange', this.retryIfVisible);
    this.closeSocket();
  }

  /** Connect now instead of waiting for the next attempt. */
  retryNow(): void {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    this.open();
  }

  private open(): void {
    const path = `${this.path}${this.path.includes('?') ? '&' : '?'}changes=1`;
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`);
    this.socket = socket;
    this.snapshot = null;
    socket.onopen = () => {
      this.attempts = 0;
      this.lastReceived = Date.now();
      this.events.link('open');
      this.heartbeat = setInterval(() => this.ping(), PING_INTERVAL_MS);
    };
    socket.onmessage = (event) => {
      this.lastReceived = Date.now();
      this.receive(JSON.parse(event.data as string) as FromServer);
    };
    socket.onclose = () => this.onLost(socket);
  }

  private receive(message: FromServer): void {
    if (message.type === 'change') {
      this.snapshot = applyChange(this.snapshot, message);
      if (this.snapshot) this.events.receive(this.snapshot);
      else this.send({ type: 'whole' });
      return;
    }
    if (message.type === 'state') this.snapshot = message;
    this.events.receive(message);
  }

  private ping(): void {
    if (Date.now() - this.lastReceived > TIMEOUT_MS) this.onLost(this.socket);
    else this.send({ type: 'ping' });
  }

  private onLost(socket: WebSocket | null): void {
    if (this.closed || socket !== this.socket) return;
    this.closeSocket();
    this.events.link('lost');
    const wait = RETRY_DELAYS_MS[Math.min(this.attempts, RETRY_DELAYS_MS.length - 1)];
    this.attempts += 1;
    this.timer = setTimeout(async () => {
      if ((await this.events.canRetry()) && !this.closed && !this.socket) this.open();
    }, wait);
  }

  private closeSocket(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
  }
}

/**
 * The WebSocket of one table. It detects a lost connection and reconnects, and it turns the changes that the server
 * sends into whole snapshots.
 */
import type { Change, FromClient, FromServer, Snapshot } from '../../api/wire';
import { applyChange } from './changes';

export type ConnectionState = 'connecting' | 'open' | 'lost';

const PING_INTERVAL_MS = 8_000;
/** If no message is received for this time, the connection counts as lost. */
const TIMEOUT_MS = 20_000;
/** The times to wait before the first, second, … attempt to reconnect. Later attempts wait for the last time. */
const RETRY_DELAYS_MS = [300, 800, 1_600, 3_000, 5_000, 8_000];

/** A message from the server. The connection turns each Change into a whole Snapshot before it passes it on. */
export type ReceivedMessage = Exclude<FromServer, Change>;

/** The functions that a connection calls. */
export interface ConnectionEvents {
  receive(message: ReceivedMessage): void;
  stateChanged(state: ConnectionState): void;
  /** Called before an attempt to reconnect. Returns false if the server would refuse the connection. */
  canReconnect(): Promise<boolean>;
}

export class Connection {
  private socket: WebSocket | null = null;
  /** The number of attempts to reconnect since the connection was open. */
  private attempts = 0;
  /** When the last message was received, in milliseconds since 1970. */
  private lastReceivedAt = 0;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether `close` was called, after which the connection is not opened again. */
  private isClosed = false;
  /** The snapshot to which the next Change applies; null before the first one is received on this socket. */
  private snapshot: Snapshot | null = null;
  private readonly retryIfVisible = () => {
    if (document.visibilityState === 'visible') this.retryNow();
  };

  constructor(
    private readonly path: string,
    private readonly events: ConnectionEvents,
  ) {
    addEventListener('online', this.retryIfVisible);
    document.addEventListener('visibilitychange', this.retryIfVisible);
    this.open();
  }

  /** Send a message to the server. Return false if the connection is not open. */
  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.isClosed = true;
    removeEventListener('online', this.retryIfVisible);
    document.removeEventListener('visibilitychange', this.retryIfVisible);
    this.closeSocket();
  }

  /** Reconnect now instead of waiting for the next attempt. */
  retryNow(): void {
    if (this.isClosed || this.socket) return;
    clearTimeout(this.retryTimer);
    this.open();
  }

  private open(): void {
    const url = new URL(this.path, location.href);
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    url.searchParams.set('changes', '1'); // receive changes of the snapshot instead of whole ones
    const socket = new WebSocket(url);
    this.socket = socket;
    this.snapshot = null;
    socket.onopen = () => {
      this.attempts = 0;
      this.lastReceivedAt = Date.now();
      this.events.stateChanged('open');
      this.heartbeat = setInterval(() => this.ping(), PING_INTERVAL_MS);
    };
    socket.onmessage = (event) => {
      this.lastReceivedAt = Date.now();
      this.receive(JSON.parse(event.data as string) as FromServer);
    };
    socket.onclose = () => this.onLost(socket);
  }

  private receive(message: FromServer): void {
    if (message.type === 'change') {
      this.snapshot = applyChange(this.snapshot, message);
      if (this.snapshot) this.events.receive(this.snapshot);
      else this.send({ type: 'whole' }); // a change was missed: request the whole snapshot
      return;
    }
    if (message.type === 'state') this.snapshot = message;
    this.events.receive(message);
  }

  private ping(): void {
    if (Date.now() - this.lastReceivedAt > TIMEOUT_MS) this.onLost(this.socket);
    else this.send({ type: 'ping' });
  }

  private onLost(socket: WebSocket | null): void {
    if (this.isClosed || socket !== this.socket) return;
    this.closeSocket();
    this.events.stateChanged('lost');
    const delay = RETRY_DELAYS_MS[Math.min(this.attempts, RETRY_DELAYS_MS.length - 1)];
    this.attempts += 1;
    this.retryTimer = setTimeout(() => this.retryIfAllowed(), delay);
  }

  private async retryIfAllowed(): Promise<void> {
    const isAllowed = await this.events.canReconnect();
    if (isAllowed && !this.isClosed && !this.socket) this.open();
  }

  private closeSocket(): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.retryTimer);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    // late events of this socket must not be mistaken for events of a newer one
    socket.onclose = null;
    socket.onmessage = null;
    socket.onopen = null;
    socket.close();
  }
}

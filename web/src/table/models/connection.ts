/** The socket of one table: passes on what it receives, keeps itself alive, comes back by itself. The server sends what changed; this
 *  makes whole snapshots of it, and nobody else need know. */
import type { Change, FromClient, FromServer, Snapshot } from '../../api/wire';
import { next } from './changes';

export type Link = 'connecting' | 'open' | 'lost';

const PING_EVERY = 8_000;
const SILENCE = 20_000;
const WAITS = [300, 800, 1_600, 3_000, 5_000, 8_000];

export type Received = Exclude<FromServer, Change>;

export interface ConnectionEvents {
  receive(message: Received): void;
  link(link: Link): void;
  /** The socket closed; answers whether trying again makes sense. */
  retry(): Promise<boolean>;
}

export class Connection {
  private socket: WebSocket | null = null;
  private tries = 0;
  private heard = 0;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The snapshot this socket has: the next change is for it. */
  private snapshot: Snapshot | null = null;
  private readonly wake = () => document.visibilityState === 'visible' && this.hurry();

  constructor(
    private readonly path: string,
    private readonly events: ConnectionEvents,
  ) {
    addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.open();
  }

  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.drop();
  }

  /** Try now instead of waiting for the next turn. */
  hurry(): void {
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
      this.tries = 0;
      this.heard = Date.now();
      this.events.link('open');
      this.pulse = setInterval(() => this.beat(), PING_EVERY);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.receive(JSON.parse(event.data as string) as FromServer);
    };
    socket.onclose = () => this.lost(socket);
  }

  private receive(message: FromServer): void {
    if (message.type === 'change') {
      this.snapshot = next(this.snapshot, message);
      if (this.snapshot) this.events.receive(this.snapshot);
      else this.send({ type: 'whole' });
      return;
    }
    if (message.type === 'state') this.snapshot = message;
    this.events.receive(message);
  }

  private beat(): void {
    if (Date.now() - this.heard > SILENCE) this.lost(this.socket);
    else this.send({ type: 'ping' });
  }

  private lost(socket: WebSocket | null): void {
    if (this.closed || socket !== this.socket) return;
    this.drop();
    this.events.link('lost');
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(async () => {
      if ((await this.events.retry()) && !this.closed && !this.socket) this.open();
    }, wait);
  }

  private drop(): void {
    clearInterval(this.pulse);
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onclose = socket.onmessage = socket.onopen = null;
      socket.close();
    }
  }
}

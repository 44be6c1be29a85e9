/** The HTTP half of the wire: each call of docs/wire.md by name. */
import { t } from '../words';
import { settings } from './settings.svelte';
import type { HandOver, Level, NewTable, Problem, Replay, SeatPass, ShelfGame, Sit, Snapshot } from './wire';

/** What the server refused; status 0 when it could not be reached. */
export class Refusal extends Error {
  readonly rule: string;

  constructor(
    private readonly problem: Partial<Problem> | null,
    readonly status: number,
  ) {
    super();
    this.rule = problem?.rule ?? '';
  }

  /** Its one sentence in the language of the moment; '' where nothing answered. */
  override get message(): string {
    const said = settings.language === 'fr' ? this.problem?.fr : this.problem?.message;
    return said ?? (this.status ? t().home.unreachable : '');
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(null, 0);
  }
  const said = await answer.json().catch(() => null);
  if (answer.ok) return said as T;
  throw new Refusal(said as Partial<Problem> | null, answer.status);
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

/** The link somebody came by: an invite or a spectator's. */
export interface Came {
  join: string | null;
  watch: string | null;
}
export function query(came: Partial<Came>, more: Record<string, number | null> = {}): string {
  const given = Object.entries({ ...came, ...more }).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}` : '';
}

export const api = {
  shelf: () => call<ShelfGame[]>('GET', '/api/shelf'),
  make: (plan: NewTable) => call<SeatPass>('POST', '/api/tables', plan),
  sit: (table: string, wish: Sit) => call<SeatPass>('POST', `${at(table)}/sit`, wish),
  recover: (table: string, code: string) => call<SeatPass>('POST', `${at(table)}/recover`, { code }),
  look: (table: string, came: Partial<Came> = {}) => call<Snapshot>('GET', at(table) + query(came)),
  handOver: (table: string, seat: number, level: Level) =>
    call<Snapshot>('POST', `${at(table)}/seats/${seat}/bot`, { level } satisfies HandOver),
  takeBack: (table: string, seat: number) => call<Snapshot>('DELETE', `${at(table)}/seats/${seat}/bot`),
  rematch: (table: string) => call<SeatPass>('POST', `${at(table)}/rematch`),
  retry: (table: string) => call<SeatPass>('POST', `${at(table)}/retry`),
  replay: (table: string, seat: number | null, from: number, count: number, watch: string | null) =>
    call<Replay>('GET', `${at(table)}/replay${query({ watch }, { seat, at: from, count })}`),
};

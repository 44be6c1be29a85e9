/** The HTTP half of the wire: each call of docs/wire.md by name. */
import { t } from '../words';
import { withShare } from './luck';
import { settings } from '../state/settings.svelte';
import type {
  AboutMe,
  Action,
  Ask,
  CodeOwner,
  Daily,
  DeviceCode,
  HandOver,
  Invitation,
  InviteCode,
  LessonPage,
  Level,
  LookAtCode,
  Marks,
  Me,
  MyDevices,
  MyGames,
  NewTable,
  NewWay,
  NoticeTest,
  NoticeWays,
  Problem,
  PuzzleList,
  PuzzlePage,
  RecordTable,
  Replay,
  ReviewPage,
  Rules,
  Say,
  SeatPass,
  ShelfGame,
  Sit,
  Snapshot,
  StandInLevel,
  TakeIn,
  WhatElse,
} from './wire';

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
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(null, 0);
  }
  const said = await answer.json().catch(() => null);
  if (answer.ok) return said as T;
  throw new Refusal(said as Partial<Problem> | null, answer.status);
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

const noticesOf = (table: string | null) => (table === null ? '/api/me/notices' : `${at(table)}/notices`);

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
  make: (plan: Omit<NewTable, 'luck'>) =>
    withShare((luck) => call<SeatPass>('POST', '/api/tables', { ...plan, luck } satisfies NewTable)),
  /** `promised`: the fingerprint of the server's half, as it was shown before. */
  sit: (table: string, wish: Omit<Sit, 'luck'>, promised: string) =>
    withShare((luck) => call<SeatPass>('POST', `${at(table)}/sit`, { ...wish, luck } satisfies Sit), promised),
  invitation: (code: string) => call<Invitation>('POST', '/api/codes', { code } satisfies InviteCode),
  leave: (table: string, seat: number) => call<null>('DELETE', `${at(table)}/seats/${seat}`),
  recover: (table: string, code: string) => call<SeatPass>('POST', `${at(table)}/recover`, { code }),
  look: (table: string, came: Partial<Came> = {}) => call<Snapshot>('GET', at(table) + query(came)),
  handOver: (table: string, seat: number, level: Level | null) =>
    call<Snapshot>('POST', `${at(table)}/seats/${seat}/bot`, { level } satisfies HandOver),
  chooseStandIn: (table: string, seat: number, level: Level) =>
    call<Snapshot>('POST', `${at(table)}/seats/${seat}/stand-in`, { level } satisfies StandInLevel),
  takeBack: (table: string, seat: number) => call<Snapshot>('DELETE', `${at(table)}/seats/${seat}/bot`),
  say: (table: string, word: Say) => call<null>('POST', `${at(table)}/say`, word),
  ask: (table: string, matter: Ask['matter'], about: number | null = null) =>
    call<null>('POST', `${at(table)}/ask`, { matter, about } satisfies Ask),
  answer: (table: string, yes: boolean) => call<null>('POST', `${at(table)}/answer`, { yes }),
  rematch: (table: string) =>
    withShare((luck) => call<SeatPass>('POST', `${at(table)}/rematch?luck=${luck}`), '', false),
  retry: (table: string) => withShare((luck) => call<SeatPass>('POST', `${at(table)}/retry?luck=${luck}`)),
  rules: (game: string) => call<Rules>('GET', `/api/rules/${encodeURIComponent(game)}`),
  lesson: (game: string, lesson: string, acts: Action[]) =>
    call<LessonPage>('POST', `/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}`, { acts }),
  puzzles: (game: string) => call<PuzzleList>('GET', `/api/puzzles/${encodeURIComponent(game)}`),
  puzzle: (game: string, puzzle: string, acts: Action[], reveal: boolean) =>
    call<PuzzlePage>('POST', `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(puzzle)}`, {
      acts,
      reveal,
    }),
  me: () => call<Me>('GET', '/api/me'),
  beKnown: (about: AboutMe) => call<Me>('POST', '/api/me', about),
  myGames: () => call<MyGames>('GET', '/api/me/games'),
  forgetGame: (table: string) => call<Me>('DELETE', `/api/me/games/${encodeURIComponent(table)}`),
  deviceCode: () => call<DeviceCode>('POST', '/api/me/code'),
  lookAtCode: (code: string) => call<CodeOwner>('POST', '/api/me/device/look', { code } satisfies LookAtCode),
  takeIn: (code: string, bring: boolean) => call<Me>('POST', '/api/me/device', { code, bring } satisfies TakeIn),
  forgetDevice: () => call<Me>('DELETE', '/api/me/device'),
  devices: () => call<MyDevices>('GET', '/api/me/devices'),
  signOut: (device: string) => call<MyDevices>('DELETE', `/api/me/devices/${encodeURIComponent(device)}`),
  signOutOthers: () => call<MyDevices>('DELETE', '/api/me/devices'),
  deleteMe: () => call<Me>('DELETE', '/api/me'),
  /** Where I am told of my turn, or (with a table) everybody at it. */
  notices: (table: string | null = null) => call<NoticeWays>('GET', noticesOf(table)),
  addWay: (table: string | null, way: Partial<NewWay>) => call<NoticeWays>('POST', noticesOf(table), way),
  dropWay: (table: string | null, way: string) => call<NoticeWays>('DELETE', `${noticesOf(table)}/${way}`),
  testWay: (table: string | null, way: string) => call<NoticeTest>('POST', `${noticesOf(table)}/${way}/test`),
  noticeLanguage: (language: 'en' | 'fr') => call<NoticeWays>('POST', '/api/me/notices/language', { language }),
  openRecord: (file: Blob) => call<RecordTable>('POST', '/api/records', file),
  marks: () => call<Marks>('GET', '/api/me/marks'),
  addMarks: (marks: Record<string, number>) => call<Marks>('POST', '/api/me/marks', { marks } satisfies Marks),
  review: (table: string, watch: string | null) => call<ReviewPage>('GET', `${at(table)}/review${query({ watch })}`),
  whatElse: (table: string, line: number, watch: string | null) =>
    call<WhatElse>('GET', `${at(table)}/review/${line}${query({ watch })}`),
  tryFrom: (table: string, line: number, name: string, watch: string | null) =>
    call<SeatPass>('POST', `${at(table)}/try${query({ watch })}`, { at: line, name }),
  slip: (table: string, line: number, acts: Action[], reveal: boolean) =>
    call<PuzzlePage>('POST', `/api/slips/${encodeURIComponent(table)}/${line}`, { acts, reveal }),
  daily: () => call<Daily>('GET', '/api/daily'),
  dailyTable: (name: string) => call<SeatPass>('POST', '/api/daily/table', { name }),
  replay: (table: string, seat: number | null, from: number, count: number, watch: string | null) =>
    call<Replay>('GET', `${at(table)}/replay${query({ watch }, { seat, at: from, count })}`),
};

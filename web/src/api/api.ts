/** The HTTP API of the server: one method per request of docs/wire.md. */
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
  GiveSeatToBot,
  Invitation,
  InviteCode,
  LessonPage,
  Level,
  CheckDeviceCode,
  Marks,
  Me,
  MyDevices,
  MyGames,
  NewTable,
  NewChannel,
  ChannelTest,
  NotificationChannels,
  Problem,
  PuzzleList,
  PuzzlePage,
  RecordTable,
  Replay,
  ReviewPage,
  Rules,
  Say,
  SeatPass,
  GameInfo,
  TakeSeat,
  Snapshot,
  StandInLevel,
  UseDeviceCode,
  DecisionAlternatives,
} from './wire';

/** The status of a request to which the server did not respond. */
const NO_RESPONSE = 0;

/** The error of a request: an error response of the server, or no response at all. */
export class RequestError extends Error {
  /** The id of the game rule that forbids the request, such as "SB-170"; '' if there is none. */
  readonly rule: string;

  /** `problem` is the body of the error response, and `status` is its HTTP status. */
  constructor(
    private readonly problem: Partial<Problem> | null = null,
    readonly status = NO_RESPONSE,
  ) {
    super();
    this.rule = problem?.rule ?? '';
  }

  /** Whether the server has responded. */
  get hasResponse(): boolean {
    return this.status !== NO_RESPONSE;
  }

  /** The sentence of the error response in the language of the page; '' if there was no response. */
  override get message(): string {
    if (!this.hasResponse) return '';
    const isFrench = settings.language === 'fr';
    const sentence = isFrench ? this.problem?.fr : this.problem?.message;
    return sentence ?? t().home.unreachable;
  }
}

/** Return an error as a RequestError. An error of another type counts as a request without a response. */
export const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError();

/** Return the sentence that describes an error, in the language of the page. */
export const errorMessage = (error: unknown): string =>
  error instanceof RequestError ? error.message || t().home.unreachable : String(error);

/** Return the body of a request and its content type. A file (a Blob) is sent as it is; other values become JSON. */
function encodeBody(body: unknown): RequestInit {
  if (body === undefined) return {};
  const headers = { 'content-type': 'application/json' };
  return { headers, body: body instanceof Blob ? body : JSON.stringify(body) };
}

/**
 * Send a request, and return the JSON of the response. Throw a RequestError if the server sends an error response or
 * does not respond.
 */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { method, ...encodeBody(body) });
  } catch {
    throw new RequestError();
  }
  const payload = await response.json().catch(() => null); // null if the response has no JSON
  if (response.ok) return payload as T;
  throw new RequestError(payload as Partial<Problem> | null, response.status);
}

const tablePath = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

/** Return the path of the notification channels of a table, or of the person if `table` is null. */
const channelsPath = (table: string | null) => (table === null ? '/api/me/notices' : `${tablePath(table)}/notices`);

/** The secret in the link with which a table was opened: `join` of an invite link, or `watch` of a spectator link. */
export type LinkTokens = {
  join: string | null;
  watch: string | null;
};

/** Return the query string of a URL, such as "?watch=ab12", or ''. Parameters without a value are left out. */
export function queryString(parameters: Record<string, string | number | null | undefined>): string {
  const withValue = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined) withValue.set(name, String(value));
  }
  const text = withValue.toString();
  return text ? `?${text}` : '';
}

export const api = {
  games: () => call<GameInfo[]>('GET', '/api/shelf'),
  createTable: (plan: Omit<NewTable, 'luck'>) =>
    withShare((share) => call<SeatPass>('POST', '/api/tables', { ...plan, luck: share } satisfies NewTable)),
  /**
   * Take a seat. The request contains this browser's random digits for the seed of the game. `promised` is the hash of
   * the server's random digits, which the page has shown before.
   */
  sit: (table: string, wish: Omit<TakeSeat, 'luck'>, promised: string) =>
    withShare(
      (share) => call<SeatPass>('POST', `${tablePath(table)}/sit`, { ...wish, luck: share } satisfies TakeSeat),
      {
        promised,
      },
    ),
  invitation: (code: string) => call<Invitation>('POST', '/api/codes', { code } satisfies InviteCode),
  leave: (table: string, seat: number) => call<null>('DELETE', `${tablePath(table)}/seats/${seat}`),
  recover: (table: string, code: string) => call<SeatPass>('POST', `${tablePath(table)}/recover`, { code }),
  snapshot: (table: string, link: Partial<LinkTokens> = {}) =>
    call<Snapshot>('GET', tablePath(table) + queryString(link)),
  giveSeatToBot: (table: string, seat: number, level: Level | null) =>
    call<Snapshot>('POST', `${tablePath(table)}/seats/${seat}/bot`, { level } satisfies GiveSeatToBot),
  chooseStandIn: (table: string, seat: number, level: Level) =>
    call<Snapshot>('POST', `${tablePath(table)}/seats/${seat}/stand-in`, { level } satisfies StandInLevel),
  reclaimSeat: (table: string, seat: number) => call<Snapshot>('DELETE', `${tablePath(table)}/seats/${seat}/bot`),
  sendMessage: (table: string, message: Say) => call<null>('POST', `${tablePath(table)}/say`, message),
  askPlayers: (table: string, matter: Ask['matter'], about: number | null = null) =>
    call<null>('POST', `${tablePath(table)}/ask`, { matter, about } satisfies Ask),
  answerRequest: (table: string, yes: boolean) => call<null>('POST', `${tablePath(table)}/answer`, { yes }),
  /** Create the rematch of a table, or take a seat at the rematch that another player has created. */
  rematch: (table: string) =>
    withShare((share) => call<SeatPass>('POST', `${tablePath(table)}/rematch?luck=${share}`), { sure: false }),
  /** Create a copy of a table with the state before the viewer's last turn. */
  retry: (table: string) => withShare((share) => call<SeatPass>('POST', `${tablePath(table)}/retry?luck=${share}`)),
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
  updateMe: (about: AboutMe) => call<Me>('POST', '/api/me', about),
  myGames: () => call<MyGames>('GET', '/api/me/games'),
  removeGame: (table: string) => call<Me>('DELETE', `/api/me/games/${encodeURIComponent(table)}`),
  deviceCode: () => call<DeviceCode>('POST', '/api/me/code'),
  checkDeviceCode: (code: string) => call<CodeOwner>('POST', '/api/me/device/look', { code } satisfies CheckDeviceCode),
  useDeviceCode: (code: string, bring: boolean) =>
    call<Me>('POST', '/api/me/device', { code, bring } satisfies UseDeviceCode),
  forgetDevice: () => call<Me>('DELETE', '/api/me/device'),
  devices: () => call<MyDevices>('GET', '/api/me/devices'),
  signOut: (device: string) => call<MyDevices>('DELETE', `/api/me/devices/${encodeURIComponent(device)}`),
  signOutOthers: () => call<MyDevices>('DELETE', '/api/me/devices'),
  deleteMe: () => call<Me>('DELETE', '/api/me'),
  /** Return the notification channels of a table, or of the person if `table` is null. */
  channels: (table: string | null = null) => call<NotificationChannels>('GET', channelsPath(table)),
  addChannel: (table: string | null, channel: Partial<NewChannel>) =>
    call<NotificationChannels>('POST', channelsPath(table), channel),
  removeChannel: (table: string | null, channel: string) =>
    call<NotificationChannels>('DELETE', `${channelsPath(table)}/${channel}`),
  testChannel: (table: string | null, channel: string) =>
    call<ChannelTest>('POST', `${channelsPath(table)}/${channel}/test`),
  setNoticeLanguage: (language: 'en' | 'fr') =>
    call<NotificationChannels>('POST', '/api/me/notices/language', { language }),
  openRecord: (file: Blob) => call<RecordTable>('POST', '/api/records', file),
  marks: () => call<Marks>('GET', '/api/me/marks'),
  addMarks: (marks: Record<string, number>) => call<Marks>('POST', '/api/me/marks', { marks } satisfies Marks),
  review: (table: string, watch: string | null) =>
    call<ReviewPage>('GET', `${tablePath(table)}/review${queryString({ watch })}`),
  alternatives: (table: string, line: number, watch: string | null) =>
    call<DecisionAlternatives>('GET', `${tablePath(table)}/review/${line}${queryString({ watch })}`),
  tryFrom: (table: string, line: number, name: string, watch: string | null) =>
    call<SeatPass>('POST', `${tablePath(table)}/try${queryString({ watch })}`, { at: line, name }),
  slip: (table: string, line: number, acts: Action[], reveal: boolean) =>
    call<PuzzlePage>('POST', `/api/slips/${encodeURIComponent(table)}/${line}`, { acts, reveal }),
  daily: () => call<Daily>('GET', '/api/daily'),
  createDailyTable: (name: string) => call<SeatPass>('POST', '/api/daily/table', { name }),
  replay: (table: string, seat: number | null, from: number, count: number, watch: string | null) =>
    call<Replay>('GET', `${tablePath(table)}/replay${queryString({ watch, seat, at: from, count })}`),
};

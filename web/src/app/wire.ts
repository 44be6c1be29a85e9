// Made by web/make_types.py from src/sortilege/server/messages.py: change it there.

export type Action = { do: string } & Record<string, any>;
export type View = Record<string, any>;
/** What only helps to draw a view: made from it by the game's board.py. */
export type Board = Record<string, any>;
/** What an action did, as one viewer saw it: the action, `by` (a seat, or null for chance) and what followed. */
export type Line = Action & { by: number | null };

export type Level = 'apprentice' | 'adept' | 'master' | 'archmage';

export type Language = 'en' | 'fr';

/** One sentence in every language, so that a page may change its own at any moment. */
export interface Text {
  en: string;
  fr: string;
}

/** An option of a game. */
export interface ShelfOption {
  default: any;
  allowed: any[] | null;
  groups: string[][];
  offered: Record<string, any[]>;
}

/** GET /api/shelf answers a list of these, one per game. */
export interface ShelfGame {
  name: string;
  seats: number[];
  options: Record<string, ShelfOption>;
  sides: Record<string, number[][]>;
  called: Record<string, string[]>;
  aids: boolean;
  levels: Level[];
  words: Record<Language, Record<string, any>>;
}

/** Who is to sit in a seat: `me` (the maker), `open` (a friend by the link) or `bot`. */
export interface SeatPlan {
  kind: 'me' | 'open' | 'bot';
  name?: string;
  level?: Level;
}

/** POST /api/tables. */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, any>;
  lot?: boolean;
  aids?: boolean;
  name?: string;
}

/** The answer to making a table, sitting down or recovering: also set as a cookie for that table. */
export interface SeatPass {
  table: string;
  seat: number | null;
  token: string;
  recovery: string;
  invite: string;
  watch: string;
  host: boolean;
}

/** POST /api/tables/{table}/sit: take an open seat (a given one, or the first). */
export interface Sit {
  invite: string;
  name: string;
  seat?: number | null;
}

/** POST /api/tables/{table}/recover. */
export interface Recover {
  code: string;
}

/** One seat in every snapshot. */
export interface SeatPlate {
  seat: number;
  kind: 'person' | 'open' | 'bot';
  name: string;
  level: Level | null;
  here: boolean;
  stand_in: boolean;
}

/** One of several things a line tells, and the turn it belongs to: a turn may begin in the middle of a line. */
export interface LinePart {
  turn: number;
  en: string;
  fr: string;
}

/** A line of the log as this viewer saw it, with its sentence. `{0}`, `{1}`, … stand for the names of the seats. */
export interface LogLine {
  line: Line;
  en: string;
  fr: string;
  turn: number;
  parts: LinePart[];
  skip: boolean;
}

/** A turn of the log in one sentence, made from the lines this viewer saw. */
export interface TurnLine {
  seat: number | null;
  scripted: boolean;
  chapter: Text | null;
  en: string;
  fr: string;
  skipped: Text | null;
}

/** The whole table for one viewer. Sent on connecting, after every change, and as the answer to anything stale. */
export interface Snapshot {
  type: 'state';
  table: string;
  n: number;
  game: string;
  phase: 'waiting' | 'playing' | 'over';
  you: number | null;
  host: boolean;
  seats: SeatPlate[];
  view: View | null;
  board: Board | null;
  legal: Action[];
  log: LogLine[];
  log_from: number;
  turns: TurnLine[];
  turns_from: number;
  undo: Text | null;
  back: 'turn' | 'copy' | null;
  aids: boolean;
  commitment: string;
  seed: string | null;
  rematch: string | null;
  rematch_watch: string | null;
  thinking: number | null;
  options: Record<string, any>;
  notice: Text | null;
  invite: string | null;
  watch: string | null;
}

/** A practice aid, answered to `{"type": "aid"}`: for abracada {"odds": [p1..p8]}. */
export interface Aid {
  type: 'aid';
  n: number;
  aid: Record<string, any>;
}

/** One sentence about what was wrong; nothing changed. Followed by a Snapshot where the client was out of date. */
export interface Refused {
  type: 'refused';
  message: string;
  fr: string;
  rule: string;
}

/** A decision of the sender's seat, made looking at the snapshot with this n. */
export interface Act {
  type: 'act';
  n: number;
  action: Action;
}

/** Take the sender's last step back; alone with bots the whole last turn, also after they answered. */
export interface Undo {
  type: 'undo';
  n: number;
  turn?: boolean;
}

/** The sender has looked around at a new table: its bots need not wait any longer. Not answered. */
export interface Ready {
  type: 'ready';
}

/** What would the practice aid say? */
export interface AskAid {
  type: 'aid';
}

/** Answered by Pong; a client that hears nothing for 20 s reconnects. */
export interface Ping {
  type: 'ping';
}

/** The answer to Ping. */
export interface Pong {
  type: 'pong';
}

/** POST /api/tables/{table}/seats/{seat}/bot: let a bot play a seat whose person is away (host or that person), or fill an open seat (host). DELETE on the same path gives the seat back to its person. */
export interface HandOver {
  level?: Level;
}

/** One moment of a finished match: the line of the action that led there (null at the start, or where this seat may never know of it), the turns of the log from `turns_from` on, and the table as the seat saw it. */
export interface Moment {
  line: LogLine | null;
  turns: TurnLine[];
  turns_from: number;
  view: View;
  board: Board;
}

/** GET /api/tables/{table}/replay?seat=&at=&count=: some moments of a finished match, at most 100. */
export interface Replay {
  game: string;
  names: string[];
  seat: number | null;
  at: number;
  of: number;
  frames: Moment[];
}

/** Every HTTP error: one sentence, and the rule where one is the reason. */
export interface Problem {
  message: string;
  fr: string;
  rule?: string;
}

/** GET /api/health. */
export interface Health {
  status: 'ok';
  version: string;
  compiled: boolean;
  tables: number;
  connections: number;
}

export type FromClient = Act | Undo | Ready | AskAid | Ping;

export type FromServer = Snapshot | Aid | Refused | Pong;

// Made by web/make_types.py from the messages.py modules of src/sortilege/server: change it there.

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

/** The body of every HTTP error: one sentence, and the id of a rule if a rule is the reason. */
export interface Problem {
  message: string;
  fr: string;
  rule?: string;
}

/** The time limits of a table: a number of seconds for each move, or a budget for the whole game to which every finished move adds an increment. A move lasts as long as the same seat decides in the same turn. */
export interface ClockPlan {
  kind: 'move' | 'budget';
  seconds: number;
  increment?: number;
  at_zero?: 'move' | 'seat';
  level?: Level;
}

/** The clocks in a snapshot. For the seat whose clock runs, `left` is the time that was left at the moment `at`. A `Pong` tells the present time of the server. */
export interface ClockFace {
  plan: ClockPlan;
  left: number[];
  seat: number | null;
  at: number;
  overdue: number | null;
  paused: boolean;
}

/** A message of a player: a sign (a fixed phrase that the page shows in the reader's language), or free text. */
export interface Word {
  id: number;
  seat: number;
  sign?: 'hello' | 'luck' | 'nice' | 'wow' | 'oops' | 'sorry' | 'thanks' | 'thinking' | 'hurry' | 'back_soon' | 'well_played' | 'again' | null;
  text?: string;
}

/** A request of a player to the others: to `end` or `pause` the game, to let a bot play for an absent person (`out`), to take back the requesting player's last decision or turn (`undo`, `turn`; dropped when a person plays on), or to let spectators see all hands (`open`). */
export interface Request {
  matter: 'end' | 'pause' | 'out' | 'undo' | 'turn' | 'open';
  by: number;
  about: number | null;
  wait: number[];
}

/** Why a game ended early: all players agreed, or a seat resigned. */
export interface Ending {
  why: 'agreed' | 'resigned';
  seat: number | null;
}

/** POST /api/tables/{table}/say: a sign or a text, but not both. */
export interface Say {
  sign?: 'hello' | 'luck' | 'nice' | 'wow' | 'oops' | 'sorry' | 'thanks' | 'thinking' | 'hurry' | 'back_soon' | 'well_played' | 'again' | null;
  text?: string;
}

/** POST /api/tables/{table}/ask. `resume`, `resign` and `close` (hide the hands from spectators again) need no consent. */
export interface Ask {
  matter: 'end' | 'pause' | 'out' | 'undo' | 'turn' | 'open' | 'resume' | 'resign' | 'close';
  about?: number | null;
}

/** POST /api/tables/{table}/answer: agree to the pending request or decline it. */
export interface Answer {
  yes: boolean;
}

/** Who takes a seat of a new table: the person who creates it (`me`), a person with the invite link (`open`), or a `bot`. */
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
  clock?: ClockPlan | null;
  talk?: 'signs' | 'free';
  take_backs?: boolean;
  absence?: number | null;
  luck?: string;
}

/** The response to creating a table, sitting down or recovering a seat. The token is also set as a cookie. */
export interface SeatPass {
  table: string;
  seat: number | null;
  token: string;
  recovery: string;
  invite: string;
  watch: string;
  host: boolean;
}

/** POST /api/codes: the six letters that a table shows while it waits for players. */
export interface InviteCode {
  code: string;
}

/** The response to an invite code. */
export interface Invitation {
  invite: string;
}

/** POST /api/tables/{table}/sit: take an open seat. */
export interface Sit {
  invite: string;
  name: string;
  seat?: number | null;
  luck?: string;
}

/** POST /api/tables/{table}/recover: get a new token with a recovery code. */
export interface Recover {
  code: string;
}

/** POST /api/tables/{table}/seats/{seat}/bot: fill an open seat with a bot (only the host), or let a bot play for a person (that person at any time; the host only while they are absent). DELETE on the same path gives the seat back to its person. */
export interface HandOver {
  level?: Level | null;
}

/** POST /api/tables/{table}/seats/{seat}/stand-in: choose the level of the bot that plays for the caller while they are absent. */
export interface StandInLevel {
  level: Level;
}

/** Ask for a hint, for the seat whose turn it is. `n`: the number of the snapshot that the client shows. */
export interface AskHint {
  type: 'hint';
  n: number;
}

/** Ask for the possible outcomes of some legal actions of the sender, at most six. `n`: the number of the snapshot that the client shows. */
export interface AskOutlook {
  type: 'outlook';
  n: number;
  actions: Action[];
}

/** A recommended action with its reasons, computed from the asking seat's view alone. In its texts, `{0}`, `{1}`, … stand for the names of the seats. The first hint comes within a second; a better one may follow. */
export interface Hint {
  type: 'hint';
  n: number;
  action: Action;
  then: Action[];
  equals: Action[];
  sure: 'only' | 'clear' | 'close' | 'glance';
  worlds: number;
  where: Text;
  what: Text;
  why: Text;
  plan: Text | null;
  final: boolean;
}

/** A possible outcome of an action, with its probability. */
export interface Prospect {
  chance: number;
  share: number | null;
  en: string;
  fr: string;
}

/** The possible outcomes of an action, most likely first. */
export interface ActionOutlook {
  action: Action;
  what: Text;
  exact: boolean;
  worlds: number;
  prospects: Prospect[];
  others: number;
  rest: number;
}

/** The response to AskOutlook. */
export interface Outlook {
  type: 'outlook';
  n: number;
  actions: ActionOutlook[];
}

/** A seat of the table, as every snapshot shows it. */
export interface SeatPlate {
  seat: number;
  kind: 'person' | 'open' | 'bot';
  name: string;
  level: Level | null;
  here: boolean;
  stand_in: boolean;
  lost?: boolean;
  stand_in_level?: Level;
  absent_from?: number | null;
}

/** A part of a log line, and the number of its turn. A line has several parts if a turn begins in the middle of it. */
export interface LinePart {
  turn: number;
  en: string;
  fr: string;
}

/** A line of the log as this viewer saw it, with its sentence. In sentences, `{0}`, `{1}`, … stand for the names of the seats. */
export interface LogLine {
  line: Line;
  en: string;
  fr: string;
  turn: number;
  parts: LinePart[];
  skip: boolean;
}

/** A turn of the log, summarized in one sentence from the lines that this viewer saw. */
export interface TurnLine {
  seat: number | null;
  scripted: boolean;
  chapter: Text | null;
  en: string;
  fr: string;
  skipped: Text | null;
}

/** What the seed of the game is mixed from (docs/fair-play.md): the server's half, fixed before anybody else sat down, and a share from every person, in seat order. */
export interface Luck {
  commitment: string;
  prints: string[];
  half: string | null;
  shares: string[];
}

/** The whole table as one viewer may see it. Sent after connecting, after every change, and in response to an outdated message. */
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
  luck: Luck | null;
  rematch: string | null;
  rematch_watch: string | null;
  thinking: number | null;
  options: Record<string, any>;
  notice: Text | null;
  invite: string | null;
  watch: string | null;
  code?: string | null;
  clock?: ClockFace | null;
  talk?: 'signs' | 'free';
  words?: Word[];
  asked?: Request | null;
  paused?: boolean;
  take_backs?: boolean;
  taken_back?: number;
  open_hands?: boolean;
  absence?: number;
  ended?: Ending | null;
  version?: number;
}

/** The difference between the previous snapshot and the current one. Only for clients that connected with `?changes=1`. */
export interface Change {
  type: 'change';
  n: number;
  version: number;
  steps: any[][];
  log: LogLine[];
  log_from: number;
  turns: TurnLine[];
  turns_from: number;
}

/** The practice aid of the game, in response to AskAid. For abracada: {"odds": [p1..p8]}. */
export interface Aid {
  type: 'aid';
  n: number;
  aid: Record<string, any>;
}

/** Why a message of the client was refused. Nothing has changed. A Snapshot follows if the client was out of date. */
export interface Refused {
  type: 'refused';
  message: string;
  fr: string;
  rule: string;
}

/** Play an action from the sender's seat. `n`: the number of the snapshot that the client shows. */
export interface Act {
  type: 'act';
  n: number;
  action: Action;
}

/** Undo the sender's last step. With `turn`, undo the sender's whole last turn, even if bots have played since; only for one person with bots. */
export interface Undo {
  type: 'undo';
  n: number;
  turn?: boolean;
}

/** Let the bots of a new table begin, because the person has looked around. There is no response. */
export interface Ready {
  type: 'ready';
}

/** Report whether the sender's page is visible. Clients are assumed visible unless they report otherwise. People without a visible page are notified of their turn, if they enabled notifications. There is no response. */
export interface Sight {
  type: 'sight';
  visible: boolean;
}

/** Ask for the practice aid of the game. */
export interface AskAid {
  type: 'aid';
}

/** Ask for the whole snapshot, because a change does not apply to the version that the client has. */
export interface AskWhole {
  type: 'whole';
}

/** Test the connection. The response is Pong; a client that receives nothing for 20 seconds connects again. */
export interface Ping {
  type: 'ping';
}

/** The response to Ping. */
export interface Pong {
  type: 'pong';
  at?: number | null;
}

/** An option of a game. */
export interface ShelfOption {
  default: any;
  allowed: any[] | null;
  groups: string[][];
  offered: Record<string, any[]>;
}

/** A game in the list that GET /api/shelf returns. */
export interface ShelfGame {
  name: string;
  seats: number[];
  options: Record<string, ShelfOption>;
  sides: Record<string, number[][]>;
  called: Record<string, string[]>;
  levels: Level[];
  lessons: LessonCard[];
  puzzles: number;
  hides: boolean;
  words: Record<Language, Record<string, any>>;
}

/** Which parts of the server work. null: this server does not have the part. */
export interface HealthParts {
  pages: boolean;
  store: boolean | null;
  shared_store: boolean | null;
  bots: boolean;
  background: boolean;
}

/** GET /api/health. The HTTP status is 200 as long as pages and rules can be served. With ?part=NAME it is 503 while that part fails, with ?part=all while any part fails. */
export interface Health {
  status: 'ok' | 'degraded';
  version: string;
  compiled: boolean;
  tables: number;
  connections: number;
  parts: HealthParts;
  failing: string[];
}

/** The puzzle of the day. */
export interface DailyPuzzle {
  game: string;
  id: string;
  name: Text;
  level: number;
}

/** The result that the archmage bot reached in today's game on this server. */
export interface DailyPar {
  score: number;
  won: boolean;
}

/** The response to GET /api/daily: today's puzzle and game. `date` is in UTC. `par` is null until the archmage bot has played the game. */
export interface Daily {
  date: string;
  puzzle: DailyPuzzle | null;
  game: string;
  par: DailyPar | null;
}

/** The body of POST /api/daily/table: create a table for today's game. Its seed follows from the date, so it is not secret. */
export interface DailyTable {
  name?: string;
}

/** The body of POST /api/lessons/{game}/{lesson}: all actions of the learner so far. The server stores nothing. */
export interface LessonActs {
  acts: Record<string, any>[];
}

/** A lesson in the list of a game's lessons. */
export interface LessonCard {
  id: string;
  title: Text;
  goal: Text;
}

/** The table of a lesson after all actions so far, and the next step. */
export interface LessonPage {
  snapshots: Snapshot[];
  title: Text;
  goal: Text;
  step: number;
  of: number;
  words: Text | null;
  played: boolean;
  answer: Text | null;
  done: boolean;
  stuck: boolean;
  rules: string[];
}

/** A puzzle in the list of a game's puzzles. */
export interface PuzzleCard {
  id: string;
  kind: string;
  name: Text;
  level: number;
}

/** The response to GET /api/puzzles/{game}: the puzzles of a game, easiest first. */
export interface PuzzleList {
  puzzles: PuzzleCard[];
  notice: Text | null;
}

/** The body of POST /api/puzzles/{game}/{puzzle}: all actions so far. The server stores nothing. */
export interface PuzzleActs {
  acts: Record<string, any>[];
  reveal?: boolean;
}

/** The best line of a puzzle. Sent only when the puzzle is solved or revealed. */
export interface Solution {
  line: Text[];
  why: Text;
  share: number;
  second: number;
}

/** The table of a puzzle after all actions so far, as its seat may see it. */
export interface PuzzlePage {
  snapshots: Snapshot[];
  kind: string;
  name: Text;
  level: number;
  task: Text;
  verdict: 'open' | 'missed' | 'solved' | 'shown';
  regret: number;
  solution: Solution | null;
}

/** A block of a chapter. Its texts contain Markdown (**bold**, *italic*, `code`, links) and ids of ledger rules, such as AQ-610. */
export interface RuleBlock {
  kind: 'text' | 'head' | 'list' | 'steps' | 'table' | 'code' | 'note' | 'picture';
  text: string;
  items: string[];
  rows: string[][];
}

/** A chapter of the players' rules. */
export interface RuleChapter {
  title: string;
  blocks: RuleBlock[];
}

/** A numbered rule of the ledger. */
export interface LedgerRule {
  id: string;
  chapter: string;
  text: string;
}

/** The players' rules and the ledger of a game. */
export interface Rules {
  game: string;
  chapters: Record<Language, RuleChapter[]>;
  ledger: Record<Language, LedgerRule[]>;
}

/** The response to POST /api/records: where the opened record can be viewed. */
export interface RecordTable {
  table: string;
  game: string;
  replay: string;
}

/** A position of a finished match as one seat saw it. `line` is the log line of the action that led to it: null at the start, and if the seat may not know of the action. `turns` are the turns of the log from `turns_from` on. */
export interface Moment {
  line: LogLine | null;
  turns: TurnLine[];
  turns_from: number;
  view: View;
  board: Board;
}

/** The response to GET /api/tables/{table}/replay?seat=&at=&count=: successive moments of a finished match, at most 100. */
export interface Replay {
  game: string;
  names: string[];
  seat: number | null;
  at: number;
  of: number;
  frames: Moment[];
  ended?: Ending | null;
  taken_back?: number;
}

/** How much win probability a decision lost against the best action found, with the 95 % interval of the loss. */
export interface Judgement {
  loss: number;
  low: number;
  high: number;
  verdict: 'best' | 'close' | 'slip';
}

/** A win probability with its 95 % interval. */
export interface Share {
  share: number;
  low: number;
  high: number;
}

/** The evaluation of a decision, either from what its seat could know or with hindsight. */
export interface Light {
  judgement: Judgement;
  rival: Text;
  played_share: Share;
  rival_share: Share;
  better_in: number;
  worlds: number;
}

/** An evaluated decision: what was played, and what the best action was. */
export interface Decision {
  at: number;
  seat: number;
  action: Record<string, any>;
  best: Record<string, any>;
  played: Text;
  known: Light;
  open: Light;
}

/** A log line that changed the win probabilities a lot: the most affected seat, its probability before and after. In `text`, {0}, {1}, … stand for the names of the seats. */
export interface Swing {
  at: number;
  by: number | null;
  text: Text;
  seat: number;
  before: number;
  after: number;
}

/** The breakdown of a seat's result. The expected result at the start plus luck, own decisions, decisions of others and the rest equals the final result. */
export interface SeatBook {
  seat: number;
  luck: number;
  own: number;
  others: number;
  rest: number;
}

/** The response to GET /api/tables/{table}/review: the finished part of the review. Repeat the request until `done` is true. */
export interface ReviewPage {
  table: string;
  game: string;
  names: string[];
  done: boolean;
  progress: number;
  ahead: number;
  hides: boolean;
  worlds: number;
  seed: number;
  start: number[];
  result: number[];
  curve: number[][];
  by: (number | null)[];
  turns: number[];
  books: SeatBook[];
  biggest: Swing[];
  decisions: Decision[];
}

/** A legal action at a decision, with its win probability and 95 % interval. */
export interface CandidateShare {
  action: Record<string, any>;
  text: Text;
  share: number;
  low: number;
  high: number;
  played: boolean;
}

/** The response to GET /api/tables/{table}/review/{at}: every legal action at a decision, best first. All are evaluated in the same sampled worlds, from what the seat could know. */
export interface WhatElse {
  at: number;
  seat: number;
  worlds: number;
  why: Text;
  candidates: CandidateShare[];
}

/** The body of POST /api/tables/{table}/try: create a table against bots that begins before log line `at`. */
export interface TryFrom {
  at: number;
  name?: string;
}

/** GET /api/me: the person of this browser. If `known` is false, the browser belongs to nobody. */
export interface Me {
  known: boolean;
  name?: string;
  sigil?: string;
  since?: number;
  devices?: number;
  signed_out?: boolean;
}

/** POST /api/me: create a person for this browser, or change the name or sigil. */
export interface AboutMe {
  name?: string | null;
  sigil?: string | null;
}

/** The progress of a person: a value for each item, such as 1 (done) for "lesson/abracada/blind". GET /api/me/marks returns all items. POST /api/me/marks merges new items, where the greater value wins, and returns all items. */
export interface Marks {
  marks: Record<string, number>;
}

/** A seat of one of my tables. */
export interface MySeat {
  name: string;
  kind: 'person' | 'open' | 'bot';
  level: Level | null;
}

/** The summary of one of my tables. */
export interface MyGame {
  table: string;
  game: string;
  at: number;
  seat: number | null;
  seats: MySeat[];
  phase: 'waiting' | 'playing' | 'over';
  turn: number | null;
  mine: boolean;
  winners: number[];
  scores: number[];
  won: boolean;
  counts: boolean;
  watch: string;
  ended?: Ending | null;
}

/** Counts of my games by game, number of seats and the level of the strongest bot among the others (null: no bot). */
export interface Tally {
  game: string;
  seats: number;
  level: Level | null;
  played: number;
  won: number;
}

/** Counts of my games with the same people: played, won by me, won by each of them. */
export interface Series {
  names: string[];
  played: number;
  mine: number;
  theirs: number[];
}

/** My best score in a game that I played alone, and its table. */
export interface SoloBest {
  game: string;
  score: number;
  table: string;
}

/** GET /api/me/games. `finished` lists the newest 100 games; the statistics count all. */
export interface MyGames {
  running: MyGame[];
  finished: MyGame[];
  results: Tally[];
  series: Series[];
  solo: SoloBest[];
}

/** A QR code: the SVG path of its dark modules, and its width in modules without the quiet zone. */
export interface QrCode {
  size: number;
  path: string;
}

/** POST /api/me/code: a code that adds another device and works once. `link` opens the page that uses the code. */
export interface DeviceCode {
  code: string;
  until: number;
  link: string;
  qr: QrCode | null;
}

/** POST /api/me/device/look: ask whose code this is, without using it. */
export interface LookAtCode {
  code: string;
}

/** The person behind a device code. The code can still be used afterwards. */
export interface CodeOwner {
  name: string;
  sigil: string;
  devices: number;
  mine: boolean;
}

/** POST /api/me/device: make this browser a device of the person who created the code. With `bring`, everything of the browser's previous person (seats, games, progress, devices) is transferred to that person. Without it, this browser loses its seats. They stay with the previous person, who is deleted if this was their only device. */
export interface TakeIn {
  code: string;
  bring?: boolean;
}

/** One of my devices. */
export interface MyDevice {
  id: string;
  browser: string;
  system: string;
  since: string | null;
  seen: string;
  this: boolean;
}

/** GET /api/me/devices: my devices. This device comes first, then the others by the day they were last seen. */
export interface MyDevices {
  devices: MyDevice[];
}

/** A notification channel, as its owner sees it. The full address may be a secret, so it is never sent. */
export interface NoticeWay {
  id: string;
  kind: 'push' | 'json' | 'discord' | 'ntfy';
  host: string;
  hint: string;
  language: Language;
  since: number;
}

/** GET /api/me/notices, GET /api/tables/{table}/notices: the existing channels, and which kinds this server offers. */
export interface NoticeWays {
  ways: NoticeWay[];
  hooks: boolean;
  push_key: string | null;
  why_no_push: Text | null;
}

/** POST /api/me/notices, POST /api/tables/{table}/notices: add a channel. For push, `address`, `p256dh` and `auth` are the endpoint and the keys of the browser's subscription. */
export interface NewWay {
  kind: 'push' | 'json' | 'discord' | 'ntfy';
  address: string;
  language?: Language;
  p256dh?: string;
  auth?: string;
}

/** POST /api/me/notices/language: set the language of all my notifications. */
export interface NoticeLanguage {
  language: Language;
}

/** POST …/notices/{way}/test: whether a test notification arrived, with a sentence that describes the result. */
export interface NoticeTest {
  arrived: boolean;
  status: number;
  words: Text;
}

export type FromClient = Act | Undo | Ready | Sight | AskAid | AskHint | AskOutlook | AskWhole | Ping;

export type FromServer = Snapshot | Change | Aid | Hint | Outlook | Refused | Pong;

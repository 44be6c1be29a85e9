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

/** So many seconds for each move, or a budget for the whole game to which every move adds some. A move lasts as long as the same seat decides in the same turn. */
export interface ClockPlan {
  kind: 'move' | 'budget';
  seconds: number;
  increment?: number;
  at_zero?: 'move' | 'seat';
  level?: Level;
}

/** The clocks in a snapshot. Of the seat whose clock runs, what was left at the moment `at`; a `Pong` says how late it is by the server's clock. */
export interface ClockFace {
  plan: ClockPlan;
  left: number[];
  seat: number | null;
  at: number;
  overdue: number | null;
  paused: boolean;
}

/** Something somebody said: a sign, whose words the page has in every language, or free text. */
export interface Word {
  id: number;
  seat: number;
  sign?: 'hello' | 'luck' | 'nice' | 'wow' | 'oops' | 'sorry' | 'thanks' | 'thinking' | 'hurry' | 'back_soon' | 'well_played' | 'again' | null;
  text?: string;
}

/** What somebody asks of the others: to end the game, to pause it, to let a bot play for a seat that is gone; to take back the last step or turn of who asks (`undo`, `turn`), which lapses when a person plays on; or to let spectators see all hands (`open`). */
export interface Request {
  matter: 'end' | 'pause' | 'out' | 'undo' | 'turn' | 'open';
  by: number;
  about: number | null;
  wait: number[];
}

/** How a game ended before its own end: all agreed, or a seat resigned. */
export interface Ending {
  why: 'agreed' | 'resigned';
  seat: number | null;
}

/** POST /api/tables/{table}/say: one of the two. */
export interface Say {
  sign?: 'hello' | 'luck' | 'nice' | 'wow' | 'oops' | 'sorry' | 'thanks' | 'thinking' | 'hurry' | 'back_soon' | 'well_played' | 'again' | null;
  text?: string;
}

/** POST /api/tables/{table}/ask. `resume`, `resign` and `close` (no more open hands) need nobody's consent. */
export interface Ask {
  matter: 'end' | 'pause' | 'out' | 'undo' | 'turn' | 'open' | 'resume' | 'resign' | 'close';
  about?: number | null;
}

/** POST /api/tables/{table}/answer: to what is asked. */
export interface Answer {
  yes: boolean;
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
  clock?: ClockPlan | null;
  talk?: 'signs' | 'free';
  take_backs?: boolean;
  absence?: number | null;
  luck?: string;
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

/** POST /api/codes: six letters, as the waiting table shows them. */
export interface InviteCode {
  code: string;
}

/** The answer to an invite code. */
export interface Invitation {
  invite: string;
}

/** POST /api/tables/{table}/sit: take an open seat (a given one, or the first). */
export interface Sit {
  invite: string;
  name: string;
  seat?: number | null;
  luck?: string;
}

/** POST /api/tables/{table}/recover. */
export interface Recover {
  code: string;
}

/** POST /api/tables/{table}/seats/{seat}/bot: fill an open seat with a bot (host), or let a bot play for a person: that person at any time, the host when they are absent. DELETE on the same path gives the seat back to its person.  `level`: of the bot. For an absent person it must be left out: their own choice counts (`StandInLevel`). */
export interface HandOver {
  level?: Level | null;
}

/** POST /api/tables/{table}/seats/{seat}/stand-in: choose the level of the bot that plays for me while I am absent. */
export interface StandInLevel {
  level: Level;
}

/** What would be good here? Asked looking at the snapshot with this n, by the seat that is to decide. */
export interface AskHint {
  type: 'hint';
  n: number;
}

/** What could these actions of the sender bring? At most six, all legal now. */
export interface AskOutlook {
  type: 'outlook';
  n: number;
  actions: Action[];
}

/** Where to look, what to do and why, made from the sender's view alone. `{0}`, `{1}`, … in its texts stand for the names of the seats. A first one comes within a second; where there was time to look again, a better one follows. */
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

/** One thing an action can bring. */
export interface Prospect {
  chance: number;
  share: number | null;
  en: string;
  fr: string;
}

/** All an action can bring, the likeliest first. */
export interface ActionOutlook {
  action: Action;
  what: Text;
  exact: boolean;
  worlds: number;
  prospects: Prospect[];
  others: number;
  rest: number;
}

/** The answer to AskOutlook. */
export interface Outlook {
  type: 'outlook';
  n: number;
  actions: ActionOutlook[];
}

/** One seat in every snapshot. */
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

/** What the seed is mixed from (docs/fair-play.md): the server's half, fixed before anybody else sat down, and a share of every person, in seat order. */
export interface Luck {
  commitment: string;
  prints: string[];
  half: string | null;
  shares: string[];
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

/** What makes the next snapshot from the last one. Only for clients that came with `?changes=1`. */
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

/** Whether the sender's page is in sight. Who says nothing is taken to look; who does not look is told of their turn elsewhere, if they wish. Not answered. */
export interface Sight {
  type: 'sight';
  visible: boolean;
}

/** What would the practice aid say? */
export interface AskAid {
  type: 'aid';
}

/** A change came that does not fit: please send the whole snapshot. */
export interface AskWhole {
  type: 'whole';
}

/** Answered by Pong; a client that hears nothing for 20 s reconnects. */
export interface Ping {
  type: 'ping';
}

/** The answer to Ping. */
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

/** Which puzzle it is today. */
export interface DailyPuzzle {
  game: string;
  id: string;
  name: Text;
  level: number;
}

/** How the archmage of this server played today's game. */
export interface DailyPar {
  score: number;
  won: boolean;
}

/** GET /api/daily: the day by universal time. `par` is null while the archmage is still playing. */
export interface Daily {
  date: string;
  puzzle: DailyPuzzle | null;
  game: string;
  par: DailyPar | null;
}

/** POST /api/daily/table: play today's game. Its luck comes from the date, so it is no secret. */
export interface DailyTable {
  name?: string;
}

/** POST /api/lessons/{game}/{lesson}: every press of the learner so far. Nothing is stored: send them all. */
export interface LessonActs {
  acts: Record<string, any>[];
}

/** A lesson of a game, as the shelf lists it. */
export interface LessonCard {
  id: string;
  title: Text;
  goal: Text;
}

/** The table of a lesson after those presses, and what is to be done now. */
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

/** A puzzle of a game, as its page lists it. */
export interface PuzzleCard {
  id: string;
  kind: string;
  name: Text;
  level: number;
}

/** GET /api/puzzles/{game}: the easiest first. */
export interface PuzzleList {
  puzzles: PuzzleCard[];
  notice: Text | null;
}

/** POST /api/puzzles/{game}/{puzzle}: every press so far. Nothing is stored: send them all. */
export interface PuzzleActs {
  acts: Record<string, any>[];
  reveal?: boolean;
}

/** The best line of a puzzle; sent only when it is solved or given up. */
export interface Solution {
  line: Text[];
  why: Text;
  share: number;
  second: number;
}

/** The table of a puzzle after those presses, as its seat may see it. */
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

/** A piece of a chapter. Its words keep their Markdown: **bold**, *italic*, `code`, links; ids such as AQ-610 stand for rules of the ledger. */
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

/** POST /api/records answers where the opened record can be looked at. */
export interface RecordTable {
  table: string;
  game: string;
  replay: string;
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
  ended?: Ending | null;
  taken_back?: number;
}

/** What a decision lost against the best one found, and where the true loss lies in 95 of 100 cases. */
export interface Judgement {
  loss: number;
  low: number;
  high: number;
  verdict: 'best' | 'close' | 'slip';
}

/** A share of victory with its interval. */
export interface Share {
  share: number;
  low: number;
  high: number;
}

/** A decision in one light: given what its seat could know, or with hindsight. */
export interface Light {
  judgement: Judgement;
  rival: Text;
  played_share: Share;
  rival_share: Share;
  better_in: number;
  worlds: number;
}

/** One judged decision. */
export interface Decision {
  at: number;
  seat: number;
  action: Record<string, any>;
  best: Record<string, any>;
  played: Text;
  known: Light;
  open: Light;
}

/** A line that moved the chances: whom most, from where to where. Names stand as {0}, {1}, … */
export interface Swing {
  at: number;
  by: number | null;
  text: Text;
  seat: number;
  before: number;
  after: number;
}

/** Where a seat's result comes from: start + luck + own + others + rest = result. */
export interface SeatBook {
  seat: number;
  luck: number;
  own: number;
  others: number;
  rest: number;
}

/** GET /api/tables/{table}/review: what is known so far. Ask again until it is done. */
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

/** One thing that could have been done. */
export interface CandidateShare {
  action: Record<string, any>;
  text: Text;
  share: number;
  low: number;
  high: number;
  played: boolean;
}

/** GET /api/tables/{table}/review/{at}: every action of a decision in the same worlds, given what its seat could know; the best first. */
export interface WhatElse {
  at: number;
  seat: number;
  worlds: number;
  why: Text;
  candidates: CandidateShare[];
}

/** POST /api/tables/{table}/try: a table against bots that begins before this line of the log. */
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

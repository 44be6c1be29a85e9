/** What a board and its frame may know of a table, whether it is live or a replay. */
import { getContext, setContext } from 'svelte';
import type { Action, Aid, Line, LogLine, SeatPlate, Snapshot, TurnLine, View } from '../app/wire';
import type { GameWords } from '../app/shelf.svelte';
import { putIn } from '../words/names';
import type { Link } from './live';

/** The table the shell gives to Frame (by context). Boards are given BoardProps instead. */
export interface Seen {
  readonly mode: 'play' | 'replay';
  readonly snapshot: Snapshot | null;
  readonly log: LogLine[];
  readonly fresh: LogLine[];
  /** The log by turns, each in one sentence. */
  readonly turns: TurnLine[];
  /** Whether the line is open and the server has spoken since. */
  readonly current: boolean;
  readonly legal: Action[];
  readonly behind: boolean;
  readonly link: Link;
  /** Why something was not done, in the language of the page; for a while. */
  readonly refused: { message: string; rule: string } | null;
  explain(message: string): void;
  readonly aid: Aid | null;
  aidOn: boolean;
  inspecting: number | null;
  act(action: Action, rest?: Action[]): void;
  undo(): void;
  undoTurn(): void;
  /** Whether the step last taken back is offered again, and playing it again. */
  readonly mayRedo: boolean;
  redo(): void;
  linger(milliseconds: number): void;
  hold(): () => void;
  hurry(): void;
}

/** The props of web/src/games/<game>/Board.svelte. See games/README.md. */
export interface BoardProps<V extends View = View> {
  /** The game's view for this viewer, as view.py makes it. */
  view: V;
  /** What you may do now: exactly what may glow. Empty when it is not your turn, when you watch, when a step is under way. */
  legal: Action[];
  /** Your seat; null for a spectator. */
  you: number | null;
  /** The seat from whose chair the table is drawn: yours, or seat 0 for a spectator. */
  chair: number;
  seats: SeatPlate[];
  /** words.toml in the language of the page. */
  words: GameWords;
  /** The log lines that came with this view, for motion and sound; empty on arrival and after an undo. */
  lines: Line[];
  /** The whole log so far. */
  log: Line[];
  /** What the others did since your last act, chance included: what the board marks until you act. See lately.ts. */
  lately: Line[];
  /** A line of the log as a sentence in the language of the page; empty for what is not told. */
  say(line: Line): string;
  /** The practice aid for this view when it is switched on, otherwise null. */
  aid: Record<string, any> | null;
  /** Whether this is a replay: nothing may be done, hidden things may be open. */
  replay: boolean;
  /** Plays one of `legal`; `rest` are further steps of the same gesture, played as each is offered and undone together. */
  act(action: Action, rest?: Action[]): void;
  /** Takes your last gesture back; null where that may not be done. */
  undo: (() => void) | null;
  /** Opens the sheet of a seat. */
  inspect(seat: number): void;
  /** Keeps this view on the table for so long before the next one is shown. */
  linger(milliseconds: number): void;
  /** Keeps this view until the answer is called: for a page between two rounds. */
  hold(): () => void;
}

const KEY = Symbol('table');
export const giveTable = (table: Seen) => setContext(KEY, table);
export const getTable = () => getContext<Seen>(KEY);

/** A name to show for a seat. */
export function seatName(seats: SeatPlate[], seat: number, empty: string): string {
  return seats[seat]?.name || empty;
}

/** A sentence of the log with the people's names in it. */
export function named(sentence: string, seats: SeatPlate[], empty: string): string {
  return putIn(sentence, (seat) => seatName(seats, Number(seat), empty), () => true);
}

/** Whether an action is among those offered: the same verb and the same details. */
export function offers(legal: Action[], action: Action): boolean {
  const text = canonical(action);
  return legal.some((one) => canonical(one) === text);
}

const canonical = (action: Action) => JSON.stringify(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)));

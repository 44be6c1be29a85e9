/** The contract of a board: what it is given (BoardProps), and what it gives to the frame around it (FrameProps). See
 *  games/README.md. */
import type { Snippet } from 'svelte';
import type { GameWords } from '../state/shelf.svelte';
import type { Action, Board, Line, SeatPlate, View } from '../api/wire';

/** The props of web/src/games/<game>/Board.svelte, with the View, Board and Line of the game's types.ts. */
export interface BoardProps<V extends View = View, B extends Board = Board, L extends Line = Line> {
  /** The game's view for this viewer, as view.py makes it. */
  view: V;
  /** What only helps to draw that view, as board.py makes it. */
  board: B;
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
  lines: L[];
  /** The whole log so far. */
  log: L[];
  /** What the others did since your last act, chance included: what the board marks until you act. See recent.ts. */
  recent: L[];
  /** A line of the log as a sentence in the language of the page; empty for what is not told. */
  say(line: L): string;
  /** The practice aid for this view when it is switched on, otherwise null. */
  aid: Record<string, any> | null;
  /** The move that a hint shows: a board may make ready for it, as if its pieces had been chosen. */
  hinted: Action | null;
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

/** A button of the action bar. */
export interface Choice {
  /** A verb with its object: “Store black Square”. */
  label: string;
  icon?: string;
  /** main: completes what you began (gold); lit: you may (outline); plain: put back, close, look. */
  kind?: 'main' | 'lit' | 'plain';
  /** What to play, or what to do on the page. */
  action?: Action;
  run?: () => void;
  /** What pressing it now would throw away ("Zed is formed: 2 points"): the bar says so and asks once. */
  warn?: string;
  /** The verb it leads to, where it is no action itself: a tool to take up. */
  verb?: string;
  /** The key that presses it: 'e' on what ends, skips or stops. */
  key?: string;
}

/** What the table itself asks or offers in place of the question: whether to throw something away, how to take a turn back. */
export interface Asking {
  head: string;
  tail?: string;
  choices: Choice[];
}

/** Explains the current selection, or the board when nothing is chosen. */
export interface Hint {
  title: string;
  text: string;
}

/** The props of table/Frame.svelte, which every board renders once. */
export interface FrameProps {
  /** The second line of the bar: "Round 3 · Wren leads the tower with 5". */
  subtitle: string;
  /** The seat whose decision is awaited; null between decisions and at the end. */
  turn: number | null;
  /** What is asked of you, and what it costs or brings. Shown only while you may act. */
  ask: string;
  cost?: string;
  /** Said under the name of whoever is waited for: what just happened. */
  meanwhile?: string;
  /** The buttons of the action bar, shown only while you may act. */
  choices?: Choice[];
  /** Why a press did nothing, in one line; empty otherwise. Shown in place of the question. */
  nudge?: string;
  /** The score on a seat's plate. */
  points?: (seat: number) => number | string;
  /** One line under the name; without it the frame says who plays there. */
  note?: (seat: number) => string;
  /** More of a seat's plate, below the note. Also shown in the sheet of the seat. */
  plate?: Snippet<[number]>;
  /** The left zone below the plates; on a phone a sheet of this title. */
  aside?: Snippet;
  asideTitle?: string;
  asideIcon?: string;
  hint?: Hint | null;
  /** More of the hint panel, below its text. */
  hintMore?: Snippet;
  /** The symbol of a log line; without one it is the sigil of whoever acted. */
  icon?: (line: Line) => string | undefined;
  /** How to play, in a sheet. */
  help?: Snippet;
  /** The name of the practice aid, where the game has one. */
  aidName?: string;
  /** Those who win are one team: they win together rather than share a victory. */
  teams?: boolean;
  /** The heading of the last page and what stands below it, where winners alone do not say it: a solo game lost, by how much, why. */
  verdict?: { title: string; lead?: string };
  /** What the page at the end tells beyond winners and scores. */
  ending?: Snippet;
  /** Escape was pressed: put the selection back. */
  onescape?: () => void;
  /** The leather. */
  children: Snippet;
}

/** Whether two actions are the same. */
export const same = (a: Action, b: Action): boolean => canonical(a) === canonical(b);

/** Whether an action is among those offered: the same verb and the same details. */
export function offers(legal: Action[], action: Action): boolean {
  const text = canonical(action);
  return legal.some((one) => canonical(one) === text);
}

const canonical = (action: Action) => JSON.stringify(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * The contract of a board: its props (BoardProps), and those it gives to the frame (FrameProps). See
 * games/README.md.
 */
import type { Snippet } from 'svelte';
import type { GameWords } from '../state/shelf.svelte';
import type { Action, Board, Line, SeatPlate, View } from '../api/wire';

/** The props of web/src/games/<game>/Board.svelte, with the View, Board and Line of the game's types.ts. */
export interface BoardProps<V extends View = View, B extends Board = Board, L extends Line = Line> {
  /** The game's view for this viewer, made by view.py. */
  view: V;
  /** Data that only helps to draw the view, made by board.py. */
  board: B;
  /**
   * The legal actions. The board highlights the pieces that play them and no others. Empty if it is not the viewer's
   * turn, for a spectator, and while an action is being sent.
   */
  legal: Action[];
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** The seat at the bottom of the screen: the viewer's own, or seat 0 for a spectator. */
  chair: number;
  seats: SeatPlate[];
  /** The game's words.toml in the language of the page. */
  words: GameWords;
  /** The log lines that came with this view, for animations and sounds; empty on loading and after an undo. */
  lines: L[];
  /** The whole log so far. */
  log: L[];
  /** The log lines since the viewer's last action, which the board marks. See recent.ts. */
  recent: L[];
  /** Returns the sentence of a log line in the language of the page; empty if it has none. */
  say(line: L): string;
  /** The practice aid for this view if it is switched on, otherwise null. */
  aid: Record<string, any> | null;
  /** The action that a hint shows: a board may select its pieces. */
  hinted: Action | null;
  /** Whether this is a replay: no actions are legal, hidden things may be revealed. */
  replay: boolean;
  /**
   * Plays a legal action. `rest` are actions to play after it, each as soon as it is legal. One undo takes back all of
   * them.
   */
  act(action: Action, rest?: Action[]): void;
  /** Undoes the viewer's last action with those that `rest` added; null if that is not allowed. */
  undo: (() => void) | null;
  /** Opens the dialog of a seat. */
  inspect(seat: number): void;
  /** Shows this view for at least this time, even if the next one has arrived. */
  linger(milliseconds: number): void;
  /** Shows this view until the returned function is called. Used for a page between two rounds. */
  hold(): () => void;
}

/** A button of the action bar. */
export interface Choice {
  /** A verb with its object: “Store black Square”. */
  label: string;
  icon?: string;
  /**
   * main: completes what was begun (gold); lit: starts an action (outlined); plain: cancels, closes or shows
   * something.
   */
  kind?: 'main' | 'lit' | 'plain';
  /** The action to play, or a function to call. */
  action?: Action;
  run?: () => void;
  /** What this choice would waste ("Zed is formed: 2 points"): the bar asks for confirmation. */
  warn?: string;
  /** The verb of the actions it leads to, if it only selects a tool. */
  verb?: string;
  /** The key that clicks it: 'e' for a choice that ends, skips or stops. */
  key?: string;
}

/** A question that the frame asks in place of the board's own, such as whether to waste something or how to undo. */
export interface Prompt {
  head: string;
  tail?: string;
  choices: Choice[];
}

/** Explains the current selection, or the board if nothing is selected. */
export interface Hint {
  title: string;
  text: string;
}

/** The props of table/frame/Frame.svelte, which every board renders once. */
export interface FrameProps {
  /** The second line of the header: "Round 3 · Wren leads the tower with 5". */
  subtitle: string;
  /** The seat that has to act; null between decisions and at the end. */
  turn: number | null;
  /** The question, and what it costs or brings. Shown only while the viewer may act. */
  ask: string;
  cost?: string;
  /** What just happened. Shown while the table waits for another seat. */
  meanwhile?: string;
  /** The buttons of the action bar, shown only while the viewer may act. */
  choices?: Choice[];
  /** Why the last click had no effect. Shown in place of the question unless it is empty. */
  nudge?: string;
  /** Returns the score shown in a seat panel. */
  points?: (seat: number) => number | string;
  /** Returns text for the line below the name in a seat panel. */
  note?: (seat: number) => string;
  /** More content of a seat panel, below the note; also shown in the seat dialog. */
  plate?: Snippet<[number]>;
  /** Content below the seat panels. On a phone it is in a dialog, with `asideTitle` and `asideIcon`. */
  aside?: Snippet;
  asideTitle?: string;
  asideIcon?: string;
  hint?: Hint | null;
  /** More content of the explanation, below its text. */
  hintMore?: Snippet;
  /** Returns the symbol of a log line; the default is the sigil of the acting seat. */
  icon?: (line: Line) => string | undefined;
  /** The short rules, in a dialog. */
  help?: Snippet;
  /** The name of the practice aid, if the game has one. */
  aidName?: string;
  /** Whether the winners are a team, so that they win together instead of sharing the victory. */
  teams?: boolean;
  /**
   * The heading of the end page and the text below it, if the winners alone are not enough: a solo game lost, by how
   * much, why.
   */
  verdict?: { title: string; lead?: string };
  /** More content of the end page. */
  ending?: Snippet;
  /** Called when Escape is pressed: clear the selection. */
  onescape?: () => void;
  /** The board itself. */
  children: Snippet;
}

/** Whether two actions are the same, whatever the order of their keys. */
export const same = (a: Action, b: Action): boolean => canonical(a) === canonical(b);

/** Whether an action is legal: the same verb with the same details, in any order. */
export function offers(legal: Action[], action: Action): boolean {
  const text = canonical(action);
  return legal.some((candidate) => canonical(candidate) === text);
}

const canonical = (action: Action) => JSON.stringify(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * The contract of a board: its props (BoardProps), and those it gives to the frame (FrameProps). See
 * games/README.md.
 */
import type { Snippet } from 'svelte';
import type { GameWords } from '../state/shelf.svelte';
import type { Action, Board, Line, SeatInfo, View } from '../api/wire';

/**
 * The props of a game's board, web/src/games/<game>/Board.svelte. View (what the viewer may see of the game), Board
 * (data that helps to draw it) and Line (a log entry) are the types of the game's own types.ts.
 */
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
  /** Who sits in each seat: name, level of a bot, and whether the person is present. */
  seats: SeatInfo[];
  /** The game's words.toml in the language of the page. */
  words: GameWords;
  /** The log lines that are new with this view, for animations and sounds; empty on loading and after an undo. */
  lines: L[];
  /** The whole log so far. */
  log: L[];
  /** The log lines since the viewer's last action. The board marks the pieces that they moved. See recent.ts. */
  recent: L[];
  /** Returns the sentence of a log line in the language of the page; empty if it has none. */
  say(line: L): string;
  /** The data of the practice aid (facts such as the odds of each spell) for this view; null if it is switched off. */
  aid: Record<string, any> | null;
  /** The action that a hint shows: a board may select its pieces. */
  hinted: Action | null;
  /** Whether this is a replay: no action is legal, and hidden cards may be revealed. */
  replay: boolean;
  /**
   * Plays a legal action. `rest` are actions to play after it, each as soon as it is legal. One undo takes back all of
   * them.
   */
  act(action: Action, rest?: Action[]): void;
  /** Undoes the viewer's last action and the `rest` that was played with it; null if that is not allowed. */
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
  /** A verb with its object, such as “Store black Square”. */
  label: string;
  icon?: string;
  /**
   * How the button is drawn. `main` (gold) completes what the viewer began, `lit` (outlined) starts an action, and
   * `plain` cancels, closes or shows something.
   */
  kind?: 'main' | 'lit' | 'plain';
  /** The action that the button plays. */
  action?: Action;
  /** Called on a click if there is no `action`. */
  run?: () => void;
  /** What this choice would waste, such as "Zed is formed: 2 points". The bar then asks for confirmation. */
  warn?: string;
  /**
   * For a button that plays nothing itself, but only selects a tool: the `do` of the actions that the tool leads to. If
   * a hint recommends such an action, the button is highlighted.
   */
  verb?: string;
  /** The keyboard key that clicks the button. By convention 'e' is for a choice that ends, skips or stops. */
  key?: string;
}

/**
 * A question that the frame (the page around the board) asks instead of the board's own question `ask`. Examples:
 * "Waste this?" and the alternatives to an undo that is not allowed.
 */
export interface Prompt {
  /** The question. */
  head: string;
  /** More text after the question, in smaller letters. */
  tail?: string;
  choices: Choice[];
}

/** The explanation beside the log: of the piece that is selected, or of the board if nothing is selected. */
export interface Hint {
  title: string;
  text: string;
}

/**
 * The props of table/frame/Frame.svelte: the page around a board, with the header, the seat panels, the action bar and
 * the log. Every board renders one frame, with itself as `children`.
 *
 * The action bar shows one message at a time. If the viewer has to act, it shows the question `ask`, the detail `cost`
 * and the buttons `choices`; after a click without effect, `nudge` replaces the question for a while. If another seat
 * has to act, it shows `meanwhile`.
 */
export interface FrameProps {
  /** The second line of the header: "Round 3 · Wren leads the tower with 5". */
  subtitle: string;
  /** The seat that has to act; null between decisions and at the end. */
  turn: number | null;
  /** What the viewer is asked to do: "Call a spell or stop". Shown only while the viewer may act. */
  ask: string;
  /** A detail in smaller letters after the question: what the action costs or brings. */
  cost?: string;
  /** What just happened. Shown only while another seat has to act. */
  meanwhile?: string;
  /** The buttons of the action bar, shown only while the viewer may act. */
  choices?: Choice[];
  /** Why the last click had no effect, shown in place of the question; empty if there is nothing to say. */
  nudge?: string;
  /** Returns the score shown in a seat panel. */
  points?: (seat: number) => number | string;
  /** Returns text for the line below the name in a seat panel. */
  note?: (seat: number) => string;
  /** Content that the game adds below the note of a seat panel, and to the seat dialog. Its argument is the seat. */
  plate?: Snippet<[number]>;
  /** Content below all seat panels. A phone has no space for it: a button with this title and icon opens it. */
  aside?: Snippet;
  asideTitle?: string;
  asideIcon?: string;
  /** The explanation of the selection, beside the log. */
  hint?: Hint | null;
  /** More content of the explanation, below its text. */
  hintMore?: Snippet;
  /** Returns the name of the icon of a log line; undefined for the default, the sigil of the seat that acted. */
  icon?: (line: Line) => string | undefined;
  /** The short rules, in a dialog. */
  help?: Snippet;
  /** The name of the practice aid, if the game has one. */
  aidName?: string;
  /** Whether the winners are a team, so that they win together instead of sharing the victory. */
  teams?: boolean;
  /**
   * The heading of the end page and the text below it, for games whose result is more than a list of winners, such as
   * a lost solo game.
   */
  verdict?: { title: string; lead?: string };
  /** More content of the end page. */
  ending?: Snippet;
  /** Called when Escape is pressed, to clear the selection. */
  onescape?: () => void;
  /** The board itself. */
  children: Snippet;
}

/** Whether two actions are the same, whatever the order of their keys. */
export const same = (a: Action, b: Action): boolean => canonical(a) === canonical(b);

/** Whether an action is one of the legal ones, whatever the order of its keys. */
export function offers(legal: Action[], action: Action): boolean {
  const text = canonical(action);
  return legal.some((candidate) => canonical(candidate) === text);
}

/** Return an action as JSON with its keys in alphabetical order. */
const canonical = (action: Action) => JSON.stringify(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)));

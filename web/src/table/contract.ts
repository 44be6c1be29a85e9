/**
 * The contract of a board: its props (BoardProps), and those it gives to the frame (FrameProps). See
 * games/README.md.
 */
import type { Snippet } from 'svelte';
import type { GameWords } from '../state/shelf.svelte';
import type { Action, Board, Line, SeatInfo, View } from '../api/wire';

/**
 * The props of a game's board, web/src/games/<game>/Board.svelte. View (what the viewer may see of the game), Board
 * (data that helps to draw it) and Line (a log entry) are the types of the game's own types.ts. A seat is the number of
 * a player at the table, from 0.
 */
export interface BoardProps<V extends View = View, B extends Board = Board, L extends Line = Line> {
  /** What the viewer may see of the game. */
  view: V;
  /** Data that only helps to draw the view. The server computes it from the view. */
  board: B;
  /**
   * The legal actions. The board highlights the pieces that play them and no others. Empty if it is not the viewer's
   * turn, for a spectator, and while an action is being sent.
   */
  legal: Action[];
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** The seat to draw at the bottom of the screen: the viewer's own, or seat 0 for a spectator. */
  bottomSeat: number;
  /** Who plays in each seat: the name, the level of a bot, and whether the person is connected. */
  seats: SeatInfo[];
  /** All texts of the game in the language of the page. */
  words: GameWords;
  /** The log lines that came with this view, for animations and sounds; empty on loading and after an undo. */
  newLines: L[];
  /** All log lines of the game so far. */
  log: L[];
  /** The log lines since the viewer's last action. The board marks the pieces that the others have moved. */
  recentLines: L[];
  /** Returns the sentence that describes a log line, in the language of the page; '' if it has none. */
  sentenceOf(line: L): string;
  /** The practice aid (facts such as the odds of each spell) for this view; null if it is switched off. */
  aid: Record<string, any> | null;
  /** The action that the current hint recommends, whose pieces the board may select; null without a hint. */
  hintedAction: Action | null;
  /** Whether a finished game is replayed: then no action is legal, and hidden cards may be shown. */
  replay: boolean;
  /**
   * Plays a legal action, and after it the actions in `followUps`, each as soon as it is legal. One undo takes back all
   * of them.
   */
  act(action: Action, followUps?: Action[]): void;
  /** Undoes the viewer's last action together with its follow-ups; null if an undo is not allowed. */
  undo: (() => void) | null;
  /** Opens the dialog about a player. */
  inspect(seat: number): void;
  /** Shows this view for at least this time, even if the next view has arrived. */
  linger(milliseconds: number): void;
  /** Shows this view until the returned function is called, such as for a page between two rounds. */
  hold(): () => void;
}

/** A button of the action bar, the bar with the question to the player below the board. */
export interface Choice {
  /** The text of the button: a verb with its object, such as “Store black Square”. */
  label: string;
  /** The name of the icon before the text. */
  icon?: string;
  /**
   * How the button is drawn. `main` (gold) completes what the viewer began, `lit` (outlined) starts an action, and
   * `plain` cancels, closes or shows something.
   */
  kind?: 'main' | 'lit' | 'plain';
  /** The action that the button plays. */
  action?: Action;
  /** Called when the button is clicked, if it has no `action`. */
  run?: () => void;
  /** A warning about what this choice would waste, such as "Zed is formed: 2 points". The player has to confirm it. */
  warning?: string;
  /**
   * For a button that plays no action, but leads to some: the `do` of those actions. The button is highlighted if a
   * hint recommends one of them.
   */
  leadsTo?: string;
  /** The keyboard key that clicks the button. By convention, 'e' is for a choice that ends, skips or stops. */
  key?: string;
}

/**
 * A question that the frame (the page around the board) asks in place of the board's own question. Examples: "Waste
 * this?" and the alternatives to an undo that is not allowed.
 */
export interface Prompt {
  question: string;
  /** More text after the question, in smaller letters. */
  detail?: string;
  /** The buttons that answer the question. */
  choices: Choice[];
}

/** A text beside the log that explains the selected piece, or the board if nothing is selected. */
export interface Explanation {
  title: string;
  text: string;
}

/**
 * The props of table/frame/Frame.svelte: the page around a board, with the header, the seat panels, the action bar and
 * the log. The component of every board renders one frame, and passes its drawing of the pieces as `children`.
 *
 * The action bar shows one message at a time. If the viewer has to act, it shows `question`, `questionDetail` and the
 * buttons `choices`; after a click without effect, `clickProblem` replaces the question for a while. If another player
 * has to act, it shows `latestEvent`.
 */
export interface FrameProps {
  /** The second line of the header, such as "Round 3 · Wren leads the tower with 5". */
  subtitle: string;
  /** The seat that has to act; null between decisions and at the end. */
  turn: number | null;
  /** What the viewer is asked to do, such as "Call a spell or stop". Shown only while the viewer may act. */
  question: string;
  /** A text in smaller letters after the question, such as what the action costs or brings. */
  questionDetail?: string;
  /** What has just happened. Shown only while another player has to act. */
  latestEvent?: string;
  /** The buttons of the action bar, shown only while the viewer may act. */
  choices?: Choice[];
  /** Why the last click had no effect, shown in place of the question; '' if there is nothing to say. */
  clickProblem?: string;
  /** Returns the score shown in the panel of a seat. */
  scoreOf?: (seat: number) => number | string;
  /** Returns the text shown below the player's name in the panel of a seat. */
  noteOf?: (seat: number) => string;
  /** What the game adds to the panel and to the dialog of a seat. The argument is the seat. */
  seatContent?: Snippet<[number]>;
  /** What the game adds below all seat panels. On a phone, a button with `asideTitle` and `asideIcon` opens it. */
  aside?: Snippet;
  asideTitle?: string;
  /** The name of the icon of that button. */
  asideIcon?: string;
  /** Explains the selected piece, beside the log; null if there is nothing to explain. */
  explanation?: Explanation | null;
  /** What the game adds below the text of the explanation. */
  explanationContent?: Snippet;
  /** Returns the name of the icon of a log line; undefined for the default, the symbol of the seat that acted. */
  iconOf?: (line: Line) => string | undefined;
  /** A short version of the rules, which a dialog shows. */
  help?: Snippet;
  /** The name of the practice aid, such as "Odds"; undefined if the game has none. */
  aidName?: string;
  /** Whether the winners are a team that wins together. Otherwise several winners share the victory. */
  winnersAreTeam?: boolean;
  /**
   * The title of the end page and the text below it, for games whose result is more than a list of winners, such as a
   * lost solo game.
   */
  result?: { title: string; lead?: string };
  /** What the game shows on the end page in place of the list of scores. */
  endPageContent?: Snippet;
  /** Called when Escape is pressed, to clear the selection. */
  onescape?: () => void;
  /** The board itself. */
  children: Snippet;
}

/** Whether two actions are equal, whatever the order of their keys. */
export const isSameAction = (a: Action, b: Action): boolean => canonicalText(a) === canonicalText(b);

/** Whether a list contains an action, whatever the order of its keys. */
export function includesAction(actions: Action[], action: Action): boolean {
  const text = canonicalText(action);
  return actions.some((candidate) => canonicalText(candidate) === text);
}

/** Return an action as JSON text that does not depend on the order of its keys. */
function canonicalText(action: Action): string {
  const sortedKeys = Object.keys(action).sort();
  return JSON.stringify(sortedKeys.map((key) => [key, action[key]]));
}

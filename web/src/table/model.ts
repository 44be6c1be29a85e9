/**
 * The table model: the state of a table and the methods to play at it. There is one implementation for each of live
 * tables, replays, lessons and puzzles. The frame (the page around a board) works with all of them by this interface.
 */
import { getContext, setContext, type Component } from 'svelte';
import type { Action, Aid, Line, LogLine, Snapshot, TurnLine } from '../api/wire';
import type { ConnectionState } from './models/connection';
import type { Hints } from './models/hints.svelte';

/**
 * The props of a component that a table model adds to the page around the board: `panel` above the board or `footer` in
 * place of the action bar.
 */
export interface PartProps<Model> {
  table: Model;
  /** Opens the rule book at a rule. */
  showRule: (rule: string) => void;
}

/** A component that belongs to one kind of table model. The compiler cannot check that `table` is of that kind. */
export type TablePart = Component<PartProps<any>>;

/**
 * What the frame (the page around a board) reads and calls at a table. Its components get the model from a Svelte
 * context. The boards of the games do not use it: they get the smaller set of BoardProps.
 */
export interface TableModel {
  readonly mode: 'play' | 'replay' | 'lesson';
  /** The state of the table that the screen shows; null before the first one is loaded. */
  readonly snapshot: Snapshot | null;
  /** All log lines up to the snapshot that the screen shows. */
  readonly log: LogLine[];
  /** The log lines that are new with that snapshot. */
  readonly newLines: LogLine[];
  /** The turns of the game up to that snapshot, each summarised in one sentence. */
  readonly turns: TurnLine[];
  /** Whether the connection is open and the screen shows the newest state of the table. */
  readonly isUpToDate: boolean;
  /** The actions that the viewer can play now; empty while an action is being sent or animations are running. */
  readonly legal: Action[];
  /** Whether newer snapshots have been received but not shown yet, because animations are running. */
  readonly isBehind: boolean;
  /** Whether the lesson or puzzle is finished; undefined at other tables. */
  readonly isFinished?: boolean;
  /** A component above the board, such as the instructions of a lesson; null if there is none. */
  readonly panel?: TablePart | null;
  /** A component in place of the action bar, such as the buttons of a replay. */
  readonly footer?: TablePart;
  readonly connectionState: ConnectionState;
  /** Why an action was refused, in the language of the page, and the id of the rule; null if there is no refusal. */
  readonly refusal: { message: string; rule: string } | null;
  /** Shows a message in the action bar, such as why an undo is not allowed. */
  explain(message: string): void;
  /**
   * The practice aid: facts such as the odds of each spell. It belongs to the snapshot whose number is `aid.n`. Null
   * before it is loaded.
   */
  readonly aid: Aid | null;
  /** Whether the viewer has switched on the practice aid. */
  aidOn: boolean;
  /** The hints for the viewer; undefined in replays, lessons and puzzles. */
  readonly hints?: Hints;
  /** The seat of the player whose dialog is open; null if no such dialog is open. */
  inspectedSeat: number | null;
  /** Plays an action, and after it each of the `followUps` as soon as it is legal. One undo takes back all of them. */
  act(action: Action, followUps?: Action[]): void;
  /** Undoes the viewer's last action together with its follow-ups. */
  undo(): void;
  /** Undoes the viewer's whole last turn, and what bots have played since. */
  undoTurn(): void;
  /** Whether the last undo can be reversed: its actions are played again. */
  readonly canRedo: boolean;
  redo(): void;
  /** Shows the current snapshot for at least this time, even if newer ones have been received. */
  linger(milliseconds: number): void;
  /** Shows the current snapshot until the returned function is called. */
  hold(): () => void;
  /** Called when the viewer clicks: shows the waiting snapshots faster. */
  speedUp(): void;
  /** In a replay, goes to the state after the action of a log line. */
  goToLine?(line: Line): void;
}

const KEY = Symbol('table');
export const setTable = (table: TableModel) => setContext(KEY, table);
export const getTable = () => getContext<TableModel>(KEY);

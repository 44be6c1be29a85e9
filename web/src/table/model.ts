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

/**
 * What the frame (the page around a board) reads and calls at a table. Its components get the model from a Svelte
 * context. The boards of the games do not use it: they get the smaller set of BoardProps.
 */
export interface TableModel {
  readonly mode: 'play' | 'replay' | 'lesson';
  readonly snapshot: Snapshot | null;
  /** The whole log up to the snapshot shown now. */
  readonly log: LogLine[];
  /** The log lines that came with the snapshot shown now. */
  readonly newLines: LogLine[];
  /** The turns of the game, each summarised in one sentence. */
  readonly turns: TurnLine[];
  /** Whether the connection is open and this is the newest state of the server. */
  readonly current: boolean;
  /** The actions that the viewer may play now; empty while an action is sent or animations are running. */
  readonly legal: Action[];
  /** Whether newer snapshots were received, but wait until animations end. */
  readonly behind: boolean;
  /** Whether a lesson or puzzle is finished. */
  readonly done?: boolean;
  /** A panel above the board, such as the instructions of a lesson. */
  readonly panel?: Component<PartProps<any>> | null;
  /** A component in place of the action bar, such as the controls of a replay. */
  readonly footer?: Component<PartProps<any>>;
  readonly connectionState: ConnectionState;
  /** Why an action was refused, in the language of the page; cleared after a while. */
  readonly refused: { message: string; rule: string } | null;
  /** Shows why something is not possible, in the same place as a refusal. */
  explain(message: string): void;
  /** The practice aid (facts such as odds) for the state with the number `aid.n`; null before it is loaded. */
  readonly aid: Aid | null;
  /** Whether the viewer has switched the practice aid on. */
  aidOn: boolean;
  /** The hints, at a table that is played. */
  readonly hints?: Hints;
  /** The seat whose dialog is open. */
  inspecting: number | null;
  /** Plays an action, and then the actions in `rest`, each as soon as it is legal. One undo takes back all of them. */
  act(action: Action, rest?: Action[]): void;
  undo(): void;
  /** Undoes the viewer's whole last turn, including the answers of the bots. */
  undoTurn(): void;
  /** Whether the actions last undone can be played again. */
  readonly mayRedo: boolean;
  redo(): void;
  /** Shows the current snapshot for at least this time. */
  linger(milliseconds: number): void;
  /** Shows the current snapshot until the returned function is called. */
  hold(): () => void;
  /** Speeds up the animations that are waiting. */
  hurry(): void;
  /** In a replay: goes to the moment of a log line. */
  goToLine?(line: Line): void;
}

const KEY = Symbol('table');
export const setTable = (table: TableModel) => setContext(KEY, table);
export const getTable = () => getContext<TableModel>(KEY);

/**
 * The base class of the table models of lessons and puzzles. The server stores nothing about such a table: every
 * request contains all actions since the start, and the response contains the table after them.
 */
import { asRefusal, Refusal } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, LogLine, SeatInfo, Snapshot, TurnLine } from '../../api/wire';
import type { TableModel } from '../model';
import { Pacing } from './pacing.svelte';
import { UndoHistory } from './undo_history.svelte';
import { t } from '../../words';

/** What the response to a request says about the table. */
export interface PracticeResult {
  /** The states to show one after the other; the last one is the state after all actions. */
  snapshots: Snapshot[];
  /**
   * Whether the last action of the request was played. False if it was wrong: the table then stays as it was before.
   */
  played: boolean;
}

export abstract class PracticeTable implements TableModel {
  readonly mode = 'lesson';
  readonly current = false;
  readonly aid = null;
  aidOn = $state(false);
  inspecting: number | null = $state(null);
  snapshot: Snapshot | null = $state.raw(null);
  newLines: LogLine[] = $state.raw([]);
  refused: { message: string; rule: string } | null = $state.raw(null);
  /** Why the lesson or puzzle could not be loaded. */
  loadError: Refusal | null = $state.raw(null);
  connectionState: 'open' | 'lost' = $state('open');
  /** The actions played since the start of the lesson or puzzle. */
  private actions: Action[] = [];
  private readonly undoHistory = new UndoHistory();
  /** Whether the response to a request is awaited. */
  protected loading = $state(false);
  private readonly pacing = new Pacing<Snapshot>((snapshot, skipped) => this.show(snapshot, skipped));

  /** Whether the lesson or puzzle is finished. */
  abstract get done(): boolean;
  /** Send these actions to the server, and store what the response says about the lesson or puzzle itself. */
  protected abstract send(actions: Action[]): Promise<PracticeResult>;

  get log(): LogLine[] {
    return this.snapshot?.log ?? [];
  }
  get turns(): TurnLine[] {
    return this.snapshot?.turns ?? [];
  }
  get behind(): boolean {
    return this.pacing.behind;
  }
  get legal(): Action[] {
    if (!this.snapshot || this.behind || this.pacing.held || this.loading) return [];
    return this.snapshot.legal;
  }

  /** Start, or start again from the beginning. */
  begin(): Promise<void> {
    this.undoHistory.clear();
    return this.request([]);
  }

  act(action: Action, rest: Action[] = []): void {
    if (!this.legal.length) return;
    this.undoHistory.begin(rest);
    this.play('act', action);
  }

  undo(): void {
    if (!this.actions.length || this.loading) return;
    this.undoHistory.beginUndo();
    this.requestUndo();
  }
  undoTurn(): void {}

  get mayRedo(): boolean {
    return this.undoHistory.mayRedo(this.legal);
  }

  redo(): void {
    if (!this.mayRedo) return;
    const [first, ...rest] = this.undoHistory.redoActions;
    this.undoHistory.begin(rest);
    this.play('redo', first);
  }

  private play(kind: 'act' | 'redo', action: Action): void {
    this.undoHistory.request({ kind, action });
    void this.request([...this.actions, action]);
  }

  private requestUndo(): void {
    this.undoHistory.request({ kind: 'undo' });
    void this.request(this.actions.slice(0, -1));
  }

  /** Request the table after these actions, and show it. */
  protected async request(actions: Action[]): Promise<void> {
    this.loading = true;
    this.refused = null;
    let moreToUndo = false;
    try {
      const result = await this.send(actions);
      this.connectionState = 'open';
      if (result.played) {
        moreToUndo = this.undoHistory.confirm();
        this.receive(result.snapshots, actions);
      } else this.undoHistory.cancel();
    } catch (error) {
      this.undoHistory.cancel();
      if (this.snapshot === null) this.loadError = asRefusal(error);
      else if (error instanceof Refusal && error.isAnswer) this.explain(error.message, error.rule);
      else this.connectionState = 'lost';
    } finally {
      this.loading = false;
    }
    if (moreToUndo) this.requestUndo();
    else this.playNextOfGroup();
  }

  /** Show the states that the server sent: one after the other, or only the last one after an undo or a restart. */
  private receive(received: Snapshot[], actions: Action[]): void {
    const isNewAction = actions.length > this.actions.length;
    this.actions = actions;
    const snapshots = received.map((snapshot) => ({ ...snapshot, seats: seatsWithNames(snapshot.seats) }));
    if (isNewAction) {
      for (const snapshot of snapshots) this.pacing.add(snapshot);
    } else {
      this.pacing.clear();
      this.show(snapshots[snapshots.length - 1], true);
    }
  }

  private show(snapshot: Snapshot, skipped: boolean): void {
    this.newLines = skipped ? [] : snapshot.log.slice(this.log.length);
    this.snapshot = snapshot;
    this.playNextOfGroup();
  }

  /** Play the next action of the group that one click started, if it is legal. */
  private playNextOfGroup(): void {
    const next = this.undoHistory.next(this.legal);
    if (next) this.play('act', next);
  }

  explain(message: string, rule = ''): void {
    this.refused = { message, rule };
  }
  linger(milliseconds: number): void {
    this.pacing.linger(milliseconds);
  }
  hold(): () => void {
    return this.pacing.hold();
  }
  hurry(): void {
    this.pacing.hurry();
  }
  close(): void {
    this.pacing.stop();
  }
}

/**
 * Return the seats with names: the person's own name, and general ones, such as "your rival", for bots. The server
 * sends none.
 */
function seatsWithNames(seats: SeatInfo[]): SeatInfo[] {
  const rivals = seats.filter((seat) => seat.kind === 'bot');
  function nameOf(seat: SeatInfo): string {
    if (seat.kind === 'person') return settings.name || t().learn.you;
    return rivals.length > 1 ? t().learn.rivals[rivals.indexOf(seat)] : t().learn.rival;
  }
  return seats.map((seat) => ({ ...seat, name: nameOf(seat) }));
}

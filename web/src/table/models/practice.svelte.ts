/**
 * The base class of the table models of lessons and puzzles. The server stores nothing about such a table: every
 * request contains all actions since the start, and the response contains the table after them.
 */
import { asRequestError, RequestError } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, LogLine, SeatInfo, Snapshot, TurnLine } from '../../api/wire';
import type { TableModel } from '../model';
import { Pacing } from './pacing.svelte';
import { UndoHistory } from './undo_history.svelte';
import { t } from '../../words';

/** What the server has sent about the table after a request. */
export interface PracticeResult {
  /** The states of the table to show one after the other; the last one is the state after all actions. */
  snapshots: Snapshot[];
  /** Whether the last action of the request was played. If it was a mistake, the table stays as it was before. */
  played: boolean;
}

export abstract class PracticeTable implements TableModel {
  readonly mode = 'lesson';
  readonly isUpToDate = false; // only a live table receives news and can be up to date
  readonly aid = null;
  aidOn = $state(false);
  inspectedSeat: number | null = $state(null);
  snapshot: Snapshot | null = $state.raw(null);
  newLines: LogLine[] = $state.raw([]);
  refusal: { message: string; rule: string } | null = $state.raw(null);
  /** Why the lesson or puzzle could not be loaded; null if it could. */
  loadError: RequestError | null = $state.raw(null);
  connectionState: 'open' | 'lost' = $state('open');
  /** All actions of the person since the start of the lesson or puzzle. */
  private actions: Action[] = [];
  private readonly undoHistory = new UndoHistory();
  /** Whether a request was sent and the server has not responded yet. */
  protected isLoading = $state(false);
  private readonly pacing = new Pacing<Snapshot>((snapshot, hasSkipped) => this.show(snapshot, hasSkipped));

  /** Whether the lesson or puzzle is finished. */
  abstract get isFinished(): boolean;
  /** Send all actions since the start to the server. A subclass also stores what its page shows beside the table. */
  protected abstract send(actions: Action[]): Promise<PracticeResult>;

  get log(): LogLine[] {
    return this.snapshot?.log ?? [];
  }
  get turns(): TurnLine[] {
    return this.snapshot?.turns ?? [];
  }
  get isBehind(): boolean {
    return this.pacing.isBehind;
  }
  get legal(): Action[] {
    if (!this.snapshot || this.isBehind || this.pacing.isHeld || this.isLoading) return [];
    return this.snapshot.legal;
  }

  /** Start the lesson or puzzle, or start it again from the beginning. */
  begin(): Promise<void> {
    this.undoHistory.clear();
    return this.request([]);
  }

  act(action: Action, followUps: Action[] = []): void {
    if (!this.legal.length) return;
    this.undoHistory.beginGroup(followUps);
    this.play('act', action);
  }

  undo(): void {
    if (!this.actions.length || this.isLoading) return;
    this.undoHistory.beginUndo();
    this.requestUndo();
  }
  undoTurn(): void {}

  get canRedo(): boolean {
    return this.undoHistory.canRedo(this.legal);
  }

  redo(): void {
    if (!this.canRedo) return;
    const [first, ...followUps] = this.undoHistory.redoActions;
    this.undoHistory.beginGroup(followUps);
    this.play('redo', first);
  }

  private play(kind: 'act' | 'redo', action: Action): void {
    this.undoHistory.recordRequest({ kind, action });
    void this.request([...this.actions, action]);
  }

  private requestUndo(): void {
    this.undoHistory.recordRequest({ kind: 'undo' });
    void this.request(this.actions.slice(0, -1));
  }

  /** Request the state of the table after these actions, which are all since the start, and show it. */
  protected async request(actions: Action[]): Promise<void> {
    this.isLoading = true;
    this.refusal = null;
    let mustUndoMore = false;
    try {
      const result = await this.send(actions);
      this.connectionState = 'open';
      if (result.played) {
        mustUndoMore = this.undoHistory.recordResponse();
        this.receive(result.snapshots, actions);
      } else this.undoHistory.cancel();
    } catch (error) {
      this.undoHistory.cancel();
      this.showError(error);
    } finally {
      this.isLoading = false;
    }
    if (mustUndoMore) this.requestUndo();
    else this.playNextOfGroup();
  }

  private showError(error: unknown): void {
    if (this.snapshot === null) this.loadError = asRequestError(error);
    else if (error instanceof RequestError && error.hasResponse) this.explain(error.message, error.rule);
    else this.connectionState = 'lost';
  }

  /** Show the received states one after the other. After an undo or a restart, show only the last one. */
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

  private show(snapshot: Snapshot, hasSkipped: boolean): void {
    this.newLines = hasSkipped ? [] : snapshot.log.slice(this.log.length);
    this.snapshot = snapshot;
    this.playNextOfGroup();
  }

  /** Play the next follow-up of the person's last action, if it is legal. */
  private playNextOfGroup(): void {
    const nextAction = this.undoHistory.takeNextAction(this.legal);
    if (nextAction) this.play('act', nextAction);
  }

  explain(message: string, rule = ''): void {
    this.refusal = { message, rule };
  }
  linger(milliseconds: number): void {
    this.pacing.linger(milliseconds);
  }
  hold(): () => void {
    return this.pacing.hold();
  }
  speedUp(): void {
    this.pacing.speedUp();
  }
  close(): void {
    this.pacing.stop();
  }
}

/** Add names to the seats, which the server sends without: the person's own name, or "your rival" for a bot. */
function seatsWithNames(seats: SeatInfo[]): SeatInfo[] {
  const rivals = seats.filter((seat) => seat.kind === 'bot');
  function nameOf(seat: SeatInfo): string {
    if (seat.kind === 'person') return settings.name || t().learn.you;
    return rivals.length > 1 ? t().learn.rivals[rivals.indexOf(seat)] : t().learn.rival;
  }
  return seats.map((seat) => ({ ...seat, name: nameOf(seat) }));
}

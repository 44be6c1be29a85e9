/**
 * The base class of lessons and puzzles: a table at which one person practises. Every request contains all actions
 * so far, and the response is the table after them.
 */
import { asRefusal, Refusal } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, LogLine, SeatPlate, Snapshot, TurnLine } from '../../api/wire';
import type { TableModel } from '../model';
import { Gestures } from './gestures.svelte';
import { Pacing } from './pacing.svelte';
import { t } from '../../words';

/** The response to a request. */
export interface PracticeResult {
  snapshots: Snapshot[];
  /** Whether the last action was played; if not, it is ignored. */
  played: boolean;
}

export abstract class PracticeTable implements TableModel {
  readonly mode = 'lesson';
  readonly current = false;
  readonly aid = null;
  aidOn = $state(false);
  inspecting: number | null = $state(null);
  snapshot: Snapshot | null = $state.raw(null);
  fresh: LogLine[] = $state.raw([]);
  refused: { message: string; rule: string } | null = $state.raw(null);
  loadError: Refusal | null = $state.raw(null);
  link: 'open' | 'lost' = $state('open');
  protected acts: Action[] = [];
  private readonly gestures = new Gestures();
  protected asking = $state(false);
  private readonly pacing = new Pacing<Snapshot>((snapshot, skipped) => this.show(snapshot, skipped));

  /** Whether the lesson or puzzle is finished. */
  abstract get done(): boolean;
  /** Send all actions, and store the rest of the response. */
  protected abstract send(acts: Action[]): Promise<PracticeResult>;

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
    return this.behind || this.pacing.held || this.asking ? [] : (this.snapshot?.legal ?? []);
  }

  /** Start, or start again from the beginning. */
  begin(): Promise<void> {
    this.gestures.clear();
    return this.ask([]);
  }

  act(action: Action, rest: Action[] = []): void {
    if (!this.legal.length) return;
    this.gestures.begin(rest);
    this.play('act', action);
  }

  undo(): void {
    if (!this.acts.length || this.asking) return;
    this.gestures.beginUndo();
    this.takeBack();
  }
  undoTurn(): void {}

  get mayRedo(): boolean {
    return this.gestures.mayRedo(this.legal);
  }

  redo(): void {
    if (!this.mayRedo) return;
    const [first, ...rest] = this.gestures.redoSteps;
    this.gestures.begin(rest);
    this.play('redo', first);
  }

  private play(kind: 'act' | 'redo', action: Action): void {
    this.gestures.request(kind, action);
    void this.ask([...this.acts, action]);
  }

  private takeBack(): void {
    this.gestures.request('undo');
    void this.ask(this.acts.slice(0, -1));
  }

  /** Request the table after these actions, and show it. */
  protected async ask(acts: Action[]): Promise<void> {
    this.asking = true;
    this.refused = null;
    let moreToUndo = false;
    try {
      const answer = await this.send(acts);
      this.link = 'open';
      if (answer.played) {
        moreToUndo = this.gestures.confirm();
        this.arrive(answer.snapshots, acts);
      } else this.gestures.cancel();
    } catch (error) {
      this.gestures.cancel();
      if (this.snapshot === null) this.loadError = asRefusal(error);
      else if (error instanceof Refusal && error.status) this.explain(error.message, error.rule);
      else this.link = 'lost';
    } finally {
      this.asking = false;
    }
    if (moreToUndo) this.takeBack();
    else this.continueGesture();
  }

  private arrive(received: Snapshot[], acts: Action[]): void {
    const shorter = acts.length <= this.acts.length;
    this.acts = acts;
    const snapshots = received.map((snapshot) => ({ ...snapshot, seats: withNames(snapshot.seats) }));
    if (shorter) {
      this.pacing.clear();
      this.show(snapshots.at(-1)!, true);
    } else for (const snapshot of snapshots) this.pacing.add(snapshot);
  }

  private show(snapshot: Snapshot, skipped: boolean): void {
    this.fresh = skipped ? [] : snapshot.log.slice(this.log.length);
    this.snapshot = snapshot;
    this.continueGesture();
  }

  /** Play the next step of the current gesture, if it is legal. */
  private continueGesture(): void {
    const next = this.gestures.next(this.legal);
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

/** Return the seats with names: the person's own, and generic ones for the rivals. */
function withNames(seats: SeatPlate[]): SeatPlate[] {
  const rivals = seats.filter((seat) => seat.kind === 'bot');
  const name = (seat: SeatPlate) =>
    seat.kind === 'person'
      ? settings.name || t().learn.you
      : rivals.length > 1
        ? t().learn.rivals[rivals.indexOf(seat)]
        : t().learn.rival;
  return seats.map((seat) => ({ ...seat, name: name(seat) }));
}

/** A table at which somebody practises alone: every press is sent with all those before it, and answered by the table it
 *  leads to. Lessons and puzzles say what is sent and what else comes back. */
import { Refusal } from '../../api/api';
import { settings } from '../../state/settings.svelte';
import type { Action, LogLine, SeatPlate, Snapshot, TurnLine } from '../../api/wire';
import { offers } from '../contract';
import type { TableModel } from '../model';
import { Pacing } from './pacing.svelte';
import { t } from '../../words';

/** What a press led to. */
export interface Answer {
  snapshots: Snapshot[];
  /** Whether the last press was played; otherwise it counts for nothing. */
  played: boolean;
}

export abstract class Practice implements TableModel {
  readonly mode = 'lesson';
  readonly current = false;
  readonly aid = null;
  aidOn = $state(false);
  inspecting: number | null = $state(null);
  snapshot: Snapshot | null = $state.raw(null);
  fresh: LogLine[] = $state.raw([]);
  refused: { message: string; rule: string } | null = $state.raw(null);
  barred: Refusal | null = $state.raw(null);
  link: 'open' | 'lost' = $state('open');
  protected acts: Action[] = [];
  private undone: Action[] = $state.raw([]);
  private following: Action[] = [];
  protected asking = $state(false);
  private readonly pacing = new Pacing<Snapshot>((snapshot, skipped) => this.show(snapshot, skipped));

  /** Whether there is no more to do. */
  abstract get done(): boolean;
  /** Send all presses, and keep what comes back beside the table. */
  protected abstract send(acts: Action[]): Promise<Answer>;

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

  /** From the beginning, or again from there. */
  begin(): Promise<void> {
    this.undone = [];
    return this.ask([]);
  }

  act(action: Action, rest: Action[] = []): void {
    if (!this.legal.length) return;
    this.following = rest;
    this.undone = [];
    void this.ask([...this.acts, action]);
  }

  undo(): void {
    const last = this.acts.at(-1);
    if (!last || this.asking) return;
    this.undone = [...this.undone, last];
    void this.ask(this.acts.slice(0, -1));
  }
  undoTurn(): void {}
  get mayRedo(): boolean {
    return this.undone.length > 0 && offers(this.legal, this.undone.at(-1)!);
  }
  redo(): void {
    const again = this.undone.at(-1);
    if (!again || !this.mayRedo) return;
    this.undone = this.undone.slice(0, -1);
    void this.ask([...this.acts, again]);
  }

  protected async ask(acts: Action[]): Promise<void> {
    this.asking = true;
    this.refused = null;
    const shorter = acts.length <= this.acts.length;
    try {
      this.arrive(await this.send(acts), acts, shorter);
      this.link = 'open';
    } catch (off) {
      this.following = [];
      if (this.snapshot === null) this.barred = off instanceof Refusal ? off : new Refusal(null, 0);
      else if (off instanceof Refusal && off.status) this.explain(off.message, off.rule);
      else this.link = 'lost';
    } finally {
      this.asking = false;
    }
    this.goOn();
  }

  private arrive(answer: Answer, acts: Action[], shorter: boolean): void {
    if (!answer.played) {
      this.following = [];
      return;
    }
    this.acts = acts;
    const snapshots = answer.snapshots.map((snapshot) => ({ ...snapshot, seats: named(snapshot.seats) }));
    if (shorter) {
      this.pacing.clear();
      this.show(snapshots.at(-1)!, true);
    } else for (const snapshot of snapshots) this.pacing.add(snapshot);
  }

  private show(snapshot: Snapshot, skipped: boolean): void {
    this.fresh = skipped ? [] : snapshot.log.slice(this.log.length);
    this.snapshot = snapshot;
    this.goOn();
  }

  /** The next step of a gesture, if it is offered; if something else is asked, the gesture ends here. */
  private goOn(): void {
    const [next, ...rest] = this.following;
    if (!next || !this.legal.length) return;
    this.following = [];
    if (offers(this.legal, next)) this.act(next, rest);
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

/** Nobody else sits at the table: the rivals have no names of their own. */
function named(seats: SeatPlate[]): SeatPlate[] {
  const rivals = seats.filter((seat) => seat.kind === 'bot');
  const name = (seat: SeatPlate) =>
    seat.kind === 'person'
      ? settings.name || t().learn.you
      : rivals.length > 1
        ? t().learn.rivals[rivals.indexOf(seat)]
        : t().learn.rival;
  return seats.map((seat) => ({ ...seat, name: name(seat) }));
}

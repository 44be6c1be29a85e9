/** My own gestures: what one undo takes back, and what redo plays again. A gesture is one step, or several that are played as
 *  each is offered. */
import type { Action } from '../../api/wire';
import { offers } from '../contract';

type Asked = 'act' | 'redo' | 'undo' | 'turn';

export class Gestures {
  /** Those that may still be taken back, and those that were. */
  private done: Action[][] = [];
  private undone: Action[][] = $state.raw([]);
  /** The rest of a gesture: steps still to play, or how many still to take back. */
  private following: Action[] = [];
  private backs = 0;
  /** Whether the step that was asked for belongs to the gesture before it. */
  private joins = false;
  private asked: Asked | null = null;
  private played: Action | null = null;

  /** A gesture begins: its first step is about to be asked for. */
  begin(rest: Action[]): void {
    this.following = rest;
    this.joins = false;
  }

  /** The last gesture is to be taken back; the first of its steps is about to be. */
  beginBack(): void {
    this.backs = (this.done.at(-1)?.length ?? 1) - 1;
    this.joins = false;
  }

  ask(asked: Asked, played: Action | null = null): void {
    this.asked = asked;
    this.played = played;
  }

  /** What redo would play: the gesture last taken back. */
  get again(): Action[] {
    return this.undone.at(-1) ?? [];
  }

  /** Whether the gesture last taken back may be played again now. */
  mayRedo(legal: Action[]): boolean {
    const [first] = this.again;
    return first !== undefined && offers(legal, first);
  }
  /** The next step of the gesture under way, if it is offered; if something else is asked, the gesture ends here. */
  next(legal: Action[]): Action | null {
    if (!this.following.length || !legal.length) return null;
    const [next, ...rest] = this.following;
    const offered = offers(legal, next);
    this.following = offered ? rest : [];
    if (offered) this.joins = true;
    return offered ? next : null;
  }

  /** The table went on: remembers my step; a step of anybody else closes both ways. Answers whether one more is to be taken back. */
  answered(): boolean {
    const asked = this.asked;
    this.asked = null;
    if (asked === 'undo') return this.tookBack();
    if (asked === 'act' || asked === 'redo') {
      const before = this.joins ? (this.done.pop() ?? []) : [];
      this.done.push([...before, this.played!]);
      if (!this.joins) this.undone = asked === 'redo' ? this.undone.slice(0, -1) : [];
    } else {
      this.done = [];
      this.undone = [];
    }
    return false;
  }
  /** Forget everything: the game starts again. */
  clear(): void {
    this.drop();
    this.done = [];
    this.undone = [];
  }

  private tookBack(): boolean {
    const gesture = this.done.pop() ?? [];
    const step = gesture.pop();
    if (gesture.length) this.done.push(gesture);
    const before = this.joins ? (this.undone.at(-1) ?? []) : [];
    this.undone = step ? [...this.undone.slice(0, this.joins ? -1 : undefined), [step, ...before]] : [];
    if (!this.backs) return false;
    this.backs -= 1;
    this.joins = true;
    return true;
  }

  /** Nothing came of what was asked: refused, or the line was cut. */
  drop(): void {
    this.asked = null;
    this.following = [];
    this.backs = 0;
  }
}

/**
 * The viewer's own gestures, for undo and redo. A gesture is one action, or several steps that are played as each
 * becomes legal.
 */
import type { Action } from '../../api/wire';
import { offers } from '../contract';

type RequestKind = 'act' | 'redo' | 'undo' | 'turn';

export class Gestures {
  /** The gestures that can be undone, and those that were undone. */
  private done: Action[][] = [];
  private undone: Action[][] = $state.raw([]);
  /** The steps of the current gesture still to play, or the number of steps still to undo. */
  private remaining: Action[] = [];
  private stepsToUndo = 0;
  /** Whether the requested step belongs to the same gesture as the one before. */
  private continues = false;
  private pending: RequestKind | null = null;
  private pendingAction: Action | null = null;

  /** Start a gesture; the caller requests its first step. */
  begin(rest: Action[]): void {
    this.remaining = rest;
    this.continues = false;
  }

  /** Start to undo the last gesture; the caller requests the first undo. */
  beginUndo(): void {
    this.stepsToUndo = (this.done.at(-1)?.length ?? 1) - 1;
    this.continues = false;
  }

  request(kind: RequestKind, action: Action | null = null): void {
    this.pending = kind;
    this.pendingAction = action;
  }

  /** The steps that redo would play: those of the gesture last undone. */
  get redoSteps(): Action[] {
    return this.undone.at(-1) ?? [];
  }

  /** Whether the gesture last undone can be played again now. */
  mayRedo(legal: Action[]): boolean {
    const [first] = this.redoSteps;
    return first !== undefined && offers(legal, first);
  }
  /**
   * Return the next step of the current gesture if it is legal. If other actions are legal instead, the gesture
   * ends.
   */
  next(legal: Action[]): Action | null {
    if (!this.remaining.length || !legal.length) return null;
    const [next, ...rest] = this.remaining;
    const offered = offers(legal, next);
    this.remaining = offered ? rest : [];
    if (offered) this.continues = true;
    return offered ? next : null;
  }

  /**
   * Record that the table changed: by the requested step, or by another player's, which clears undo and redo. Return
   * whether another step has to be undone.
   */
  confirm(): boolean {
    const pending = this.pending;
    this.pending = null;
    if (pending === 'undo') return this.undoConfirmed();
    if (pending === 'act' || pending === 'redo') {
      const before = this.continues ? (this.done.pop() ?? []) : [];
      this.done.push([...before, this.pendingAction!]);
      if (!this.continues) this.undone = pending === 'redo' ? this.undone.slice(0, -1) : [];
    } else {
      this.done = [];
      this.undone = [];
    }
    return false;
  }
  /** Forget all gestures: the game starts again. */
  clear(): void {
    this.cancel();
    this.done = [];
    this.undone = [];
  }

  private undoConfirmed(): boolean {
    const gesture = this.done.pop() ?? [];
    const step = gesture.pop();
    if (gesture.length) this.done.push(gesture);
    const before = this.continues ? (this.undone.at(-1) ?? []) : [];
    this.undone = step ? [...this.undone.slice(0, this.continues ? -1 : undefined), [step, ...before]] : [];
    if (!this.stepsToUndo) return false;
    this.stepsToUndo -= 1;
    this.continues = true;
    return true;
  }

  /** Cancel the current gesture: its step was refused, or the connection was lost. */
  cancel(): void {
    this.pending = null;
    this.remaining = [];
    this.stepsToUndo = 0;
  }
}

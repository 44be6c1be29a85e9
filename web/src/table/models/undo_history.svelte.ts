/**
 * The viewer's own actions at a table, for undo and redo. One click may play several actions, each as soon as it is
 * legal. They form a group: one undo takes all of them back, and one redo plays them again.
 *
 * The table model sends the requests. It reports each of them with `request`, and the new state with `confirm`.
 */
import type { Action } from '../../api/wire';
import { offers } from '../contract';

/** The actions that one undo takes back together. */
type ActionGroup = Action[];

/** A request to play an action (`redo`: one that was undone before), to undo an action, or to undo the whole turn. */
type PendingRequest = { kind: 'act' | 'redo'; action: Action } | { kind: 'undo' | 'turn' };

export class UndoHistory {
  /** The groups that can be undone, the newest last. */
  private done: ActionGroup[] = [];
  /** The groups that were undone and can be played again, the last undone at the end. */
  private undone: ActionGroup[] = $state.raw([]);
  /** The actions of the current group that are not played yet. */
  private actionsToPlay: Action[] = [];
  /** How many more actions must be undone to undo the current group. */
  private undosToRequest = 0;
  /** Whether the pending request belongs to the same group as the request before it. */
  private continuesGroup = false;
  private pending: PendingRequest | null = null;

  /** Start a group. The caller requests its first action; `next` returns the others. */
  begin(otherActions: Action[]): void {
    this.actionsToPlay = otherActions;
    this.continuesGroup = false;
  }

  /** Start to undo the newest group; the caller requests the first undo. */
  beginUndo(): void {
    const groupSize = this.done.at(-1)?.length ?? 1;
    this.undosToRequest = groupSize - 1;
    this.continuesGroup = false;
  }

  /** Record that a request was sent. */
  request(request: PendingRequest): void {
    this.pending = request;
  }

  /** The actions that redo would play: the group last undone. */
  get redoActions(): Action[] {
    return this.undone.at(-1) ?? [];
  }

  /** Whether the group last undone can be played again now. */
  mayRedo(legal: Action[]): boolean {
    const [first] = this.redoActions;
    return first !== undefined && offers(legal, first);
  }

  /**
   * Return the next action of the current group if it is legal. If other actions are legal instead, the group ends,
   * and null is returned.
   */
  next(legal: Action[]): Action | null {
    if (!this.actionsToPlay.length || !legal.length) return null;
    const [next, ...later] = this.actionsToPlay;
    if (!offers(legal, next)) {
      this.actionsToPlay = [];
      return null;
    }
    this.actionsToPlay = later;
    this.continuesGroup = true;
    return next;
  }

  /**
   * Record that the table changed, either by the pending request or by another player's action. The latter clears undo
   * and redo. Return whether another undo has to be requested, because the group has more actions.
   */
  confirm(): boolean {
    const request = this.pending;
    this.pending = null;
    switch (request?.kind) {
      case 'undo':
        return this.confirmUndo();
      case 'act':
      case 'redo':
        this.confirmAction(request.action, request.kind === 'redo');
        return false;
      default:
        this.done = [];
        this.undone = [];
        return false;
    }
  }

  private confirmAction(action: Action, isRedo: boolean): void {
    if (this.continuesGroup) {
      this.done.push([...(this.done.pop() ?? []), action]);
    } else {
      this.done.push([action]);
      this.undone = isRedo ? this.undone.slice(0, -1) : [];
    }
  }

  private confirmUndo(): boolean {
    const group = this.done.pop() ?? [];
    const action = group.pop();
    if (group.length) this.done.push(group);
    if (action === undefined) {
      this.undone = []; // played before the page was opened, so it cannot be redone
    } else if (this.continuesGroup) {
      const laterActions = this.undone.at(-1) ?? [];
      this.undone = [...this.undone.slice(0, -1), [action, ...laterActions]];
    } else {
      this.undone = [...this.undone, [action]];
    }
    if (this.undosToRequest === 0) return false;
    this.undosToRequest -= 1;
    this.continuesGroup = true;
    return true;
  }

  /** Forget all groups, because the game starts again. */
  clear(): void {
    this.cancel();
    this.done = [];
    this.undone = [];
  }

  /** End the current group, because a request was refused or the connection was lost. */
  cancel(): void {
    this.pending = null;
    this.actionsToPlay = [];
    this.undosToRequest = 0;
  }
}

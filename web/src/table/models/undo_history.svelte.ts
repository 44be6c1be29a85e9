/**
 * The viewer's own actions at a table, for undo and redo. One click may play several actions, each as soon as it is
 * legal. They form a group: one undo takes all of them back, and one redo plays them again.
 *
 * The table model sends the requests. It calls `recordRequest` for each of them, and `recordResponse` for a new state.
 */
import type { Action } from '../../api/wire';
import { includesAction } from '../contract';

/** The actions that the viewer played with one click, and that one undo takes back together. */
type ActionGroup = Action[];

/**
 * A request that was sent to the server: to play an action (`act`), to play an action again that was undone (`redo`),
 * to undo an action (`undo`), or to undo the whole turn (`turn`).
 */
type SentRequest = { kind: 'act' | 'redo'; action: Action } | { kind: 'undo' | 'turn' };

export class UndoHistory {
  /** The groups that can be undone, the newest last. */
  private playedGroups: ActionGroup[] = [];
  /** The groups that were undone and can be played again. The newest undo is at the end. */
  private undoneGroups: ActionGroup[] = $state.raw([]);
  /** The actions of the current group that have not been played yet. */
  private actionsToPlay: Action[] = [];
  /** How many more actions have to be undone until the whole group is undone. */
  private undosToRequest = 0;
  /** Whether the pending request belongs to the same group as the request before it. */
  private continuesGroup = false;
  /** The request that waits for the response of the server; null if there is none. */
  private pending: SentRequest | null = null;

  /** Start a group. The caller plays its first action itself, and gets the others one by one from `takeNextAction`. */
  beginGroup(otherActions: Action[]): void {
    this.actionsToPlay = otherActions;
    this.continuesGroup = false;
  }

  /** Start to undo the newest group. The caller requests the first undo; `recordResponse` tells if more are needed. */
  beginUndo(): void {
    const groupSize = this.playedGroups.at(-1)?.length ?? 1;
    this.undosToRequest = groupSize - 1;
    this.continuesGroup = false;
  }

  /** Record that a request was sent to the server. */
  recordRequest(request: SentRequest): void {
    this.pending = request;
  }

  /** The actions that a redo would play again: the group of the newest undo. */
  get redoActions(): Action[] {
    return this.undoneGroups.at(-1) ?? [];
  }

  /** Whether a redo is possible: the first action that it would play is legal. */
  canRedo(legal: Action[]): boolean {
    const [firstAction] = this.redoActions;
    return firstAction !== undefined && includesAction(legal, firstAction);
  }

  /**
   * Remove the next action from the current group and return it, so that the caller plays it. Return null if the viewer
   * cannot act now, or if the group is over. A group is over as soon as its next action is not legal.
   */
  takeNextAction(legal: Action[]): Action | null {
    if (!this.actionsToPlay.length || !legal.length) return null;
    const [nextAction, ...laterActions] = this.actionsToPlay;
    if (!includesAction(legal, nextAction)) {
      this.actionsToPlay = [];
      return null;
    }
    this.actionsToPlay = laterActions;
    this.continuesGroup = true;
    return nextAction;
  }

  /**
   * Record that the state of the game has changed, either by the pending request or by another player's action. An
   * action of another player clears the history. Return whether the caller must request another undo, because the group
   * being undone has more actions.
   */
  recordResponse(): boolean {
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
        this.playedGroups = [];
        this.undoneGroups = [];
        return false;
    }
  }

  private confirmAction(action: Action, isRedo: boolean): void {
    if (this.continuesGroup) {
      this.playedGroups.push([...(this.playedGroups.pop() ?? []), action]);
    } else {
      this.playedGroups.push([action]);
      this.undoneGroups = isRedo ? this.undoneGroups.slice(0, -1) : [];
    }
  }

  private confirmUndo(): boolean {
    const group = this.playedGroups.pop() ?? [];
    const action = group.pop();
    if (group.length) this.playedGroups.push(group);
    if (action === undefined) {
      this.undoneGroups = []; // the action was played before the page was opened, so it cannot be redone
    } else if (this.continuesGroup) {
      const laterActions = this.undoneGroups.at(-1) ?? [];
      this.undoneGroups = [...this.undoneGroups.slice(0, -1), [action, ...laterActions]];
    } else {
      this.undoneGroups = [...this.undoneGroups, [action]];
    }
    if (this.undosToRequest === 0) return false;
    this.undosToRequest -= 1;
    this.continuesGroup = true;
    return true;
  }

  /** Forget all groups of actions, because the game starts again from the beginning. */
  clear(): void {
    this.cancel();
    this.playedGroups = [];
    this.undoneGroups = [];
  }

  /** Stop playing or undoing the current group, because a request was refused or the connection was lost. */
  cancel(): void {
    this.pending = null;
    this.actionsToPlay = [];
    this.undosToRequest = 0;
  }
}

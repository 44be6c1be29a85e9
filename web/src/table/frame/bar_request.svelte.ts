/**
 * Decides whether the action bar shows a pending request of another player, such as to pause the game. The viewer can
 * postpone a request, so that the bar is free for their own move.
 */
import type { PendingRequest } from '../request';

export class BarRequest {
  /** The key of the request that the viewer has postponed; '' if there is none. */
  private postponedKey = $state('');
  /** The last question that the board has asked the viewer; '' if another player has acted since. */
  private lastQuestion = '';

  /** Return the request if the bar shows it: it concerns the viewer, and they have not postponed it. */
  visible(request: PendingRequest | null): PendingRequest | null {
    if (request === null || request.role === 'observer' || request.key === this.postponedKey) return null;
    return request;
  }

  /** Hide a request from the bar. The viewer can still answer it in the dialog for chat messages. */
  postpone(request: PendingRequest): void {
    this.postponedKey = request.key;
  }

  /** Forget which request was postponed, because no request is pending any longer. */
  reset(): void {
    this.postponedKey = '';
  }

  /**
   * Call this with the board's question whenever it changes; '' means that the viewer may not act. A new question after
   * another one means that the viewer has begun a move. The move needs the bar, so a pending request is postponed.
   */
  onQuestion(question: string, isOwnTurn: boolean, request: PendingRequest | null): void {
    const isNextQuestion = question !== '' && this.lastQuestion !== '' && question !== this.lastQuestion;
    if (isNextQuestion && request) this.postpone(request);
    const isSendingAction = question === '' && isOwnTurn;
    if (!isSendingAction) this.lastQuestion = question;
  }
}

/**
 * Decides whether the action bar shows a pending request of another player, such as to pause the game. The viewer can
 * put a request off, so that the bar is free for their move.
 */
import type { PendingRequest } from '../request';

export class BarRequest {
  /** The key of the request that the viewer has put off; '' if there is none. */
  private postponedKey = $state('');
  /** The last question that the board has asked the viewer; '' if it is another player's turn. */
  private lastQuestion = '';

  /** Return the request if the bar shows it: it concerns the viewer, and they have not put it off. */
  visible(request: PendingRequest | null): PendingRequest | null {
    if (request === null || request.role === 'observer' || request.key === this.postponedKey) return null;
    return request;
  }

  /** Hide a request. It can still be answered in the dialog for messages. */
  postpone(request: PendingRequest): void {
    this.postponedKey = request.key;
  }

  /** Forget which request was put off, because it is no longer pending. */
  reset(): void {
    this.postponedKey = '';
  }

  /**
   * Call this with the board's question whenever it changes; it is '' while the viewer may not act. A new question
   * after another one means that the viewer has begun a move. The move needs the bar, so a pending request is put off.
   */
  onQuestion(question: string, isOwnTurn: boolean, request: PendingRequest | null): void {
    const isNextQuestion = question !== '' && this.lastQuestion !== '' && question !== this.lastQuestion;
    if (isNextQuestion && request) this.postpone(request);
    if (question) this.lastQuestion = question;
    else if (!isOwnTurn) this.lastQuestion = ''; // on the viewer's own turn, an action is being sent
  }
}

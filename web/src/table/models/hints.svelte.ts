/**
 * The hint for the current state, and the possible outcomes (the outlook) of actions. A hint is shown in three stages:
 * where to look, which action, and why. The server computes both; this class requests and stores them.
 */
import type { Action, ActionOutlook, FromClient, Hint, Outlook } from '../../api/wire';

/** The stages in which a hint is shown: nothing, where to look, which action to play, and the reasons for it. */
export const STAGE = { hidden: 0, where: 1, action: 2, reason: 3 } as const;
export type Stage = (typeof STAGE)[keyof typeof STAGE];

export class Hints {
  stage: Stage = $state(STAGE.hidden);
  /** The hint (a recommended action) for the requested state; null until the server has sent it. */
  hint: Hint | null = $state.raw(null);
  /** The possible outcomes of the requested actions; null until the server has sent them. */
  outlook: Outlook | null = $state.raw(null);
  /** Whether a hint was requested and the server has not sent it yet. */
  isLoading = $state(false);
  /** The number of the snapshot for which a hint or outcomes were requested last; null if none were. */
  private requestedState: number | null = null;

  /** `send` sends a message to the server. It returns false if there is no connection. */
  constructor(private readonly send: (message: FromClient) => boolean) {}

  /** Show the next stage of the hint for snapshot number `n`. After the last stage, hide the hint. */
  next(n: number): void {
    switch (this.stage) {
      case STAGE.hidden:
        if (this.request(n)) this.stage = STAGE.where;
        break;
      case STAGE.where:
        this.stage = STAGE.action;
        break;
      case STAGE.action:
        this.stage = STAGE.reason;
        break;
      case STAGE.reason:
        this.close();
    }
  }

  /** Request the hint for snapshot number `n`, unless it is loaded. Return false if there is no connection. */
  private request(n: number): boolean {
    if (this.hint?.n === n) return true;
    this.requestedState = n;
    this.hint = null;
    this.isLoading = this.send({ type: 'hint', n });
    return this.isLoading;
  }

  /** Request the possible outcomes of these actions, which are legal in snapshot number `n`. */
  requestOutcomes(n: number, actions: Action[]): void {
    this.requestedState = n;
    this.outlook = null;
    if (actions.length) this.send({ type: 'outlook', n, actions });
  }

  receive(message: Hint | Outlook): void {
    if (message.n !== this.requestedState) return;
    this.isLoading = false;
    if (message.type === 'hint') this.hint = message;
    else this.outlook = message;
  }

  /** Discard the hint and the outcomes unless they are for snapshot number `n`, which the screen shows now. */
  discardOld(n: number): void {
    if (this.requestedState === n) return;
    this.close();
    this.hint = null;
    this.outlook = null;
  }

  close(): void {
    this.stage = STAGE.hidden;
    this.isLoading = false;
  }

  /** The recommended action, if the hint has reached the stage that names it; otherwise null. */
  get highlightedAction(): Action | null {
    return this.stage >= STAGE.action ? (this.hint?.action ?? null) : null;
  }
}

/** Format a probability from 0 to 1 as a percentage without the sign: "<1", "37", ">99". */
export function percent(probability: number): string {
  const percentage = 100 * probability;
  if (percentage > 0 && percentage < 1) return '<1';
  if (percentage > 99 && percentage < 100) return '>99';
  return String(Math.round(percentage));
}

/** Whether an action has only one possible outcome, so that there is nothing to list. */
export const isCertain = (outlook: ActionOutlook): boolean => outlook.prospects.length === 0;

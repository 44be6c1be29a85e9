/**
 * The hint for the current state, and the possible outcomes (the outlook) of actions. A hint is shown in three stages:
 * where to look, which action, and why. The server computes both; this class requests and stores them.
 */
import type { Action, ActionOutlook, FromClient, Hint, Outlook } from '../../api/wire';

/** How much of a hint is shown. The label of the hint button for each stage is in `t().hint.stages`, by this number. */
export const STAGE = { hidden: 0, where: 1, action: 2, reason: 3 } as const;
export type Stage = (typeof STAGE)[keyof typeof STAGE];

export class Hints {
  stage: Stage = $state(STAGE.hidden);
  /** The hint for the requested state; null until the server has sent it. */
  hint: Hint | null = $state.raw(null);
  /** The possible outcomes of the requested actions; null until the server has sent them. */
  outlook: Outlook | null = $state.raw(null);
  /** Whether a hint is requested but not received yet. */
  loading = $state(false);
  /** The number of the state for which a hint or outcomes were last requested. */
  private requestedState: number | null = null;

  /** `send` sends a message to the server; it returns false if there is no connection. */
  constructor(private readonly send: (message: FromClient) => boolean) {}

  /**
   * Show the next stage; after the last one, hide the hint. The first stage requests the hint for state number `n`.
   */
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

  /** Request the hint for a state, unless it is loaded. Return false if the request could not be sent. */
  private request(n: number): boolean {
    if (this.hint?.n === n) return true;
    this.requestedState = n;
    this.hint = null;
    this.loading = this.send({ type: 'hint', n });
    return this.loading;
  }

  /** Request the possible outcomes of these actions in state number `n`. */
  requestOutcomes(n: number, actions: Action[]): void {
    this.requestedState = n;
    this.outlook = null;
    if (actions.length) this.send({ type: 'outlook', n, actions });
  }

  receive(message: Hint | Outlook): void {
    if (message.n !== this.requestedState) return;
    this.loading = false;
    if (message.type === 'hint') this.hint = message;
    else this.outlook = message;
  }

  /** Discard the hint and the outcomes if they are not for state number `n`, which the table shows now. */
  discardOld(n: number): void {
    if (this.requestedState === n) return;
    this.close();
    this.hint = null;
    this.outlook = null;
  }

  close(): void {
    this.stage = STAGE.hidden;
    this.loading = false;
  }

  /** The action to highlight, once the hint has named it. */
  get highlightedAction(): Action | null {
    return this.stage >= STAGE.action ? (this.hint?.action ?? null) : null;
  }
}

/** Format a probability as percent: "<1", "37", ">99". */
export function percent(probability: number): string {
  const percentage = 100 * probability;
  if (percentage > 0 && percentage < 1) return '<1';
  if (percentage > 99 && percentage < 100) return '>99';
  return String(Math.round(percentage));
}

/** Whether an action has only one possible outcome. */
export const isCertain = (outlook: ActionOutlook): boolean => outlook.prospects.length === 0;

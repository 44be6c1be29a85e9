/**
 * The hint of the current state, shown in three stages (where to look, which action, why), and the possible outcomes
 * of actions. The server computes both; this class requests and stores them.
 */
import type { Action, ActionOutlook, FromClient, Hint, Outlook } from '../../api/wire';

/** How much of a hint is shown. The words of the stages are listed in this order. */
export const STAGE = { hidden: 0, where: 1, action: 2, reason: 3 } as const;
export type Stage = (typeof STAGE)[keyof typeof STAGE];

export class Hints {
  stage: Stage = $state(STAGE.hidden);
  hint: Hint | null = $state.raw(null);
  outlook: Outlook | null = $state.raw(null);
  /** Whether a response is awaited. */
  asking = $state(false);
  private n = -1;

  constructor(private readonly send: (message: FromClient) => boolean) {}

  /**
   * Show the next stage; after the last one, hide the hint. The first stage requests the hint for state number `n`.
   */
  next(n: number): void {
    if (this.stage === STAGE.reason) return this.close();
    if (this.stage === STAGE.hidden && !this.ask(n)) return;
    this.stage = (this.stage + 1) as Stage;
  }

  private ask(n: number): boolean {
    if (this.hint?.n === n) return true; // already loaded for this state
    this.n = n;
    this.hint = null;
    this.asking = this.send({ type: 'hint', n });
    return this.asking;
  }

  /** Request the possible outcomes of these actions. */
  lookAhead(n: number, actions: Action[]): void {
    this.n = n;
    this.outlook = null;
    if (actions.length) this.send({ type: 'outlook', n, actions });
  }

  receive(message: Hint | Outlook): void {
    if (message.n !== this.n) return;
    this.asking = false;
    if (message.type === 'hint') this.hint = message;
    else this.outlook = message;
  }

  /** Discard the hint if the table shows another state now. */
  discardOld(n: number): void {
    if (this.n === n) return;
    this.close();
    this.hint = null;
    this.outlook = null;
  }

  close(): void {
    this.stage = STAGE.hidden;
    this.asking = false;
  }

  /** The action to highlight, once the hint has named it. */
  get move(): Action | null {
    return this.stage >= STAGE.action ? (this.hint?.action ?? null) : null;
  }
}

/** Format a probability as percent: "<1", "37", ">99". */
export function percent(probability: number): string {
  const value = 100 * probability;
  if (value > 0 && value < 1) return '<1';
  if (value > 99 && value < 100) return '>99';
  return String(Math.round(value));
}

export const isCertain = (outlook: ActionOutlook): boolean => outlook.prospects.length === 0;

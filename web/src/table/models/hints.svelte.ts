/**
 * The hint of the current state, shown in three stages (where to look, which action, why), and the possible outcomes
 * of actions. The server computes both; this class requests and stores them.
 */
import type { Action, ActionOutlook, FromClient, Hint, Outlook } from '../../api/wire';

export type Stage = 0 | 1 | 2 | 3;

export class Hints {
  /** 0: hidden; 1: where to look; 2: the action; 3: why. */
  stage: Stage = $state(0);
  hint: Hint | null = $state.raw(null);
  outlook: Outlook | null = $state.raw(null);
  /** Whether a response is awaited. */
  asking = $state(false);
  private n = -1;

  constructor(private readonly send: (message: FromClient) => boolean) {}

  /** Show the next stage; the first one requests the hint. */
  next(n: number): void {
    if (this.stage === 3) return this.close();
    if (this.stage === 0 && !this.ask(n)) return;
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
    this.stage = 0;
    this.asking = false;
  }

  /** The action to highlight, from the second stage on. */
  get move(): Action | null {
    return this.stage >= 2 ? (this.hint?.action ?? null) : null;
  }
}

/** Format a probability as percent: "<1", "37", ">99". */
export const percent = (chance: number): string => {
  const n = 100 * chance;
  return n > 0 && n < 1 ? '<1' : n > 99 && n < 100 ? '>99' : String(Math.round(n));
};

export const isCertain = (outlook: ActionOutlook): boolean => outlook.prospects.length === 0;

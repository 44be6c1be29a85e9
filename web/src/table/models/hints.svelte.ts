/** “Show me”: a hint in three stages (where to look, which move, why), and what an action could bring. The server thinks; here it
 *  is only asked, kept as long as the table stands, and shown step by step. */
import type { Action, ActionOutlook, FromClient, Hint, Outlook } from '../../api/wire';

export type Stage = 0 | 1 | 2 | 3;

export class Counsel {
  /** 0: nothing is shown; 1: where to look; 2: the move; 3: why. */
  stage: Stage = $state(0);
  hint: Hint | null = $state.raw(null);
  outlook: Outlook | null = $state.raw(null);
  /** Whether an answer is awaited. */
  asking = $state(false);
  private n = -1;

  constructor(private readonly send: (message: FromClient) => boolean) {}

  /** The next stage; the first asks the server. */
  next(n: number): void {
    if (this.stage === 3) return this.close();
    if (this.stage === 0 && !this.ask(n)) return;
    this.stage = (this.stage + 1) as Stage;
  }

  private ask(n: number): boolean {
    if (this.hint?.n === n) return true; // looked at before, and nothing has changed
    this.n = n;
    this.hint = null;
    this.asking = this.send({ type: 'hint', n });
    return this.asking;
  }

  /** What could these bring? */
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

  /** The table shows another state: what was said is past. */
  pass(n: number): void {
    if (this.n === n) return;
    this.close();
    this.hint = null;
    this.outlook = null;
  }

  close(): void {
    this.stage = 0;
    this.asking = false;
  }

  /** The move to light, from the second stage on. */
  get move(): Action | null {
    return this.stage >= 2 ? (this.hint?.action ?? null) : null;
  }
}

/** Chances of a hundred, as they are told. */
export const ofHundred = (chance: number): string => {
  const n = 100 * chance;
  return n > 0 && n < 1 ? '<1' : n > 99 && n < 100 ? '>99' : String(Math.round(n));
};

export const certain = (one: ActionOutlook): boolean => one.prospects.length === 0;

/** The review of a finished table: requested again until the server has finished it. */
import { api, asRefusal, Refusal } from '../../api/api';
import type { Decision, ReviewPage, WhatElse } from '../../api/wire';

const POLL_INTERVAL_MS = 1_000;

export class ReviewModel {
  page: ReviewPage | null = $state.raw(null);
  loadError: Refusal | null = $state.raw(null);
  /** The selected line of the log, or null. */
  at: number | null = $state(null);
  /** What else could have been played at each log line; 'asked' while the server computes it. */
  alternatives: Record<number, WhatElse | 'asked' | Refusal> = $state.raw({});
  private stopped = false;

  constructor(
    readonly table: string,
    readonly watch: string | null,
  ) {}

  async load(): Promise<void> {
    while (!this.stopped) {
      try {
        this.page = await api.review(this.table, this.watch);
      } catch (error) {
        const refusal = asRefusal(error);
        // the server may be restarting or limit requests: keep the page that is there
        if (!this.page || (refusal.status && refusal.status !== 429 && refusal.status < 500)) {
          this.loadError = refusal;
          return;
        }
      }
      if (this.page?.done) return;
      await new Promise((done) => setTimeout(done, POLL_INTERVAL_MS));
    }
  }

  stop(): void {
    this.stopped = true;
  }

  async loadAlternatives(at: number): Promise<void> {
    if (this.alternatives[at] && !(this.alternatives[at] instanceof Refusal)) return;
    this.alternatives = { ...this.alternatives, [at]: 'asked' };
    let result: WhatElse | Refusal;
    try {
      result = await api.alternatives(this.table, at, this.watch);
    } catch (error) {
      result = asRefusal(error);
    }
    this.alternatives = { ...this.alternatives, [at]: result };
  }

  /** The slips: decisions that were mistakes even by what the player could know, the most expensive first. */
  get slips(): Decision[] {
    const slips = (this.page?.decisions ?? []).filter((decision) => decision.known.judgement.verdict === 'slip');
    return slips.sort((a, b) => b.known.judgement.loss - a.known.judgement.loss);
  }

  decision(at: number): Decision | undefined {
    return this.page?.decisions.find((decision) => decision.at === at);
  }

  /** Return every seat's win probability after a log line, or at the start of the match for null. */
  winProbabilities(at: number | null): number[] {
    const page = this.page!;
    return at === null || at < 0 ? page.start : (page.curve[at] ?? page.result);
  }
}

/** Return the seats whose curve is to be drawn. Partners have the same curve, so only the first of them is drawn. */
export function distinctSeats({ names, curve }: Pick<ReviewPage, 'names' | 'curve'>): number[] {
  const sameCurve = (a: number, b: number) => curve.every((point) => point[a] === point[b]);
  const seats = [...names.keys()];
  if (names.length <= 2) return seats;
  return seats.filter((seat) => !seats.slice(0, seat).some((earlier) => sameCurve(earlier, seat)));
}

/** Convert a probability to a whole number of percent. */
export const toPercent = (probability: number): number => Math.round(100 * probability);

/** Format a change of a probability in percent, with its sign: "+7", "−7" or "0". */
export function toSignedPercent(change: number): string {
  const percent = toPercent(change);
  if (percent === 0) return '0';
  return percent > 0 ? `+${percent}` : `−${-percent}`;
}

/** Format a difference of probabilities in percent: "25", but "3.4" with a decimal below ten. */
export const toFinePercent = (difference: number): string =>
  difference >= 0.1 ? String(toPercent(difference)) : (100 * difference).toFixed(1);

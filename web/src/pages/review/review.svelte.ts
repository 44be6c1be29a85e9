/** The review of a finished table: requested again until the server has finished it. */
import { api, Refusal } from '../../api/api';
import type { Decision, ReviewPage, WhatElse } from '../../api/wire';

const INTERVAL = 1_000;

export class ReviewModel {
  page: ReviewPage | null = $state.raw(null);
  loadError: Refusal | null = $state.raw(null);
  /** The selected line of the log, or null. */
  at: number | null = $state(null);
  /** The alternatives by line; 'asked' while the server computes them. */
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
        const refusal = error instanceof Refusal ? error : new Refusal(null, 0);
        // the server may be restarting or limit requests: keep the page that is there
        if (!this.page || (refusal.status && refusal.status !== 429 && refusal.status < 500)) {
          this.loadError = refusal;
          return;
        }
      }
      if (this.page?.done) return;
      await new Promise((done) => setTimeout(done, INTERVAL));
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
      result = error instanceof Refusal ? error : new Refusal(null, 0);
    }
    this.alternatives = { ...this.alternatives, [at]: result };
  }

  /** The slips judged by what the player could know, the most expensive first. */
  get slips(): Decision[] {
    const slips = (this.page?.decisions ?? []).filter((decision) => decision.known.judgement.verdict === 'slip');
    return slips.sort((a, b) => b.known.judgement.loss - a.known.judgement.loss);
  }

  decision(at: number): Decision | undefined {
    return this.page?.decisions.find((decision) => decision.at === at);
  }

  /** Return every seat's share after a line, or the shares at the start. */
  shares(at: number | null): number[] {
    const page = this.page!;
    return at === null || at < 0 ? page.start : (page.curve[at] ?? page.result);
  }
}

/** Return the seats whose curve differs from those before: partners share one curve, so only the first is drawn. */
export function distinctSeats({ names, curve }: Pick<ReviewPage, 'names' | 'curve'>): number[] {
  const sameCurve = (a: number, b: number) => curve.every((point) => point[a] === point[b]);
  const seats = [...names.keys()];
  if (names.length <= 2) return seats;
  return seats.filter((seat) => !seats.slice(0, seat).some((earlier) => sameCurve(earlier, seat)));
}

/** Return a share as points out of 100. */
export const points = (share: number): number => Math.round(100 * share);
/** Return a gain or loss in points, with its sign. */
export function signed(share: number): string {
  const n = points(share);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}
/** Return a difference in points, with a decimal if it is small. */
export const fine = (share: number): string => (share >= 0.1 ? String(points(share)) : (100 * share).toFixed(1));

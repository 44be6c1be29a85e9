/** The review of a finished table while it is made: asked for again until it is done. */
import { api, Refusal } from '../../api/api';
import type { Decision, ReviewPage, WhatElse } from '../../api/wire';

const PAUSE = 1_000;

export class ReviewModel {
  page: ReviewPage | null = $state.raw(null);
  barred: Refusal | null = $state.raw(null);
  /** The line of the log that is looked at; null: none yet. */
  at: number | null = $state(null);
  /** What else could have been done, by line; 'asked' while it is thought about. */
  others: Record<number, WhatElse | 'asked' | Refusal> = $state.raw({});
  private left = false;

  constructor(
    readonly table: string,
    readonly watch: string | null,
  ) {}

  async follow(): Promise<void> {
    while (!this.left) {
      try {
        this.page = await api.review(this.table, this.watch);
      } catch (off) {
        const why = off instanceof Refusal ? off : new Refusal(null, 0);
        // the house may be restarting, or have been asked too often: a page that is there stays
        if (!this.page || (why.status && why.status !== 429 && why.status < 500)) {
          this.barred = why;
          return;
        }
      }
      if (this.page?.done) return;
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  leave(): void {
    this.left = true;
  }

  async whatElse(at: number): Promise<void> {
    if (this.others[at] && !(this.others[at] instanceof Refusal)) return;
    this.others = { ...this.others, [at]: 'asked' };
    let found: WhatElse | Refusal;
    try {
      found = await api.whatElse(this.table, at, this.watch);
    } catch (off) {
      found = off instanceof Refusal ? off : new Refusal(null, 0);
    }
    this.others = { ...this.others, [at]: found };
  }

  /** Slips given what could be known, the dearest first. */
  get slips(): Decision[] {
    const slips = (this.page?.decisions ?? []).filter((one) => one.known.judgement.verdict === 'slip');
    return slips.sort((a, b) => b.known.judgement.loss - a.known.judgement.loss);
  }

  decision(at: number): Decision | undefined {
    return this.page?.decisions.find((one) => one.at === at);
  }

  /** Every seat's share after a line; before the first one the start. */
  shares(at: number | null): number[] {
    const page = this.page!;
    return at === null || at < 0 ? page.start : (page.curve[at] ?? page.result);
  }
}

/** A share in points of 100. */
export const points = (share: number): number => Math.round(100 * share);
/** A gain or loss in points of 100. */
export function signed(share: number): string {
  const n = points(share);
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0';
}
/** A difference: with a decimal where it is small. */
export const fine = (share: number): string => (share >= 0.1 ? String(points(share)) : (100 * share).toFixed(1));

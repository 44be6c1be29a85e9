/**
 * The review of a finished game: every seat's win probability after each log line, and a judgement of every decision.
 * The server computes it in the background, so the page requests it again every second until it is complete.
 */
import { api, asRefusal, Refusal } from '../../api/api';
import type { Decision, ReviewPage, DecisionAlternatives } from '../../api/wire';

const POLL_INTERVAL_MS = 1_000;

/** The data of the review page. A log line is named by its index in the log, in parameters called `at`. */
export class ReviewModel {
  /** What the server has computed so far; null before the first response. */
  page: ReviewPage | null = $state.raw(null);
  loadError: Refusal | null = $state.raw(null);
  /** The index of the log line selected in the chart; null before one is selected. */
  at: number | null = $state(null);
  /**
   * The other actions that could have been played at a log line, by the index of the line. 'asked' while the server
   * computes them, and a Refusal if the request failed.
   */
  alternatives: Record<number, DecisionAlternatives | 'asked' | Refusal> = $state.raw({});
  private stopped = false;

  /** `table` is the id of the table, and `watch` the token of a spectator's link, if the page was opened by one. */
  constructor(
    readonly table: string,
    readonly watch: string | null,
  ) {}

  /**
   * Request the review again and again, until it is complete or the page is left. A failed request ends this, too,
   * unless a part of the review is loaded already and the failure is temporary.
   */
  async load(): Promise<void> {
    while (!this.stopped) {
      try {
        this.page = await api.review(this.table, this.watch);
      } catch (error) {
        const refusal = asRefusal(error);
        if (!this.page || !isTemporary(refusal)) {
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

  /** Load the other actions that could have been played at a log line. After a failure, this can be called again. */
  async loadAlternatives(at: number): Promise<void> {
    const loaded = this.alternatives[at];
    if (loaded && !(loaded instanceof Refusal)) return;
    this.alternatives = { ...this.alternatives, [at]: 'asked' };
    let result: DecisionAlternatives | Refusal;
    try {
      result = await api.alternatives(this.table, at, this.watch);
    } catch (error) {
      result = asRefusal(error);
    }
    this.alternatives = { ...this.alternatives, [at]: result };
  }

  /** The slips: decisions that were mistakes even judged by what the player could know. The most expensive is first. */
  get slips(): Decision[] {
    const slips = (this.page?.decisions ?? []).filter((decision) => decision.known.judgement.verdict === 'slip');
    return slips.sort((a, b) => b.known.judgement.loss - a.known.judgement.loss);
  }

  /**
   * Return the decision at a log line with its judgement; undefined if the line is not a decision, or not judged yet.
   */
  decision(at: number): Decision | undefined {
    return this.page?.decisions.find((decision) => decision.at === at);
  }

  /**
   * Return every seat's win probability after a log line. For null or -1 it is the one at the start of the match, and
   * after the last line the result.
   */
  winProbabilities(at: number | null): number[] {
    const page = this.page!;
    return at === null || at < 0 ? page.start : (page.curve[at] ?? page.result);
  }
}

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Whether the next request may succeed: the server may be restarting, or limit the number of requests. */
const isTemporary = ({ hasResponse, status }: Refusal): boolean =>
  !hasResponse || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;

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

/** Format a difference of probabilities in percent: "25", or with one decimal if it is less than ten: "3.4". */
export const toFinePercent = (difference: number): string =>
  difference >= 0.1 ? String(toPercent(difference)) : (100 * difference).toFixed(1);

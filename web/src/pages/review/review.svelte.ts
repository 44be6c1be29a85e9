/**
 * The data of the review page: every seat's win probability after each log line, and a judgement of every decision. The
 * server computes it in the background, so the page requests it again every second until it is complete.
 */
import { api, asRequestError, RequestError } from '../../api/api';
import type { Decision, ReviewPage, DecisionAlternatives } from '../../api/wire';

const POLL_INTERVAL_MS = 1_000;

/** The response to a request for the alternatives to a decision; 'loading' before it, a RequestError after an error. */
type AlternativesResponse = DecisionAlternatives | 'loading' | RequestError;

/** The review of a finished game. The parameter `line` of its methods is the index of a line in the game's log. */
export class ReviewModel {
  /** The part of the review that the server has computed; null before the first response. */
  page: ReviewPage | null = $state.raw(null);
  loadError: RequestError | null = $state.raw(null);
  /** The index of the log line that the user has selected in the chart; null if they have not selected one. */
  selectedLine: number | null = $state(null);
  /** The alternatives to decisions (actions that could have been played instead), by the log line of the decision. */
  alternatives: Record<number, AlternativesResponse> = $state.raw({});
  private stopped = false;

  /** `watch` is the token of a spectator's link; null if the page was opened without one. */
  constructor(
    readonly table: string,
    readonly watch: string | null,
  ) {}

  /**
   * Request the review every second, until it is complete or the user leaves the page. After the first response,
   * temporary errors are ignored. Any other error ends the loading.
   */
  async load(): Promise<void> {
    while (!this.stopped) {
      try {
        this.page = await api.review(this.table, this.watch);
      } catch (error) {
        const refusal = asRequestError(error);
        const canRetry = this.page !== null && isTemporary(refusal);
        if (!canRetry) {
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

  /** Load the alternatives to the decision at a log line, unless they are loaded already. */
  async loadAlternatives(line: number): Promise<void> {
    const previous = this.alternatives[line];
    const hasFailed = previous instanceof RequestError;
    if (previous && !hasFailed) return;
    this.setAlternatives(line, 'loading');
    try {
      this.setAlternatives(line, await api.alternatives(this.table, line, this.watch));
    } catch (error) {
      this.setAlternatives(line, asRequestError(error));
    }
  }
  private setAlternatives(line: number, response: AlternativesResponse): void {
    this.alternatives = { ...this.alternatives, [line]: response };
  }

  /** The slips: the decisions that were mistakes, judged by what the player could know. The worst mistake is first. */
  get slips(): Decision[] {
    const slips = (this.page?.decisions ?? []).filter((decision) => decision.known.judgement.verdict === 'slip');
    return slips.sort((a, b) => b.known.judgement.loss - a.known.judgement.loss);
  }

  /** Return the judged decision at a log line; undefined if the line is no decision, or if it is not judged yet. */
  decision(line: number): Decision | undefined {
    return this.page?.decisions.find((decision) => decision.at === line);
  }

  /** Return the win probability of each seat after a log line. The line -1 stands for the start of the game. */
  winProbabilities(line: number): number[] {
    const page = this.page!;
    if (line < 0) return page.start;
    return page.curve[line] ?? page.result;
  }
}

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Whether another request may succeed: the server did not respond, is overloaded, or had an internal error. */
const isTemporary = ({ hasResponse, status }: RequestError): boolean =>
  !hasResponse || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;

/** Return the seats whose curves are drawn. Partners in a team have the same curve, so only the first one is drawn. */
export function distinctSeats({ names, curve }: Pick<ReviewPage, 'names' | 'curve'>): number[] {
  const seats = [...names.keys()];
  if (names.length <= 2) return seats;
  const haveSameCurve = (a: number, b: number) => curve.every((point) => point[a] === point[b]);
  const isRepeated = (seat: number) => seats.slice(0, seat).some((earlier) => haveSameCurve(earlier, seat));
  return seats.filter((seat) => !isRepeated(seat));
}

/** Convert a probability from 0 to 1 to a whole number of percent. */
export const toPercent = (probability: number): number => Math.round(100 * probability);

/** Format a change of a probability (-1 to 1) in percent, with its sign: "+7", "−7" or "0". */
export function toSignedPercent(change: number): string {
  const percent = toPercent(change);
  if (percent === 0) return '0';
  return percent > 0 ? `+${percent}` : `−${-percent}`;
}

/** Format a difference of probabilities in percent: "25". A difference below 10 % has one decimal: "3.4". */
export function toFinePercent(difference: number): string {
  const needsDecimal = difference < 0.1;
  return needsDecimal ? (100 * difference).toFixed(1) : String(toPercent(difference));
}

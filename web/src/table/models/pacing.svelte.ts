/**
 * Shows the states of a table one after the other, slowly enough for a person to follow. A step is whatever the caller
 * shows at one time, such as a state with its log.
 */
import { settings } from '../../state/settings.svelte';
import { reducedMotion } from '../../ui/motion';

/** The milliseconds for which a step is shown, by the pace that the viewer chose. */
const STEP_MS = { calm: 700, brisk: 350, still: 0 };
/** The milliseconds per step once the viewer has clicked to speed up. */
const HURRIED_STEP_MS = 120;
/** At the brisk pace, the times of `linger` are multiplied by this. */
const BRISK_FACTOR = 0.6;
/** If more steps than this are waiting, all but the newest are skipped. */
const MAX_WAITING = 24;

export class Pacing<Step> {
  private waiting: Step[] = $state.raw([]);
  /** How many calls of `hold` were not released yet. While there are any, the current step stays. */
  private holds = $state(0);
  /** When the next step may be shown, in the time of `performance.now()`. */
  private readyAt = 0;
  /** Whether the viewer asked to speed up the steps that are waiting. */
  private hurried = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` is called to show a step; its `skipped` says whether earlier steps were left out. */
  constructor(private readonly show: (step: Step, skipped: boolean) => void) {}

  /** Whether steps are still waiting to be shown. */
  get behind(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether the current step is being held. */
  get held(): boolean {
    return this.holds > 0;
  }

  /** Show a step as soon as those before it have been shown for long enough. */
  add(step: Step): void {
    this.waiting = [...this.waiting, step];
    if (document.hidden || this.waiting.length > MAX_WAITING) this.catchUp();
    else this.showNext();
  }

  /** Replace the newest waiting step. */
  replaceLast(step: Step): void {
    this.waiting = [...this.waiting.slice(0, -1), step];
  }

  /** Discard all waiting steps. */
  clear(): void {
    this.waiting = [];
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private get stepMs(): number {
    if (reducedMotion()) return 0;
    return this.hurried ? HURRIED_STEP_MS : STEP_MS[settings.pace];
  }

  /** Show the next step, or wait until the current one has been shown for long enough. */
  private showNext(): void {
    clearTimeout(this.timer);
    if (!this.behind || this.held) return;
    const wait = this.readyAt - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.showNext(), wait);
      return;
    }
    const [step, ...rest] = this.waiting;
    this.waiting = rest;
    this.readyAt = performance.now() + this.stepMs;
    // the next call waits until `readyAt`, which `show` below may still move by `linger`
    if (rest.length) this.timer = setTimeout(() => this.showNext(), 0);
    else this.hurried = false;
    this.show(step, false);
  }

  /** Show the current step for at least this time from now on. */
  linger(milliseconds: number): void {
    if (reducedMotion() || this.hurried) return;
    const factor = settings.pace === 'brisk' ? BRISK_FACTOR : 1;
    this.readyAt = Math.max(this.readyAt, performance.now() + milliseconds * factor);
  }

  /** Keep the current step until the returned function is called. */
  hold(): () => void {
    this.holds += 1;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.holds -= 1;
      this.readyAt = 0;
      this.showNext();
    };
  }

  /** Speed up the waiting steps. */
  hurry(): void {
    if (!this.behind) return;
    this.hurried = true;
    this.readyAt = 0;
    this.showNext();
  }

  /** Skip to the newest step, unless one is being held. */
  catchUp(): void {
    const newest = this.waiting.at(-1);
    if (newest === undefined || this.held) return;
    this.waiting = [];
    this.show(newest, true);
  }
}

/**
 * Shows the states of a table one after the other, slowly enough for a person to follow. A step is one state to show;
 * its type depends on the caller.
 */
import { settings } from '../../state/settings.svelte';
import { reducedMotion } from '../../ui/motion';

/** How many milliseconds each step is shown, by the viewer's setting for the pace of animations. */
const STEP_MS = { calm: 700, brisk: 350, still: 0 };
/** How many milliseconds each step is shown after the viewer has clicked to speed up the animations. */
const FAST_STEP_MS = 120;
/** At the pace "brisk", boards let a step linger for this part of the time that they ask for. */
const BRISK_FACTOR = 0.6;
/** If more steps than this are waiting, all but the newest are skipped. */
const MAX_WAITING = 24;

export class Pacing<Step> {
  private waiting: Step[] = $state.raw([]);
  /** The number of calls of `hold` that have not been released. The current step stays until there are none. */
  private holdCount = $state(0);
  /** When the next step can be shown, in milliseconds as in `performance.now()`. */
  private readyAt = 0;
  /** Whether the viewer has clicked to speed up the steps that are waiting. */
  private isSpedUp = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` shows a step. Its argument `hasSkipped` says that other steps before this one were not shown. */
  constructor(private readonly show: (step: Step, hasSkipped: boolean) => void) {}

  /** Whether there are steps that have not been shown yet. */
  get isBehind(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether the current step stays on the screen because of a call of `hold`. */
  get isHeld(): boolean {
    return this.holdCount > 0;
  }

  /** Show a step as soon as the steps before it have been shown for long enough. */
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
    return this.isSpedUp ? FAST_STEP_MS : STEP_MS[settings.pace];
  }

  /** Show the next step, or wait until the current one has been shown for long enough. */
  private showNext(): void {
    clearTimeout(this.timer);
    if (!this.isBehind || this.isHeld) return;
    const msToWait = this.readyAt - performance.now();
    if (msToWait > 0) {
      this.timer = setTimeout(() => this.showNext(), msToWait);
      return;
    }
    const [step, ...laterSteps] = this.waiting;
    this.waiting = laterSteps;
    this.readyAt = performance.now() + this.stepMs;
    // `show` below may call `linger`, which moves `readyAt`. So the time to wait is computed only after it.
    if (laterSteps.length) this.timer = setTimeout(() => this.showNext(), 0);
    else this.isSpedUp = false;
    const hasSkipped = false;
    this.show(step, hasSkipped);
  }

  /** Show the current step for at least this time, counted from now. */
  linger(milliseconds: number): void {
    if (reducedMotion() || this.isSpedUp) return;
    const factor = settings.pace === 'brisk' ? BRISK_FACTOR : 1;
    this.readyAt = Math.max(this.readyAt, performance.now() + milliseconds * factor);
  }

  /** Show the current step until the returned function is called. */
  hold(): () => void {
    this.holdCount += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.holdCount -= 1;
      this.readyAt = 0;
      this.showNext();
    };
  }

  /** Speed up the waiting steps. */
  speedUp(): void {
    if (!this.isBehind) return;
    this.isSpedUp = true;
    this.readyAt = 0;
    this.showNext();
  }

  /** Show the newest step at once and skip the others, unless the current step is held by `hold`. */
  catchUp(): void {
    const newest = this.waiting.at(-1);
    if (newest === undefined || this.isHeld) return;
    this.waiting = [];
    const hasSkipped = true;
    this.show(newest, hasSkipped);
  }
}

/** Shows queued steps one by one, slowly enough for a person to follow. */
import { settings } from '../../state/settings.svelte';
import { reducedMotion } from '../../ui/motion';

/** The milliseconds for which a step is shown, by the pace that the viewer chose. */
const STEP_MS = { calm: 700, brisk: 350, still: 0 };
/** The milliseconds per step after a click asked to speed up. */
const HURRIED_STEP_MS = 120;
/** If more steps than this are waiting, all but the newest are skipped. */
const MAX_WAITING = 24;

export class Pacing<Step> {
  private waiting: Step[] = $state.raw([]);
  private holds = $state(0);
  private readyAt = 0;
  private hurried = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` shows a step; `skipped` says whether earlier steps were left out. */
  constructor(private readonly show: (step: Step, skipped: boolean) => void) {}

  /** Whether steps are still waiting to be shown. */
  get behind(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether the current step is being held. */
  get held(): boolean {
    return this.holds > 0;
  }

  add(step: Step): void {
    this.waiting = [...this.waiting, step];
    if (document.hidden || this.waiting.length > MAX_WAITING) this.catchUp();
    else this.next();
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

  private next(): void {
    clearTimeout(this.timer);
    if (!this.behind || this.held) return;
    const wait = this.readyAt - performance.now();
    if (wait > 0) {
      this.timer = setTimeout(() => this.next(), wait);
      return;
    }
    const [step, ...rest] = this.waiting;
    this.waiting = rest;
    this.readyAt = performance.now() + (reducedMotion() ? 0 : this.hurried ? HURRIED_STEP_MS : STEP_MS[settings.pace]);
    this.hurried &&= rest.length > 0;
    if (rest.length) this.timer = setTimeout(() => this.next(), 0);
    this.show(step, false);
  }

  /** Show the current step for at least this time. */
  linger(milliseconds: number): void {
    if (reducedMotion() || this.hurried) return;
    const pace = settings.pace === 'brisk' ? 0.6 : 1;
    this.readyAt = Math.max(this.readyAt, performance.now() + milliseconds * pace);
  }

  /** Keep the current step until the returned function is called. */
  hold(): () => void {
    this.holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.holds -= 1;
      this.readyAt = 0;
      this.next();
    };
  }

  /** Speed up the waiting steps. */
  hurry(): void {
    if (!this.behind) return;
    this.hurried = true;
    this.readyAt = 0;
    this.next();
  }

  /** Skip to the newest step, unless one is being held. */
  catchUp(): void {
    const last = this.waiting.at(-1);
    if (last === undefined || this.held) return;
    this.waiting = [];
    this.show(last, true);
  }
}

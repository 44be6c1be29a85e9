/** What arrives is shown step by step, slowly enough for a person to follow. */
import { settings } from '../../state/settings.svelte';
import { still } from '../../ui/motion';

const DWELL = { calm: 700, brisk: 350, still: 0 };
/** As long as a step is shown once somebody was in a hurry. */
const GLIMPSE = 120;
/** With more than this waiting, nobody could follow any longer. */
const MOST_WAITING = 24;

export class Pacing<Step> {
  private waiting: Step[] = $state.raw([]);
  private holds = $state(0);
  private readyAt = 0;
  private hurried = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` puts a step on the screen; `skipped` where it came without those before it. */
  constructor(private readonly show: (step: Step, skipped: boolean) => void) {}

  /** Whether the screen is still on its way to the newest step. */
  get behind(): boolean {
    return this.waiting.length > 0;
  }

  /** Whether the step on the screen was asked to stay. */
  get held(): boolean {
    return this.holds > 0;
  }

  add(step: Step): void {
    this.waiting = [...this.waiting, step];
    if (document.hidden || this.waiting.length > MOST_WAITING) this.catchUp();
    else this.next();
  }

  /** The newest step that waits is told anew. */
  replaceLast(step: Step): void {
    this.waiting = [...this.waiting.slice(0, -1), step];
  }

  /** What waits is no longer wanted. */
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
    this.readyAt = performance.now() + (still() ? 0 : this.hurried ? GLIMPSE : DWELL[settings.pace]);
    this.hurried &&= rest.length > 0;
    if (rest.length) this.timer = setTimeout(() => this.next(), 0);
    this.show(step, false);
  }

  /** Keeps the step on the screen for so long before the next one. */
  linger(milliseconds: number): void {
    if (still() || this.hurried) return;
    const pace = settings.pace === 'brisk' ? 0.6 : 1;
    this.readyAt = Math.max(this.readyAt, performance.now() + milliseconds * pace);
  }

  /** Keeps the step on the screen until the answer is called. */
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

  /** A press hurries all that waits to its end. */
  hurry(): void {
    if (!this.behind) return;
    this.hurried = true;
    this.readyAt = 0;
    this.next();
  }

  /** Goes to the newest step at once, unless one is held. */
  catchUp(): void {
    const last = this.waiting.at(-1);
    if (last === undefined || this.held) return;
    this.waiting = [];
    this.show(last, true);
  }
}

/** Tells the turn of an opponent without a seat one step after the other. All of it comes with one view; nothing may be
 *  done until it is told, and a press anywhere tells the rest at once. */
import { settings } from '../app/settings.svelte';
import type { Line } from '../app/wire';
import { still } from '../kit/motion';

/** A step of such a turn: the line it comes from, and its sentence. */
export interface Step {
  line: Line;
  text: string;
}

/** Milliseconds to read a sentence in. */
const reading = (text: string) => Math.min(2_400, 700 + 14 * text.length) * (settings.pace === 'brisk' ? 0.6 : 1);

export class Narrator {
  /** How many of the steps have been told. */
  told = $state(0);
  /** When, in milliseconds after the view came, the first step of a line is told: pieces that it moves wait until then. */
  private starts = new Map<Line, number>();
  private came: Line[] = [];
  private all = 0;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private release: (() => void) | null = null;
  private readonly hurry = () => this.finish();

  /** Tells the steps that came with these lines; call it in an effect, with the board's own `scripted`, `lines` and `hold`. */
  follow(steps: Step[], lines: Line[], hold: () => () => void): void {
    if (lines === this.came) {
      if (!this.release) this.told = steps.length; // only the language changed
      return;
    }
    this.finish();
    this.came = lines;
    this.all = steps.length;
    const first = steps.findIndex((step) => lines.includes(step.line));
    this.starts.clear();
    if (first < 0 || still()) this.told = steps.length;
    else this.tell(steps, first, hold);
  }

  /** How long the pieces of a line wait before they move. */
  wait(line: Line): number {
    return this.starts.get(line) ?? 0;
  }

  private tell(steps: Step[], first: number, hold: () => () => void): void {
    let at = 0;
    this.told = first;
    for (let k = first; k < steps.length; k++) {
      if (!this.starts.has(steps[k].line)) this.starts.set(steps[k].line, at);
      this.timers.push(setTimeout(() => (this.told = k + 1), at));
      at += reading(steps[k].text);
    }
    this.timers.push(setTimeout(() => this.finish(), at));
    this.release = hold();
    // not on the way down: what is pressed must not light up under the finger
    addEventListener('click', this.hurry);
    addEventListener('keyup', this.hurry);
  }

  /** The rest at once. */
  finish(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
    removeEventListener('click', this.hurry);
    removeEventListener('keyup', this.hurry);
    if (!this.release) return;
    this.told = this.all;
    this.release();
    this.release = null;
  }
}

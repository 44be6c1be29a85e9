/** The time for which a nudge is shown. */
const DURATION_MS = 4000;

/** A nudge: a short message that explains why a click had no effect. It disappears after some seconds. */
export class Nudge {
  /** The message that is shown; '' if there is none. */
  text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => (this.text = ''), DURATION_MS);
  }
  clear(): void {
    clearTimeout(this.#timer);
    this.text = '';
  }
}

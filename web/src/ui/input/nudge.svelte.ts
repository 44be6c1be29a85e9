const DURATION_MS = 4000;

/** A nudge: a short message that explains why a click had no effect. It disappears after some seconds. */
export class Nudge {
  text = $state(''); // '' if no message is shown
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

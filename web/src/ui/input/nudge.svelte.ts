/** A nudge: a short message about why a click had no effect. It disappears after a while, or when it is cleared. */
const DURATION_MS = 4000;

export class Nudge {
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

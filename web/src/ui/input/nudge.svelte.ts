/** A short message about why a click had no effect, shown for four seconds or until it is cleared. */
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

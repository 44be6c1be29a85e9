/** A short message about why a click had no effect, shown for four seconds or until it is cleared. */
const LASTS = 4000;

export class Nudge {
  text = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    clearTimeout(this.#timer);
    this.text = text;
    this.#timer = setTimeout(() => (this.text = ''), LASTS);
  }
  clear(): void {
    clearTimeout(this.#timer);
    this.text = '';
  }
}

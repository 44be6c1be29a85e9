/** Why a press did nothing, in one line: said for four seconds, or until something is done. */
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

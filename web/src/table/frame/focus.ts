/** Where the keys are. Whoever plays by keys finds them on the next question's first lit piece; nobody else is disturbed: not who
 *  uses a mouse or a finger, not who reads a leaf or writes, not who has walked off to the log or a seat. */
import { byKeys } from '../../ui/input/click_guard';

const WRITING = 'input, textarea, select';

/** The first piece to press: on a page over the leather, on the leather, in the bar; while nothing is asked, the bar's words. */
function place(shell: HTMLElement, asked: boolean): HTMLElement | null {
  const lit = asked ? ['.s-leather [data-lit]', '.act .buttons .s-btn'] : [];
  for (const where of ['.s-leather .paper h2', ...lit, '.act .ask']) {
    const found = [...shell.querySelectorAll<HTMLElement>(where)].find((piece) => piece.checkVisibility());
    if (found) return found;
  }
  return null;
}

/** `question` names what is asked now, and is empty while nothing is. */
export function keepFocus(shell: HTMLElement, question: string) {
  let asked = question;
  function settle(anew: boolean) {
    const here = document.activeElement;
    if (!byKeys() || document.querySelector('dialog[open]') || here?.matches(WRITING)) return;
    const lost = here === null || here === document.body;
    const playing = here !== null && shell.contains(here) && here.closest('.s-leather, .act') !== null;
    if (lost || (anew && playing)) place(shell, asked !== '')?.focus({ preventScroll: true });
  }
  // What had the focus may go with any change; the dialogs lie beside the shell. A change may also come between the piece that
  // Tab leaves and the one it goes to, so the look is taken after that.
  let looking: ReturnType<typeof setTimeout> | undefined;
  const watcher = new MutationObserver(() => (looking ??= setTimeout(look)));
  function look() {
    looking = undefined;
    settle(false);
  }
  watcher.observe(document.body, { childList: true, subtree: true });
  const soon = () => queueMicrotask(() => settle(true)); // once the board shows it
  soon();
  return {
    update(next: string) {
      const anew = next !== '' && next !== asked;
      asked = next;
      if (anew) soon();
    },
    destroy() {
      watcher.disconnect();
      clearTimeout(looking);
    },
  };
}

/**
 * Keyboard focus: for a player who uses the keyboard, the first lit piece of each new question gets the focus. The
 * focus is never taken from a dialog, a text field or an element outside the board and the action bar.
 */
import { usesKeyboard } from '../../ui/input/click_guard';

const WRITING = 'input, textarea, select';

/**
 * Return the element to focus: a page over the board, the first lit piece, a button of the action bar, or the text
 * of the bar.
 */
function place(shell: HTMLElement, asked: boolean): HTMLElement | null {
  const lit = asked ? ['.s-board-area [data-lit]', '.act .buttons .s-btn'] : [];
  for (const where of ['.s-board-area .paper h2', ...lit, '.act .ask']) {
    const found = [...shell.querySelectorAll<HTMLElement>(where)].find((piece) => piece.checkVisibility());
    if (found) return found;
  }
  return null;
}

/** Svelte action. `question` identifies the current question; it is empty if nothing is asked. */
export function keepFocus(shell: HTMLElement, question: string) {
  let asked = question;
  function settle(anew: boolean) {
    const here = document.activeElement;
    if (!usesKeyboard() || document.querySelector('dialog[open]') || here?.matches(WRITING)) return;
    const lost = here === null || here === document.body;
    const playing = here !== null && shell.contains(here) && here.closest('.s-board-area, .act') !== null;
    if (lost || (anew && playing)) place(shell, asked !== '')?.focus({ preventScroll: true });
  }
  // An element with the focus may be removed by any change of the page; dialogs are outside the shell. Wait until
  // a pending Tab has moved the focus before looking at it.
  let looking: ReturnType<typeof setTimeout> | undefined;
  const watcher = new MutationObserver(() => (looking ??= setTimeout(look)));
  function look() {
    looking = undefined;
    settle(false);
  }
  watcher.observe(document.body, { childList: true, subtree: true });
  const soon = () => queueMicrotask(() => settle(true)); // after the board has updated
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

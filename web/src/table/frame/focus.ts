/**
 * Keyboard focus: for a player who uses the keyboard, the first lit piece of each new question gets the focus. The
 * focus is never taken from a dialog, a text field or an element outside the board and the action bar.
 */
import { usesKeyboard } from '../../ui/input/click_guard';

const TEXT_FIELDS = 'input, textarea, select';

/**
 * Return the element to focus: a page over the board, the first lit piece, a button of the action bar, or the text
 * of the bar.
 */
function focusTarget(shell: HTMLElement, asked: boolean): HTMLElement | null {
  const lit = asked ? ['.s-board-area [data-lit]', '.act .buttons .s-btn'] : [];
  for (const selector of ['.s-board-area .paper h2', ...lit, '.act .ask']) {
    const element = [...shell.querySelectorAll<HTMLElement>(selector)].find((piece) => piece.checkVisibility());
    if (element) return element;
  }
  return null;
}

/** Svelte action. Its parameter identifies the current question; it is empty if nothing is asked. */
export function keepFocus(shell: HTMLElement, initial: string) {
  let question = initial;
  function restoreFocus(isNew: boolean) {
    const focused = document.activeElement;
    if (!usesKeyboard() || document.querySelector('dialog[open]') || focused?.matches(TEXT_FIELDS)) return;
    const lost = focused === null || focused === document.body;
    const playing = focused !== null && shell.contains(focused) && focused.closest('.s-board-area, .act') !== null;
    if (lost || (isNew && playing)) focusTarget(shell, question !== '')?.focus({ preventScroll: true });
  }
  // An element with the focus may be removed by any change of the page; dialogs are outside the shell. Wait until
  // a pending Tab has moved the focus before looking at it.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = new MutationObserver(() => (timer ??= setTimeout(check)));
  function check() {
    timer = undefined;
    restoreFocus(false);
  }
  watcher.observe(document.body, { childList: true, subtree: true });
  const restoreSoon = () => queueMicrotask(() => restoreFocus(true)); // after the board has updated
  restoreSoon();
  return {
    update(next: string) {
      const isNew = next !== '' && next !== question;
      question = next;
      if (isNew) restoreSoon();
    },
    destroy() {
      watcher.disconnect();
      clearTimeout(timer);
    },
  };
}

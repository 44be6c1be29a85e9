/**
 * Keyboard focus: when a player who uses the keyboard has to act, the first clickable piece (`data-lit`) gets the focus.
 * The focus is never taken from a dialog, a text field, or an element outside the board and the action bar.
 */
import { usesKeyboard } from '../../ui/input/click_guard';

const TEXT_FIELDS = 'input, textarea, select';

/**
 * Return the element to focus: a page over the board, else, if the player may act, a clickable piece or a button of the
 * action bar, else the text of the bar.
 */
function focusTarget(shell: HTMLElement, mayAct: boolean): HTMLElement | null {
  const firstVisible = (selector: string) =>
    [...shell.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility()) ?? null;
  const target = mayAct ? (firstVisible('.s-board-area [data-lit]') ?? firstVisible('.act .buttons .s-btn')) : null;
  return firstVisible('.s-board-area .paper h2') ?? target ?? firstVisible('.act .ask');
}

/**
 * Svelte action for the root element of the frame. Its parameter identifies what the player is asked now, so that the
 * focus moves with each new question; it is empty while the player may not act.
 */
export function keepFocus(shell: HTMLElement, initial: string) {
  let question = initial;
  /** Focus the first clickable piece if the focus was lost or, for a new question, is on the board or the action bar. */
  function restoreFocus(isNew: boolean) {
    const focused = document.activeElement;
    if (!usesKeyboard() || document.querySelector('dialog[open]') || focused?.matches(TEXT_FIELDS)) return;
    const isLost = focused === null || focused === document.body;
    const isInGame = shell.contains(focused) && focused?.closest('.s-board-area, .act') != null;
    if (isLost || (isNew && isInGame)) focusTarget(shell, question !== '')?.focus({ preventScroll: true });
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

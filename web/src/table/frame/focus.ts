/**
 * Keyboard focus: when a player who uses the keyboard has to act, the first clickable piece (`data-lit`) gets the
 * focus. The focus is never taken from a dialog, a text field, or an element outside the board and the action bar.
 */
import { usesKeyboard } from '../../ui/input/click_guard';

const TEXT_FIELDS = 'input, textarea, select';

/**
 * Return the element to focus: a page over the board, else, if the player can act, a clickable piece or a button of the
 * action bar, else the text of the bar.
 */
function focusTarget(shell: HTMLElement, canAct: boolean): HTMLElement | null {
  const firstVisible = (selector: string) =>
    [...shell.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility()) ?? null;
  const target = canAct ? (firstVisible('.s-board-area [data-lit]') ?? firstVisible('.act .buttons .s-btn')) : null;
  return firstVisible('.s-board-area .paper h2') ?? target ?? firstVisible('.act .ask');
}

/**
 * Svelte action for the root element of the frame. Its parameter identifies what the player is asked now, so that the
 * focus moves with each new question; it is '' while the player cannot act.
 */
export function keepFocus(shell: HTMLElement, initialQuestion: string) {
  let question = initialQuestion;
  /** Move the focus to what the player can click next, if the focus was lost, or for a new question of the board. */
  function restoreFocus(isNewQuestion: boolean) {
    if (!usesKeyboard() || isTypingOrInDialog()) return;
    const focused = document.activeElement;
    const isFocusLost = focused === null || focused === document.body;
    const isFocusInGame = shell.contains(focused) && focused?.closest('.s-board-area, .act') != null;
    const canAct = question !== '';
    if (isFocusLost || (isNewQuestion && isFocusInGame)) focusTarget(shell, canAct)?.focus({ preventScroll: true });
  }
  // Any change of the page, also outside the shell, may remove the element with the focus. The timer lets a pending Tab
  // move the focus first.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => (timer ??= setTimeout(onPageChange)));
  function onPageChange() {
    timer = undefined;
    restoreFocus(false);
  }
  observer.observe(document.body, { childList: true, subtree: true });
  const onNewQuestion = () => queueMicrotask(() => restoreFocus(true)); // after the board has been updated
  onNewQuestion();
  return {
    update(newQuestion: string) {
      const isNewQuestion = newQuestion !== '' && newQuestion !== question;
      question = newQuestion;
      if (isNewQuestion) onNewQuestion();
    },
    destroy() {
      observer.disconnect();
      clearTimeout(timer);
    },
  };
}

const isTypingOrInDialog = () =>
  document.querySelector('dialog[open]') !== null || document.activeElement?.matches(TEXT_FIELDS) === true;

/**
 * Tracks whether the keyboard or a pointer is used, and blocks clicks that were begun before new content appeared:
 * the second click of a double click, or the repeat of a held key, is meant for what the first one clicked.
 */

/**
 * Two taps this close in time (milliseconds) and place (pixels) are a double tap; for a mouse the system counts them
 * (`detail`).
 */
const DOUBLE_TAP_MS = 500;
const DOUBLE_TAP_PIXELS = 40;

let keys = false;
let finger = false;
let blockedBefore = -Infinity;
let press = { began: -Infinity, at: -Infinity, x: 0, y: 0 };
let heldSince = -Infinity;

/** Whether the last input came from the keyboard. */
export const usesKeyboard = () => keys;

/** Call this when new content appears: a double click or held key that began earlier does not affect it. */
export function blockPendingClicks(): void {
  blockedBefore = performance.now();
}

const block = (event: Event) => {
  event.stopImmediatePropagation();
  event.preventDefault();
};

function onPointerDown(down: PointerEvent): void {
  keys = false;
  finger = down.pointerType !== 'mouse';
}

function onClick(click: MouseEvent): void {
  if (click.detail === 0) {
    keys = true; // Enter, Space or a screen reader
    return;
  }
  const near = Math.hypot(click.clientX - press.x, click.clientY - press.y) < DOUBLE_TAP_PIXELS;
  const continues = finger ? near && click.timeStamp - press.at < DOUBLE_TAP_MS : click.detail > 1;
  press = { began: continues ? press.began : click.timeStamp, at: click.timeStamp, x: click.clientX, y: click.clientY };
  if (continues && press.began < blockedBefore) block(click);
}

function onKeyDown(down: KeyboardEvent): void {
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(down.key)) return;
  keys = true;
  if (!down.repeat) heldSince = down.timeStamp;
  else if (heldSince < blockedBefore) block(down);
}

addEventListener('pointerdown', onPointerDown, true);
addEventListener('click', onClick, true);
addEventListener('keydown', onKeyDown, true);

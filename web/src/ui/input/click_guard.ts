/**
 * Tracks whether the keyboard or a pointer is used, and blocks clicks that are meant for what was on the screen before:
 * the second click of a double click, or the repeat of a held key, must not act on new content.
 */

/**
 * Two taps this close in time (milliseconds) and place (pixels) are a double tap; for a mouse the system counts them
 * (`detail`).
 */
const DOUBLE_TAP_MS = 500;
const DOUBLE_TAP_PIXELS = 40;

let lastInputWasKey = false;
let lastPointerWasTouch = false;
/** Clicks and key presses that began before this moment are blocked; in the time of `performance.now()`. */
let blockedBefore = -Infinity;
/**
 * The last click: when and where it happened, and when its series began. A series is a single click, or all clicks of a
 * double or triple click.
 */
let lastClick = { seriesBegan: -Infinity, time: -Infinity, x: 0, y: 0 };
/** When the key that is pressed now was pressed. */
let keyHeldSince = -Infinity;

/** Whether the last input came from the keyboard. */
export const usesKeyboard = () => lastInputWasKey;

/** Call this when new content appears. A double click or held key that began earlier then does not act on it. */
export function blockPendingClicks(): void {
  blockedBefore = performance.now();
}

const block = (event: Event) => {
  event.stopImmediatePropagation();
  event.preventDefault();
};

function onPointerDown(down: PointerEvent): void {
  lastInputWasKey = false;
  lastPointerWasTouch = down.pointerType !== 'mouse';
}

/** Block a click that continues a double or triple click which began before the new content appeared. */
function onClick(click: MouseEvent): void {
  if (click.detail === 0) {
    lastInputWasKey = true; // `detail` 0 means that the click was made by Enter, Space or a screen reader
    return;
  }
  const { clientX: x, clientY: y, timeStamp: time } = click;
  const isNear = Math.hypot(x - lastClick.x, y - lastClick.y) < DOUBLE_TAP_PIXELS;
  const isDoubleTap = isNear && time - lastClick.time < DOUBLE_TAP_MS;
  const continuesSeries = lastPointerWasTouch ? isDoubleTap : click.detail > 1;
  lastClick = { seriesBegan: continuesSeries ? lastClick.seriesBegan : time, time, x, y };
  if (continuesSeries && lastClick.seriesBegan < blockedBefore) block(click);
}

/** Block the repeats of a key that was held down before the new content appeared. */
function onKeyDown(down: KeyboardEvent): void {
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(down.key)) return;
  lastInputWasKey = true;
  if (!down.repeat) keyHeldSince = down.timeStamp;
  else if (keyHeldSince < blockedBefore) block(down);
}

addEventListener('pointerdown', onPointerDown, true);
addEventListener('click', onClick, true);
addEventListener('keydown', onKeyDown, true);

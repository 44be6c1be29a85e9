/**
 * Blocks clicks that the user meant for content that has just been replaced. The second click of a double click, or the
 * repeat of a held key, must not act on the new content. Also tracks whether the user works with the keyboard.
 */

/** Two taps are a double tap if they are this close in time and place. For a mouse, the system detects double clicks. */
const DOUBLE_TAP_MS = 500;
const DOUBLE_TAP_PIXELS = 40;

let lastInputWasKey = false;
let lastPointerWasTouch = false;
/** The time at which new content appeared, in milliseconds as `performance.now()` counts them. */
let contentChangeTime = -Infinity;
/** The time and position of the last click, and the time of the first click of the same double or triple click. */
let lastClick = { firstTime: -Infinity, time: -Infinity, x: 0, y: 0 };
/** The time at which the last key was pressed. While the user holds the key, the browser repeats it. */
let keyDownTime = -Infinity;

export const usesKeyboard = () => lastInputWasKey;

/** Call this when new content appears. It blocks double clicks and held keys that began before. */
export function blockPendingClicks(): void {
  contentChangeTime = performance.now();
}

const block = (event: Event) => {
  event.stopImmediatePropagation();
  event.preventDefault();
};

function onPointerDown(down: PointerEvent): void {
  lastInputWasKey = false;
  lastPointerWasTouch = down.pointerType !== 'mouse';
}

/** Block the second or third click of a multiple click if the first click was made before new content appeared. */
function onClick(click: MouseEvent): void {
  const isMadeByKey = click.detail === 0; // by Enter, Space or a screen reader
  if (isMadeByKey) {
    lastInputWasKey = true;
    return;
  }
  const { clientX: x, clientY: y, timeStamp: time } = click;
  const isNear = Math.hypot(x - lastClick.x, y - lastClick.y) < DOUBLE_TAP_PIXELS;
  const isDoubleTap = isNear && time - lastClick.time < DOUBLE_TAP_MS;
  const isRepeated = lastPointerWasTouch ? isDoubleTap : click.detail > 1;
  const firstTime = isRepeated ? lastClick.firstTime : time;
  lastClick = { firstTime, time, x, y };
  if (isRepeated && firstTime < contentChangeTime) block(click);
}

/** Block the repeats of a held key if the key was pressed before new content appeared. */
function onKeyDown(down: KeyboardEvent): void {
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(down.key)) return;
  lastInputWasKey = true;
  if (!down.repeat) keyDownTime = down.timeStamp;
  else if (keyDownTime < contentChangeTime) block(down);
}

addEventListener('pointerdown', onPointerDown, true);
addEventListener('click', onClick, true);
addEventListener('keydown', onKeyDown, true);

/** How somebody presses: by keys or by pointer, and which presses belong together. The second press of a double press, or a key
 *  that is held, is meant for what the first one pressed: what has appeared in between does not hear it. */

/** Two taps of a finger this close in time and place are one double tap; for a mouse the system itself counts (`detail`). */
const TOGETHER = 500;
const NEAR = 40;

let keys = false;
let finger = false;
let appearedAt = -Infinity;
let press = { began: -Infinity, at: -Infinity, x: 0, y: 0 };
let heldSince = -Infinity;

/** Whether the last press was a key's. */
export const byKeys = () => keys;

/** Something large has just appeared: what was begun before is not meant for it. */
export function appeared(): void {
  appearedAt = performance.now();
}

const deaf = (event: Event) => {
  event.stopImmediatePropagation();
  event.preventDefault();
};

function pointed(down: PointerEvent): void {
  keys = false;
  finger = down.pointerType !== 'mouse';
}

function clicked(click: MouseEvent): void {
  if (click.detail === 0) {
    keys = true; // Enter, Space, or a reader's "press this"
    return;
  }
  const near = Math.hypot(click.clientX - press.x, click.clientY - press.y) < NEAR;
  const goesOn = finger ? near && click.timeStamp - press.at < TOGETHER : click.detail > 1;
  press = { began: goesOn ? press.began : click.timeStamp, at: click.timeStamp, x: click.clientX, y: click.clientY };
  if (goesOn && press.began < appearedAt) deaf(click);
}

function typed(down: KeyboardEvent): void {
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(down.key)) return;
  keys = true;
  if (!down.repeat) heldSince = down.timeStamp;
  else if (heldSince < appearedAt) deaf(down);
}

addEventListener('pointerdown', pointed, true);
addEventListener('click', clicked, true);
addEventListener('keydown', typed, true);

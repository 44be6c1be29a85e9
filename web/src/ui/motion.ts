/** Animations of pieces that move on the board. */
import { crossfade, type CrossfadeParams, type TransitionConfig } from 'svelte/transition';
import { settings } from '../state/settings.svelte';

/** Whether to skip animations, because the system settings or the user's preferences ask for that. */
export const reducedMotion = () => settings.pace === 'still' || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** An easing curve that moves slightly beyond the end position and back. */
const OVERSHOOT_EASING = 'cubic-bezier(.3,1.35,.5,1)';
const TRAVEL_MS = 620;
const TOSS_MS = 820;
/** How far a tossed piece rises above the straight line to its end position, in pixels. */
const TOSS_HEIGHT = 46;

/**
 * Animate the move of a piece that is already drawn at its new position. A copy of the piece moves from the old position
 * to the new one and is then removed. With reduced motion the new position is outlined instead.
 */
export function travel(piece: Element, from: DOMRect, to: Element | DOMRect | null, delay = 0): void {
  if (!to || from.width === 0) return;
  if (reducedMotion()) {
    if (to instanceof Element) outline(to);
    return;
  }
  const end = to instanceof Element ? to.getBoundingClientRect() : to;
  const { ghost, endTransform } = ghostOf(piece, from, end);
  const motion = ghost.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: 'translateY(-14px) scale(1.06)', opacity: 1, offset: 0.3 },
      { transform: endTransform, opacity: 0.2 },
    ],
    { duration: TRAVEL_MS, delay, easing: OVERSHOOT_EASING, fill: 'backwards' },
  );
  removeAfter(motion, ghost);
}

/** Animate a throw. A copy of a small piece flies in an arc from one position to another and is then removed. */
export function toss(piece: Element, from: DOMRect, to: DOMRect, delay = 0): void {
  if (reducedMotion() || from.width === 0 || to.width === 0) return;
  const { ghost, endTransform, x, y } = ghostOf(piece, from, to);
  const motion = ghost.animate(
    [
      { transform: 'scale(0.4)', opacity: 0 },
      { transform: 'scale(1.25)', opacity: 1, offset: 0.18 },
      { transform: `translate(${x / 2}px, ${y / 2 - TOSS_HEIGHT}px) scale(1.2)`, opacity: 1, offset: 0.58 },
      { transform: endTransform, opacity: 1, offset: 0.94 },
      { transform: endTransform, opacity: 0 },
    ],
    { duration: TOSS_MS, delay, easing: 'cubic-bezier(.45,.05,.55,.95)', fill: 'both' },
  );
  removeAfter(motion, ghost);
}

/** Remove an element as soon as its animation has ended. */
function removeAfter(motion: Animation, element: HTMLElement): void {
  motion.onfinish = () => element.remove();
  motion.oncancel = () => element.remove();
}

/**
 * Create a copy of a piece at its old position, above everything else. Return it with the CSS transform that brings it
 * to the new position, and the distance of that move in pixels.
 */
function ghostOf(
  piece: Element,
  from: DOMRect,
  end: DOMRect,
): { ghost: HTMLElement; endTransform: string; x: number; y: number } {
  const ghost = piece.cloneNode(true) as HTMLElement;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.removeAttribute('id');
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: '0',
    zIndex: '40',
    pointerEvents: 'none',
    transformOrigin: '0 0',
  });
  document.body.append(ghost);
  const scale = Math.min(end.width / from.width, end.height / from.height);
  const x = end.left + (end.width - from.width * scale) / 2 - from.left;
  const y = end.top + (end.height - from.height * scale) / 2 - from.top;
  return { ghost, x, y, endTransform: `translate(${x}px, ${y}px) scale(${scale})` };
}

type Transition = (
  node: Element,
  params: CrossfadeParams & { key: unknown },
) => TransitionConfig | (() => TransitionConfig);

/**
 * Return a pair of Svelte transitions, for `out:` and `in:`. An element that disappears and one that appears with the
 * same key then look like one element that moves.
 */
export function walking(duration: number): [Transition, Transition] {
  const currentDuration = () => (reducedMotion() ? 1 : duration);
  const [send, receive] = crossfade({
    duration: currentDuration,
    fallback: () => ({ duration: reducedMotion() ? 1 : 200, css: (progress) => `opacity: ${progress}` }),
  });
  // an element that is not drawn (a seat panel on a phone) has no position to move from or to
  const ifDrawn =
    (transition: Transition): Transition =>
    (node, params) =>
      node.getBoundingClientRect().width ? transition(node, params) : { duration: 0 };
  return [ifDrawn(send as Transition), ifDrawn(receive as Transition)];
}

/** Outline an element that has changed, for two seconds. This replaces its movement if animations are switched off. */
export function outline(piece: Element): void {
  piece.animate(
    [
      { outline: '3px solid var(--wait)', outlineOffset: '2px' },
      { outline: '3px solid transparent', outlineOffset: '2px' },
    ],
    { duration: 2000, easing: 'ease-in' },
  );
}

/** Shake a piece to show that a click on it has no effect. */
export function shake(piece: Element | null | undefined): void {
  if (!piece || reducedMotion()) return;
  piece.animate(
    [{ transform: 'none' }, { transform: 'translateX(-4px)' }, { transform: 'translateX(4px)' }, { transform: 'none' }],
    { duration: 260 },
  );
}

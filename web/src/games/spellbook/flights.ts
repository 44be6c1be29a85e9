/** Animates tokens that move: measured at their old places before the view changes, started after it. */
import { mount, unmount } from 'svelte';
import type { Line } from '../../api/wire';
import { travel } from '../../ui/motion';
import Token from '../../ui/pieces/Token.svelte';
import type { Move } from './types';

const MAX_FLIGHTS = 12;
const MAX_SIZE = 44; // pixels
const DELAY_BETWEEN_MS = 60;

/** A moving token: its rectangle on the screen before the move, and the place where it goes. */
export interface Flight {
  token: string;
  from: DOMRect;
  /** A place such as "altar", "pool 1" or "card 1 R". */
  toPlace: string;
}

/** Measure where the moving tokens are before the view changes. The board shows the pool of `bottomSeat`. */
export function measureFlights(lines: Line[], bottomSeat: number): Flight[] {
  const moves = lines.flatMap((line) => (line.moves ?? []) as Move[]).slice(0, MAX_FLIGHTS);
  const flights: Flight[] = [];
  for (const { token, from, to } of moves) {
    const box = boxOf(from, bottomSeat, token);
    if (box) flights.push({ token, from: box, toPlace: to });
  }
  return flights;
}

/** Animate the measured tokens to their new places, after the view has changed. */
export function startFlights(flights: Flight[], bottomSeat: number): void {
  flights.forEach(({ token, from, toPlace }, index) => {
    const target = boxOf(toPlace, bottomSeat, token);
    if (!target) return;
    const holder = document.createElement('div');
    const piece = mount(Token, { target: holder, props: { token, label: '', size: from.width } });
    travel(holder, from, target, index * DELAY_BETWEEN_MS);
    void unmount(piece);
  });
}

const widthOf = (element: Element) => element.getBoundingClientRect().width;

/**
 * Return a square in the middle of the element of a token at a place. If the place does not draw that token, the
 * square is in the middle of the place itself. Return null if neither is drawn.
 */
function boxOf(place: string, bottomSeat: number, token: string): DOMRect | null {
  const area = largestElement(place, bottomSeat);
  const element = area?.querySelector(`[data-token="${token}"]`) ?? area;
  const isHiddenPlace = element === area && area !== undefined && widthOf(area) === 0;
  if (!element || isHiddenPlace) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  const size = Math.min(width, height, MAX_SIZE);
  return new DOMRect(x + (width - size) / 2, y + (height - size) / 2, size, size);
}

/**
 * Return the element that draws a place such as "altar" or "pool 1". If several elements draw it (the board and a seat
 * panel, for example), return the widest.
 */
function largestElement(place: string, bottomSeat: number): Element | undefined {
  const names = [place];
  if (place === `pool ${bottomSeat}`) names.push('pool'); // the viewer's own zones are drawn without a number
  if (place === `board ${bottomSeat}`) names.push('board');
  const selectors = [`[data-place="${place}"]`, ...names.map((name) => `[data-zone="${name}"]`)];
  const drawn = [...document.querySelectorAll(selectors.join(', '))].filter(
    (element) => widthOf(element) > 0 || element.querySelector('[data-token]'),
  );
  return drawn.sort((first, second) => widthOf(second) - widthOf(first))[0];
}

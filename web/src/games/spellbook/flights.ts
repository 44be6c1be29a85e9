/** Animates tokens from their old places to their new ones. */
import { mount, unmount } from 'svelte';
import type { Line } from '../../api/wire';
import { travel } from '../../ui/motion';
import Token from '../../ui/pieces/Token.svelte';
import type { Move } from './types';

const MAX_FLIGHTS = 12;
const MAX_SIZE = 44; // pixels
const DELAY_BETWEEN_MS = 60;

/** A token that is about to move: where it is now, and the place where it goes. */
export interface Flight {
  token: string;
  from: DOMRect;
  toPlace: string;
}

/** Measure where the moving tokens are, before the view changes. `chair` is the seat whose pool the board shows. */
export function measureFlights(lines: Line[], chair: number): Flight[] {
  const moves = lines.flatMap((line) => (line.moves ?? []) as Move[]).slice(0, MAX_FLIGHTS);
  const flights: Flight[] = [];
  for (const { token, from, to } of moves) {
    const box = boxOf(from, chair, token);
    if (box) flights.push({ token, from: box, toPlace: to });
  }
  return flights;
}

/** Start the animations, after the view has changed. */
export function startFlights(flights: Flight[], chair: number): void {
  flights.forEach(({ token, from, toPlace }, index) => {
    const target = boxOf(toPlace, chair, token);
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
function boxOf(place: string, chair: number, token: string): DOMRect | null {
  const area = largestElement(place, chair);
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
function largestElement(place: string, chair: number): Element | undefined {
  const names = [place];
  if (place === `pool ${chair}`) names.push('pool'); // the viewer's own zones are drawn without a number
  if (place === `board ${chair}`) names.push('board');
  const selectors = [`[data-place="${place}"]`, ...names.map((name) => `[data-zone="${name}"]`)];
  const drawn = [...document.querySelectorAll(selectors.join(', '))].filter(
    (element) => widthOf(element) > 0 || element.querySelector('[data-token]'),
  );
  return drawn.sort((first, second) => widthOf(second) - widthOf(first))[0];
}

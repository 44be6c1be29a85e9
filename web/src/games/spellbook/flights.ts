/** Animates tokens from their old places to their new ones. */
import { mount, unmount } from 'svelte';
import type { Line } from '../../api/wire';
import { travel } from '../../ui/motion';
import Token from '../../ui/pieces/Token.svelte';
import type { Move } from './types';

const MOST = 12;

export interface Flight {
  token: string;
  from: DOMRect;
  to: string;
}

/** Return the element of a token or of its place; if several are drawn, the largest. */
function spot(place: string, chair: number, token?: string): Element | null {
  const zone = place === `pool ${chair}` ? 'pool' : place === `board ${chair}` ? 'board' : place;
  const shown = [
    ...document.querySelectorAll(`[data-zone="${zone}"], [data-place="${place}"], [data-zone="${place}"]`),
  ];
  const width = (one: Element) => one.getBoundingClientRect().width;
  const within = shown.filter((one) => width(one) > 0 || one.querySelector('[data-token]'));
  const best = within.sort((a, b) => width(b) - width(a))[0];
  const piece = best?.querySelector(token ? `[data-token="${token}"]` : '[data-token]');
  return piece ?? (best && width(best) > 0 ? best : null) ?? null;
}

const square = (box: DOMRect) => {
  const side = Math.min(box.width, box.height, 44);
  return new DOMRect(box.x + (box.width - side) / 2, box.y + (box.height - side) / 2, side, side);
};

/** Measure where the moving tokens are, before the view changes. */
export function measureFlights(lines: Line[], chair: number): Flight[] {
  const moves = lines.flatMap((line) => (line.moves ?? []) as Move[]);
  return moves.slice(0, MOST).flatMap((move) => {
    const from = spot(move.from, chair, move.token);
    return from ? [{ token: move.token, from: square(from.getBoundingClientRect()), to: move.to }] : [];
  });
}

/** Start the animations, after the view has changed. */
export function startFlights(flights: Flight[], chair: number): void {
  flights.forEach(({ token, from, to }, k) => {
    const target = spot(to, chair, token);
    if (!target) return;
    const holder = document.createElement('div');
    const piece = mount(Token, { target: holder, props: { token, label: '', size: from.width } });
    travel(holder, from, square(target.getBoundingClientRect()), k * 60);
    void unmount(piece);
  });
}

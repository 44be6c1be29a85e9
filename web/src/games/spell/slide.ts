/** Animates tiles and figures from their old cells to their new ones, where they are already drawn. */
import { reducedMotion } from '../../ui/motion';
import type { LogStep } from './view';

const WALKS = ['move', 'levitate', 'force', 'push'];

/** Start the animations for one line of the log. */
export function animateSlide(arena: HTMLElement | undefined, line: LogStep): void {
  const piece = (cell: string, what: string) => arena?.querySelector(`[data-cell="${cell}"] ${what}`);
  (line.tiles ?? []).forEach(([start, end], k) => glide(arena, piece(end, '.tile'), start, end, k === 0));
  for (const rider of line.riders ?? []) glide(arena, piece(rider.to, '.fig'), rider.from, rider.to, false);
  if (WALKS.includes(line.do) && line.from && line.to)
    glide(arena, piece(line.to, '.fig'), line.from, line.to, line.do === 'levitate');
}

function glide(
  arena: HTMLElement | undefined,
  piece: Element | null | undefined,
  start: string,
  end: string,
  lift: boolean,
): void {
  const a = arena?.querySelector(`[data-cell="${start}"]`)?.getBoundingClientRect();
  const b = arena?.querySelector(`[data-cell="${end}"]`)?.getBoundingClientRect();
  if (!piece || !a || !b || reducedMotion()) return;
  const away = `translate(${a.left - b.left}px, ${a.top - b.top}px)`;
  const arch = lift
    ? [
        { transform: away },
        { transform: `translate(${(a.left - b.left) / 2}px, ${(a.top - b.top) / 2 - 26}px) scale(1.14)` },
        { transform: 'none' },
      ]
    : [{ transform: away }, { transform: 'none' }];
  piece.animate(arch, { duration: lift ? 620 : 420, easing: 'cubic-bezier(.3,1.2,.5,1)' });
}

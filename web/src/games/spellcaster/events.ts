/** Crystal changes in the events of a step, and their animation. */
import { toss } from '../../ui/motion';
import type { Event } from './types';

const KINDS = ['energy', 'sapphires', 'ward'] as const;

/** Return what each side gained or lost, by kind and side: `energy0`, `sapphires1`. */
export function changesBySide(events: Event[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const event of events)
    for (const kind of KINDS)
      for (const [of, n] of Object.entries(event[kind] ?? {})) found[kind + of] = (found[kind + of] ?? 0) + n;
  return found;
}

/** Animate crystals from the card to the gauge if they are gained, from the gauge to the card if they are lost. */
export function animateCrystals(event: Event, boardArea: Element | undefined): void {
  const card =
    (event.card && boardArea?.querySelector(`.piles [data-card="${event.card}"]`)) ||
    boardArea?.querySelector('.piles');
  for (const kind of KINDS.slice(0, 2))
    for (const [of, n] of Object.entries(event[kind] ?? {})) {
      const crystal = document.querySelector(`[data-gauge="${kind}${of}"] svg`);
      if (!crystal || !card || !n) continue;
      const box = card.getBoundingClientRect();
      const there = new DOMRect(box.x + box.width / 2 - 13, box.y + box.height / 2 - 13, 26, 26);
      for (let k = 0; k < Math.min(Math.abs(n), 5); k++) {
        const here = crystal.getBoundingClientRect();
        if (n > 0) toss(crystal, there, here, 150 + k * 90);
        else toss(crystal, here, there, 150 + k * 90);
      }
    }
}

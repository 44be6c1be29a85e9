/** What the events of a step set in motion on the table. */
import { toss } from '../../ui/motion';
import type { Event } from './types';

const KINDS = ['energy', 'sapphires', 'ward'] as const;

/** What each side gained and lost, by kind and side: `energy0`, `sapphires1`. */
export function sums(events: Event[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const event of events)
    for (const kind of KINDS)
      for (const [of, n] of Object.entries(event[kind] ?? {})) found[kind + of] = (found[kind + of] ?? 0) + n;
  return found;
}

/** Crystals fly from the card that gives them, and fall back to the one that takes them. */
export function crystals(event: Event, leather: Element | undefined): void {
  const card =
    (event.card && leather?.querySelector(`.piles [data-card="${event.card}"]`)) || leather?.querySelector('.piles');
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

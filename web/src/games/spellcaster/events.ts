/** The crystals that events of the log add to a side or take from it, and the animation of these crystals. */
import { toss } from '../../ui/motion';
import type { Event } from './types';

/** What a side can gain and lose: energy, sapphires, and its ward, which cancels damage. */
export type CrystalKind = 'energy' | 'sapphires' | 'ward';

/** The changes of both sides by kind: `energy: [0, -2]` means that side 1 lost two energy. */
export type CrystalChanges = Record<CrystalKind, number[]>;

const KINDS_WITH_GAUGE = ['energy', 'sapphires'] as const;
const CRYSTAL_KINDS: CrystalKind[] = [...KINDS_WITH_GAUGE, 'ward'];
/** The width and height of a moving crystal in pixels. */
const CRYSTAL_SIZE = 26;
const MAX_CRYSTALS = 5;
const FIRST_DELAY_MS = 150;
const DELAY_BETWEEN_MS = 90;

export const noChanges = (): CrystalChanges => ({ energy: [0, 0], sapphires: [0, 0], ward: [0, 0] });

export const changesCrystals = (event: Event): boolean =>
  CRYSTAL_KINDS.some((kind) => Object.keys(event[kind] ?? {}).length > 0);

/** Return the total that each side gained or, if negative, lost in these events. */
export function sumChanges(events: Event[]): CrystalChanges {
  const total = noChanges();
  for (const event of events)
    for (const kind of CRYSTAL_KINDS)
      for (const [side, change] of Object.entries(event[kind] ?? {})) total[kind][Number(side)] += change;
  return total;
}

/**
 * Animate the crystals of an event. Gained crystals fly from the card that caused the event to the gauge of the side;
 * lost crystals fly the other way.
 */
export function animateCrystals(event: Event, boardArea: Element | undefined): void {
  const piles = boardArea?.querySelector('.piles');
  const card = event.card && piles?.querySelector(`[data-card="${event.card}"]`);
  const cause = card || piles;
  if (!cause) return;
  const causeBox = crystalBoxIn(cause);
  for (const kind of KINDS_WITH_GAUGE)
    for (const [side, change] of Object.entries(event[kind] ?? {})) {
      const crystal = document.querySelector(`[data-gauge="${kind}${side}"] svg`);
      if (crystal) tossCrystals(crystal, causeBox, change);
    }
}

/** Animate one flying crystal for each crystal that was gained (`change` > 0) or lost, but at most MAX_CRYSTALS. */
function tossCrystals(crystal: Element, cause: DOMRect, change: number): void {
  const gauge = crystal.getBoundingClientRect();
  const [from, to] = change > 0 ? [cause, gauge] : [gauge, cause];
  const count = Math.min(Math.abs(change), MAX_CRYSTALS);
  for (let index = 0; index < count; index++) toss(crystal, from, to, FIRST_DELAY_MS + index * DELAY_BETWEEN_MS);
}

/** Return a square as large as a crystal in the middle of an element. */
function crystalBoxIn(element: Element): DOMRect {
  const box = element.getBoundingClientRect();
  const left = box.x + (box.width - CRYSTAL_SIZE) / 2;
  const top = box.y + (box.height - CRYSTAL_SIZE) / 2;
  return new DOMRect(left, top, CRYSTAL_SIZE, CRYSTAL_SIZE);
}

/** What the others did since the viewer's last action, as marks on the board. */
import { changesBySide } from './events';
import type { Event, Line, Move } from './types';
import { COLOURS } from './view';

export type MarkKind = 'played' | 'used' | 'worked' | 'turned' | 'buried' | 'left';
export interface Mark {
  did: MarkKind;
  who: number;
  card: string;
}
export interface Since {
  /** By colour, the latest last. */
  piles: Record<string, Mark[]>;
  discards: { who: number; card: string }[];
  /** The change in the number of cards in a hand, by seat. */
  hands: Map<number, number>;
  /** Crystals gained or lost, by kind and side: `energy0`. */
  changesBySide: Record<string, number>;
}

/**
 * Return the lines of others with their events. Events after the viewer's own action belong to it until the turn
 * passes to another seat.
 */
function ofOthers(log: Line[], recent: Line[], you: number | null): { line: Line; events: Event[]; whole: boolean }[] {
  if (you === null) return recent.map((line) => ({ line, events: line.events, whole: true }));
  const found: { line: Line; events: Event[]; whole: boolean }[] = [];
  let theirs: boolean = false;
  for (const line of [...log.slice(0, log.length - recent.length).slice(-1), ...recent]) {
    const whole: boolean = theirs || (line.by !== null && line.by !== you);
    const passed: number = whole ? 0 : line.events.findIndex((event) => event.turn !== undefined && event.turn !== you);
    theirs = whole || passed >= 0;
    if (theirs) found.push({ line, events: line.events.slice(passed), whole });
  }
  return found;
}

export function changesSince(log: Line[], recent: Line[], you: number | null): Since {
  const since: Since = { piles: {}, discards: [], hands: new Map(), changesBySide: {} };
  const mark = (pile: string, did: MarkKind, who: number, card: string) => {
    if (who !== you) (since.piles[pile] ??= []).push({ did, who, card });
  };
  const parts = ofOthers(log, recent, you);
  let who = parts[0]?.line.by ?? 0;
  for (const { line, events, whole } of parts) {
    who = whole ? (line.by ?? who) : who;
    if (whole && line.card && line.do === 'play') mark(line.card[0], 'played', who, line.card);
    if (whole && line.card && line.do === 'activate') mark(line.card[0], 'used', who, line.card);
    for (const event of events) {
      who = event.turn ?? event.seat ?? who;
      if (event.card && event.begins === 'enchantment') mark(event.card[0], 'worked', who, event.card);
      for (const move of event.moves ?? []) follow(since, move, who, mark);
    }
  }
  since.changesBySide = changesBySide(parts.flatMap(({ events }) => events));
  return since;
}

/** Record a card that moved from one place to another. */
function follow(
  since: Since,
  { card, from, to, bottom }: Move,
  who: number,
  mark: (pile: string, did: MarkKind, who: number, card: string) => void,
): void {
  if (from === to) return mark(to, bottom ? 'buried' : 'turned', who, card!);
  if (COLOURS.includes(from)) mark(from, 'left', who, card!);
  if (to === 'discard') since.discards.push({ who: seatOf(from) ?? who, card: card! });
  for (const [place, change] of [
    [from, -1],
    [to, 1],
  ] as const) {
    const seat = seatOf(place);
    if (seat !== null) since.hands.set(seat, (since.hands.get(seat) ?? 0) + change);
  }
}
const seatOf = (place: string): number | null => (place.startsWith('hand') ? Number(place.slice(4)) : null);

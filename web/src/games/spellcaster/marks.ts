/** What the other players did since the viewer's last action. The board marks it on the piles, hands and gauges. */
import { sumChanges, type CrystalChanges } from './events';
import type { Event, Line, Move } from './types';
import { COLOURS, pileOf } from './view';

/**
 * What happened to a card: it was `played` on its pile, `used` for its text, `worked` (its enchantment took effect),
 * `turned` to face the other side, `buried` at the bottom of its pile, or it `left` the pile.
 */
export type MarkKind = 'played' | 'used' | 'worked' | 'turned' | 'buried' | 'left';

/** A mark on a pile: what a seat did with a card there. */
export interface Mark {
  kind: MarkKind;
  seat: number;
  card: string;
}

/** What the other players did since the viewer's last action. */
export interface RecentChanges {
  /** The marks on each pile, by the letter of its colour, oldest first. */
  marks: Record<string, Mark[]>;
  /** The discarded cards, each with the seat that discarded it. */
  discards: { seat: number; card: string }[];
  /** How many cards more or, if negative, fewer each seat has in its hand. */
  handSizeChanges: Map<number, number>;
  crystals: CrystalChanges;
}

/** The part of a log line that belongs to the other players: all of it, or the events after the viewer's turn ended. */
interface LinePart {
  line: Line;
  events: Event[];
  /** Whether the line is an action of another player. If not, only its last events belong to the other players. */
  isWholeLine: boolean;
}

/**
 * Return what the others did since the viewer's last action. `recent` has the lines after that action. The line of the
 * action itself is the last one before `recent`: it counts from the event on with which the turn passes to another
 * seat, since the events after it belong to that seat's turn.
 */
function partsOfOthers(log: Line[], recent: Line[], you: number | null): LinePart[] {
  if (you === null) return recent.map((line) => ({ line, events: line.events, isWholeLine: true }));
  const viewerLine = log.slice(0, log.length - recent.length).slice(-1);
  const parts: LinePart[] = [];
  let viewerTurnOver = false;
  for (const line of [...viewerLine, ...recent]) {
    const byOther = line.by !== null && line.by !== you;
    if (viewerTurnOver || byOther) {
      viewerTurnOver = true;
      parts.push({ line, events: line.events, isWholeLine: true });
      continue;
    }
    const turnPasses = line.events.findIndex((event) => event.turn !== undefined && event.turn !== you);
    if (turnPasses < 0) continue;
    viewerTurnOver = true;
    parts.push({ line, events: line.events.slice(turnPasses), isWholeLine: false });
  }
  return parts;
}

/** Return what the other players did. `recent` are the log lines after the viewer's last action. */
export function recentChanges(log: Line[], recent: Line[], you: number | null): RecentChanges {
  const marks = Object.fromEntries(COLOURS.map((colour): [string, Mark[]] => [colour, []]));
  const changes: RecentChanges = { marks, discards: [], handSizeChanges: new Map(), crystals: sumChanges([]) };
  const parts = partsOfOthers(log, recent, you);
  let seat = parts[0]?.line.by ?? 0;
  for (const { line, events, isWholeLine } of parts) {
    if (isWholeLine) {
      seat = line.by ?? seat;
      if (line.card && line.do === 'play') addMark(marks, 'played', seat, line.card);
      if (line.card && line.do === 'activate') addMark(marks, 'used', seat, line.card);
    }
    for (const event of events) {
      seat = event.turn ?? event.seat ?? seat;
      if (event.card && event.begins === 'enchantment') addMark(marks, 'worked', seat, event.card);
      for (const move of event.moves ?? []) addMove(changes, move, seat);
    }
  }
  for (const colour of COLOURS) marks[colour] = marks[colour].filter((mark) => mark.seat !== you);
  changes.crystals = sumChanges(parts.flatMap(({ events }) => events));
  return changes;
}

function addMark(marks: Record<string, Mark[]>, kind: MarkKind, seat: number, card: string): void {
  marks[pileOf(card)].push({ kind, seat, card });
}

/**
 * Record that a card moved from one zone to another during the turn of `seat`. Cards on the piles and on the discard
 * pile are face up, so `move.card` is known there; it may be null between the deck and a hand.
 */
function addMove(changes: RecentChanges, move: Move, seat: number): void {
  const { marks, discards, handSizeChanges } = changes;
  const { from, to, bottom } = move;
  const staysOnPile = from === to;
  if (staysOnPile) return addMark(marks, bottom ? 'buried' : 'turned', seat, move.card!);
  const leavesPile = COLOURS.includes(from);
  if (leavesPile) addMark(marks, 'left', seat, move.card!);
  const giver = seatOfHand(from);
  const receiver = seatOfHand(to);
  if (to === 'discard') discards.push({ seat: giver ?? seat, card: move.card! });
  if (giver !== null) handSizeChanges.set(giver, (handSizeChanges.get(giver) ?? 0) - 1);
  if (receiver !== null) handSizeChanges.set(receiver, (handSizeChanges.get(receiver) ?? 0) + 1);
}

/** Return the seat whose hand a zone is: 2 for the zone "hand2", null for a zone that is not a hand. */
const seatOfHand = (zone: string): number | null =>
  zone.startsWith('hand') ? Number(zone.slice('hand'.length)) : null;

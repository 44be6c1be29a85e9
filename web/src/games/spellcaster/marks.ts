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
 * Return the parts of the log that belong to the other players. `recentLines` are the lines after the viewer's last
 * action. The line before them is that action: its events belong to the other players as soon as one of the events
 * begins another seat's turn.
 */
function partsOfOthers(log: Line[], recentLines: Line[], you: number | null): LinePart[] {
  const wholeLine = (line: Line): LinePart => ({ line, events: line.events, isWholeLine: true });
  if (you === null) return recentLines.map(wholeLine);
  const viewerLine = log.slice(0, log.length - recentLines.length).slice(-1);
  const parts: LinePart[] = [];
  let isViewerTurnOver = false;
  for (const line of [...viewerLine, ...recentLines]) {
    const isByOther = line.by !== null && line.by !== you;
    isViewerTurnOver ||= isByOther;
    if (isViewerTurnOver) {
      parts.push(wholeLine(line));
      continue;
    }
    const nextTurnStart = line.events.findIndex((event) => event.turn !== undefined && event.turn !== you);
    if (nextTurnStart < 0) continue;
    isViewerTurnOver = true;
    parts.push({ line, events: line.events.slice(nextTurnStart), isWholeLine: false });
  }
  return parts;
}

/** Return what the other players did. `recentLines` are the log lines after the viewer's last action. */
export function recentChanges(log: Line[], recentLines: Line[], you: number | null): RecentChanges {
  const marks = Object.fromEntries(COLOURS.map((colour): [string, Mark[]] => [colour, []]));
  const changes: RecentChanges = { marks, discards: [], handSizeChanges: new Map(), crystals: sumChanges([]) };
  const parts = partsOfOthers(log, recentLines, you);
  let actingSeat = parts[0]?.line.by ?? 0;
  for (const { line, events, isWholeLine } of parts) {
    if (isWholeLine) {
      actingSeat = line.by ?? actingSeat;
      if (line.card && line.do === 'play') addMark(marks, 'played', actingSeat, line.card);
      if (line.card && line.do === 'activate') addMark(marks, 'used', actingSeat, line.card);
    }
    for (const event of events) {
      actingSeat = event.turn ?? event.seat ?? actingSeat;
      if (event.card && event.begins === 'enchantment') addMark(marks, 'worked', actingSeat, event.card);
      for (const move of event.moves ?? []) addMove(changes, move, actingSeat);
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

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

const wholeLine = (line: Line): LinePart => ({ line, events: line.events, isWholeLine: true });

/**
 * Return the parts of the log that belong to the other players. They begin where the viewer's turn ends, which can be
 * in the middle of a line: the viewer's last action can end the turn, and later events of the same line can belong to
 * the next player. `recentLines` are the lines after the viewer's last action.
 */
function partsOfOthers(log: Line[], recentLines: Line[], you: number | null): LinePart[] {
  if (you === null) return recentLines.map(wholeLine);
  const viewerAction = log.at(-recentLines.length - 1);
  const lines = viewerAction ? [viewerAction, ...recentLines] : recentLines;
  const isByOther = (line: Line) => line.by !== null && line.by !== you;
  const nextTurnStart = (line: Line) =>
    line.events.findIndex((event) => event.turn !== undefined && event.turn !== you);
  const firstOfOthers = lines.findIndex((line) => isByOther(line) || nextTurnStart(line) >= 0);
  if (firstOfOthers < 0) return [];
  const [firstLine, ...laterLines] = lines.slice(firstOfOthers);
  const lastEvents = firstLine.events.slice(nextTurnStart(firstLine));
  const firstPart = isByOther(firstLine)
    ? wholeLine(firstLine)
    : { line: firstLine, events: lastEvents, isWholeLine: false };
  return [firstPart, ...laterLines.map(wholeLine)];
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

/** Marks on the pieces that the other players changed since the viewer's last action. */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import { placeWords, runeName } from './labels';
import type { Line, View } from './types';
import type { LogStep } from './view';

export type Kind = 'claimed' | 'lifted' | 'slid' | 'left' | 'stepped' | 'woken' | 'summoned' | 'special' | 'laid';
export interface Mark {
  kind: Kind;
  /** The direction in which a tile slid, in degrees clockwise from the right. */
  turn: number;
  text: string;
}
export interface Marks {
  cells: Map<string, Mark[]>;
  /** The runes that were revealed. */
  fresh: Set<string>;
  /** All marks as one line of text, for screen readers. */
  legend: string;
}

/**
 * Return the steps of a line that belong to the solo opponent's turn: its own, those the player chose for it, and
 * chance.
 */
export const scripted = (line: Line): LogStep[] => [
  ...(line.by === null || line.seat === null ? [line] : []),
  ...(line.script ?? []),
];

/**
 * Return what happened since the viewer's last action. In a solo game that is the opponent's turn, which begins with
 * the line that ended the player's turn.
 */
export function recentLines(view: View, log: Line[], recent: Line[]): LogStep[] {
  if (view.options.mode !== 'solo') return recent;
  const mine = log.findLastIndex((line) => line.by !== null && line.seat === 0);
  return mine >= 0 && log[mine].do === 'end' ? log.slice(mine).flatMap(scripted) : [];
}

const WENT = ['move', 'levitate', 'force', 'push'];
const DONE_AT: Record<string, Kind> = {
  activate: 'woken',
  summon: 'summoned',
  special: 'special',
  lay: 'laid',
  stand: 'stepped',
};
const TURNS: Record<string, number> = { '0,1': 0, '1,0': 90, '0,-1': 180, '-1,0': 270 };

export function marksOf(view: View, words: GameWords, steps: LogStep[]): Marks {
  let cells = new Map<string, Mark[]>();
  const fresh = new Set<string>();
  const put = (cell: string, kind: Kind, turn = 0, rune = '') =>
    cells.set(cell, [...(cells.get(cell) ?? []), { kind, turn, text: fill(words.table.recent[kind], { rune }) }]);
  for (const line of steps) {
    if (line.tiles) {
      cells = moveMarks(cells, line.tiles);
      line.tiles.forEach(([from, to], k) => put(to, k ? 'slid' : 'lifted', slideDirection(from, to)));
    }
    if (WENT.includes(line.do) && line.from) {
      put(line.from, 'left');
      put(line.to!, 'stepped');
    }
    if (line.do in DONE_AT) put(line.at!, DONE_AT[line.do]);
    if (line.do === 'claim') for (const cell of line.cells!) put(cell, 'claimed', 0, runeName(view, words, line.card!));
    if (line.do === 'reveal' && !line.dealt) fresh.add(line.card!);
  }
  return { cells, fresh, legend: legendOf(words, cells) };
}

/** Move the marks with the tiles they are on. */
function moveMarks(cells: Map<string, Mark[]>, tiles: string[][]): Map<string, Mark[]> {
  const way = new Map(tiles.map(([from, to]) => [from, to]));
  return new Map([...cells].map(([cell, marks]) => [way.get(cell) ?? cell, marks]));
}
const slideDirection = (from: string, to: string): number =>
  TURNS[`${Math.sign(Number(to[0]) - Number(from[0]))},${Math.sign(Number(to[1]) - Number(from[1]))}`] ?? 0;

function legendOf(words: GameWords, cells: Map<string, Mark[]>): string {
  const places = new Map<string, string[]>();
  for (const [cell, marks] of cells)
    for (const { text } of marks) places.set(text, [...(places.get(text) ?? []), cell]);
  const place = (at: string) => (at.includes(',') ? '' : placeWords(words, at));
  return [...places].map(([text, at]) => `${at.map(place).filter(Boolean).join(' ')} ${text}`.trim()).join('; ');
}

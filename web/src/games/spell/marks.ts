/** What others did since your own last act, as marks on the pieces it was done to. */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import { placeWords, runeName } from './labels';
import type { Line, View } from './types';
import type { Deed } from './view';

export type Kind = 'claimed' | 'lifted' | 'slid' | 'left' | 'stepped' | 'woken' | 'summoned' | 'special' | 'laid';
export interface Mark {
  kind: Kind;
  /** which way a tile slid, in degrees from the right */
  turn: number;
  text: string;
}
export interface Marks {
  cells: Map<string, Mark[]>;
  /** runes that were turned up */
  fresh: Set<string>;
  /** all of it in a line, for those who do not see the marks */
  legend: string;
}

/** What the solo opponent did in a line, by itself or by one's own choice for it, and what chance did for it. */
export const scripted = (line: Line): Deed[] => [
  ...(line.by === null || line.seat === null ? [line] : []),
  ...(line.script ?? []),
];

/** What happened since one's own last act. Alone, what one decides for the opponent is the opponent's, and its turn begins in the
 *  line that ended one's own. */
export function recentLines(view: View, log: Line[], recent: Line[]): Deed[] {
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

export function marksOf(view: View, words: GameWords, happened: Deed[]): Marks {
  let cells = new Map<string, Mark[]>();
  const fresh = new Set<string>();
  const put = (cell: string, kind: Kind, turn = 0, rune = '') =>
    cells.set(cell, [...(cells.get(cell) ?? []), { kind, turn, text: fill(words.table.recent[kind], { rune }) }]);
  for (const line of happened) {
    if (line.tiles) {
      cells = ridden(cells, line.tiles);
      line.tiles.forEach(([from, to], k) => put(to, k ? 'slid' : 'lifted', turned(from, to)));
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

/** Marks lie on tiles and go where those go. */
function ridden(cells: Map<string, Mark[]>, tiles: string[][]): Map<string, Mark[]> {
  const way = new Map(tiles.map(([from, to]) => [from, to]));
  return new Map([...cells].map(([cell, marks]) => [way.get(cell) ?? cell, marks]));
}
const turned = (from: string, to: string): number =>
  TURNS[`${Math.sign(Number(to[0]) - Number(from[0]))},${Math.sign(Number(to[1]) - Number(from[1]))}`] ?? 0;

function legendOf(words: GameWords, cells: Map<string, Mark[]>): string {
  const places = new Map<string, string[]>();
  for (const [cell, marks] of cells)
    for (const { text } of marks) places.set(text, [...(places.get(text) ?? []), cell]);
  const place = (at: string) => (at.includes(',') ? '' : placeWords(words, at));
  return [...places].map(([text, at]) => `${at.map(place).filter(Boolean).join(' ')} ${text}`.trim()).join('; ');
}

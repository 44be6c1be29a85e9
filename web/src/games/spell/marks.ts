/** Marks on the pieces that the other players changed since the viewer's last action. */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import { placeName, runeName } from './labels';
import type { Line, View } from './types';
import { FIGURE_MOVES, type LogStep } from './view';

/**
 * What happened on a cell: its tile was `lifted`, `slid`, `woken` (activated) or `laid`; a figure `left` it, `stepped`
 * on it or was `summoned` there; a `special` tile was placed; or it is part of a `claimed` rune.
 */
export type MarkKind = 'claimed' | 'lifted' | 'slid' | 'left' | 'stepped' | 'woken' | 'summoned' | 'special' | 'laid';
export interface Mark {
  kind: MarkKind;
  /** The direction in which a tile slid, in degrees clockwise from the right. */
  direction: number;
  text: string;
}
export interface Marks {
  /** By cell ("03"), or by a place outside the arena ("T0") for a special tile. */
  cells: Map<string, Mark[]>;
  /** The cards that were turned face up. */
  revealedRunes: Set<string>;
  /** All marks as one line of text, for screen readers. */
  legend: string;
}

/**
 * Return the steps of a line that belong to the solo opponent's turn: the line itself if chance or the opponent acts
 * (a step that the player chooses for it is a line of the opponent, too), and the script that the line set off.
 */
export function opponentSteps(line: Line): LogStep[] {
  const isChance = line.by === null;
  const isOpponents = line.seat === null;
  const scriptSteps = line.script ?? [];
  return isChance || isOpponents ? [line, ...scriptSteps] : scriptSteps;
}

/**
 * Return what happened since the viewer's last action. In a solo game that is the opponent's turn, which begins with
 * the line that ended the player's turn.
 */
export function recentSteps(view: View, log: Line[], recent: Line[]): LogStep[] {
  if (view.options.mode !== 'solo') return recent;
  const lastByPlayer = log.findLastIndex((line) => line.by !== null && line.seat === 0);
  if (lastByPlayer < 0 || log[lastByPlayer].do !== 'end') return [];
  return log.slice(lastByPlayer).flatMap(opponentSteps);
}

/** The mark of each action that concerns a single cell (`at`), by the verb of the action. */
const MARK_OF_VERB: Record<string, MarkKind> = {
  activate: 'woken',
  summon: 'summoned',
  special: 'special',
  lay: 'laid',
  stand: 'stepped',
};

/** Return the marks that these steps leave on the board. */
export function marksOf(view: View, words: GameWords, steps: LogStep[]): Marks {
  let cells = new Map<string, Mark[]>();
  const revealedRunes = new Set<string>();
  const add = (cell: string, kind: MarkKind, { direction = 0, rune = '' } = {}) => {
    const mark = { kind, direction, text: fill(words.table.recent[kind], { rune }) };
    cells.set(cell, [...(cells.get(cell) ?? []), mark]);
  };
  for (const step of steps) {
    if (step.tiles) {
      cells = moveMarks(cells, step.tiles);
      const [liftedTile, ...slides] = step.tiles;
      add(liftedTile[1], 'lifted');
      for (const [from, to] of slides) add(to, 'slid', { direction: slideDirection(from, to) });
    }
    if (FIGURE_MOVES.includes(step.do) && step.from && step.to) {
      add(step.from, 'left');
      add(step.to, 'stepped');
    }
    if (step.at && step.do in MARK_OF_VERB) add(step.at, MARK_OF_VERB[step.do]);
    if (step.do === 'claim' && step.card) {
      const rune = runeName(view, words, step.card);
      for (const cell of step.cells ?? []) add(cell, 'claimed', { rune });
    }
    if (step.do === 'reveal' && step.card && !step.dealt) revealedRunes.add(step.card);
  }
  return { cells, revealedRunes, legend: legendOf(words, cells) };
}

/** Return the kinds of marks as one attribute value: "lifted stepped"; undefined if there are no marks. */
export const kindsOf = (marks: Mark[] | undefined): string | undefined => marks?.map((mark) => mark.kind).join(' ');

/** Move the marks with the tiles they are on. `tiles` lists the old and the new cell of each tile that moved. */
function moveMarks(cells: Map<string, Mark[]>, tiles: string[][]): Map<string, Mark[]> {
  const newCells = new Map(tiles.map(([from, to]) => [from, to]));
  return new Map([...cells].map(([cell, marks]) => [newCells.get(cell) ?? cell, marks]));
}

/** Return the direction from one cell to another, in degrees clockwise from the right. */
function slideDirection(from: string, to: string): number {
  const [fromRow, fromColumn] = [...from].map(Number);
  const [toRow, toColumn] = [...to].map(Number);
  if (toRow > fromRow) return 90;
  if (toRow < fromRow) return 270;
  return toColumn < fromColumn ? 180 : 0;
}

/** Return the texts of all marks, each once, after the names of its cells: "a1 b2 slid here; c3 activated". */
function legendOf(words: GameWords, cells: Map<string, Mark[]>): string {
  const cellsOfText = new Map<string, string[]>();
  for (const [cell, marks] of cells)
    for (const { text } of marks) cellsOfText.set(text, [...(cellsOfText.get(text) ?? []), cell]);
  const hasName = (cell: string) => !cell.includes(','); // a cell of the unfinished arena, such as "-1,2", has none
  const entries = [...cellsOfText].map(([text, cells]) => {
    const names = cells.filter(hasName).map((cell) => placeName(words, cell));
    return [...names, text].join(' ');
  });
  return entries.join('; ');
}

/** Marks on the cells and rune cards that the other players changed since the viewer's last action. */
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
/** A mark on a cell. */
export interface Mark {
  kind: MarkKind;
  /** For `slid`: the direction of the slide in degrees, clockwise from "to the right" (0). Otherwise 0. */
  direction: number;
  /** What happened, in words. */
  text: string;
}
/** What happened on the arena since the viewer's last action. */
export interface BoardMarks {
  /** The marks on each cell ("03"). A special tile has its mark on a place around the arena ("T0"). */
  cells: Map<string, Mark[]>;
  /** The rune cards that were turned face up. */
  revealedCards: Set<string>;
  /** The texts of all marks in one line, for screen readers. */
  legend: string;
}

/**
 * Return the steps in a log line that belong to the turn of the solo opponent. The scripted steps always do. The line's
 * own action does if it was a chance event or an action of the opponent, even one that the player chose for it.
 */
export function opponentSteps(line: Line): LogStep[] {
  const isChance = line.by === null; // `by` is the seat that chose the action
  const isActionOfOpponent = line.seat === null; // `seat` is the seat for which the action was chosen
  const scriptedSteps = line.script ?? [];
  return isChance || isActionOfOpponent ? [line, ...scriptedSteps] : scriptedSteps;
}

/**
 * Return what happened since the viewer's last action. In a solo game that is the opponent's turn, which begins with
 * the line that ended the player's turn.
 */
export function recentSteps(view: View, log: Line[], recent: Line[]): LogStep[] {
  if (view.options.mode !== 'solo') return recent;
  const lastPlayerLine = log.findLastIndex((line) => line.by !== null && line.seat === 0);
  const hasEndedTurn = log.at(lastPlayerLine)?.do === 'end';
  return lastPlayerLine >= 0 && hasEndedTurn ? log.slice(lastPlayerLine).flatMap(opponentSteps) : [];
}

/** The kind of mark that an action leaves on its cell (`at`), by the verb of the action. */
const MARK_OF_VERB: Record<string, MarkKind> = {
  activate: 'woken',
  summon: 'summoned',
  special: 'special',
  lay: 'laid',
  stand: 'stepped',
};

/** Return the marks that these steps of the log leave on the cells and rune cards. */
export function marksOf(view: View, words: GameWords, steps: LogStep[]): BoardMarks {
  let cells = new Map<string, Mark[]>();
  const revealedCards = new Set<string>();
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
    if (step.do === 'reveal' && step.card && !step.dealt) revealedCards.add(step.card);
  }
  return { cells, revealedCards, legend: legendOf(words, cells) };
}

/** Return the kinds of the marks on a cell as one attribute value, "lifted stepped"; undefined if there are none. */
export const kindsOf = (marks: Mark[] | undefined): string | undefined => marks?.map((mark) => mark.kind).join(' ');

/** Return the marks by cell after tiles have moved. `tiles` has the old and the new cell of each moved tile. */
function moveMarks(cells: Map<string, Mark[]>, tiles: string[][]): Map<string, Mark[]> {
  const newCells = new Map(tiles.map(([from, to]) => [from, to]));
  return new Map([...cells].map(([cell, marks]) => [newCells.get(cell) ?? cell, marks]));
}

/** Return the direction from one cell to a neighbour: 0 degrees is to the right, 90 down, 180 to the left, 270 up. */
function slideDirection(from: string, to: string): number {
  const [fromRow, fromColumn] = [...from].map(Number);
  const [toRow, toColumn] = [...to].map(Number);
  if (toRow > fromRow) return 90;
  if (toRow < fromRow) return 270;
  return toColumn < fromColumn ? 180 : 0;
}

/** Return the texts of all marks in one line, each after the names of its cells: "a1 b2 slid here; c3 activated". */
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

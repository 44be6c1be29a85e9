/**
 * Shows the solo opponent's turn step by step. The server plays the whole turn at once; this module reconstructs the
 * views between the steps.
 */
import { settings } from '../../state/settings.svelte';
import type { Board, View } from './types';
import { CELLS, type LogStep } from './view';

/** The parts of a view that a step can change. */
type Pieces = Pick<View, 'arena' | 'mages'> & Pick<Board, 'own'>;

/** The view after one step of the script, as the differences from the final view. */
export interface ScriptFrame {
  step: LogStep;
  view: Partial<View>;
  own: Board['own'];
  /** The cell of the tile that is being lifted. */
  lifted: string | null;
}

const TIMED = ['activate', 'move', 'rest', 'lift', 'gem', 'take'];
const DWELL = { calm: 1200, brisk: 600, still: 0 };

/** Return the steps to show: those of the log, with claimed cards as a separate step. */
export function timedSteps(steps: LogStep[]): LogStep[] {
  return steps
    .flatMap((line) =>
      line.do === 'gem' ? [line, { ...line, do: 'take', tiles: undefined, riders: undefined }] : [line],
    )
    .filter((line) => TIMED.includes(line.do));
}

/**
 * Compute the view after each step, backwards from the final view. The runes stay those from before the turn until
 * the step that claims cards.
 */
export function scriptFrames(before: View, after: View, own: Board['own'], steps: LogStep[]): ScriptFrame[] {
  let pieces: Pieces = { arena: after.arena, mages: after.mages, own };
  let runes = before.runes;
  const frames: ScriptFrame[] = [];
  for (const step of timedSteps(steps).reverse()) {
    const { own, ...seen } = pieces;
    frames.unshift({ step, view: seen, own, lifted: step.do === 'lift' ? step.at! : null });
    pieces = undone(pieces, step);
  }
  for (const line of steps) {
    if (line.do === 'gem') break;
    if (line.do === 'reveal') runes = { ...runes, [line.level!]: turnedUp(runes[line.level!], line) };
  }
  for (const { step, view } of frames) {
    Object.assign(view, { turn: { seat: 0, side: 'k' }, side: 'k', round: before.round });
    if (step.do !== 'take') Object.assign(view, { runes, score: before.score });
  }
  return frames;
}

/** Return the two face-up cards of a level after a card was revealed. */
function turnedUp([top, beside]: (string | null)[], line: LogStep): (string | null)[] {
  if (line.moved) return [line.card!, line.moved];
  return line.place === 'top' ? [line.card!, beside] : [top, line.card!];
}

function undone(pieces: Pieces, step: LogStep): Pieces {
  const { arena, mages, own } = pieces;
  if (step.do === 'activate')
    return { ...pieces, arena: changed(arena!, { [step.at!]: (tile) => tile.toLowerCase() }) };
  if (step.do === 'move')
    return { ...pieces, mages: { ...mages, k: mages.k.map((cell) => (cell === step.to ? step.from! : cell)) } };
  if (!step.tiles) return pieces;
  const came = new Map(step.tiles.map(([from, to]) => [to, from]));
  const back = (cells: string[]) => cells.map((cell) => came.get(cell) ?? cell);
  const flat = arena!.join('');
  const tiles = [...flat];
  tiles[CELLS.indexOf(step.was!)] = '.';
  for (const [from, to] of step.tiles) tiles[CELLS.indexOf(from)] = flat[CELLS.indexOf(to)];
  return { arena: rows(tiles), mages: { k: back(mages.k), p: back(mages.p) }, own: { k: back(own.k), p: back(own.p) } };
}
const rows = (tiles: string[]) => [0, 4, 8, 12].map((at) => tiles.slice(at, at + 4).join(''));
const changed = (arena: string[], by: Record<string, (tile: string) => string>) =>
  rows([...arena.join('')].map((tile, k) => by[CELLS[k]]?.(tile) ?? tile));

export class ScriptPlayback {
  frame: ScriptFrame | null = $state.raw(null);
  /** The steps still to be shown. */
  left: ScriptFrame[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over: (() => void) | null = null;

  /** Show the steps one after the other, then call `over`. */
  play(frames: ScriptFrame[], over: () => void): void {
    this.end();
    this.left = frames;
    this.over = over;
    this.next();
  }
  private next(): void {
    const [frame, ...rest] = this.left;
    if (!frame) return this.end();
    this.frame = frame;
    this.left = rest;
    this.timer = setTimeout(() => this.next(), DWELL[settings.pace]);
  }
  /** Skip to the end. */
  end(): void {
    clearTimeout(this.timer);
    this.frame = null;
    this.left = [];
    const over = this.over;
    this.over = null;
    over?.();
  }
}

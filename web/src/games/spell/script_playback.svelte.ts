/**
 * Shows the solo opponent's turn step by step. The opponent follows a fixed script, and the server plays its whole
 * turn at once; this module reconstructs the views between the steps.
 */
import { settings } from '../../state/settings.svelte';
import type { Board, View } from './types';
import { moveTiles, tileAt, withTile, type LogStep } from './view';

/** The view after one step of the script, as the differences from the final view. */
export interface ScriptFrame {
  step: LogStep;
  view: Partial<View>;
  /** By side, the cells that count for its runes after this step. */
  own: Board['own'];
  /** The cell of the tile that is being lifted. */
  lifted: string | null;
}

/** What a step can change on the arena: its tiles, the mages on them, and the cells that count for a side's runes. */
type Pieces = Pick<View, 'mages'> & Pick<Board, 'own'> & { arena: string[] };

const SHOWN_STEPS = ['activate', 'move', 'rest', 'lift', 'gem'];
const STEP_DURATION_MS = { calm: 1200, brisk: 600, still: 0 };

/**
 * Return the steps to show. A "gem" step slides tiles and then takes cards, so it is shown as two steps: "gem" for the
 * slide, and "take".
 */
export function shownSteps(steps: LogStep[]): LogStep[] {
  const result: LogStep[] = [];
  for (const step of steps) {
    if (SHOWN_STEPS.includes(step.do)) result.push(step);
    if (step.do === 'gem') result.push({ ...step, do: 'take', tiles: undefined, riders: undefined });
  }
  return result;
}

/**
 * Compute the view after each step, backwards from the final view (`after`). `before` is the view before the turn, and
 * `own` has the cells that count for each side after the turn. Until the step that takes cards, the frames show the
 * runes and the score from before it.
 */
export function scriptFrames(before: View, after: View, own: Board['own'], steps: LogStep[]): ScriptFrame[] {
  if (!after.arena) return [];
  let pieces: Pieces = { arena: after.arena, mages: after.mages, own };
  const runes = runesBeforeTaking(before.runes, steps);
  const frames: ScriptFrame[] = [];
  for (const step of shownSteps(steps).reverse()) {
    const { arena, mages } = pieces;
    const view: Partial<View> = { arena, mages, turn: { seat: 0, side: 'k' }, side: 'k', round: before.round };
    if (step.do !== 'take') Object.assign(view, { runes, score: before.score });
    frames.unshift({ step, view, own: pieces.own, lifted: step.do === 'lift' ? (step.at ?? null) : null });
    pieces = piecesBefore(step, pieces);
  }
  return frames;
}

/**
 * Return the face-up cards by level just before the opponent takes cards: the given cards and those that were revealed
 * earlier in its turn.
 */
function runesBeforeTaking(runes: View['runes'], steps: LogStep[]): View['runes'] {
  const gem = steps.findIndex((step) => step.do === 'gem');
  const earlier = gem < 0 ? steps : steps.slice(0, gem);
  const result = { ...runes };
  for (const step of earlier) {
    const { level } = step;
    if (step.do === 'reveal' && level !== undefined) result[level] = afterReveal(result[level], step);
  }
  return result;
}

/**
 * Return the two face-up cards of a level after a card was revealed. The new card replaces one of them, or it comes on
 * top and `step.moved`, the card that was there, moves beside it.
 */
function afterReveal([top, beside]: (string | null)[], step: LogStep): (string | null)[] {
  const revealed = step.card ?? null;
  if (step.moved) return [revealed, step.moved];
  return step.place === 'top' ? [revealed, beside] : [top, revealed];
}

/**
 * Return the pieces as they were before a step, from the pieces after it. A small letter is an inactive tile, and the
 * solo opponent plays the black side "k".
 */
function piecesBefore(step: LogStep, after: Pieces): Pieces {
  const { arena, mages, own } = after;
  if (step.do === 'activate' && step.at) {
    const inactiveTile = tileAt(arena, step.at).toLowerCase();
    return { ...after, arena: withTile(arena, step.at, inactiveTile) };
  }
  const { from, to } = step;
  if (step.do === 'move' && from) {
    const blackMages = mages.k.map((cell) => (cell === to ? from : cell));
    return { ...after, mages: { ...mages, k: blackMages } };
  }
  if (!step.tiles) return after;
  const movedBack = moveTiles(
    arena,
    step.tiles.map(([from, to]) => [to, from]),
  );
  const oldCells = new Map(step.tiles.map(([from, to]) => [to, from]));
  const cellsBefore = (cells: string[]) => cells.map((cell) => oldCells.get(cell) ?? cell);
  return {
    arena: movedBack.arena,
    mages: { k: cellsBefore(mages.k), p: cellsBefore(mages.p) },
    own: { k: cellsBefore(own.k), p: cellsBefore(own.p) },
  };
}

/** Shows frames one after the other, at the pace of the settings. */
export class ScriptPlayback {
  /** The frame that is shown; null if nothing is played back. */
  frame: ScriptFrame | null = $state.raw(null);
  /** The frames still to be shown. */
  remaining: ScriptFrame[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private onEnd: (() => void) | null = null;

  /** Show the frames one after the other, then call `onEnd`. */
  play(frames: ScriptFrame[], onEnd: () => void): void {
    this.end();
    this.remaining = frames;
    this.onEnd = onEnd;
    this.next();
  }
  private next(): void {
    const [frame, ...rest] = this.remaining;
    if (!frame) return this.end();
    this.frame = frame;
    this.remaining = rest;
    this.timer = setTimeout(() => this.next(), STEP_DURATION_MS[settings.pace]);
  }
  /** Skip to the end. */
  end(): void {
    clearTimeout(this.timer);
    this.frame = null;
    this.remaining = [];
    const onEnd = this.onEnd;
    this.onEnd = null;
    onEnd?.();
  }
}

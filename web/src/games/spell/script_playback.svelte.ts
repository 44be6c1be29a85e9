/**
 * Shows the solo opponent's turn step by step. The opponent follows a fixed script, and the server plays its whole
 * turn at once; this module reconstructs the views between the steps.
 */
import { settings } from '../../state/settings.svelte';
import type { Board, View } from './types';
import { moveTiles, tileAt, withTile, type LogStep } from './view';

/** The picture of the board after one step of the solo opponent's turn. */
export interface ScriptFrame {
  step: LogStep;
  /** The keys of the view that differ from the final view of the turn. */
  view: Partial<View>;
  /** For each side, the cells that count for its runes after this step. */
  own: Board['own'];
  /** The cell of the tile that the opponent is lifting in this step; null for none. */
  lifted: string | null;
}

/** What a step can change in the arena: the tiles, the mages on them, and the cells that count for each side's runes. */
type Pieces = Pick<View, 'mages'> & Pick<Board, 'own'> & { arena: string[] };

const SHOWN_VERBS = ['activate', 'move', 'rest', 'lift', 'gem'];
const STEP_DURATION_MS = { calm: 1200, brisk: 600, still: 0 };

/**
 * Return the steps to show. A "gem" step slides tiles and then takes cards, so it is shown as two steps: "gem" for the
 * slide, and "take".
 */
export function shownSteps(steps: LogStep[]): LogStep[] {
  const result: LogStep[] = [];
  for (const step of steps) {
    if (SHOWN_VERBS.includes(step.do)) result.push(step);
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
 * Return the face-up cards of each level just before the opponent takes cards. `runes` are the face-up cards at the
 * start of the opponent's turn, and the `steps` of the turn reveal more cards.
 */
function runesBeforeTaking(runes: View['runes'], steps: LogStep[]): View['runes'] {
  const takingStart = steps.findIndex((step) => step.do === 'gem');
  const stepsBefore = takingStart < 0 ? steps : steps.slice(0, takingStart);
  const runesBefore = { ...runes };
  for (const step of stepsBefore) {
    const { level } = step;
    if (step.do === 'reveal' && level !== undefined) runesBefore[level] = afterReveal(runesBefore[level], step);
  }
  return runesBefore;
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

/** Shows the frames of the solo opponent's turn one after the other, at the pace of the settings. */
export class ScriptPlayback {
  /** The frame that is shown now; null if no turn is played back. */
  frame: ScriptFrame | null = $state.raw(null);
  /** The frames that are not shown yet, in order. */
  remainingFrames: ScriptFrame[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private onEnd: (() => void) | null = null;

  /** Show the frames one after the other. Call `onEnd` after the last frame, or when the playback is ended early. */
  play(frames: ScriptFrame[], onEnd: () => void): void {
    this.end();
    this.remainingFrames = frames;
    this.onEnd = onEnd;
    this.showNextFrame();
  }
  private showNextFrame(): void {
    const [nextFrame, ...laterFrames] = this.remainingFrames;
    if (!nextFrame) return this.end();
    this.frame = nextFrame;
    this.remainingFrames = laterFrames;
    this.timer = setTimeout(() => this.showNextFrame(), STEP_DURATION_MS[settings.pace]);
  }
  /** End the playback: skip the remaining frames. */
  end(): void {
    clearTimeout(this.timer);
    this.frame = null;
    this.remainingFrames = [];
    const onEnd = this.onEnd;
    this.onEnd = null;
    onEnd?.();
  }
}

/** The solo opponent's turn is played by the house at once. Here it is shown as a hand would play it: step by step. */
import { settings } from '../../state/settings.svelte';
import type { Board, View } from './types';
import { CELLS, type Deed } from './view';

/** What a step may move or wake. */
type Pieces = Pick<View, 'arena' | 'mages'> & Pick<Board, 'own'>;

/** The table after one step of the script, as far as it differs from what lies there in the end. */
export interface Picture {
  step: Deed;
  view: Partial<View>;
  own: Board['own'];
  /** the tile held in the air */
  lifted: string | null;
}

const TIMED = ['activate', 'move', 'rest', 'lift', 'gem', 'take'];
const DWELL = { calm: 1200, brisk: 600, still: 0 };

/** The steps that are shown: as in the log, with the cards that were taken as a step of their own. */
export function timedSteps(happened: Deed[]): Deed[] {
  return happened
    .flatMap((line) =>
      line.do === 'gem' ? [line, { ...line, do: 'take', tiles: undefined, riders: undefined }] : [line],
    )
    .filter((line) => TIMED.includes(line.do));
}

/** What lay on the table after each step, reckoned back from what lies there now; the runes are those of before, until cards are taken. */
export function pictures(before: View, after: View, own: Board['own'], happened: Deed[]): Picture[] {
  let pieces: Pieces = { arena: after.arena, mages: after.mages, own };
  let runes = before.runes;
  const found: Picture[] = [];
  for (const step of timedSteps(happened).reverse()) {
    const { own, ...seen } = pieces;
    found.unshift({ step, view: seen, own, lifted: step.do === 'lift' ? step.at! : null });
    pieces = undone(pieces, step);
  }
  for (const line of happened) {
    if (line.do === 'gem') break;
    if (line.do === 'reveal') runes = { ...runes, [line.level!]: turnedUp(runes[line.level!], line) };
  }
  for (const { step, view } of found) {
    Object.assign(view, { turn: { seat: 0, side: 'k' }, side: 'k', round: before.round });
    if (step.do !== 'take') Object.assign(view, { runes, score: before.score });
  }
  return found;
}

/** The two places of a level after a card was turned up. */
function turnedUp([top, beside]: (string | null)[], line: Deed): (string | null)[] {
  if (line.moved) return [line.card!, line.moved];
  return line.place === 'top' ? [line.card!, beside] : [top, line.card!];
}

function undone(pieces: Pieces, step: Deed): Pieces {
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

export class Narration {
  picture: Picture | null = $state.raw(null);
  /** the pictures still to come */
  left: Picture[] = $state.raw([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over: (() => void) | null = null;

  /** Shows one picture after the other, then calls `over`. */
  play(pictures: Picture[], over: () => void): void {
    this.end();
    this.left = pictures;
    this.over = over;
    this.next();
  }
  private next(): void {
    const [picture, ...rest] = this.left;
    if (!picture) return this.end();
    this.picture = picture;
    this.left = rest;
    this.timer = setTimeout(() => this.next(), DWELL[settings.pace]);
  }
  /** A press hurries it to its end. */
  end(): void {
    clearTimeout(this.timer);
    this.picture = null;
    this.left = [];
    const over = this.over;
    this.over = null;
    over?.();
  }
}

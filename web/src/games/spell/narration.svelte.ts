/** The solo opponent's turn is played by the house at once. Here it is shown as a hand would play it: step by step. */
import { settings } from '../../app/settings.svelte';
import type { Line } from '../../app/wire';
import { CELLS, type SpellView } from './view';

/** The table after one step of the script, as far as it differs from what lies there in the end. */
export interface Picture {
  step: Line;
  shows: Partial<SpellView>;
  /** the tile held in the air */
  lifted: string | null;
}

const TIMED = ['activate', 'move', 'rest', 'lift', 'gem', 'take'];
const DWELL = { calm: 1200, brisk: 600, still: 0 };

/** The steps that are shown: as in the log, with the cards that were taken as a step of their own. */
export function timedSteps(happened: Line[]): Line[] {
  return happened.flatMap((line) => (line.do === 'gem' ? [line, { ...line, do: 'take', tiles: undefined, riders: undefined }] : [line])).filter((line) => TIMED.includes(line.do));
}

/** What lay on the table after each step, reckoned back from what lies there now; the runes are those of before, until cards are taken. */
export function pictures(before: SpellView, after: SpellView, happened: Line[]): Picture[] {
  let shows: Partial<SpellView> = { arena: after.arena, mages: after.mages, own: after.own };
  let runes = before.runes;
  const found: Picture[] = [];
  for (const step of timedSteps(happened).reverse()) {
    found.unshift({ step, shows: { ...shows, fits: {} }, lifted: step.do === 'lift' ? step.at : null });
    shows = undone(shows, step);
  }
  for (const line of happened) {
    if (line.do === 'gem') break;
    if (line.do === 'reveal') runes = { ...runes, [line.level]: line.moved ? [line.card, line.moved] : line.place === 'top' ? [line.card, runes[line.level][1]] : [runes[line.level][0], line.card] };
  }
  for (const { step, shows } of found) {
    Object.assign(shows, { turn: { seat: 0, side: 'k' }, side: 'k', round: before.round });
    if (step.do !== 'take') Object.assign(shows, { runes, score: before.score });
  }
  return found;
}

function undone(shows: Partial<SpellView>, step: Line): Partial<SpellView> {
  const { arena, mages, own } = shows as Pick<SpellView, 'arena' | 'mages' | 'own'>;
  if (step.do === 'activate') return { ...shows, arena: changed(arena!, { [step.at]: (tile) => tile.toLowerCase() }) };
  if (step.do === 'move') return { ...shows, mages: { ...mages, k: mages.k.map((cell) => (cell === step.to ? step.from : cell)) } };
  if (!step.tiles) return shows;
  const came = new Map((step.tiles as string[][]).map(([from, to]) => [to, from]));
  const back = (cells: string[]) => cells.map((cell) => came.get(cell) ?? cell);
  const flat = arena!.join('');
  const tiles = [...flat];
  tiles[CELLS.indexOf(step.was)] = '.';
  for (const [from, to] of step.tiles as string[][]) tiles[CELLS.indexOf(from)] = flat[CELLS.indexOf(to)];
  return { arena: rows(tiles), mages: { k: back(mages.k), p: back(mages.p) }, own: { k: back(own.k), p: back(own.p) } };
}
const rows = (tiles: string[]) => [0, 4, 8, 12].map((at) => tiles.slice(at, at + 4).join(''));
const changed = (arena: string[], by: Record<string, (tile: string) => string>) => rows([...arena.join('')].map((tile, k) => by[CELLS[k]]?.(tile) ?? tile));

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

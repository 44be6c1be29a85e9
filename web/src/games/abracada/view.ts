/** The view of abracada (src/sortilege/games/abracada/view.py), and what the board reads out of it. */
import type { GameWords } from '../../app/shelf.svelte';
import type { Line, View } from '../../app/wire';
import { fill } from '../../words';

export interface AbracadaView extends View {
  seats: number;
  options: { variant: 'standard' | 'last'; easy: boolean; low_call: 'refuse' | 'penalty'; die: number[] };
  round: number;
  turn: { seat: number; last: number } | null;
  active: number;
  scores: number[];
  life: number[];
  /** Faces left to right, "?" where the viewer may not look. */
  hands: string[];
  stones: number[][];
  board: number[];
  secrets: number;
  pile: number;
  taken: string[];
}

export const SPELLS = ['', 'dragon', 'ghost', 'dream', 'owl', 'storm', 'blizzard', 'fireball', 'potion'];
export const KINDS = [1, 2, 3, 4, 5, 6, 7, 8];
export const LIVES = 6;
export const HAND = 5;
export const SECRETS = 4;
export const SUMMIT = 8;

export const face = (letter: string): number | null => (letter === '?' ? null : Number(letter));

/** Where one copy of a spell is, as far as the viewer can tell. */
export type Copy = { at: 'used' } | { at: 'seen'; seat: number; secret: boolean } | { at: 'unseen' };

/** Every copy of a spell: used ones first, then those in sight, then the rest. */
export function copies(view: AbracadaView, spell: number): Copy[] {
  const seen: Copy[] = [];
  for (let seat = 0; seat < view.seats; seat++) {
    for (const letter of view.hands[seat]) if (face(letter) === spell) seen.push({ at: 'seen', seat, secret: false });
    for (const letter of view.taken[seat]) if (face(letter) === spell) seen.push({ at: 'seen', seat, secret: true });
  }
  const used: Copy[] = Array.from({ length: view.board[spell - 1] }, () => ({ at: 'used' }));
  const unseen: Copy[] = Array.from({ length: Math.max(0, spell - used.length - seen.length) }, () => ({ at: 'unseen' }));
  return [...used, ...seen, ...unseen];
}

export interface Call {
  seat: number;
  spell: number;
  /** null: too low, so nobody learned whether it was there. */
  hit: boolean | null;
  /** What the die showed, where one was rolled for it. */
  die?: number;
}

/** The calls of the latest turn of the round, and each seat's latest. */
export function callsOf(log: Line[], round: number): { turn: Call[]; bySeat: Map<number, Call[]> } {
  const bySeat = new Map<number, Call[]>();
  let turn: Call[] = [];
  let closed = true;
  for (const line of log) {
    if (line.round !== round) continue;
    if (line.do === 'end') closed = true;
    if (line.do === 'roll' && turn.length) turn.at(-1)!.die = line.die;
    if (line.do !== 'call' || line.by === null) continue;
    if (closed || turn[0]?.seat !== line.by) turn = [];
    closed = line.hit !== true;
    turn.push({ seat: line.by, spell: line.spell, hit: line.hit });
    bySeat.set(line.by, turn);
  }
  return { turn, bySeat };
}

/** What the others did in this round since your last act: marked until you act. */
export interface Since {
  calls: Call[];
  /** Lives gained or lost, by seat. */
  lives: Map<number, number>;
  /** Who took a secret stone, one entry a stone. */
  secrets: number[];
}

export function sinceOf(recent: Line[], round: number): Since {
  const since: Since = { calls: [], lives: new Map(), secrets: [] };
  const first = recent.findIndex((line) => line.by !== null); // what chance did before was still the end of your own act
  for (const line of first < 0 ? [] : recent.slice(first)) {
    if (line.round !== round) continue;
    if (line.do === 'call') since.calls.push({ seat: line.by!, spell: line.spell, hit: line.hit });
    if (line.do === 'roll' && since.calls.length) since.calls.at(-1)!.die = line.die;
    if (line.do === 'secret') since.secrets.push(line.to);
    for (const [seat, change] of livesOf(line)) since.lives.set(seat, (since.lives.get(seat) ?? 0) + change);
  }
  return since;
}

/** Lives gained and lost by what a line tells. */
export const livesOf = (line: Line): [number, number][] => Object.entries((line.life ?? {}) as Record<string, number>).map(([seat, change]) => [Number(seat), change]);

/** A seat's lives, and what they gained or lost since your last act, for those who listen. */
export function livesSaid(words: GameWords, life: number, since: number): string {
  const now = fill(words.table.lives, { n: life });
  return since ? `${now}, ${fill(since < 0 ? words.table.lives_lost : words.table.lives_gained, { n: Math.abs(since) })}` : now;
}

export interface Ended {
  round: number;
  cause: string;
  points: number[];
  scores: number[];
  hands: string[];
  taken: string[];
  next: number | null;
}

/** The rounds scored so far, oldest first. */
export const rounds = (log: Line[]): Ended[] => log.flatMap((line) => (line.ended ? [{ ...line.ended, round: line.round }] : []));

/** Who sits next to a chair on either side, among those still in the round. */
export function neighbours(view: AbracadaView, chair: number): { left: number; right: number } {
  const next = (step: number) => {
    for (let k = 1; k < view.seats; k++) {
      const seat = (chair + k * step + k * view.seats) % view.seats;
      if (view.life[seat] > 0 || view.outcome) return seat;
    }
    return chair;
  };
  return { left: next(1), right: next(-1) };
}

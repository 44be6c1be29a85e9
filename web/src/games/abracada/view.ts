/** What the board reads out of a view and its log (types.ts, made from src/sortilege/games/abracada). */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import type { Board, Line, RoundEnd, View } from './types';

/** The spells by number, as words.toml calls them; drawn as s1 to s8 of the kit. */
export const SPELLS = ['', 'dragon', 'ghost', 'dream', 'owl', 'storm', 'blizzard', 'fireball', 'potion'];
export const KINDS = [1, 2, 3, 4, 5, 6, 7, 8];

export const spellName = (words: GameWords, spell: number): string => words.spells[SPELLS[spell]].name;
/** A stone for those who listen: its number and spell, or that it is hidden. */
export const stoneLabel = (words: GameWords, spell: number | null): string =>
  spell ? fill(words.table.stone, { n: spell, spell: spellName(words, spell) }) : words.table.back;

/** The spell of a stone as it is written in hands; null where it is hidden. */
export const face = (letter: string): number | null => (letter === '?' ? null : Number(letter));

/** Where one copy of a spell is, as far as the viewer can tell. */
export type Copy = { at: 'used' } | { at: 'seen'; seat: number; secret: boolean } | { at: 'unseen' };

/** Every copy of a spell: used ones first, then those in sight, then the rest. */
export function copies(view: View, board: Board, spell: number): Copy[] {
  const found = (stones: string, copy: Copy) => [...stones].filter((letter) => face(letter) === spell).map(() => copy);
  return [
    ...Array<Copy>(view.board[spell - 1]).fill({ at: 'used' }),
    ...view.hands.flatMap((hand, seat) => [
      ...found(hand, { at: 'seen', seat, secret: false }),
      ...found(view.taken[seat], { at: 'seen', seat, secret: true }),
    ]),
    ...Array<Copy>(board.unseen[spell - 1]).fill({ at: 'unseen' }),
  ];
}

export interface MadeCall {
  seat: number;
  spell: number;
  /** null: too low, so nobody learned whether it was there. */
  hit: boolean | null;
  /** What the die showed, where one was rolled for it. */
  die?: number;
}

/** The calls that these lines tell, each with its die. */
function callsIn(lines: Line[]): MadeCall[] {
  const calls: MadeCall[] = [];
  for (const line of lines) {
    if (line.do === 'call') calls.push({ seat: line.by, spell: line.spell, hit: line.hit });
    if (line.do === 'roll' && calls.length) calls.at(-1)!.die = line.die;
  }
  return calls;
}

/** The calls of the latest turn of the round, and of each seat's latest. */
export function callsOf(log: Line[], round: number): { turn: MadeCall[]; bySeat: Map<number, MadeCall[]> } {
  const bySeat = new Map<number, MadeCall[]>();
  let turn: MadeCall[] = [];
  for (const call of callsIn(log.filter((line) => line.round === round))) {
    if (turn[0]?.seat !== call.seat) turn = [];
    turn.push(call);
    bySeat.set(call.seat, turn);
  }
  return { turn, bySeat };
}

/** What the others did in this round since your last act: marked until you act. */
export interface Since {
  calls: MadeCall[];
  /** Lives gained or lost, by seat. */
  lives: Map<number, number>;
  /** Who took a secret stone, one entry a stone. */
  secrets: number[];
}

export function sinceOf(recent: Line[], round: number): Since {
  const first = recent.findIndex((line) => line.by !== null); // what chance did before was still the end of your own act
  const lines = first < 0 ? [] : recent.slice(first).filter((line) => line.round === round);
  const secrets = lines.flatMap((line) => (line.do === 'secret' ? [line.to] : []));
  return { calls: callsIn(lines), lives: livesOf(lines), secrets };
}

/** Lives gained and lost by what these lines tell, by seat. */
export function livesOf(lines: Line[]): Map<number, number> {
  const lives = new Map<number, number>();
  for (const line of lines) {
    for (const [seat, change] of Object.entries(line.life ?? {}))
      lives.set(Number(seat), (lives.get(Number(seat)) ?? 0) + change);
  }
  return lives;
}

/** A seat's lives, and what they gained or lost since your last act, for those who listen. */
export function livesLabel(words: GameWords, life: number, since: number): string {
  const now = fill(words.table.lives, { n: life });
  return since
    ? `${now}, ${fill(since < 0 ? words.table.lives_lost : words.table.lives_gained, { n: Math.abs(since) })}`
    : now;
}

/** A scored round and its number. */
export type Scored = RoundEnd & { round: number };

/** The rounds scored so far, oldest first. */
export const rounds = (log: Line[]): Scored[] =>
  log.flatMap((line) => (line.ended ? [{ ...line.ended, round: line.round }] : []));

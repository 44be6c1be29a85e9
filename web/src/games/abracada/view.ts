/**
 * Pure functions that read a view and its log. The types in types.ts are generated from
 * src/sortilege/games/abracada.
 */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import type { Board, Line, RoundEnd, View } from './types';

/** The keys of the spells in words.toml, by number; their symbols are s1 to s8. */
export const SPELLS = ['', 'dragon', 'ghost', 'dream', 'owl', 'storm', 'blizzard', 'fireball', 'potion'];
export const KINDS = [1, 2, 3, 4, 5, 6, 7, 8];

export const spellName = (words: GameWords, spell: number): string => words.spells[SPELLS[spell]].name;
/** Return the screen-reader label of a stone: its number and spell, or that it is hidden. */
export const stoneLabel = (words: GameWords, spell: number | null): string =>
  spell ? fill(words.table.stone, { n: spell, spell: spellName(words, spell) }) : words.table.back;

/** Return the spell of a stone, or null if the stone is hidden ("?"). */
export const face = (letter: string): number | null => (letter === '?' ? null : Number(letter));

/** The known location of one copy of a spell. */
export type Copy = { at: 'used' } | { at: 'seen'; seat: number; secret: boolean } | { at: 'unseen' };

/** Return the location of every copy of a spell: used copies first, then visible copies, then the rest. */
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

export interface CallResult {
  seat: number;
  spell: number;
  /** Null if the call was too low, so that the others did not learn whether it was right. */
  hit: boolean | null;
  /** The result of the die that was rolled for this call. */
  die?: number;
}

/** Return the calls in these lines, each with the die rolled for it. */
function callsIn(lines: Line[]): CallResult[] {
  const calls: CallResult[] = [];
  for (const line of lines) {
    if (line.do === 'call') calls.push({ seat: line.by, spell: line.spell, hit: line.hit });
    if (line.do === 'roll' && calls.length) calls.at(-1)!.die = line.die;
  }
  return calls;
}

/** Return the calls of the latest turn of a round, and those of each seat's latest turn. */
export function callsOf(log: Line[], round: number): { turn: CallResult[]; bySeat: Map<number, CallResult[]> } {
  const bySeat = new Map<number, CallResult[]>();
  let turn: CallResult[] = [];
  for (const call of callsIn(log.filter((line) => line.round === round))) {
    if (turn[0]?.seat !== call.seat) turn = [];
    turn.push(call);
    bySeat.set(call.seat, turn);
  }
  return { turn, bySeat };
}

/** What the other seats did in this round since the viewer's last action. */
export interface Since {
  calls: CallResult[];
  /** Lives gained or lost, by seat. */
  lives: Map<number, number>;
  /** The seats that took a secret stone, once per stone. */
  secrets: number[];
}

export function changesSince(recent: Line[], round: number): Since {
  const first = recent.findIndex((line) => line.by !== null); // chance events before the first action of another seat belong to the viewer's own action
  const lines = first < 0 ? [] : recent.slice(first).filter((line) => line.round === round);
  const secrets = lines.flatMap((line) => (line.do === 'secret' ? [line.to] : []));
  return { calls: callsIn(lines), lives: livesOf(lines), secrets };
}

/** Return the lives gained or lost in these lines, by seat. */
export function livesOf(lines: Line[]): Map<number, number> {
  const lives = new Map<number, number>();
  for (const line of lines) {
    for (const [seat, change] of Object.entries(line.life ?? {}))
      lives.set(Number(seat), (lives.get(Number(seat)) ?? 0) + change);
  }
  return lives;
}

/** Return the screen-reader label of a seat's lives, with the change since the viewer's last action. */
export function livesLabel(words: GameWords, life: number, since: number): string {
  const now = fill(words.table.lives, { n: life });
  return since
    ? `${now}, ${fill(since < 0 ? words.table.lives_lost : words.table.lives_gained, { n: Math.abs(since) })}`
    : now;
}

/** The result of a round, with the number of the round. */
export type Scored = RoundEnd & { round: number };

/** Return the results of all rounds scored so far, oldest first. */
export const rounds = (log: Line[]): Scored[] =>
  log.flatMap((line) => (line.ended ? [{ ...line.ended, round: line.round }] : []));

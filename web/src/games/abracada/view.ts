/**
 * Pure functions that read a view and its log. The types in types.ts are generated from
 * src/sortilege/games/abracada.
 */
import type { GameWords } from '../../state/shelf.svelte';
import { fill } from '../../words';
import type { Board, Line, RoundEnd, View } from './types';

/** The numbers of the eight spells. The icon of spell 3 is "s3". */
export const SPELLS = [1, 2, 3, 4, 5, 6, 7, 8];
/** The keys of the spells in words.toml, in the order of their numbers. */
const SPELL_KEYS = ['dragon', 'ghost', 'dream', 'owl', 'storm', 'blizzard', 'fireball', 'potion'];

export interface SpellWords {
  name: string;
  /** The effect in a few words. */
  short: string;
  /** The effect in full. */
  text: string;
}
export const spellWords = (words: GameWords, spell: number): SpellWords => words.spells[SPELL_KEYS[spell - 1]];
export const spellName = (words: GameWords, spell: number): string => spellWords(words, spell).name;
/** Return the screen-reader label of a stone: its number and spell, or a text that it is hidden. */
export const stoneLabel = (words: GameWords, spell: number | null): string =>
  spell ? fill(words.table.stone, { n: spell, spell: spellName(words, spell) }) : words.table.back;

/** Return the spell of a stone from its character in a view, such as "3"; null if the stone is hidden ("?"). */
export const spellOf = (stone: string): number | null => (stone === '?' ? null : Number(stone));

/** A stone of a hand. */
export interface HandStone {
  /** The number of the stone while it is in play. Animations find its element by this number. */
  id: number;
  /** The number of the spell on the stone; null if the viewer cannot see it. */
  spell: number | null;
}
/** Return the stones in the hand of a seat, in the order of their slots. */
export const handStones = (view: View, seat: number): HandStone[] =>
  [...view.hands[seat]].map((stone, slot) => ({ id: view.stones[seat][slot], spell: spellOf(stone) }));

/**
 * What the viewer knows of one stone with a certain spell. It was used; or the viewer sees it in the hand of `seat` or,
 * if `secret`, among the secret stones of `seat`; or the viewer does not see it.
 */
export type Copy = { state: 'used' } | { state: 'seen'; seat: number; secret: boolean } | { state: 'unseen' };

/** Return what the viewer knows of each stone with a spell: first the used stones, then the seen, then the unseen. */
export function copiesOf(view: View, board: Board, spell: number): Copy[] {
  const copies: Copy[] = [];
  const add = (count: number, copy: Copy) => {
    for (let index = 0; index < count; index++) copies.push(copy);
  };
  const countIn = (stones: string) => [...stones].filter((stone) => spellOf(stone) === spell).length;
  add(view.board[spell - 1], { state: 'used' });
  view.hands.forEach((hand, seat) => {
    add(countIn(hand), { state: 'seen', seat, secret: false });
    add(countIn(view.taken[seat]), { state: 'seen', seat, secret: true });
  });
  add(board.unseen[spell - 1], { state: 'unseen' });
  return copies;
}

export interface CallResult {
  seat: number;
  spell: number;
  /** Whether the call was right; null if it was too low, so that the other players did not learn it. */
  hit: boolean | null;
  /** The result of the die; undefined if no die was rolled for this call. */
  die?: number;
}

/** Return the calls in these log lines, each with its die. The line of a die follows the line of its call. */
function callsIn(lines: Line[]): CallResult[] {
  const calls: CallResult[] = [];
  for (const line of lines) {
    if (line.do === 'call') calls.push({ seat: line.by, spell: line.spell, hit: line.hit });
    const latestCall = calls.at(-1);
    if (line.do === 'roll' && latestCall) latestCall.die = line.die;
  }
  return calls;
}

/**
 * Return the calls of the latest turn in a round (`turn`), and the calls that each seat made in its own latest turn
 * (`bySeat`). Consecutive calls of one seat belong to one turn.
 */
export function latestCalls(log: Line[], round: number): { turn: CallResult[]; bySeat: Map<number, CallResult[]> } {
  const bySeat = new Map<number, CallResult[]>();
  let turn: CallResult[] = [];
  for (const call of callsIn(log.filter((line) => line.round === round))) {
    if (turn.at(-1)?.seat !== call.seat) turn = [];
    turn.push(call);
    bySeat.set(call.seat, turn);
  }
  return { turn, bySeat };
}

/** What the other players did in this round since the viewer's last action. */
export interface RecentChanges {
  calls: CallResult[];
  /** Lives gained or lost, by seat. */
  lives: Map<number, number>;
  /** The seats that took a secret stone. A seat that took two stones is in it twice. */
  secretTakers: number[];
}

/**
 * Return what the other players did. `recentLines` are the log lines after the viewer's last action. The first of them
 * can be chance outcomes of that action (`by` is null), so only the lines from the next player's action on count.
 */
export function recentChanges(recentLines: Line[], round: number): RecentChanges {
  const firstAction = recentLines.findIndex((line) => line.by !== null);
  const linesOfOthers = firstAction < 0 ? [] : recentLines.slice(firstAction);
  const lines = linesOfOthers.filter((line) => line.round === round);
  const secretTakers = lines.filter((line) => line.do === 'secret').map((line) => line.to);
  return { calls: callsIn(lines), lives: lifeChanges(lines), secretTakers };
}

/** Return the lives that each seat gained or, if negative, lost in these log lines. */
export function lifeChanges(lines: Line[]): Map<number, number> {
  const changes = new Map<number, number>();
  for (const line of lines)
    for (const [key, change] of Object.entries(line.life ?? {})) {
      const seat = Number(key);
      changes.set(seat, (changes.get(seat) ?? 0) + change);
    }
  return changes;
}

/** Return the screen-reader label of a seat's lives, with the change since the viewer's last action. */
export function livesLabel(words: GameWords, lives: number, recentChange: number): string {
  const label = fill(words.table.lives, { n: lives });
  if (recentChange === 0) return label;
  const sentence = recentChange < 0 ? words.table.lives_lost : words.table.lives_gained;
  return `${label}, ${fill(sentence, { n: Math.abs(recentChange) })}`;
}

/** The result of a finished round, with the number of the round. */
export type ScoredRound = RoundEnd & { round: number };

/** Return the results of all finished rounds in these log lines, oldest first. */
export const scoredRounds = (log: Line[]): ScoredRound[] =>
  log.flatMap((line) => (line.ended ? [{ ...line.ended, round: line.round }] : []));

/** What happened while you were not looking: the log by turns, and the end of it since your own last act. */
import type { Line, LogLine, Text, TurnLine } from '../api/wire';

/** The lines after the last one of this seat; for a spectator, those of whoever acted last. */
export function since(log: Line[], you: number | null): Line[] {
  const seat = you ?? log.findLast((line) => line.by !== null)?.by ?? null;
  const last = log.findLastIndex((line) => line.by === seat);
  if (you !== null) return log.slice(last + 1);
  const before = log.slice(0, last).findLastIndex((line) => line.by !== null && line.by !== seat);
  return log.slice(before + 1);
}

/** One thing the log tells in a turn: a sentence, and the line it comes from; `follows` if that tells of something else first. */
export interface Row {
  line: Line;
  text: Text;
  follows: boolean;
}

/** All that is told of a turn, in order; what was left out in it is one row, the last. */
export function rowsOf(log: LogLine[], turns: TurnLine[], turn: number): Row[] {
  const rows: Row[] = [];
  let left: Row | null = null;
  for (const one of log) {
    if (one.turn !== turn && one.turn !== turn - 1) continue; // a line may reach into the next turn
    if (one.skip && one.turn === turn && turns[turn].skipped)
      left = { line: one.line, text: turns[turn].skipped!, follows: false };
    else if (one.parts.length)
      one.parts.forEach((text, k) => text.turn === turn && rows.push({ line: one.line, text, follows: k > 0 }));
    else if (one.turn === turn && one.en) rows.push({ line: one.line, text: one, follows: false });
  }
  return left ? [...rows, left] : rows;
}

/** Whether something can be said of a turn that somebody took: not the set-up, which nobody took. */
const isTaken = (turn: TurnLine) => turn.en !== '' && (turn.seat !== null || turn.scripted);

/** The numbers of the turns others took since your last act; one in which you only answered goes on. */
export function turnsSince(log: LogLine[], turns: TurnLine[], you: number): number[] {
  const last = log.findLast((one) => one.line.by === you);
  const first = last === undefined ? 0 : turns[last.turn].seat === you ? last.turn + 1 : last.turn;
  return [...turns.keys()].filter((k) => k >= first && turns[k].seat !== you && isTaken(turns[k]));
}

/** The newest turn in which somebody has done something: a card that merely comes to whoever is next is no news. */
export function newestTurn(log: LogLine[], turns: TurnLine[]): TurnLine | undefined {
  const acted = log.findLast((one) => one.line.by !== null)?.turn ?? turns.length;
  return turns.findLast((turn, k) => turn.en !== '' && (turn.scripted || k <= acted));
}

/** What came while one was away. */
export interface Missed {
  /** Sentences in which one is named oneself, though somebody else acted, or nobody. */
  mine: Text[];
  /** The numbers of the turns others took. */
  turns: number[];
}

/** Of the lines that came meanwhile, what concerns this seat, and the turns they belong to. */
export function missedBy(you: number, lines: LogLine[], turns: TurnLine[]): Missed {
  const others = lines.filter((one) => one.line.by !== you);
  const told = others.flatMap((one) => (one.parts.length ? one.parts : [one]));
  const taken = [...new Set(told.map((text) => text.turn))].filter(
    (turn) => turns[turn] && turns[turn].seat !== you && isTaken(turns[turn]),
  );
  return { mine: told.filter((text) => text.en.includes(`{${you}}`)), turns: taken.sort((a, b) => a - b) };
}

/** What happened recently: the log by turns, and its end since the viewer's last action. */
import type { Line, LogLine, Text, TurnLine } from '../api/wire';

/** Return the lines after the last action of a seat; for a spectator, the last actions of one seat in a row. */
export function linesSince(log: Line[], you: number | null): Line[] {
  const seat = you ?? log.findLast((line) => line.by !== null)?.by ?? null;
  const last = log.findLastIndex((line) => line.by === seat);
  if (you !== null) return log.slice(last + 1);
  const before = log.slice(0, last).findLastIndex((line) => line.by !== null && line.by !== seat);
  return log.slice(before + 1);
}

/**
 * One sentence of a turn and the line it comes from. `follows` is true if it is not the first sentence of that line.
 */
export interface Row {
  line: Line;
  text: Text;
  follows: boolean;
}

/** Return all sentences of a turn in order; omitted lines are summarised in one last row. */
export function rowsOf(log: LogLine[], turns: TurnLine[], turn: number): Row[] {
  const rows: Row[] = [];
  let omitted: Row | null = null;
  for (const logLine of log) {
    if (logLine.turn !== turn && logLine.turn !== turn - 1) continue; // a line may extend into the next turn
    if (logLine.skip && logLine.turn === turn && turns[turn].skipped)
      omitted = { line: logLine.line, text: turns[turn].skipped!, follows: false };
    else if (logLine.parts.length)
      logLine.parts.forEach((text, k) => text.turn === turn && rows.push({ line: logLine.line, text, follows: k > 0 }));
    else if (logLine.turn === turn && logLine.en) rows.push({ line: logLine.line, text: logLine, follows: false });
  }
  return omitted ? [...rows, omitted] : rows;
}

/** Whether a turn can be described and was taken by a seat or by the solo script; the set-up is not. */
const isTaken = (turn: TurnLine) => turn.en !== '' && (turn.seat !== null || turn.scripted);

/**
 * Return the numbers of the turns that others took since the viewer's last action. A turn in which the viewer only
 * responded is included.
 */
export function turnsSince(log: LogLine[], turns: TurnLine[], you: number): number[] {
  const last = log.findLast((logLine) => logLine.line.by === you);
  const first = last === undefined ? 0 : turns[last.turn].seat === you ? last.turn + 1 : last.turn;
  return [...turns.keys()].filter((k) => k >= first && turns[k].seat !== you && isTaken(turns[k]));
}

/**
 * Return the newest turn in which a seat has acted; one with only chance events, such as a dealt card, does not
 * count yet.
 */
export function newestTurn(log: LogLine[], turns: TurnLine[]): TurnLine | undefined {
  const acted = log.findLast((logLine) => logLine.line.by !== null)?.turn ?? turns.length;
  return turns.findLast((turn, k) => turn.en !== '' && (turn.scripted || k <= acted));
}

/** What came while the viewer was away. */
export interface Missed {
  /** Sentences that name the viewer, although another seat or chance acted. */
  mine: Text[];
  /** The numbers of the turns that others took. */
  turns: number[];
}

/** Return which of these lines concern the viewer's seat, and the turns they belong to. */
export function missedBy(you: number, lines: LogLine[], turns: TurnLine[]): Missed {
  const others = lines.filter((logLine) => logLine.line.by !== you);
  const texts = others.flatMap((logLine) => (logLine.parts.length ? logLine.parts : [logLine]));
  const numbers = [...new Set(texts.map((text) => text.turn))].filter(
    (turn) => turns[turn] && turns[turn].seat !== you && isTaken(turns[turn]),
  );
  return { mine: texts.filter((text) => text.en.includes(`{${you}}`)), turns: numbers.sort((a, b) => a - b) };
}

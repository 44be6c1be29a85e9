/** Selects parts of a table's log: the sentences of a turn, and what has happened since the viewer's last action. */
import type { Line, LogLine, Text, TurnLine } from '../api/wire';

/**
 * Return the log lines after the last action of the viewer in seat `you`. A spectator (null) has no actions, so they
 * get the lines since the seat that acted last began to act. `line.by` is the seat that acted; null for a chance event,
 * such as a dealt card.
 */
export function linesSince(log: Line[], you: number | null): Line[] {
  if (you !== null) return log.slice(log.findLastIndex((line) => line.by === you) + 1);
  const lastActor = log.findLast((line) => line.by !== null)?.by;
  const lastByAnother = log.findLastIndex((line) => line.by !== null && line.by !== lastActor);
  return log.slice(lastByAnother + 1);
}

/** One sentence in the details of a turn. */
export interface Row {
  /** The log line to which the sentence belongs. */
  line: Line;
  text: Text;
  /** Whether another sentence of the same log line comes before this one. */
  isContinuation: boolean;
}

/**
 * Return the details of a turn: the sentences of its log lines in order. A log line with `skip` has no sentence of its
 * own. If the turn has such lines, the last row summarises all of them.
 */
export function rowsOf(log: LogLine[], turns: TurnLine[], turn: number): Row[] {
  const rows: Row[] = [];
  const skippedSummary = turns[turn].skipped;
  let summaryRow: Row | null = null;
  // the last line of the turn before may extend into this turn
  const logLines = log.filter((logLine) => logLine.turn === turn || logLine.turn === turn - 1);
  for (const logLine of logLines) {
    const { line } = logLine;
    if (logLine.skip && logLine.turn === turn && skippedSummary) {
      summaryRow = { line, text: skippedSummary, isContinuation: false };
    } else if (logLine.parts.length) {
      for (const [index, part] of logLine.parts.entries())
        if (part.turn === turn) rows.push({ line, text: part, isContinuation: index > 0 });
    } else if (logLine.turn === turn && logLine.en) {
      rows.push({ line, text: logLine, isContinuation: false });
    }
  }
  return summaryRow ? [...rows, summaryRow] : rows;
}

/** Whether a turn has a sentence and belongs to a seat or to the script of a solo game. The set-up does not. */
const wasPlayed = (turn: TurnLine) => turn.en !== '' && (turn.seat !== null || turn.scripted);

/**
 * Return the numbers of the turns that others took since the viewer's last action. A turn in which the viewer only
 * responded is included.
 */
export function turnsSince(log: LogLine[], turns: TurnLine[], you: number): number[] {
  const lastAction = log.findLast((logLine) => logLine.line.by === you);
  const firstTurn = lastAction?.turn ?? 0;
  return [...turns.keys()].filter((turn) => turn >= firstTurn && turns[turn].seat !== you && wasPlayed(turns[turn]));
}

/**
 * Return the newest turn in which a seat has acted; one with only chance events, such as a dealt card, does not
 * count yet.
 */
export function newestTurn(log: LogLine[], turns: TurnLine[]): TurnLine | undefined {
  const lastAction = log.findLast((logLine) => logLine.line.by !== null);
  const lastTurn = lastAction?.turn ?? turns.length;
  return turns.findLast((turn, index) => turn.en !== '' && (turn.scripted || index <= lastTurn));
}

/** A summary of what has happened while the viewer was away. */
export interface Missed {
  /** The sentences that name the viewer, such as "Bruno steals a card from Ada". */
  aboutViewer: Text[];
  /** The numbers of the turns that other players took. */
  turns: number[];
}

/** Summarise the log lines that the viewer in seat `you` has missed. Sentences name seat 2 by the placeholder "{2}". */
export function summariseMissed(you: number, missedLines: LogLine[], turns: TurnLine[]): Missed {
  const linesOfOthers = missedLines.filter((logLine) => logLine.line.by !== you);
  const sentences = linesOfOthers.flatMap((logLine) => (logLine.parts.length ? logLine.parts : [logLine]));
  const turnNumbers = [...new Set(sentences.map((sentence) => sentence.turn))];
  const isTurnOfOther = (turn: number) => turns[turn] && turns[turn].seat !== you && wasPlayed(turns[turn]);
  return {
    aboutViewer: sentences.filter((sentence) => sentence.en.includes(`{${you}}`)),
    turns: turnNumbers.filter(isTurnOfOther).sort((a, b) => a - b),
  };
}

/** The log of a table by turns, and what happened since the viewer's last action. */
import type { Line, LogLine, Text, TurnLine } from '../api/wire';

/**
 * Return the log lines after the viewer's last action. A spectator (`you` null) has no actions, so they get the latest
 * lines of the seat that acted last, back to the last action of any other seat. `line.by` is the seat that acted; null
 * for a chance event, such as a dealt card.
 */
export function linesSince(log: Line[], you: number | null): Line[] {
  if (you !== null) return log.slice(log.findLastIndex((line) => line.by === you) + 1);
  const lastActor = log.findLast((line) => line.by !== null)?.by;
  return log.slice(log.findLastIndex((line) => line.by !== null && line.by !== lastActor) + 1);
}

/** One sentence of a turn. */
export interface Row {
  /** The log line that the sentence comes from. */
  line: Line;
  text: Text;
  /** Whether this is not the first sentence of its log line. Its icon is then the sigil of the seat whose turn it is. */
  isContinuation: boolean;
}

/**
 * Return all sentences of a turn in order. A log line with `skip` is too unimportant for a sentence of its own: if the
 * turn has such lines, one last row summarises them (`skipped`).
 */
export function rowsOf(log: LogLine[], turns: TurnLine[], turn: number): Row[] {
  const rows: Row[] = [];
  const summary = turns[turn].skipped;
  let summaryRow: Row | null = null;
  const lines = log.filter((logLine) => logLine.turn === turn || logLine.turn === turn - 1);
  for (const logLine of lines) {
    const { line } = logLine;
    if (logLine.skip && logLine.turn === turn && summary) {
      summaryRow = { line, text: summary, isContinuation: false };
    } else if (logLine.parts.length) {
      // a line may extend into the next turn
      for (const [index, part] of logLine.parts.entries())
        if (part.turn === turn) rows.push({ line, text: part, isContinuation: index > 0 });
    } else if (logLine.turn === turn && logLine.en) {
      rows.push({ line, text: logLine, isContinuation: false });
    }
  }
  return summaryRow ? [...rows, summaryRow] : rows;
}

/** Whether a turn has a sentence and was played by a seat or by the script of a solo game, unlike the set-up. */
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

/** What happened while the viewer was away. */
export interface Missed {
  /** Sentences that name the viewer, although another seat or chance acted. */
  aboutViewer: Text[];
  /** The numbers of the turns that others took. */
  turns: number[];
}

/** Summarise the log lines that the viewer has missed. A sentence names seat 2 by the placeholder "{2}". */
export function missedBy(you: number, lines: LogLine[], turns: TurnLine[]): Missed {
  const others = lines.filter((logLine) => logLine.line.by !== you);
  const sentences = others.flatMap((logLine) => (logLine.parts.length ? logLine.parts : [logLine]));
  const isOthersTurn = (turn: number) => turns[turn] && turns[turn].seat !== you && wasPlayed(turns[turn]);
  const turnNumbers = [...new Set(sentences.map((sentence) => sentence.turn))];
  return {
    aboutViewer: sentences.filter((sentence) => sentence.en.includes(`{${you}}`)),
    turns: turnNumbers.filter(isOthersTurn).sort((a, b) => a - b),
  };
}

"""The log as it goes over the wire: each line with its sentences, each turn in one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from sortilege.core.game import Game
from sortilege.core.log import SeatLog
from sortilege.core.shapes import Line
from sortilege.core.turns import Turn
from sortilege.server.live.messages import LinePart, LogLine, TurnLine
from sortilege.server.text import Text

Parts = list[tuple[int, Line]]
# What was put into words, by the ids of what it was made from: that is kept with it, so that the ids stay its own.
Lines = dict[tuple[int, ...], tuple[LogLine, Line, Parts]]
TurnsInWords = dict[tuple[object, ...], tuple[TurnLine, list[Line]]]
RECENT: Final = 2  # turns whose sentences are kept: those before are said anew to whoever comes later


class Sentences:
    """Lines and turns that were put into words for one viewer and are the very same for the next. Recent ones are kept
    for two steps of a match; earlier ones, which may be many, only while everybody is being shown the same step."""

    def __init__(self) -> None:
        self._lines: Lines = {}
        self._turns: TurnsInWords = {}
        self._old_lines = self._lines
        self._old_turns = self._turns
        self._early_lines: Lines = {}
        self._early_turns: TurnsInWords = {}

    def grow_old(self) -> None:
        """A step was made: what is not asked for before the next is forgotten then."""
        self._old_lines, self._lines = self._lines, {}
        self._old_turns, self._turns = self._turns, {}

    def rest(self) -> None:
        """Everybody was shown the step."""
        self._early_lines.clear()
        self._early_turns.clear()

    def lines(self, game: Game, log: SeatLog, kept: int) -> list[LogLine]:
        """`log_line` of every line seen after those kept, each made once for all who saw it alike."""
        numbers, turns = log.numbers, log.by_turns()
        if kept == len(numbers):
            return []
        last = turn_of(turns, numbers[kept])
        made: list[LogLine] = []
        for number, line in zip(numbers[kept:], log.visible[kept:], strict=True):
            while last + 1 < len(turns) and turns[last + 1].numbers[0] <= number:
                last += 1
            parts = parts_until(turns, last, number)
            if len(parts) == 1:
                key: tuple[int, ...] = id(line), last, id(parts[0][1])
            else:
                key = id(line), *[one for k, part in parts for one in (k, id(part))]
            lines = self._lines if last >= len(turns) - RECENT else self._early_lines
            found = lines.get(key) or self._old_lines.get(key)
            if found is None:
                found = line_in_parts(game, line, parts), line, parts
            lines[key] = found
            made.append(found[0])
        return made

    def turns(self, game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
        """`turn_lines`, each made once for all who saw its lines alike."""
        recent = len(turns) - RECENT
        return [
            self._turn(game, turns[k], turns[k - 1] if k else None, self._turns if k >= recent else self._early_turns)
            for k in range(first, len(turns))
        ]

    def _turn(self, game: Game, turn: Turn, before: Turn | None, kept: TurnsInWords) -> TurnLine:
        key = turn.opening, before and before.opening.chapter, *map(id, turn.lines)
        found = kept.get(key) or self._old_turns.get(key)
        if found is None:
            found = turn_line(game, turn, before), turn.lines.copy()
        kept[key] = found
        return found[0]


def turn_of(turns: list[Turn], number: int) -> int:
    """The number of the last turn that the line of this number belongs to."""
    if turns[-1].numbers[0] <= number:  # as nearly always
        return len(turns) - 1
    return bisect_right(turns, number, key=lambda turn: turn.numbers[0]) - 1


def log_line(game: Game, turns: list[Turn], number: int, line: Line) -> LogLine:
    """A line as somebody saw it, in its turn, and in parts where it has several."""
    return line_in_parts(game, line, parts_of(turns, number))


def parts_of(turns: list[Turn], number: int) -> Parts:
    """What the line of this number tells, each with the number of its turn."""
    return parts_until(turns, turn_of(turns, number), number)


def parts_until(turns: list[Turn], last: int, number: int) -> Parts:
    """The same, where the last turn that the line belongs to is known."""
    now = [(last, part) for part in parts_in(turns[last], number)]
    if last > 0 and turns[last - 1].numbers[-1] == number:
        return [(last - 1, part) for part in parts_in(turns[last - 1], number)] + now
    return now


def line_in_parts(game: Game, line: Line, parts: Parts) -> LogLine:
    words, sentence = game.words_of(line), game.sentence
    en, fr = sentence(words["en"], line), sentence(words["fr"], line)
    return LogLine(line, en, fr, parts[0][0], line_parts(game, parts), game.is_skip(line))


def parts_in(turn: Turn, number: int) -> list[Line]:
    """What of the line of this number belongs to this turn."""
    numbers = turn.numbers
    if numbers[-1] == number and (len(numbers) == 1 or numbers[-2] != number):  # the newest line: as nearly always
        return [turn.lines[-1]]
    return turn.lines[bisect_left(numbers, number) : bisect_right(numbers, number)]


def line_parts(game: Game, parts: Parts) -> list[LinePart]:
    """The parts of a line that have something to say; none where the line says it in one."""
    if len(parts) == 1:
        return []
    return [told for k, part in parts if (told := LinePart(k, game.say(part, "en"), game.say(part, "fr"))).en]


def turn_lines(game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
    """Every turn from this one on in one sentence."""
    return [turn_line(game, turns[k], turns[k - 1] if k else None) for k in range(first, len(turns))]


def turn_line(game: Game, turn: Turn, before: Turn | None) -> TurnLine:
    seat, chapter, scripted = turn.opening
    words = game.words_of(turn.lines[0])
    en, fr = words["en"], words["fr"]
    new = chapter > 0 and (before is None or before.opening.chapter != chapter)
    opens = Text(game.chapter(turn, "en"), game.chapter(turn, "fr")) if new else None
    skipped = game.skipped_summary(en, turn)
    left_out = Text(skipped, game.skipped_summary(fr, turn)) if skipped else None
    return TurnLine(seat, scripted, opens, game.sum_up_in(en, turn), game.sum_up_in(fr, turn), left_out)

"""The log as it goes over the wire: each line with its sentences, each turn in one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Final

from sortilege.core.game import Game
from sortilege.core.shapes import Line
from sortilege.core.turns import Turn
from sortilege.server.messages.table import LinePart, LogLine, TurnLine
from sortilege.server.messages.words import Text

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

    def line(self, game: Game, turns: list[Turn], number: int, line: Line) -> LogLine:
        """`log_line`, made once for all who saw the line alike."""
        parts = parts_of(turns, number)
        key = id(line), *[number for k, part in parts for number in (k, id(part))]
        lines = self._lines if parts[-1][0] >= len(turns) - RECENT else self._early_lines
        found = lines.get(key) or self._old_lines.get(key)
        if found is None:
            found = line_in_parts(game, line, parts), line, parts
        lines[key] = found
        return found[0]

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
    last = turn_of(turns, number)
    first = last - 1 if last > 0 and turns[last - 1].numbers[-1] == number else last
    return [(k, part) for k in range(first, last + 1) for part in parts_in(turns[k], number)]


def line_in_parts(game: Game, line: Line, parts: Parts) -> LogLine:
    said = in_each_language(lambda language: game.say(line, language))
    return LogLine(line, said.en, said.fr, parts[0][0], line_parts(game, parts), game.is_skip(line))


def parts_in(turn: Turn, number: int) -> list[Line]:
    """What of the line of this number belongs to this turn."""
    return turn.lines[bisect_left(turn.numbers, number) : bisect_right(turn.numbers, number)]


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
    new = chapter > 0 and (before is None or before.opening.chapter != chapter)
    opens = in_each_language(lambda language: game.chapter(turn, language)) if new else None
    said = in_each_language(lambda language: game.sum_up(turn, language))
    skipped = in_each_language(lambda language: game.sum_up_skipped(turn, language))
    return TurnLine(seat, scripted, opens, said.en, said.fr, skipped if skipped.en else None)


def in_each_language(spoken: Callable[[str], str]) -> Text:
    """What is said, in every language."""
    return Text(spoken("en"), spoken("fr"))

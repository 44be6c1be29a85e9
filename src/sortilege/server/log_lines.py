"""The log as it goes over the wire: each line with its sentences, each turn in one."""

from __future__ import annotations

from collections.abc import Callable

from sortilege.core.game import Game
from sortilege.core.shapes import Line
from sortilege.core.turns import Turn
from sortilege.server.messages import LinePart, LogLine, Text, TurnLine


def turn_of(turns: list[Turn], number: int) -> int:
    """The number of the last turn that the line of this number belongs to."""
    return next(k for k in reversed(range(len(turns))) if turns[k].numbers[0] <= number)


def log_line(game: Game, turns: list[Turn], number: int, line: Line) -> LogLine:
    """A line as somebody saw it, in its turn, and in parts where it has several."""
    parts = [(k, part) for k in turns_with(turns, number) for part in parts_in(turns[k], number)]
    said = in_each_language(lambda language: game.say(line, language))
    return LogLine(line, said.en, said.fr, parts[0][0], line_parts(game, parts), game.is_skip(line))


def turns_with(turns: list[Turn], number: int) -> list[int]:
    """The numbers of the turns that the line of this number belongs to."""
    last = turn_of(turns, number)
    return [last - 1, last] if last > 0 and turns[last - 1].numbers[-1] == number else [last]


def parts_in(turn: Turn, number: int) -> list[Line]:
    """What of the line of this number belongs to this turn."""
    return [line for at, line in zip(turn.numbers, turn.lines, strict=True) if at == number]


def line_parts(game: Game, parts: list[tuple[int, Line]]) -> list[LinePart]:
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

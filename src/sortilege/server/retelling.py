"""The log as it goes over the wire: each line with its sentences, each turn in one."""

from __future__ import annotations

from collections.abc import Callable

from sortilege.core.game import Game, Line
from sortilege.core.turns import Turn
from sortilege.server.messages import LogLine, Said, TurnLine


def turn_of(turns: list[Turn], number: int) -> int:
    """The number of the last turn that the line of this number belongs to."""
    return next(k for k in reversed(range(len(turns))) if turns[k].numbers[0] <= number)


def line_of(game: Game, turns: list[Turn], number: int, line: Line) -> LogLine:
    """A line as somebody saw it, in its turn; one that a turn begins in is told in two parts."""
    last = turn_of(turns, number)
    cut = last > 0 and turns[last - 1].numbers[-1] == number
    first = last - 1 if cut else last
    own = part_in(turns[first], number)
    rest = both(lambda language: game.say(part_in(turns[last], number), language)) if cut else None
    said = both(lambda language: game.say(own, language))
    then = rest if rest is not None and rest.en else None
    return LogLine(line, said.en, said.fr, first, then, game.skips(own))


def part_in(turn: Turn, number: int) -> Line:
    """What of the line of this number belongs to this turn."""
    return turn.lines[turn.numbers.index(number)]


def turn_lines(game: Game, turns: list[Turn], first: int) -> list[TurnLine]:
    """Every turn from this one on in one sentence."""
    return [turn_line(game, turns[k], turns[k - 1] if k else None) for k in range(first, len(turns))]


def turn_line(game: Game, turn: Turn, before: Turn | None) -> TurnLine:
    seat, chapter, scripted = turn.opening
    new = chapter > 0 and (before is None or before.opening.chapter != chapter)
    opens = both(lambda language: game.chapter(turn, language)) if new else None
    said = both(lambda language: game.sum_up(turn, language))
    skipped = both(lambda language: game.sum_up_skipped(turn, language))
    return TurnLine(seat, scripted, opens, said.en, said.fr, skipped if skipped.en else None)


def both(say: Callable[[str], str]) -> Said:
    """What is said, in every language."""
    return Said(say("en"), say("fr"))

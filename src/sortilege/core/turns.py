"""The log grouped into turns. Everything here is made from the lines as one viewer saw them, so it reveals nothing
more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sortilege.core.game_rules import GameRules, Opening, Part
from sortilege.core.types import Line


class Turn:
    """The lines of one turn, in order."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.lines: list[Line] = []
        self.numbers: list[int] = []  # the log numbers of the lines; a line split into parts is in two turns


# The parts of lines that several viewers saw alike. Key: the line's id and the current turn. The value holds the line
# too, so that the id stays valid.
PartsCache = dict[tuple[int, Opening | None], tuple[Line, list[Part]]]
CACHED_LINES: Final = 64  # only the latest lines are needed: all viewers update one after another


class Turns:
    """Groups log lines into turns, line by line."""

    def __init__(self, game: GameRules, parts_cache: PartsCache | None = None) -> None:
        self.game = game
        self.turns: list[Turn] = []
        self.parts_cache: PartsCache = {} if parts_cache is None else parts_cache

    def add(self, number: int, line: Line) -> None:
        """Append the next line, given with its number in the log."""
        current = self.turns[-1].opening if self.turns else None
        for part in self._parts(line, current):
            if part.opens is not None:
                self.turns.append(Turn(part.opens))
            self.turns[-1].lines.append(part.line)
            self.turns[-1].numbers.append(number)

    def _parts(self, line: Line, current: Opening | None) -> list[Part]:
        key = id(line), current
        entry = self.parts_cache.get(key)
        if entry is None:
            if len(self.parts_cache) >= CACHED_LINES:
                self.parts_cache.clear()
            entry = self.parts_cache[key] = line, self.game.split_line(line, current)
        return entry[1]

    def rewind(self, number: int) -> None:
        """Remove every line from this number on."""
        while self.turns and self.turns[-1].numbers[-1] >= number:
            last = self.turns[-1]
            last.numbers.pop()
            last.lines.pop()
            if not last.numbers:
                self.turns.pop()


def turns_in(game: GameRules, lines: Iterable[Line]) -> list[Turn]:
    """Return the turns of a complete log."""
    turns = Turns(game)
    for number, line in enumerate(lines):
        turns.add(number, line)
    return turns.turns

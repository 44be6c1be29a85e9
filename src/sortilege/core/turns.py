"""Groups log lines into turns. The lines are those that one viewer saw, so the turns reveal nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sortilege.core.game_rules import GameRules, Opening, Part
from sortilege.core.types import Line


class Turn:
    """The log lines of one turn, in order."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.lines: list[Line] = []
        self.numbers: list[int] = []  # the log numbers of the lines; a line split into parts is in two turns

    def remove_last_line(self) -> None:
        self.lines.pop()
        self.numbers.pop()


# A cache of the parts of log lines, because several viewers may share a line object. The key is the id() of the line
# and the current turn. The value contains the line too, so that the line stays alive and no other object gets its id().
PartsCache = dict[tuple[int, Opening | None], tuple[Line, list[Part]]]
CACHED_LINES: Final = 64  # all viewers update one after another, so only the latest lines are needed


class Turns:
    """Groups log lines into turns. The caller adds the lines one by one, in the order of the log."""

    def __init__(self, game: GameRules, parts_cache: PartsCache | None = None) -> None:
        self.game = game
        self.turns: list[Turn] = []
        self.parts_cache: PartsCache = {} if parts_cache is None else parts_cache

    def add(self, number: int, line: Line) -> None:
        """Add the next log line to the current turn, or begin a new turn with it. `number` is its index in the log."""
        current = self.turns[-1].opening if self.turns else None
        for part in self._parts(line, current):
            if part.opens is not None:
                self.turns.append(Turn(part.opens))
            self.turns[-1].lines.append(part.line)
            self.turns[-1].numbers.append(number)

    def _parts(self, line: Line, current: Opening | None) -> list[Part]:
        """Split a log line where a new turn begins, and return the parts. `current` describes the turn before the line
        (None: there is none). The parts are cached for this line object, which several viewers may share."""
        key = id(line), current  # the id() stays unique, because the cache entry keeps the line alive
        entry = self.parts_cache.get(key)
        if entry is None:
            if len(self.parts_cache) >= CACHED_LINES:
                self.parts_cache.clear()
            entry = self.parts_cache[key] = line, self.game.split_line(line, current)
        return entry[1]

    def remove_lines_from(self, first_number: int) -> None:
        """Remove all log lines with this number or a higher one, and the turns that become empty."""
        while self.turns and self.turns[-1].numbers[-1] >= first_number:
            last_turn = self.turns[-1]
            last_turn.remove_last_line()
            if not last_turn.lines:
                self.turns.pop()


def turns_in(game: GameRules, lines: Iterable[Line]) -> list[Turn]:
    """Group log lines into turns and return the turns. The lines are numbered from 0."""
    turns = Turns(game)
    for number, line in enumerate(lines):
        turns.add(number, line)
    return turns.turns

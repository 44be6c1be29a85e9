"""The log by turns: which lines belong together, whose turn it was, and what is to be said of it in one sentence.

Everything here is made from lines as one viewer saw them, so it tells nobody more than those do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from sortilege.core.shapes import Line

if TYPE_CHECKING:
    from sortilege.core.game import Game


class Opening(NamedTuple):
    """What is known of a turn from its first line."""

    seat: int | None  # whose turn; None: nobody's (the set-up), or that of an opponent without a seat
    chapter: int = 0  # the round or Day it lies in; 0 where a game has none
    scripted: bool = False  # the turn of an opponent without a seat


class Part(NamedTuple):
    """A line, or what of it belongs to one turn; with the turn that begins here, if one does."""

    line: Line
    opens: Opening | None = None


class Turn:
    """The lines of one turn, in order."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.lines: list[Line] = []
        self.numbers: list[int] = []  # of those lines in the log: one that is cut is in two turns


# How lines were cut that several viewers saw alike, each with its line: the key has its id, and the turn under way.
Cuts = dict[tuple[int, Opening | None], tuple[Line, list[Part]]]
MOST_CUTS: Final = 64  # those of the last lines, which viewers look at one after the other


class Turns:
    """A log cut into turns, as far as it goes."""

    def __init__(self, game: Game, cuts: Cuts | None = None) -> None:
        self.game = game
        self.turns: list[Turn] = []
        self.cuts: Cuts = {} if cuts is None else cuts

    def add(self, number: int, line: Line) -> None:
        """The next line, and its number in the log."""
        under_way = self.turns[-1].opening if self.turns else None
        for part in self._cut(line, under_way):
            if part.opens is not None:
                self.turns.append(Turn(part.opens))
            self.turns[-1].lines.append(part.line)
            self.turns[-1].numbers.append(number)

    def _cut(self, line: Line, under_way: Opening | None) -> list[Part]:
        key = id(line), under_way
        found = self.cuts.get(key)
        if found is None:
            if len(self.cuts) >= MOST_CUTS:
                self.cuts.clear()
            found = self.cuts[key] = line, self.game.parts(line, under_way)
        return found[1]

    def rewind(self, number: int) -> None:
        """Forget every line from this one on."""
        while self.turns and self.turns[-1].numbers[-1] >= number:
            last = self.turns[-1]
            last.numbers.pop()
            last.lines.pop()
            if not last.numbers:
                self.turns.pop()


def turns_in(game: Game, lines: Iterable[Line]) -> list[Turn]:
    """The turns of a log."""
    found = Turns(game)
    for number, line in enumerate(lines):
        found.add(number, line)
    return found.turns

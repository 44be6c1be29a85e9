"""Features: a seat's knowledge as numbers, for whoever learns: bots, analysis, research. Each game's `features` room
says which.

1. Only what the seat may know: two states with the same view fill in the same numbers.
2. Seats are counted from the one that looks (itself, the next, …), up to the most seats the game has.
3. The same parts whatever the number of seats, the options and the cards: a card is what it does, not its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from mypy_extensions import i64, mypyc_attr

from sortilege.core.cells import Cells, blank
from sortilege.core.state import State

Parts = list[tuple[str, int]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Features(ABC):
    """What a seat knows. `parts` says what the numbers are, in order: a name, and how many of them."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.size: i64 = sum([count for _, count in parts])

    @abstractmethod
    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        """Write what the seat knows as pairs of an index and its value, and answer how many pairs: indices ascending,
        values whole numbers from -127 to 127 and never 0. `into` has place for `size` pairs."""

    def dense(self, state: State, seat: int) -> list[int]:
        """The same as `size` numbers, the zeros among them."""
        pairs = blank(2 * self.size)
        n = self.fill(state, seat, pairs)
        out = [0] * self.size
        i: i64 = 0
        while i < n:
            out[pairs[2 * i]] = pairs[2 * i + 1]
            i += 1
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its kind: a game makes its features of nothing, and what else they hold is space to count in."""
        return type(self), ()


class NoFeatures(Features):
    """Of a game that does not say: no numbers at all, so that nothing can be learned from them."""

    def __init__(self) -> None:
        super().__init__([])

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        return 0


# ------------------------------------------------------------ small writers: each answers the number of pairs so far
def put(into: Cells, n: i64, index: i64, value: i64) -> i64:
    """One number; a zero is left out, and what is beyond 127 cut off."""
    if value == 0:
        return n
    if value > 127:
        value = 127
    elif value < -127:
        value = -127
    into[2 * n] = index
    into[2 * n + 1] = value
    return n + 1


def put_steps(into: Cells, n: i64, index: i64, value: i64, most: i64) -> i64:
    """A thermometer of `most` flags from `index` on: one for each of 1 to `value`."""
    i: i64 = 0
    while i < most and i < value:
        into[2 * n] = index + i
        into[2 * n + 1] = 1
        n += 1
        i += 1
    return n


def put_one(into: Cells, n: i64, index: i64, value: i64, most: i64) -> i64:
    """One of `most` flags from `index` on, for a value from 0; higher ones count like the last."""
    if value < 0:
        return n
    if value >= most:
        value = most - 1
    into[2 * n] = index + value
    into[2 * n + 1] = 1
    return n + 1

"""Features: what a seat knows as a vector of integers, the input of trained nets. Each game defines its own in its
`features` module.

1. Only knowledge of the seat: two states with the same view have the same features.
2. Seats are relative to the observer (itself, the next, …), up to the largest table of the game.
3. The same features for every table size, option and card set: a card counts by its effect, not by its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from mypy_extensions import i64, mypyc_attr

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import State

Parts = list[tuple[str, int]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Features(ABC):
    """Converts a state to the features of one seat. `parts` describes the vector: the name and length of each
    section."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.size: i64 = sum([count for _, count in parts])

    @abstractmethod
    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        """Write the non-zero features as pairs (index, value) and return the number of pairs. Indices ascend; values
        are integers from -127 to 127. `into` has space for `size` pairs."""

    def dense(self, state: State, seat: int) -> list[int]:
        """Return all `size` features as a list, zeros included."""
        pairs = blank(2 * self.size)
        n = self.fill(state, seat, pairs)
        out = [0] * self.size
        i: i64 = 0
        while i < n:
            out[pairs[2 * i]] = pairs[2 * i + 1]
            i += 1
        return out

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the class only: it takes no arguments, and its other attributes are scratch space."""
        return type(self), ()


class NoFeatures(Features):
    """The features of a game that defines none: an empty vector."""

    def __init__(self) -> None:
        super().__init__([])

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        return 0


# ------------------------------------------------------------ writers: each returns the new number of pairs
def put(into: Cells, n: i64, index: i64, value: i64) -> i64:
    """Write one feature. Zero is omitted; other values are clamped to -127..127."""
    if value == 0:
        return n
    if value > 127:
        value = 127
    elif value < -127:
        value = -127
    into[2 * n] = index
    into[2 * n + 1] = value
    return n + 1


def put_thermometer(into: Cells, n: i64, index: i64, value: i64, most: i64) -> i64:
    """Write a thermometer code: of `most` flags from `index` on, the first `value` are 1."""
    i: i64 = 0
    while i < most and i < value:
        into[2 * n] = index + i
        into[2 * n + 1] = 1
        n += 1
        i += 1
    return n


def put_one_hot(into: Cells, n: i64, index: i64, value: i64, most: i64) -> i64:
    """Write a one-hot code: of `most` flags from `index` on, number `value` is 1. Higher values set the last flag,
    negative ones none."""
    if value < 0:
        return n
    if value >= most:
        value = most - 1
    into[2 * n] = index + value
    into[2 * n + 1] = 1
    return n + 1

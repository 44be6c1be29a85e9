"""Features: what a seat knows as a vector of integers, the input of trained nets. Each game defines its own in its
`features` module.

1. Features contain only what the seat knows: two states with the same view have the same features.
2. Seats are relative to the observer (itself, the next, …), up to the largest table of the game.
3. Features are the same for every table size, option and card set: a card is described by its effect, not its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import State

Parts = list[tuple[str, int]]
MAX_VALUE: Final = 127  # training stores values as int8


@mypyc_attr(allow_interpreted_subclasses=True)
class Features(ABC):
    """Converts a state to the features of one seat: a vector of integers, which is the input of a trained net. `parts`
    has the name and length of each section of the vector."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.size: i64 = sum([length for _, length in parts])

    @abstractmethod
    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        """Write the features of a seat (the numbers that a net reads) into `into`, and return how many were written.
        Each non-zero feature takes two places: its index, ascending, and its value, from -MAX_VALUE to MAX_VALUE."""

    def dense(self, state: State, seat: int) -> list[int]:
        """Return all features of a seat as a list, zeros included."""
        pairs = blank(2 * self.size)
        count = self.fill(state, seat, pairs)
        features = [0] * self.size
        i: i64 = 0
        while i < count:
            features[pairs[2 * i]] = pairs[2 * i + 1]
            i += 1
        return features

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the class, because its constructor takes no arguments and builds all attributes."""
        return type(self), ()


class NoFeatures(Features):
    """The features of a game that defines none: an empty vector."""

    def __init__(self) -> None:
        super().__init__([])

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        return 0


# ------------------------------------------------------------ functions that write features
def put(into: Cells, count: i64, index: i64, value: i64) -> i64:
    """Append a non-zero value as a pair (index, value), clamped to -MAX_VALUE..MAX_VALUE, to the `count` pairs in
    `into`. Return the new number of pairs."""
    if value == 0:
        return count
    clamped = value
    if value > MAX_VALUE:
        clamped = MAX_VALUE
    elif value < -MAX_VALUE:
        clamped = -MAX_VALUE
    into[2 * count] = index
    into[2 * count + 1] = clamped
    return count + 1


def put_thermometer(into: Cells, count: i64, start: i64, value: i64, length: i64) -> i64:
    """Append a number as a thermometer code: of `length` flags, the first `value` are 1. With four flags, 3 is 1 1 1 0.
    The flags begin at index `start`. `into` contains `count` pairs (index, flag). Return the new number of pairs."""
    new_count = count
    i: i64 = 0
    while i < length and i < value:
        new_count = put(into, new_count, start + i, 1)
        i += 1
    return new_count


def put_one_hot(into: Cells, count: i64, start: i64, value: i64, length: i64) -> i64:
    """Append a number as a one-hot code: of the `length` flags that begin at index `start`, only flag `value` is 1. The
    last flag also stands for higher values, none for a negative one. Return the new number of pairs in `into`."""
    if value < 0:
        return count
    flag = value
    if value >= length:
        flag = length - 1
    return put(into, count, start + flag, 1)

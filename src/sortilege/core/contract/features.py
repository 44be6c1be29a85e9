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
    """Converts a state to the features of one seat. `parts` has the name and length of each section of the vector."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.size: i64 = sum([length for _, length in parts])

    @abstractmethod
    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        """Write the non-zero features of a seat as pairs (index, value) and return the number of pairs. Each pair takes
        two places of `into`. Indices ascend; values are integers from -MAX_VALUE to MAX_VALUE. `into` has space for
        `size` pairs."""

    def dense(self, state: State, seat: int) -> list[int]:
        """Return all `size` features as a list, zeros included."""
        pairs = blank(2 * self.size)
        count = self.fill(state, seat, pairs)
        features = [0] * self.size
        i: i64 = 0
        while i < count:
            features[pairs[2 * i]] = pairs[2 * i + 1]
            i += 1
        return features

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the class. Each game's class takes no arguments, and its other attributes are buffers."""
        return type(self), ()


class NoFeatures(Features):
    """The features of a game that defines none: an empty vector."""

    def __init__(self) -> None:
        super().__init__([])

    def fill(self, state: State, seat: i64, into: Cells) -> i64:
        return 0


# ------------------------------------------------------------ functions that write features
def put(into: Cells, n: i64, index: i64, value: i64) -> i64:
    """Append the pair (index, value) to the n pairs in `into`, and return the new number of pairs. Zero is not written.
    Other values are clamped to -MAX_VALUE..MAX_VALUE."""
    if value == 0:
        return n
    if value > MAX_VALUE:
        value = MAX_VALUE
    elif value < -MAX_VALUE:
        value = -MAX_VALUE
    into[2 * n] = index
    into[2 * n + 1] = value
    return n + 1


def put_thermometer(into: Cells, n: i64, index: i64, value: i64, most: i64) -> i64:
    """Append a number as a thermometer code: of the `most` flags that begin at `index`, the first `value` are 1, like
    the mercury of a thermometer. With four flags, 3 is 1 1 1 0. `n` is the number of pairs in `into`. Return the new
    number of pairs."""
    i: i64 = 0
    while i < most and i < value:
        n = put(into, n, index + i, 1)
        i += 1
    return n


def put_one_hot(into: Cells, n: i64, index: i64, value: i64, most: i64) -> i64:
    """Append a number as a one-hot code: of the `most` flags that begin at `index`, flag number `value` is 1. A value
    that is too high sets the last flag, a negative value sets no flag. Return the new number of pairs."""
    if value < 0:
        return n
    if value >= most:
        value = most - 1
    return put(into, n, index + value, 1)

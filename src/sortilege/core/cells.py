"""A state is one flat vector of integers; `Cells` is its name in every signature."""

from __future__ import annotations

from typing import TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

# A string, because compiled code cannot evaluate `vec[i64]` at run time.
Cells: TypeAlias = "vec[i64]"


def blank(size: i64) -> Cells:
    """`size` zeros."""
    cells = vec[i64]()
    i: i64 = 0
    while i < size:
        cells = append(cells, 0)
        i += 1
    return cells


def evenly(into: Cells, n: i64) -> i64:
    """Write n weights of 1, for outcomes that are all equally likely; answers n."""
    i: i64 = 0
    while i < n:
        into[i] = 1
        i += 1
    return n


def copy(cells: Cells) -> Cells:
    """The same numbers in a vector of their own."""
    return cells[:]  # a slice is one block copied; `vec[i64](cells)` would append one by one


def cells_of(numbers: list[int]) -> Cells:
    """A list from the edge as a vector."""
    cells = vec[i64]()
    for number in numbers:
        cells = append(cells, i64(number))
    return cells


def keep_best(rates: Cells, n: i64) -> None:
    """1 for the highest rated, 0 for the others."""
    best: i64 = 0
    i: i64 = 0
    while i < n:
        if rates[i] > best:
            best = rates[i]
        i += 1
    i = 0
    while i < n:
        if rates[i] == best:
            rates[i] = 1
        else:
            rates[i] = 0
        i += 1


def total(numbers: Cells, n: i64) -> i64:
    """The first n, added up."""
    out: i64 = 0
    i: i64 = 0
    while i < n:
        out += numbers[i]
        i += 1
    return out

"""A state is one flat vector of integers; `Cells` is its type in every signature."""

from __future__ import annotations

from typing import TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

# A string, because compiled code cannot evaluate `vec[i64]` at run time.
Cells: TypeAlias = "vec[i64]"


def blank(size: i64) -> Cells:
    """Return a vector of `size` zeros."""
    cells = vec[i64]()
    i: i64 = 0
    while i < size:
        cells = append(cells, 0)
        i += 1
    return cells


def fill_ones(into: Cells, n: i64) -> i64:
    """Write n weights of 1, for equally likely outcomes, and return n."""
    i: i64 = 0
    while i < n:
        into[i] = 1
        i += 1
    return n


def copy(cells: Cells) -> Cells:
    """Return an independent copy."""
    return cells[:]  # a slice copies one block; `vec[i64](cells)` would append number by number


def cells_of(numbers: list[int]) -> Cells:
    """Convert a list to a vector."""
    cells = vec[i64]()
    for number in numbers:
        cells = append(cells, i64(number))
    return cells


def keep_best(rates: Cells, n: i64) -> None:
    """Replace the highest of the first n rates by 1 and all others by 0."""
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
    """Return the sum of the first n numbers."""
    out: i64 = 0
    i: i64 = 0
    while i < n:
        out += numbers[i]
        i += 1
    return out

"""The vector of integers that a state consists of. `Cells` is its type in every signature."""

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
    """Write n ones into a vector, as the weights of n equally likely outcomes, and return n."""
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


def keep_best(weights: Cells, n: i64) -> None:
    """Of the first n weights, set the highest one, and every weight equal to it, to 1 and the others to 0."""
    highest: i64 = 0
    i: i64 = 0
    while i < n:
        if weights[i] > highest:
            highest = weights[i]
        i += 1
    i = 0
    while i < n:
        if weights[i] == highest:
            weights[i] = 1
        else:
            weights[i] = 0
        i += 1


def total(numbers: Cells, n: i64) -> i64:
    """Return the sum of the first n numbers."""
    sum_: i64 = 0
    i: i64 = 0
    while i < n:
        sum_ += numbers[i]
        i += 1
    return sum_

"""sfc32, a small and fast random number generator. It gives the same numbers compiled and interpreted.

It is only for playouts and search. The chance outcomes of a match are drawn by `core/chance.py`, verifiably.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, total

WORD: Final = 0xFFFFFFFF  # mask of the low 32 bits
SKIPPED_WORDS: Final = 12  # the first words of a stream still resemble the seed


class Rng:
    """A stream of random 32-bit integers, computed from an integer seed by the algorithm sfc32."""

    def __init__(self, seed: int) -> None:
        self.a: i64 = seed & WORD
        self.b: i64 = (seed >> 32) & WORD
        self.c: i64 = (seed >> 64) & WORD
        self.counter: i64 = 1
        for _ in range(SKIPPED_WORDS):
            self.word()

    def word(self) -> i64:
        """Return the next random 32-bit integer, from 0 to 2**32 - 1."""
        result: i64 = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = (((self.c << 21) | (self.c >> 11)) + result) & WORD
        return result

    def below(self, n: i64) -> i64:
        """Return a random integer from 0 to n - 1, for n under 2**31."""
        return (self.word() * n) >> 32

    def weighted_index(self, weights: Cells, n: i64) -> i64:
        """Return a random index from 0 to n - 1. The probability of an index is proportional to its weight."""
        remainder = self.below(total(weights, n))
        index: i64 = 0
        while remainder >= weights[index]:
            remainder -= weights[index]
            index += 1
        return index

    def __reduce__(self) -> tuple[object, tuple[int, int, int, int]]:
        return resume, (self.a, self.b, self.c, self.counter)


def numbered_rng(seed: int, number: int) -> Rng:
    """Return the random generator with this number for a seed. Different numbers give independent streams."""
    return Rng(seed * 1_000_003 + number)  # a prime factor, so that the streams of different seeds differ too


def resume(a: int, b: int, c: int, counter: int) -> Rng:
    """Restore a pickled generator."""
    rng = Rng(0)
    rng.a = a
    rng.b = b
    rng.c = c
    rng.counter = counter
    return rng

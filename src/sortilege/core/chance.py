"""Verifiable random draws: every outcome follows from a seed that nobody can steer. docs/fair-play.md explains it to
players.

Draw number k of a match (from 0) is the SHA-256 hash of the text "<seed>:<k>". Read as one big integer, modulo the sum
of the weights, it selects an outcome; outcomes are in ascending order of action id. The commitment shown before the
first deal is the SHA-256 hash of the seed's text.

The seed of a table is the SHA-256 hash of the server's half and of every seat's share in seat order (empty where no
person sits), joined by line feeds. The server fixes its half, and shows its hash, before it knows the shares.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from functools import lru_cache

Seed = int | str


def new_seed() -> str:
    """Return 256 random bits in hexadecimal."""
    return secrets.token_hex(32)


@lru_cache(1 << 14)  # every snapshot of a table contains it
def commitment(seed: Seed) -> str:
    """Return the hash of the seed that is shown before the first deal."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def mix_seed(half: str, shares: Sequence[str]) -> str:
    """Return the seed of a table from the server's half and the share of every seat, in seat order."""
    return hashlib.sha256("\n".join([half, *shares]).encode()).hexdigest()


def draw(seed: Seed, k: int, weights: Sequence[int]) -> int:
    """Return the index of the outcome that draw number k of this seed selects."""
    number = int.from_bytes(hashlib.sha256(f"{seed}:{k}".encode()).digest(), "big")
    # The number has 256 bits and the sum is at most a few hundred, so the bias of the remainder is below 2**-240.
    left = number % sum(weights)
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight
    raise ValueError("a chance node without outcomes")

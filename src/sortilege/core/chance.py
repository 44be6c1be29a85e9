"""Verifiable random draws: every chance outcome follows from a seed that nobody can choose. docs/fair-play.md explains
this to players.

For draw number k of a match (from 0), compute the SHA-256 hash of the text "<seed>:<k>" as one big integer. The
remainder of this integer modulo the sum of the weights selects the outcome; outcomes are in ascending order of action
id. Before the first deal, players see the commitment: the SHA-256 hash of the seed's text.

The server chooses a random text (the half) and shows the hash of the half. Then every person at the table adds a random
text (a share). To get the seed, join the half and each seat's share in seat order by line feeds, and hash that text
with SHA-256. The share of a seat without a person is empty.
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
    """Return the hash of a seed. Players see the hash before the first deal, so the seed cannot be changed later."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def mix_seed(half: str, shares: Sequence[str]) -> str:
    """Return the seed of a table, computed from the server's random text (`half`) and a random text of each seat."""
    return hashlib.sha256("\n".join([half, *shares]).encode()).hexdigest()


def draw(seed: Seed, number: int, weights: Sequence[int]) -> int:
    """Return the index of the outcome that the seed selects, by weight, in draw `number` of a match (from 0)."""
    digest = int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest(), "big")
    # The digest has 256 bits and the sum is at most a few hundred, so the bias of the remainder is below 2**-240.
    remainder = digest % sum(weights)
    for index, weight in enumerate(weights):
        if remainder < weight:
            return index
        remainder -= weight
    raise ValueError("a chance node without outcomes")

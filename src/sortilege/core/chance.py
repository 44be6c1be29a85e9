"""How a table draws: in public, from a seed nobody can steer. docs/fair-play.md describes the same for players.

Draw number k of a match (0 for the first) is SHA-256 over the seed's text, a colon and k in decimal. Read as one big
number and divided by the sum of the weights, the remainder points into the outcomes in ascending order of action id.
The commitment shown before the first deal is SHA-256 over the seed's text alone.

The seed of a table is mixed: SHA-256 over the server's half and, each behind a line feed, the share of every seat in
order (an empty one where no person sits). The half is fixed, and its fingerprint shown, before the shares are known.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from functools import lru_cache

Seed = int | str


def new_seed() -> str:
    """A seed nobody can guess: 256 random bits in hex."""
    return secrets.token_hex(32)


@lru_cache(1 << 14)  # every snapshot of a table shows it
def commitment(seed: Seed) -> str:
    """What is shown before the first deal: the seed's fingerprint."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def mix(half: str, shares: Sequence[str]) -> str:
    """The seed of a table: from the server's half and everybody's share, in seat order."""
    return hashlib.sha256("\n".join([half, *shares]).encode()).hexdigest()


def draw(seed: Seed, k: int, weights: Sequence[int]) -> int:
    """The index of the outcome that draw number k of this seed selects."""
    number = int.from_bytes(hashlib.sha256(f"{seed}:{k}".encode()).digest(), "big")
    # 256 bits against a sum of at most a few hundred: the remainder's bias is below 2**-240.
    left = number % sum(weights)
    for index, weight in enumerate(weights):
        if left < weight:
            return index
        left -= weight
    raise ValueError("a chance node without outcomes")

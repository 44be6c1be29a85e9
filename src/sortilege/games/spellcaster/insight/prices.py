"""What things are worth to a side, in logits of its share of victory.

Energy and sapphires have tables: the last energy and the last sapphires before the fifteenth are dear, so a bot that
adds up prices races or strangles as the position asks. The numbers were fitted to the results of some ten thousand
games played by these very ratings.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.games.spellcaster.box import SUMMIT

WIN: Final = 12.0  # more than anything else can add up to
DRAWN: Final = 0.16  # an unknown card
SPARED: Final = 0.10  # a card discarded by its owner's choice: the least of the hand
STOLEN: Final = 0.30  # a card taken from one hand to another
RECOVERED: Final = 0.35  # the best of the discard pile
WARDED: Final = 0.08  # a point of ward
AGAIN: Final = 0.35  # one more action
FREE: Final = 0.22  # a card played without an action
GONE: Final = 0.15  # a card that leaves its pile for good when it has worked
PLAIN_ACTION: Final = 0.16  # what an action brings anyway: an unknown card
CONTROL: Final = 0.05  # a colour, whatever card lies there
USES: Final = 1.3  # how often an incantation on top is activated before it is covered
TICKS: Final = 1.6  # how often an enchantment works before it is covered
THREAT: Final = 1.6  # the most a single card on a pile is worth: there is an answer to most things
TEMPO: Final = 0.25  # to have the turn now
RICHES: Final = 40  # energy beyond this is all alike


def _energy() -> vec[float]:
    """Falling prices: a point of energy is worth the more, the fewer there are."""
    table = vec[float]()
    value = 0.0
    n: i64 = 0
    while n <= RICHES:
        table = append(table, value)
        value += 0.06 + 1.1 / (float(n) + 1.5)
        n += 1
    return table


def _sapphires() -> vec[float]:
    """Rising prices."""
    table = vec[float]()
    value = 0.0
    n: i64 = 0
    while n <= SUMMIT:
        table = append(table, value)
        value += 0.12 + 0.02 * float(n)
        n += 1
    return table


ENERGIES: Final = _energy()
GEMS: Final = _sapphires()


def crystals(my_energy: i64, their_energy: i64, my_sapphires: i64, their_sapphires: i64) -> float:
    """How much better the first side stands; nobody has won yet."""
    if my_energy > RICHES:
        my_energy = RICHES
    if their_energy > RICHES:
        their_energy = RICHES
    return ENERGIES[my_energy] - ENERGIES[their_energy] + GEMS[my_sapphires] - GEMS[their_sapphires]

"""What things are worth to a side, in logits of its share of victory.

Energy and sapphires have tables: the last energy and the last sapphires before the fifteenth are dear, so a bot that
adds up prices races or strangles as the position asks. Crystals, cards on piles, hands and tempo follow fits to some
six thousand duels played by these ratings; the prices of single steps (drawing, stealing, recovering …) are estimates.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

WIN: Final = 12.0  # more than anything else can add up to
DRAWN_CARD: Final = 0.16  # an unknown card
DISCARDED_CARD: Final = 0.10  # a card discarded by its owner's choice: the least of the hand
STOLEN_CARD: Final = 0.30  # a card taken from one hand to another
RECOVERED_CARD: Final = 0.35  # the best of the discard pile
WARD_POINT: Final = 0.05  # a point of ward
EXTRA_ACTION: Final = 0.35  # one more action
FREE_PLAY: Final = 0.22  # a card played without an action
TRASHED_CARD: Final = 0.15  # a card that leaves its pile for good when it has worked
PLAIN_ACTION: Final = 0.16  # what an action brings anyway: an unknown card
CONTROL: Final = 0.07  # a colour, whatever card lies there
INCANTATION_USES: Final = 0.65  # how often an incantation on top is activated before it is covered
ENCHANTMENT_USES: Final = 1.1  # how often an enchantment works before it is covered
MAX_CARD_VALUE: Final = 1.4  # the most a single card on a pile is worth: there is an answer to most things
TEMPO: Final = 0.36  # to have the turn now
HAND_CARD: Final = 0.06  # any card in hand
HAND_FACTOR: Final = 0.45  # how much of what a card in hand would bring is counted already
# a whole hand at the beginning of a turn
HAND_CARD_AT_START: Final = 0.10
HAND_FACTOR_AT_START: Final = 0.2
BEST_CARD_FACTOR: Final = 0.55
LATE_DECK: Final = 20  # with fewer cards in the deck a lead in sapphires begins to count by itself (SC-520)
SAPPHIRE_LEAD: Final = 0.32  # how much, at the very end
MAX_ENERGY: Final = 40  # energy beyond this is all alike


def _running_sums(prices: list[float]) -> vec[float]:
    """What n crystals are worth, given the price of each further one."""
    table = append(vec[float](), 0.0)
    for price in prices:
        table = append(table, table[len(table) - 1] + price)
    return table


# fmt: off
ENERGY_VALUES: Final = _running_sums([
    0.40, 0.34, 0.32, 0.31, 0.30, 0.28, 0.25, 0.21, 0.17, 0.15, 0.12, 0.10, 0.08, 0.07, 0.06, *[0.04] * 25,
])
SAPPHIRE_VALUES: Final = _running_sums([
    0.13, 0.14, 0.15, 0.15, 0.16, 0.18, 0.19, 0.20, 0.22, 0.27, 0.33, 0.36, 0.36, 0.36, 0.36,
])
# fmt: on


def crystal_balance(my_energy: i64, their_energy: i64, my_sapphires: i64, their_sapphires: i64) -> float:
    """How much better the first side stands; nobody has won yet."""
    if my_energy > MAX_ENERGY:
        my_energy = MAX_ENERGY
    if their_energy > MAX_ENERGY:
        their_energy = MAX_ENERGY
    return (
        ENERGY_VALUES[my_energy]
        - ENERGY_VALUES[their_energy]
        + SAPPHIRE_VALUES[my_sapphires]
        - SAPPHIRE_VALUES[their_sapphires]
    )

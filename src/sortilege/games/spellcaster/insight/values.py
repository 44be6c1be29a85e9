"""Values of things for a side, in logits of its share of victory.

Energy and sapphires have tables: the last energy and the last sapphires before the fifteenth are worth most, so a bot
that adds up values attacks or collects sapphires as the position requires. The values of crystals, cards on piles,
hands and tempo are fitted to about six thousand duels played by these ratings; those of single steps (drawing,
stealing, recovering …) are estimates.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

WIN: Final = 12.0  # more than all other values can add up to
DRAWN_CARD: Final = 0.16  # an unknown card
DISCARDED_CARD: Final = 0.10  # the least valuable card of a hand, chosen by its owner
STOLEN_CARD: Final = 0.30  # for the thief
RECOVERED_CARD: Final = 0.35  # the best card of the discard pile
WARD_POINT: Final = 0.05
EXTRA_ACTION: Final = 0.35
FREE_PLAY: Final = 0.22  # playing a card without an action
TRASHED_CARD: Final = 0.15  # a card that leaves its pile after its text
PLAIN_ACTION: Final = 0.16  # what any action is worth: drawing a card
CONTROL: Final = 0.07  # of a colour, whatever its top card is
INCANTATION_USES: Final = 0.65  # average activations of an incantation before it is covered
ENCHANTMENT_USES: Final = 1.1  # average times an enchantment takes effect before it is covered
MAX_CARD_VALUE: Final = 1.4  # of one card on a pile: the rival can counter most cards
TEMPO: Final = 0.36  # having the turn
# a card in hand: a fixed value, and this fraction of its surplus
HAND_CARD: Final = 0.06
HAND_FACTOR: Final = 0.45
# a whole hand at the start of a turn: per card, and a further fraction of the surplus of the best card
HAND_CARD_AT_START: Final = 0.10
HAND_FACTOR_AT_START: Final = 0.2
BEST_CARD_FACTOR: Final = 0.55
LATE_DECK: Final = 20  # deck size below which a lead in sapphires has an extra value (SC-520), growing to …
SAPPHIRE_LEAD: Final = 0.32  # … this per sapphire when the deck is empty
MAX_ENERGY: Final = 40  # more energy has no further value


def _running_sums(values: list[float]) -> vec[float]:
    """Return the value of n crystals for every n, from the value of each further crystal."""
    table = append(vec[float](), 0.0)
    for value in values:
        table = append(table, table[len(table) - 1] + value)
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
    """Return how much better the crystals of the first side are. Neither side has won."""
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

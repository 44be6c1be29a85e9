"""Values of crystals, cards and the turn for a side, in logits of its win probability: if the values of a side exceed
those of its rival by `v`, the side wins with probability 1 / (1 + e^-v).

Each further energy is worth less and each further sapphire is worth more. So a bot that adds up values attacks or
collects sapphires as the position requires. The values of crystals, cards on piles, hands and tempo are fitted to about
six thousand duels played with these values; the values of single steps (drawing, stealing, recovering …) are estimates.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

WIN: Final = 12.0  # winning the game: more than all other values can add up to
LOWEST: Final = -36.0  # less than any value or gain
DRAWN_CARD: Final = 0.16  # an unknown card
DISCARDED_CARD: Final = 0.10  # the least valuable card of a hand, chosen by its owner
RIVAL_DISCARD_FACTOR: Final = 1.5  # a text that makes the rival discard is worth this many times DISCARDED_CARD
FURTHER_DISCARD: Final = 0.03  # how much more each further card costs when several are discarded at once
STOLEN_CARD: Final = 0.30  # for the thief
RECOVERED_CARD: Final = 0.35  # the best card of the discard pile
WARD_POINT: Final = 0.05
EXTRA_ACTION: Final = 0.35
FREE_PLAY: Final = 0.22  # playing a card without an action
DISCARDED_TOP_CARD: Final = 0.15  # a card that leaves its pile after its text
PLAIN_ACTION: Final = 0.16  # an action, which can always be used to draw a card
CONTROL: Final = 0.07  # controlling a colour, whatever its top card is
INCANTATION_USES: Final = 0.65  # average activations of an incantation before it is covered
ENCHANTMENT_USES: Final = 1.1  # average times an enchantment takes effect before it is covered
MAX_CARD_VALUE: Final = 1.4  # of one card on a pile, because the rival can counter most cards
TEMPO: Final = 0.36  # having the turn
# A card has a surplus: how much more than a plain action it gains once it is played. The value of a card in hand is a
# fixed value and a fraction of its surplus.
HAND_CARD: Final = 0.06
HAND_FACTOR: Final = 0.45
# the same for all cards of a hand at the start of a turn, with a further fraction of the surplus of the best card
HAND_CARD_AT_START: Final = 0.10
HAND_FACTOR_AT_START: Final = 0.2
BEST_CARD_FACTOR: Final = 0.55
LATE_DECK: Final = 20  # deck size below which a lead in sapphires has an extra value (SC-520)
SAPPHIRE_LEAD: Final = 0.32  # the highest extra value per sapphire, when the deck is empty
MAX_ENERGY: Final = 40  # more energy has no further value


def _cumulative(crystal_values: list[float]) -> vec[float]:
    """Return the total values of 0, 1, 2, … crystals, from the values of the first, the second … crystal."""
    totals = append(vec[float](), 0.0)
    for value in crystal_values:
        totals = append(totals, totals[len(totals) - 1] + value)
    return totals


# fmt: off
ENERGY_VALUES: Final = _cumulative([
    0.40, 0.34, 0.32, 0.31, 0.30, 0.28, 0.25, 0.21, 0.17, 0.15, 0.12, 0.10, 0.08, 0.07, 0.06, *[0.04] * 25,
])
SAPPHIRE_VALUES: Final = _cumulative([
    0.13, 0.14, 0.15, 0.15, 0.16, 0.18, 0.19, 0.20, 0.22, 0.27, 0.33, 0.36, 0.36, 0.36, 0.36,
])
# fmt: on


def is_win(gain: float) -> bool:
    """Return whether a card text with this gain wins the game. All other gains are far below the value WIN."""
    return gain > WIN / 2.0


def crystal_lead(energy: i64, rival_energy: i64, sapphires: i64, rival_sapphires: i64) -> float:
    """Return how much more the crystals of a side are worth than those of its rival, if neither has won yet."""
    valued_energy = energy
    if energy > MAX_ENERGY:
        valued_energy = MAX_ENERGY
    valued_rival_energy = rival_energy
    if rival_energy > MAX_ENERGY:
        valued_rival_energy = MAX_ENERGY
    energy_lead = ENERGY_VALUES[valued_energy] - ENERGY_VALUES[valued_rival_energy]
    return energy_lead + SAPPHIRE_VALUES[sapphires] - SAPPHIRE_VALUES[rival_sapphires]

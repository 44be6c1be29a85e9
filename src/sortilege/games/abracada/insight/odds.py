"""A fast approximation of the probability that a seat has each spell. It is nearly as good as the dealer's exact one
and a thousand times faster. The seat's own stones count as unseen, even if the table contains them."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import HAND, KINDS


class Odds:
    """Approximates for each spell the probability that a seat has at least one stone of it."""

    def __init__(self) -> None:
        self.probabilities = blank_floats(KINDS + 1)  # by spell
        self.unseen = blank(KINDS + 1)  # by spell: how many stones the seat cannot see; index 0 has the total
        self.candidates = blank(HAND)  # by slot of the hand: how many unseen stones could be in it

    def set_probabilities(self, probabilities: list[float]) -> None:
        """Set the probabilities to values that were computed exactly elsewhere, by spell; index 0 is unused."""
        for spell in range(1, i64(KINDS + 1)):
            self.probabilities[spell] = probabilities[spell]

    def compute(self, t: Cells, own_seat: i64, lowest: i64) -> None:
        """Compute for each spell from `lowest` on the probability that the own seat has at least one stone of it."""
        unseen = self.unseen
        candidates = self.candidates
        fill_unseen_counts(t, own_seat, unseen)
        slot: i64 = 0
        while slot < t[L.HAND_SIZE + own_seat]:
            candidates[slot] = unseen[0]  # the number of all unseen stones
            has_failed_call = t[L.DEALT_AT_MISS + own_seat] != 0
            if has_failed_call:
                candidates[slot] -= count_excluded(t, own_seat, L.serial_at(t, own_seat, slot), unseen)
            slot += 1
        spell = lowest
        while spell <= KINDS:
            self.probabilities[spell] = 0.0
            if unseen[spell] > 0:
                self.probabilities[spell] = 1.0 - probability_of_none(t, own_seat, spell, unseen[spell], candidates)
            spell += 1


def blank_floats(size: i64) -> vec[float]:
    """Return a vector of `size` zeros."""
    return vec[float]([0.0] * size)


def fill_unseen_counts(t: Cells, own_seat: i64, counts: Cells) -> None:
    """Write into `counts`, by spell, how many stones the own seat cannot see. Index 0 gets the total."""
    for spell in range(1, i64(KINDS + 1)):
        counts[spell] = t[L.POOL + spell] + L.copies_in_hand(t, own_seat, spell)
    for seat in range(t[L.SEATS]):
        if seat != own_seat:
            i: i64 = 0
            while i < t[L.SECRETS_HELD + seat]:
                counts[t[L.secret_cell(seat, i)]] += 1
                i += 1
    total: i64 = 0
    for spell in range(1, i64(KINDS + 1)):
        total += counts[spell]
    counts[0] = total  # replaces the number of unknown secret stones (spell 0), which are also in the pool


def probability_of_none(t: Cells, own_seat: i64, spell: i64, copies: i64, candidates: Cells) -> float:
    """Return the probability that the own seat has no stone of a spell. `copies` is the number of unseen stones of
    this spell. `candidates` has for each slot the number of unseen stones that could be in it.

    The stones that the seat had when it failed to call the spell cannot have it. The other stones are treated as drawn
    one by one, each without the spell in `cases - copies` of `cases` cases. The stones are old or new: old stones were
    in the hand when the seat last cast the spell. Let p be the probability that no old stone has the spell. The cast
    raises p to 2 p / (1 + p), because chance could have taken a second stone of the spell instead (AQ-209).
    """
    dealt_at_miss = L.dealt_at_miss(t, own_seat, spell)
    dealt_at_cast = L.dealt_at_cast(t, own_seat, spell)
    old_none = 1.0  # the number of cases in which no old stone has the spell
    old_cases = 1.0  # the number of all cases for the old stones
    new_none = 1.0  # the same for the new stones
    new_cases = 1.0
    drawn: i64 = 0
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + own_seat]:
        serial = L.serial_at(t, own_seat, slot)
        if serial >= dealt_at_miss:
            cases = candidates[slot] - drawn
            if cases <= copies:
                return 0.0
            if serial < dealt_at_cast:
                old_none *= float(cases - copies)
                old_cases *= float(cases)
            else:
                new_none *= float(cases - copies)
                new_cases *= float(cases)
            drawn += 1
        slot += 1
    return new_none * 2.0 * old_none / (new_cases * (old_cases + old_none))


def count_excluded(t: Cells, own_seat: i64, serial: i64, unseen: Cells) -> i64:
    """Return how many of the unseen stones cannot be the stone of the own seat with this serial number, because the
    seat called their spell without success after the stone was dealt."""
    excluded: i64 = 0
    for spell in range(1, i64(KINDS + 1)):
        if L.dealt_at_miss(t, own_seat, spell) > serial:
            excluded += unseen[spell]
    return excluded

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
        self.unseen = blank(KINDS + 1)  # by spell: how many stones the seat cannot see; [0] is their total
        self.candidates = blank(HAND)  # by slot: how many of the unseen stones could be in it

    def set_probabilities(self, probabilities: list[float]) -> None:
        """Replace the approximate probabilities by these, which the dealer computed exactly. Both are indexed by spell;
        index 0 is unused."""
        spell: i64 = 1
        while spell <= KINDS:
            self.probabilities[spell] = probabilities[spell]
            spell += 1

    def compute(self, t: Cells, me: i64, lowest: i64) -> None:
        """Compute for each spell from `lowest` on the probability that the seat `me` has at least one stone of it."""
        unseen = self.unseen
        candidates = self.candidates
        count_unseen(t, me, unseen)
        slot: i64 = 0
        while slot < t[L.HAND_SIZE + me]:
            candidates[slot] = unseen[0]  # the number of all unseen stones
            if t[L.DEALT_AT_MISS + me] != 0:
                candidates[slot] -= count_excluded(t, me, L.serial_at(t, me, slot), unseen)
            slot += 1
        spell = lowest
        while spell <= KINDS:
            self.probabilities[spell] = 0.0
            if unseen[spell] > 0:
                self.probabilities[spell] = 1.0 - chance_of_none(t, me, spell, unseen[spell], candidates)
            spell += 1


def blank_floats(size: i64) -> vec[float]:
    """Return a vector of `size` zeros."""
    return vec[float]([0.0] * size)


def count_unseen(t: Cells, me: i64, into: Cells) -> None:
    """Count the stones of each spell that the seat `me` cannot see: the pool, its own hand and the others' secret
    stones. Index 0 gets the total."""
    spell: i64 = 1
    while spell <= KINDS:
        into[spell] = t[L.POOL + spell] + L.copies_in_hand(t, me, spell)
        spell += 1
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if seat != me:
            i: i64 = 0
            while i < t[L.SECRETS_HELD + seat]:
                into[t[L.secret_cell(seat, i)]] += 1
                i += 1
        seat += 1
    into[0] = 0  # unknown secret stones (spell 0) were counted here; they are in the pool
    spell = 1
    while spell <= KINDS:
        into[0] += into[spell]
        spell += 1


def chance_of_none(t: Cells, me: i64, spell: i64, copies: i64, candidates: Cells) -> float:
    """Return the probability that the seat `me` has no stone of a spell. `copies` is the number of unseen stones of
    this spell, and `candidates` the number of unseen stones that could be in each slot.

    Skip the stones that the seat already had when it failed to call the spell. Draw the other stones one by one: a
    stone is of another spell in `candidates - copies` of `candidates` cases, both reduced by the stones drawn before.
    Let p be the probability that none of the stones beside the last cast of the spell is such a stone. The cast changes
    p to 2 p / (1 + p): with a second such stone, chance would have taken the other one in half of the cases (AQ-209).
    """
    missed = L.dealt_at_miss(t, me, spell)
    cast = L.dealt_at_cast(t, me, spell)
    old_none = 1.0  # stones already in the hand at the last cast: none is of the spell in old_none of old_all cases
    old_all = 1.0
    new_none = 1.0  # the same for stones dealt after that cast
    new_all = 1.0
    drawn: i64 = 0
    slot: i64 = 0
    while slot < t[L.HAND_SIZE + me]:
        serial = L.serial_at(t, me, slot)
        if serial >= missed:
            cases = candidates[slot] - drawn
            if cases <= copies:
                return 0.0
            if serial < cast:
                old_none *= float(cases - copies)
                old_all *= float(cases)
            else:
                new_none *= float(cases - copies)
                new_all *= float(cases)
            drawn += 1
        slot += 1
    return new_none * 2.0 * old_none / (new_all * (old_all + old_none))


def count_excluded(t: Cells, me: i64, serial: i64, unseen: Cells) -> i64:
    """Return how many of the unseen stones cannot be the stone of the seat `me` with this serial number. A spell is
    excluded if the seat failed to call it after the stone was dealt."""
    excluded: i64 = 0
    spell: i64 = 1
    while spell <= KINDS:
        if L.dealt_at_miss(t, me, spell) > serial:
            excluded += unseen[spell]
        spell += 1
    return excluded

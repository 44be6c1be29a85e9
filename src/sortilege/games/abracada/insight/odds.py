"""A fast approximation of the probabilities of one's own stones: nearly as good as the dealer's exact ones and a
thousand times faster. The seat's own stones count as part of what it cannot see."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS


class Odds:
    """The probability that a seat holds each spell."""

    def __init__(self) -> None:
        self.chances = blank_floats(16)  # by spell
        self.unseen = blank(16)  # by spell: stones that the seat cannot see; [0] their total
        self.kinds = blank(8)  # by slot: how many of the unseen stones may be there

    def set_chances(self, chances: list[float]) -> None:
        """Replace the probabilities by these."""
        spell: i64 = 1
        while spell <= KINDS:
            self.chances[spell] = chances[spell]
            spell += 1

    def compute(self, t: Cells, me: i64, lowest: i64) -> None:
        """Compute the probability of each spell from `lowest` on."""
        unseen = self.unseen
        kinds = self.kinds
        count_unseen(t, me, unseen)
        i: i64 = 0
        while i < t[L.SIZE + me]:
            kinds[i] = unseen[0]
            if t[L.MISSED + me] != 0:
                kinds[i] -= count_excluded(t, me, t[L.HANDS + me * 5 + i] >> 4, unseen)
            i += 1
        spell = lowest
        while spell <= KINDS:
            self.chances[spell] = 0.0
            if unseen[spell] > 0:
                self.chances[spell] = 1.0 - chance_of_none(t, me, spell, unseen[spell], kinds)
            spell += 1


def blank_floats(n: i64) -> vec[float]:
    """Return a vector of n zeros."""
    return vec[float]([0.0] * n)


def count_unseen(t: Cells, me: i64, into: Cells) -> None:
    """Count the stones of each spell that a seat cannot see: the pool, its own hand and the others' secret stones; [0]
    is the total."""
    spell: i64 = 1
    while spell <= KINDS:
        into[spell] = t[L.POOL + spell] + L.copies_in_hand(t, me, spell)
        spell += 1
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if seat != me:
            i: i64 = 0
            while i < t[L.TAKEN + seat]:
                into[t[L.FOUND + seat * 4 + i]] += 1
                i += 1
        seat += 1
    into[0] = 0  # unknown secret stones (spell 0) were counted here; they are in the pool
    spell = 1
    while spell <= KINDS:
        into[0] += into[spell]
        spell += 1


def chance_of_none(t: Cells, me: i64, spell: i64, copies: i64, kinds: Cells) -> float:
    """Return the probability that no stone is this spell. Stones that stood there at a failed call of the spell cannot
    be it; those that stood there at a cast are less likely to be (AQ-209)."""
    missed = L.dealt_at_miss(t, me, spell)
    cast = L.dealt_at_cast(t, me, spell)
    old = 1.0  # stones older than the last cast: the probability is old / old_all
    old_all = 1.0
    new = 1.0  # newer stones
    new_all = 1.0
    gone: i64 = 0
    i: i64 = 0
    while i < t[L.SIZE + me]:
        serial = t[L.HANDS + me * 5 + i] >> 4
        if serial >= missed:
            left = kinds[i] - gone
            if left <= copies:
                return 0.0
            if serial < cast:
                old *= float(left - copies)
                old_all *= float(left)
            else:
                new *= float(left - copies)
                new_all *= float(left)
            gone += 1
        i += 1
    return new * 2.0 * old / (new_all * (old_all + old))


def count_excluded(t: Cells, me: i64, serial: i64, unseen: Cells) -> i64:
    """Return how many of the unseen stones cannot be the stone with this serial, because their spell was called without
    success while it stood there."""
    out: i64 = 0
    spell: i64 = 1
    while spell <= KINDS:
        if L.dealt_at_miss(t, me, spell) > serial:
            out += unseen[spell]
        spell += 1
    return out

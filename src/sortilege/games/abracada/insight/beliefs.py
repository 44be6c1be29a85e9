"""What the decisions of the other seats, who see my stones, tell about these stones.

A player who sees three potions at my seat will hardly call a potion; one who stops although a fireball seemed likely
has seen where the fireballs are. So each hand I may hold is weighted by the likelihood of the others' decisions in this
round, given what they could see. How closely a player follows the odds is unknown: three types of player (sharp, fair,
careless) are assumed equally likely for each seat, and its decisions tell which fits. Thus the calls of a player who
plays very differently have little effect.
"""

from __future__ import annotations

from math import exp
from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.insight.odds import blank_floats
from sortilege.games.abracada.insight.rating import Rating
from sortilege.games.abracada.rules.nodes import fill_calls

SHARP: Final = vec[float]([8.0, 3.0, 1.0])  # how strongly each type of player prefers the better call
PLAYER_TYPES: Final = 3
Decision: TypeAlias = "tuple[Cells, int]"  # the table at that time, with spell 0 for my present stones, and the action
DOUBT: Final = 0.05  # the part of all decisions that is explained by nothing


class DecisionGroup:
    """The decisions of one seat while the same of my present stones stood there."""

    def __init__(self, seat: i64, slots: i64) -> None:
        self.seat = seat
        self.slots = slots  # mask of my slots
        self.tables: list[Cells] = []  # my stones have spell 0 and are counted in the pool
        self.actions: list[int] = []
        self.likelihoods: dict[int, list[float]] = {}  # by my stones in these slots: the likelihood per type of player


class Beliefs:
    """The likelihood of the other seats' decisions for every hand that a seat may hold."""

    def __init__(self, table: Cells, seat: i64) -> None:
        self.table = table
        self.seat = seat
        self.groups: list[DecisionGroup] = []  # sorted by seat
        self.rating = Rating()
        self.legal = blank(16)
        self.by_kind = blank_floats(PLAYER_TYPES)

    def add_decision(self, then: Cells, action: int) -> None:
        """Add the decision that the active seat made at this table."""
        slots = self.slots_at(then)
        if slots == 0:
            return
        at = 0
        for group in self.groups:
            if group.seat == then[L.ACTIVE] and group.slots == slots:
                group.tables.append(then)
                group.actions.append(action)
                return
            if group.seat <= then[L.ACTIVE]:
                at += 1
        self.groups.insert(at, DecisionGroup(then[L.ACTIVE], slots))
        self.groups[at].tables.append(then)
        self.groups[at].actions.append(action)

    def slots_at(self, then: Cells) -> i64:
        """Return the mask of the seat's present stones that were already there at that time."""
        slots: i64 = 0
        bit: i64 = 1
        at = L.HANDS + self.seat * 5
        i: i64 = 0
        while i < self.table[L.SIZE + self.seat]:
            j: i64 = 0
            while j < then[L.SIZE + self.seat]:
                if then[at + j] >> 4 == self.table[at + i] >> 4:
                    slots |= bit
                j += 1
            bit <<= 1
            i += 1
        return slots

    def same_decisions(self, a: i64, b: i64) -> bool:
        """Return whether the stones in two slots were seen by the same decisions."""
        differ: i64 = 0
        for group in self.groups:
            differ |= (group.slots >> a) ^ (group.slots >> b)
        return differ & 1 == 0

    # ------------------------------------------------------------ likelihood of a hand
    def likelihood(self, hand: i64) -> float:
        """Return the likelihood of all decisions, given this hand (four bits per slot)."""
        out = 1.0
        seat: i64 = -1
        by_kind = self.by_kind
        kind: i64 = 0
        for group in self.groups:
            if group.seat != seat:
                if seat >= 0:
                    out *= mean(by_kind)
                seat = group.seat
                kind = 0
                while kind < PLAYER_TYPES:
                    by_kind[kind] = 1.0
                    kind += 1
            likelihoods = self.likelihoods(group, hand)
            kind = 0
            while kind < PLAYER_TYPES:
                by_kind[kind] *= likelihoods[kind]
                kind += 1
        if seat >= 0:
            out *= mean(by_kind)
        return out

    def likelihoods(self, group: DecisionGroup, hand: i64) -> list[float]:
        """Return the likelihood of a group of decisions for each type of player."""
        held: i64 = 0
        slot: i64 = 0
        while slot < 5:
            if (group.slots >> slot) & 1 != 0:
                held += L.ONE[(hand >> (4 * slot)) & 15]
            slot += 1
        likelihoods = group.likelihoods.get(held)
        if likelihoods is None:
            likelihoods = [1.0] * PLAYER_TYPES
            for i in range(len(group.tables)):
                self.weigh_decision(group.tables[i], held, group.actions[i], likelihoods)
            group.likelihoods[held] = likelihoods
        return likelihoods

    def weigh_decision(self, t: Cells, held: i64, action: i64, into: list[float]) -> None:
        """Multiply in the likelihood of one decision, if its seat saw these stones in my hand."""
        add_to_pool(t, held, -1)
        n = fill_calls(t, self.legal)
        self.rating.compute(t)
        add_to_pool(t, held, 1)
        values = self.rating.values
        chosen = values[action]
        kind: i64 = 0
        while kind < PLAYER_TYPES:
            others = 0.0
            i: i64 = 0
            while i < n:
                others += exp(SHARP[kind] * (values[self.legal[i]] - chosen))
                i += 1
            into[kind] *= (1.0 - DOUBT) / others + DOUBT / float(n)
            kind += 1


def mean(numbers: vec[float]) -> float:
    sum_ = 0.0
    i: i64 = 0
    while i < PLAYER_TYPES:
        sum_ += numbers[i]
        i += 1
    return sum_ / float(PLAYER_TYPES)


def add_to_pool(t: Cells, held: i64, sign: i64) -> None:
    """Put these stones into the pool (`sign` 1) or take them out of it (-1)."""
    spell: i64 = 1
    while spell <= KINDS:
        t[L.POOL + spell] += sign * ((held >> (4 * spell)) & 15)
        spell += 1

"""What the decisions of the other seats tell about my own stones, which the other seats see and I do not.

A player who sees three potions in my hand will hardly call a potion. A player who stops although a fireball seemed
likely has seen where the fireballs are. So each hand that I may have is weighted by the likelihood of the others'
decisions in this round, given what the others could see. It is unknown how closely a player follows the probabilities.
Therefore three types of player (sharp, fair, careless) are assumed equally likely for each seat. The decisions of a
seat show which type fits best; the decisions of a player who fits no type have little effect.
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
from sortilege.games.abracada.insight.packed_hand import count_spells
from sortilege.games.abracada.insight.rating import Rating
from sortilege.games.abracada.rules.nodes import MAX_LEGAL, fill_calls

SHARPNESS: Final = vec[float]([8.0, 3.0, 1.0])  # how strongly each type of player prefers the better call
PLAYER_TYPES: Final = 3
RANDOM_PART: Final = 0.05  # the part of all decisions that is assumed to be random
# The table before a decision, with spell 0 for the stones that I still have, and the action.
Decision: TypeAlias = "tuple[Cells, int]"


class DecisionGroup:
    """Decisions of another seat, all taken while it saw the same stones of my hand. "My" hand is the hidden hand whose
    stones are to be estimated from these decisions."""

    def __init__(self, seat: i64, slots: i64) -> None:
        self.seat = seat
        self.slots = slots  # the slots of my hand with these stones, as a bit mask
        self.tables: list[Cells] = []  # before each decision; my stones have spell 0 and are counted in the pool
        self.actions: list[int] = []
        # Cache: the likelihood of the decisions by type of player, for each content of these slots.
        self.likelihoods: dict[int, list[float]] = {}


class Beliefs:
    """Computes how well a possible hand of a seat ("my" hand) explains the decisions of the other seats."""

    def __init__(self, table: Cells, seat: i64) -> None:
        self.table = table
        self.seat = seat
        self.groups: list[DecisionGroup] = []  # sorted by seat
        self.rating = Rating()
        self.legal = blank(MAX_LEGAL)
        self.by_type = blank_floats(PLAYER_TYPES)  # buffer: the likelihood of one seat's decisions by type of player

    def add_decision(self, table: Cells, action: int) -> None:
        """Add a decision: the action that the active seat of this earlier table chose."""
        slots = self.slots_already_there(table)
        if slots == 0:
            return
        group = self.group_of(table[L.ACTIVE], slots)
        group.tables.append(table)
        group.actions.append(action)

    def group_of(self, seat: i64, slots: i64) -> DecisionGroup:
        """Return the group of decisions of a seat that saw the stones in these slots, which may be a new group."""
        index = 0
        for group in self.groups:
            if group.seat == seat and group.slots == slots:
                return group
            if group.seat <= seat:
                index += 1
        self.groups.insert(index, DecisionGroup(seat, slots))
        return self.groups[index]

    def slots_already_there(self, earlier: Cells) -> i64:
        """Return the slots, as a bit mask, whose stones were already in the hand at an earlier table."""
        slots: i64 = 0
        bit: i64 = 1
        slot: i64 = 0
        while slot < self.table[L.HAND_SIZE + self.seat]:
            serial = L.serial_at(self.table, self.seat, slot)
            earlier_slot: i64 = 0
            while earlier_slot < earlier[L.HAND_SIZE + self.seat]:
                if L.serial_at(earlier, self.seat, earlier_slot) == serial:
                    slots |= bit
                earlier_slot += 1
            bit <<= 1
            slot += 1
        return slots

    def same_decisions(self, slot: i64, other_slot: i64) -> bool:
        """Return whether the decisions tell the same about the stones in two slots: each player who decided saw both
        stones or neither."""
        differ: i64 = 0  # bit 0 is set by a group that contains only one of the slots
        for group in self.groups:
            differ |= (group.slots >> slot) ^ (group.slots >> other_slot)
        return differ & 1 == 0

    # ------------------------------------------------------------ likelihood of a hand
    def likelihood(self, hand: i64) -> float:
        """Return the likelihood of all decisions, given this hand. The likelihood of one seat's decisions is the mean
        over the types of player, because the types are assumed equally likely."""
        likelihood = 1.0
        seat: i64 = -1
        by_type = self.by_type
        set_to_one(by_type)
        for group in self.groups:
            if group.seat != seat:
                likelihood *= mean(by_type)
                set_to_one(by_type)
                seat = group.seat
            group_likelihoods = self.group_likelihoods(group, hand)
            player_type: i64 = 0
            while player_type < PLAYER_TYPES:
                by_type[player_type] *= group_likelihoods[player_type]
                player_type += 1
        return likelihood * mean(by_type)

    def group_likelihoods(self, group: DecisionGroup, hand: i64) -> list[float]:
        """Return the likelihood of a group of decisions, given this hand, by type of player."""
        held = count_spells(hand, group.slots)
        likelihoods = group.likelihoods.get(held)
        if likelihoods is None:
            likelihoods = [1.0] * PLAYER_TYPES
            for i in range(len(group.tables)):
                self.multiply_likelihoods(likelihoods, group.tables[i], group.actions[i], held)
            group.likelihoods[held] = likelihoods
        return likelihoods

    def multiply_likelihoods(self, likelihoods: list[float], t: Cells, action: i64, held: i64) -> None:
        """Multiply the likelihood for each type of player by the probability that such a player chooses this action at
        the table `t` if the stones seen in my hand are `held`. Apart from random decisions, an action is chosen with a
        probability proportional to exp(sharpness * value of the action)."""
        add_to_pool(t, held, -1)
        n = fill_calls(t, self.legal)
        self.rating.compute(t)
        add_to_pool(t, held, 1)
        values = self.rating.values
        player_type: i64 = 0
        while player_type < PLAYER_TYPES:
            inverse = 0.0  # of the probability that a player of this type chooses the action
            i: i64 = 0
            while i < n:
                inverse += exp(SHARPNESS[player_type] * (values[self.legal[i]] - values[action]))
                i += 1
            likelihoods[player_type] *= (1.0 - RANDOM_PART) / inverse + RANDOM_PART / float(n)
            player_type += 1


def set_to_one(by_type: vec[float]) -> None:
    player_type: i64 = 0
    while player_type < PLAYER_TYPES:
        by_type[player_type] = 1.0
        player_type += 1


def mean(by_type: vec[float]) -> float:
    """Return the mean over the types of player."""
    total = 0.0
    player_type: i64 = 0
    while player_type < PLAYER_TYPES:
        total += by_type[player_type]
        player_type += 1
    return total / float(PLAYER_TYPES)


def add_to_pool(t: Cells, held: i64, sign: i64) -> None:
    """Put stones into the pool (`sign` 1) or take them out of it (-1). `held` has the number of stones of each spell,
    packed into one integer like the cell HELD."""
    spell: i64 = 1
    while spell <= KINDS:
        t[L.POOL + spell] += sign * L.copies_in(held, spell)
        spell += 1

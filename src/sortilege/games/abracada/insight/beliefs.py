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
from sortilege.games.abracada.insight.packed_hand import count_spells, has_slot
from sortilege.games.abracada.insight.rating import Rating
from sortilege.games.abracada.rules.nodes import MAX_LEGAL, fill_calls

SHARPNESS: Final = vec[float]([8.0, 3.0, 1.0])  # how strongly each type of player prefers the better call
PLAYER_TYPES: Final = 3
RANDOM_PART: Final = 0.05  # the part of all decisions that is assumed to be random
# The table before a decision, with spell 0 for the stones that I still have, and the action.
Decision: TypeAlias = "tuple[Cells, int]"


class DecisionGroup:
    """Decisions of another seat, made while it saw the same stones of the hidden hand that is to be estimated."""

    def __init__(self, seat: i64, slots: i64) -> None:
        self.seat = seat
        self.slots = slots  # the slots of these stones in the hidden hand, as a bit mask
        self.tables: list[Cells] = []  # before each decision; the hidden stones have spell 0 and are in the pool
        self.actions: list[int] = []  # the id of each chosen action
        # Cache: for each possible content of these slots, the likelihood of the decisions by type of player.
        self.likelihoods: dict[int, list[float]] = {}


class Beliefs:
    """Computes how likely the decisions of the other seats are, given a possible hand of the seat `seat`."""

    def __init__(self, table: Cells, seat: i64) -> None:
        self.table = table
        self.seat = seat
        self.groups: list[DecisionGroup] = []  # sorted by seat
        self.rating = Rating()
        self.legal = blank(MAX_LEGAL)
        self.by_type = blank_floats(PLAYER_TYPES)  # buffer: the likelihood of one seat's decisions by type of player

    def add_decision(self, table: Cells, action: int) -> None:
        """Add the decision of another seat: `table` before the decision, and the id of the chosen action."""
        slots = self.slots_already_there(table)
        if slots == 0:
            return
        group = self.group_of(table[L.ACTIVE], slots)
        group.tables.append(table)
        group.actions.append(action)

    def group_of(self, seat: i64, slots: i64) -> DecisionGroup:
        """Return the group of a seat's decisions that depend on the stones in these slots; create it if necessary."""
        insert_at = 0
        for group in self.groups:
            if group.seat == seat and group.slots == slots:
                return group
            if group.seat <= seat:
                insert_at += 1
        new_group = DecisionGroup(seat, slots)
        self.groups.insert(insert_at, new_group)
        return new_group

    def slots_already_there(self, earlier: Cells) -> i64:
        """Return the slots of the hidden hand, as a bit mask, whose stones were in the hand at an earlier table too."""
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
        """Return whether each decision was made with a view of both stones in two slots or of neither."""
        for group in self.groups:
            saw_stone = has_slot(group.slots, slot)
            if saw_stone != has_slot(group.slots, other_slot):
                return False
        return True

    # ------------------------------------------------------------ likelihood of a hand
    def likelihood(self, hand: i64) -> float:
        """Return the likelihood of all decisions, given this hand. It is unknown how closely each player follows the
        probabilities, so a seat's likelihood is the mean over several equally likely types of player."""
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
            for player_type in range(i64(PLAYER_TYPES)):
                by_type[player_type] *= group_likelihoods[player_type]
        return likelihood * mean(by_type)

    def group_likelihoods(self, group: DecisionGroup, hand: i64) -> list[float]:
        """Return the likelihood of a group of decisions for each type of player, given this hand. It is cached, because
        hands with the same stones in the slots of the group have the same likelihood."""
        spell_counts = count_spells(hand, group.slots)
        likelihoods = group.likelihoods.get(spell_counts)
        if likelihoods is None:
            likelihoods = [1.0] * PLAYER_TYPES
            for i in range(len(group.tables)):
                self.multiply_likelihoods(likelihoods, group.tables[i], group.actions[i], spell_counts)
            group.likelihoods[spell_counts] = likelihoods
        return likelihoods

    def multiply_likelihoods(self, likelihoods: list[float], t: Cells, action: i64, spell_counts: i64) -> None:
        """Multiply the likelihood of each type of player by the probability that such a player chooses this action in
        the state `t`. The player sees the stones `spell_counts` in the hidden hand. It sometimes chooses at random,
        otherwise in proportion to exp(sharpness * value of the action)."""
        add_to_pool(t, spell_counts, sign=-1)  # the deciding player sees these stones
        n = fill_calls(t, self.legal)
        self.rating.compute(t)
        add_to_pool(t, spell_counts, sign=1)
        values = self.rating.values
        for player_type in range(i64(PLAYER_TYPES)):
            inverse = 0.0  # 1 / the probability that this type of player chooses the action on purpose
            i: i64 = 0
            while i < n:
                inverse += exp(SHARPNESS[player_type] * (values[self.legal[i]] - values[action]))
                i += 1
            likelihoods[player_type] *= (1.0 - RANDOM_PART) / inverse + RANDOM_PART / float(n)


def set_to_one(by_type: vec[float]) -> None:
    for player_type in range(i64(PLAYER_TYPES)):
        by_type[player_type] = 1.0


def mean(by_type: vec[float]) -> float:
    """Return the mean of a number that is given for each type of player."""
    total = 0.0
    for player_type in range(i64(PLAYER_TYPES)):
        total += by_type[player_type]
    return total / float(PLAYER_TYPES)


def add_to_pool(t: Cells, spell_counts: i64, sign: i64) -> None:
    """Put stones into the pool (`sign` 1) or take them out (`sign` -1). `spell_counts` packs their numbers."""
    for spell in range(1, i64(KINDS + 1)):
        t[L.POOL + spell] += sign * L.copies_in(spell_counts, spell)

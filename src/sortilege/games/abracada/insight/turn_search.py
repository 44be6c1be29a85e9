"""Exhaustive search of the rest of a turn: it tries every sequence of calls for every hand that the seat may have.

The seat does not see its own stones, so they have spell 0 and by the rules every call fails. To try a successful call,
the search first gives one of the stones the spell that is called.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import Cells, blank, copy
from sortilege.games.abracada import actions
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import DRAGON, KINDS
from sortilege.games.abracada.insight.dealer import ALL_SLOTS, Dealer
from sortilege.games.abracada.insight.odds import blank_floats
from sortilege.games.abracada.insight.packed_hand import count_spells
from sortilege.games.abracada.rules.calls import call, end_turn, lowest_call, roll
from sortilege.games.abracada.rules.setup import add_to_hand
from sortilege.games.abracada.rules.spells import find_secret
from sortilege.games.abracada.rules.state import AbracadaState

CAPACITY: Final = 16384  # possible hands of all nodes on one path
BUCKETS: Final = 4096  # of the hash table of hands; a power of two
UNKNOWN: Final = -1.0  # instead of a win probability


class TurnSearch:
    """Computes the value of every action of a seat: the seat's win probability if it plays the rest of the turn best.

    A node of the search is a table with the hands that the seat may still have. These hands are the entries `low` to
    `high` (exclusive) of `hands` and `weights`. The entries of a child node follow those of its parent.
    """

    def __init__(self, insight: Insight) -> None:
        self.insight = insight  # evaluates the table at the end of the turn
        self.hands = blank(CAPACITY)  # possible hands as numbers of stones by spell, packed like the cell HELD
        self.weights = blank_floats(CAPACITY)
        self.index = blank(BUCKETS)  # hash table: 1 + the index of a hand in `hands`, 0 for an empty bucket
        self.values = blank_floats(KINDS + 1)  # by action id
        self.me: i64 = 0
        self.min_reach = 0.0
        self.table: AbracadaState | None = None

    def compute(self, dealer: Dealer, seat: i64, min_reach: float) -> None:
        """Compute `values` for every action of the seat. Skip calls reached with a probability below `min_reach`."""
        self.me = seat
        self.min_reach = min_reach
        self.table = dealer.table
        dealer.list_hands(seat, dealer.unseen())
        dealer.listed_seat = -1
        count = self.collect_hands(dealer)
        self.best_value(copy(dealer.table.cells), 0, count, 1.0, is_root=True)

    def collect_hands(self, dealer: Dealer) -> i64:
        """Copy the dealer's hands to `hands`. Hands that differ only in their order become one hand, whose weight is
        the sum of their weights. Return the number of different hands."""
        index = self.index
        i: i64 = 0
        while i < BUCKETS:
            index[i] = 0
            i += 1
        different: i64 = 0
        before = 0.0
        i = 0
        count: i64 = len(dealer.hands)
        while i < count:
            held = count_spells(dealer.hands[i], ALL_SLOTS)
            weight = dealer.cumulative[i] - before
            before = dealer.cumulative[i]
            bucket = self.bucket_of(held)
            if index[bucket] == 0:
                self.hands[different] = held
                self.weights[different] = 0.0
                different += 1
                index[bucket] = different  # 1 + the index of this hand
            self.weights[index[bucket] - 1] += weight
            i += 1
        return different

    def bucket_of(self, held: i64) -> i64:
        """Return the bucket of the hash table that contains this hand, or the empty bucket where it belongs."""
        bucket = (held ^ (held >> 13) ^ (held >> 22)) & (BUCKETS - 1)  # spread all bits of the hand over the table
        while self.index[bucket] != 0 and self.hands[self.index[bucket] - 1] != held:
            bucket = (bucket + 1) & (BUCKETS - 1)
        return bucket

    # ------------------------------------------------------------ a node
    def best_value(self, t: Cells, low: i64, high: i64, reach: float, is_root: bool) -> float:
        """Return the value of the best action at a node, and set `values` if the node is the root. The node consists of
        the table `t` and the hands from `low` to `high`; `reach` is the probability that the turn gets there."""
        best = UNKNOWN
        if t[L.LAST_SPELL] != 0:
            turn_over = copy(t)
            end_turn(turn_over)
            best = self.evaluate_end(turn_over)
            if is_root:
                self.values[actions.END] = best
        total_weight = self.total_weight(low, high)
        usual_failure_value = UNKNOWN  # computed once, because every failed call except a dragon costs one life
        lowest = lowest_call(t)
        spell: i64 = KINDS
        while spell >= lowest:
            chance = self.weight_with(spell, low, high) / total_weight
            if is_root or chance * reach >= self.min_reach:
                failure_value = usual_failure_value
                if chance < 1.0 and (is_root or usual_failure_value == UNKNOWN or spell == DRAGON):
                    failure_value = self.value_of_failure(t, spell)
                    if spell != DRAGON:
                        usual_failure_value = failure_value
                value = (1.0 - chance) * failure_value
                if chance > 0.0:
                    value += chance * self.value_of_success(t, spell, low, high, chance * reach)
                if is_root:
                    self.values[spell] = value
                if value > best:
                    best = value
            spell -= 1
        if is_root:
            while spell > 0:  # legal only as a call that certainly costs a life (AQ-303)
                self.values[spell] = -1.0
                spell -= 1
        return best

    def total_weight(self, low: i64, high: i64) -> float:
        """Return the total weight of the hands from `low` to `high`."""
        weight = 0.0
        i = low
        while i < high:
            weight += self.weights[i]
            i += 1
        return weight

    def weight_with(self, spell: i64, low: i64, high: i64) -> float:
        """Return the total weight of the hands that contain a spell."""
        weight = 0.0
        i = low
        while i < high:
            if L.copies_in(self.hands[i], spell) != 0:
                weight += self.weights[i]
            i += 1
        return weight

    # ------------------------------------------------------------ results of an action
    def value_of_failure(self, t: Cells, spell: i64) -> float:
        """Return the value of a failed call. A failed dragon costs a roll of the die (AQ-307)."""
        after = copy(t)
        call(after, spell)
        return self.mean_over_die(after, 0, 0, 0.0)  # no hands are needed, because a failed call ends the turn

    def value_of_success(self, t: Cells, spell: i64, low: i64, high: i64, reach: float) -> float:
        """Return the value of a successful call at the node with the hands from `low` to `high`. The child node has
        those of the hands that contain the spell, without one such stone. `reach` is the child's probability."""
        after = copy(t)
        set_spell(after, self.me, spell)
        call(after, spell)
        child_high = high
        i = low
        while i < high:
            held = self.hands[i]
            if L.copies_in(held, spell) != 0:
                self.hands[child_high] = held - L.HELD_UNIT[spell]
                self.weights[child_high] = self.weights[i]
                child_high += 1
            i += 1
        if after[L.PHASE] == L.SECRET:
            find_secret(after, 0)  # a stone of an unknown spell
        return self.mean_over_die(after, high, child_high, reach)

    def mean_over_die(self, t: Cells, low: i64, high: i64, reach: float) -> float:
        """Return the value of the table `t` after a call. If the call needs a roll of the die, this is the mean value
        over its sides. The hands from `low` to `high` and `reach` describe the child node, as in `best_value`."""
        if t[L.PHASE] != L.ROLL:
            return self.value_after_call(t, low, high, reach)
        value = 0.0
        sides: i64 = 0
        face: i64 = 1
        while face <= 6:
            if t[L.DIE + face] > 0:
                rolled = copy(t)
                roll(rolled, face)
                sides += t[L.DIE + face]
                value += float(t[L.DIE + face]) * self.value_after_call(rolled, low, high, reach)
            face += 1
        return value / float(sides)

    def value_after_call(self, t: Cells, low: i64, high: i64, reach: float) -> float:
        """Return the value of the best next action, or of the end of the turn if the call ended it."""
        if t[L.PHASE] != L.CALL or t[L.ACTIVE] != self.me:
            return self.evaluate_end(t)
        return self.best_value(t, low, high, reach, is_root=False)

    def evaluate_end(self, t: Cells) -> float:
        """Evaluate the end of the turn, after the hand is refilled with unknown stones."""
        me = self.me
        while t[L.PHASE] == L.REFILL:
            add_to_hand(t, me, 0)
            end_turn(t)
        table = self.table
        assert table is not None
        return self.insight.evaluate(AbracadaState(t, table.game, table.options), me)


def set_spell(t: Cells, seat: i64, spell: i64) -> None:
    """Give one of the seat's unknown stones this spell. A stone that was already in the hand when the seat failed to
    call the spell cannot have it. Of the other stones choose the newest, because least is known about it. If there is
    no other stone, choose the oldest."""
    slot = t[L.HAND_SIZE + seat] - 1
    while slot > 0 and L.serial_at(t, seat, slot) < L.dealt_at_miss(t, seat, spell):
        slot -= 1
    t[L.hand_cell(seat, slot)] += spell
    t[L.HELD + seat] += L.HELD_UNIT[spell]
    t[L.POOL + spell] -= 1

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
from sortilege.games.abracada.box import DRAGON, KINDS, MAX_FACE
from sortilege.games.abracada.insight.dealer import ALL_SLOTS, NO_SEAT, Dealer
from sortilege.games.abracada.insight.odds import blank_floats
from sortilege.games.abracada.insight.packed_hand import count_spells
from sortilege.games.abracada.rules.calls import call, end_turn, lowest_call, roll
from sortilege.games.abracada.rules.setup import add_to_hand
from sortilege.games.abracada.rules.spells import give_secret
from sortilege.games.abracada.rules.state import AbracadaState

CAPACITY: Final = 16384  # possible hands of all nodes on one path
BUCKETS: Final = 4096  # of the hash table of hands; a power of two
BUCKET_MASK: Final = 4095
UNKNOWN: Final = -1.0  # instead of a win probability


class TurnSearch:
    """Computes the value of every action of a seat: its win probability if it plays the rest of the turn optimally.

    A node of the search is a table and the hands that the seat may have there: the entries from index `low` to before
    index `high` of `hands` and `weights`. The entries of a child node follow the entries of its parent.
    """

    def __init__(self, insight: Insight) -> None:
        self.insight = insight  # evaluates the table at the end of the turn
        self.hands = blank(CAPACITY)  # possible hands: the packed number of stones of each spell
        self.weights = blank_floats(CAPACITY)
        self.hash_table = blank(BUCKETS)  # by bucket: 1 + the index of a hand in `hands`, 0 for an empty bucket
        self.values = blank_floats(KINDS + 1)  # by action id
        self.own_seat: i64 = 0
        self.min_reach = 0.0
        self.table: AbracadaState | None = None

    def compute(self, dealer: Dealer, seat: i64, min_reach: float) -> None:
        """Compute the value of every action of the seat. Calls that are reached with a lower probability than
        `min_reach` are not searched, except as the next action."""
        self.own_seat = seat
        self.min_reach = min_reach
        self.table = dealer.table
        dealer.list_hands(seat, dealer.unseen())
        dealer.listed_seat = NO_SEAT
        count = self.collect_hands(dealer)
        self.best_value(copy(dealer.table.cells), 0, count, 1.0, is_root=True)

    def collect_hands(self, dealer: Dealer) -> i64:
        """Copy the hands that the dealer lists. Hands that differ only in the order of their stones become one hand,
        whose weight is the sum of their weights. Return the number of different hands."""
        hash_table = self.hash_table
        for i in range(i64(BUCKETS)):
            hash_table[i] = 0
        hand_count: i64 = 0
        cumulative_before = 0.0
        i = 0
        hands_to_copy: i64 = len(dealer.hands)
        while i < hands_to_copy:
            spell_counts = count_spells(dealer.hands[i], ALL_SLOTS)
            weight = dealer.cumulative[i] - cumulative_before
            cumulative_before = dealer.cumulative[i]
            bucket = self.bucket_of(spell_counts)
            if hash_table[bucket] == 0:
                self.hands[hand_count] = spell_counts
                self.weights[hand_count] = 0.0
                hand_count += 1
                hash_table[bucket] = hand_count  # 1 + the index of this hand
            self.weights[hash_table[bucket] - 1] += weight
            i += 1
        return hand_count

    def bucket_of(self, spell_counts: i64) -> i64:
        """Return the bucket of the hash table that contains this hand, or the empty bucket where it belongs."""
        hash_code = spell_counts ^ (spell_counts >> 13) ^ (spell_counts >> 22)  # depends on all bits of the hand
        bucket = hash_code & BUCKET_MASK
        while self.hash_table[bucket] != 0 and self.hands[self.hash_table[bucket] - 1] != spell_counts:
            bucket = (bucket + 1) & BUCKET_MASK
        return bucket

    # ------------------------------------------------------------ a node
    def best_value(self, t: Cells, low: i64, high: i64, reach: float, is_root: bool) -> float:
        """Return the value of the best action at a node; at the root, store the value of each action in `values`. The
        node is the table `t` with the hands from `low` to before `high`. `reach` is the probability to get there."""
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
            success = self.weight_with(spell, low, high) / total_weight  # the probability that the call succeeds
            if is_root or success * reach >= self.min_reach:
                failure_value = usual_failure_value
                is_unknown = is_root or usual_failure_value == UNKNOWN or spell == DRAGON
                if success < 1.0 and is_unknown:
                    failure_value = self.value_of_failure(t, spell)
                    if spell != DRAGON:
                        usual_failure_value = failure_value
                value = (1.0 - success) * failure_value
                if success > 0.0:
                    value += success * self.value_of_success(t, spell, low, high, success * reach)
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
        """Return the total weight of the hands from index `low` to before `high`."""
        weight = 0.0
        i = low
        while i < high:
            weight += self.weights[i]
            i += 1
        return weight

    def weight_with(self, spell: i64, low: i64, high: i64) -> float:
        """Return the total weight of those hands from index `low` to before `high` that contain a spell."""
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
        # No hands are needed, because a failed call ends the turn.
        return self.mean_over_die(after, low=0, high=0, reach=0.0)

    def value_of_success(self, t: Cells, spell: i64, low: i64, high: i64, reach: float) -> float:
        """Return the value of a successful call at the node with the hands from `low` to before `high`. The child node
        has those hands that contain the spell, without one stone of it. `reach` is the child's probability."""
        after = copy(t)
        set_spell(after, self.own_seat, spell)
        call(after, spell)
        child_high = high
        i = low
        while i < high:
            spell_counts = self.hands[i]
            if L.copies_in(spell_counts, spell) != 0:
                self.hands[child_high] = spell_counts - L.HELD_UNIT[spell]
                self.weights[child_high] = self.weights[i]
                child_high += 1
            i += 1
        if after[L.PHASE] == L.SECRET:
            give_secret(after, spell=0)  # 0: the spell is unknown
        return self.mean_over_die(after, low=high, high=child_high, reach=reach)

    def mean_over_die(self, t: Cells, low: i64, high: i64, reach: float) -> float:
        """Return the value of a table after a call. If the call needs a roll of the die, return the mean value over the
        sides of the die. The hands from `low` to `high` and `reach` belong to the node after the call."""
        if t[L.PHASE] != L.ROLL:
            return self.value_after_call(t, low, high, reach)
        value = 0.0
        sides: i64 = 0
        for face in range(1, i64(MAX_FACE + 1)):
            sides_with_face = t[L.DIE + face]
            if sides_with_face > 0:
                rolled = copy(t)
                roll(rolled, face)
                sides += sides_with_face
                value += float(sides_with_face) * self.value_after_call(rolled, low, high, reach)
        return value / float(sides)

    def value_after_call(self, t: Cells, low: i64, high: i64, reach: float) -> float:
        """Return the value of the best next action, or the value of the end of the turn if the call ended the turn."""
        if t[L.PHASE] != L.CALL or t[L.ACTIVE] != self.own_seat:
            return self.evaluate_end(t)
        return self.best_value(t, low, high, reach, is_root=False)

    def evaluate_end(self, t: Cells) -> float:
        """Return the win probability at the end of the turn, after refilling the hand with unknown stones."""
        own_seat = self.own_seat
        while t[L.PHASE] == L.REFILL:
            add_to_hand(t, own_seat, spell=0)  # 0: the spell is unknown
            end_turn(t)
        table = self.table
        assert table is not None
        return self.insight.evaluate(AbracadaState(t, table.game, table.options), own_seat)


def set_spell(t: Cells, seat: i64, spell: i64) -> None:
    """Give this spell to the newest unknown stone of the seat, because the least is known about it. Stones that the
    seat had when it called the spell without success are excluded. If there is no other stone, choose the oldest."""
    slot = t[L.HAND_SIZE + seat] - 1
    while slot > 0 and L.serial_at(t, seat, slot) < L.dealt_at_miss(t, seat, spell):
        slot -= 1
    t[L.hand_cell(seat, slot)] += spell
    t[L.HELD + seat] += L.HELD_UNIT[spell]
    t[L.POOL + spell] -= 1

"""Exhaustive search of the rest of a turn: which stones one may hold, what each call brings and costs, when to stop.

The table is as the seat itself sees it: its stones have spell 0, so a call finds nothing. For a call that succeeds the
stone is first given its spell. So the rules themselves determine what happens in either case.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import Cells, blank, copy
from sortilege.games.abracada import actions
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import DRAGON, KINDS
from sortilege.games.abracada.insight.dealer import Dealer
from sortilege.games.abracada.insight.odds import blank_floats
from sortilege.games.abracada.rules.calls import call, end_turn, lowest_call, roll
from sortilege.games.abracada.rules.setup import add_to_hand
from sortilege.games.abracada.rules.spells import find_secret
from sortilege.games.abracada.rules.state import AbracadaState

CAPACITY: Final = 16384  # hands of all nodes on one path
SLOTS: Final = 4096  # size of the hash table of hands


class TurnSearch:
    """Computes the value of every action of a seat, if it plays the rest of its turn as well as possible."""

    def __init__(self, insight: Insight) -> None:
        self.insight = insight  # evaluates the table at the end of the turn
        self.hands = blank(CAPACITY)  # possible hands, four bits per spell; each node's list follows its parent's
        self.weights = blank_floats(CAPACITY)
        self.index = blank(SLOTS)
        self.values = blank_floats(16)  # by action
        self.me: i64 = 0
        self.unlikely = 0.0
        self.table: AbracadaState | None = None

    def compute(self, dealer: Dealer, seat: i64, unlikely: float) -> None:
        """Compute `values` for every action of the seat. Calls that are reached with a lower probability than
        `unlikely` are skipped."""
        self.me = seat
        self.unlikely = unlikely
        self.table = dealer.table
        dealer.list_hands(seat, dealer.unseen())
        dealer.listed_seat = -1
        n = self.collect_hands(dealer, dealer.table.cells[L.SIZE + seat])
        self.best(copy(dealer.table.cells), 0, n, 1.0, True)

    def collect_hands(self, dealer: Dealer, size: i64) -> i64:
        """Collect the dealer's hands without their order, and return how many differ."""
        index = self.index
        i: i64 = 0
        while i < SLOTS:
            index[i] = 0
            i += 1
        n: i64 = 0
        before = 0.0
        i = 0
        count: i64 = len(dealer.hands)
        while i < count:
            row = dealer.hands[i]
            weight = dealer.cumulative[i] - before
            before = dealer.cumulative[i]
            held: i64 = 0
            slot: i64 = 0
            while slot < size:
                held += L.ONE[(row >> (4 * slot)) & 15]
                slot += 1
            key = (held ^ (held >> 13) ^ (held >> 22)) & (SLOTS - 1)
            while index[key] != 0 and self.hands[index[key] - 1] != held:
                key = (key + 1) & (SLOTS - 1)
            if index[key] == 0:
                self.hands[n] = held
                self.weights[n] = 0.0
                n += 1
                index[key] = n
            self.weights[index[key] - 1] += weight
            i += 1
        return n

    # ------------------------------------------------------------ a node
    def best(self, t: Cells, low: i64, high: i64, reach: float, root: bool) -> float:
        """Return the value of the best action if the hands from `low` to `high` are possible. `reach` is the
        probability of this node."""
        best = -1.0
        if t[L.LAST] != 0:
            best = self.stop(t)
            if root:
                self.values[actions.END] = best
        whole = 0.0
        i = low
        while i < high:
            whole += self.weights[i]
            i += 1
        miss = -1.0
        lowest = lowest_call(t)
        spell: i64 = KINDS
        while spell >= lowest:
            chance = self.chance(spell, low, high) / whole
            if root or chance * reach >= self.unlikely:
                loss = miss
                if chance < 1.0 and (root or miss < 0.0 or spell == DRAGON):
                    loss = self.fail(t, spell)
                    if spell != DRAGON:
                        miss = loss
                value = (1.0 - chance) * loss
                if chance > 0.0:
                    value += chance * self.succeed(t, spell, low, high, chance * reach)
                if root:
                    self.values[spell] = value
                if value > best:
                    best = value
            spell -= 1
        if root:
            while spell > 0:  # legal only as a call that certainly costs a life (AQ-303)
                self.values[spell] = -1.0
                spell -= 1
        return best

    def chance(self, spell: i64, low: i64, high: i64) -> float:
        """Return the total weight of the hands that contain a spell."""
        sum_ = 0.0
        i = low
        while i < high:
            if (self.hands[i] >> (4 * spell)) & 15 != 0:
                sum_ += self.weights[i]
            i += 1
        return sum_

    # ------------------------------------------------------------ results of an action
    def stop(self, t: Cells) -> float:
        after = copy(t)
        end_turn(after)
        return self.evaluate_end(after)

    def fail(self, t: Cells, spell: i64) -> float:
        """Return the value of a failed call; a failed dragon costs a roll of the die (AQ-307)."""
        after = copy(t)
        call(after, spell)
        return self.after_die(after, 0, 0, 0.0)

    def succeed(self, t: Cells, spell: i64, low: i64, high: i64, reach: float) -> float:
        """Return the value of a successful call: each hand that contains the stone loses it, and the turn goes on."""
        after = copy(t)
        set_spell(after, self.me, spell)
        call(after, spell)
        top = high
        i = low
        while i < high:
            held = self.hands[i]
            if (held >> (4 * spell)) & 15 != 0:
                self.hands[top] = held - L.ONE[spell]
                self.weights[top] = self.weights[i]
                top += 1
            i += 1
        if after[L.PHASE] == L.SECRET:
            find_secret(after, 0)
        return self.after_die(after, high, top, reach)

    def after_die(self, t: Cells, low: i64, high: i64, reach: float) -> float:
        """Return the mean value over the faces of the die, if the call needs one."""
        if t[L.PHASE] != L.ROLL:
            return self.go_on(t, low, high, reach)
        value = 0.0
        sides: i64 = 0
        face: i64 = 1
        while face <= 6:
            if t[L.DIE + face] > 0:
                rolled = copy(t)
                roll(rolled, face)
                sides += t[L.DIE + face]
                value += float(t[L.DIE + face]) * self.go_on(rolled, low, high, reach)
            face += 1
        return value / float(sides)

    def go_on(self, t: Cells, low: i64, high: i64, reach: float) -> float:
        """Return the value of the turn going on with these hands, or of its end."""
        if t[L.PHASE] != L.CALL or t[L.ACTIVE] != self.me:
            return self.evaluate_end(t)
        return self.best(t, low, high, reach, False)

    def evaluate_end(self, t: Cells) -> float:
        """Evaluate the end of the turn: the hand is refilled with unknown stones and the next seat plays."""
        me = self.me
        while t[L.PHASE] == L.REFILL:
            add_to_hand(t, me, 0)
            end_turn(t)
        table = self.table
        assert table is not None
        return self.insight.evaluate(AbracadaState(t, table.game, table.options), me)


def set_spell(t: Cells, seat: i64, spell: i64) -> None:
    """Give one of the seat's unknown stones this spell: the newest possible, about which its failed calls tell
    least."""
    i = t[L.SIZE + seat] - 1
    while i > 0 and t[L.HANDS + seat * 5 + i] >> 4 < L.dealt_at_miss(t, seat, spell):
        i -= 1
    t[L.HANDS + seat * 5 + i] += spell
    t[L.HELD + seat] += L.ONE[spell]
    t[L.POOL + spell] -= 1

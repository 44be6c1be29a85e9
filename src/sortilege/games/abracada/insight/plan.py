"""The rest of one's turn, thought through: which stones one may hold, what each call brings and costs, when to stop.

The table is that of the seat's own eyes: its stones have no spell. A call there finds nothing, as a call in vain does;
for a call that finds its stone the stone is planted first. So the rules themselves say what happens in either case.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank, copy
from sortilege.core.insight import Insight
from sortilege.games.abracada import actions
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import DRAGON, KINDS
from sortilege.games.abracada.insight.dealer import Dealer
from sortilege.games.abracada.insight.odds import blank_floats
from sortilege.games.abracada.rules.calls import call, end_turn, lowest_call, roll
from sortilege.games.abracada.rules.setup import stand
from sortilege.games.abracada.rules.spells import find_secret
from sortilege.games.abracada.rules.state import AbracadaState

ROOM: Final = 16384  # for the hands of all nodes on one way
SLOTS: Final = 4096  # of the table by which equal hands are found


class Plan:
    """What every action of a seat is worth to it, its turn played on as well as it knows."""

    def __init__(self, insight: Insight) -> None:
        self.insight = insight  # judges the table when the turn is over
        self.hands = blank(ROOM)  # what may be held, four bits a spell; each node's list behind its parent's
        self.weights = blank_floats(ROOM)
        self.index = blank(SLOTS)
        self.promise = blank_floats(16)  # by action, of the table last looked at
        self.me: i64 = 0
        self.unlikely = 0.0
        self.table: AbracadaState | None = None

    def look(self, dealer: Dealer, seat: i64, unlikely: float) -> None:
        """Fill `promise` for every action of the seat; calls less likely to be reached are not thought about."""
        self.me = seat
        self.unlikely = unlikely
        self.table = dealer.table
        dealer.weigh(seat, dealer.unseen())
        dealer.weighed = -1
        n = self.gather(dealer, dealer.table.cells[L.SIZE + seat])
        self.best(copy(dealer.table.cells), 0, n, 1.0, True)

    def gather(self, dealer: Dealer, size: i64) -> i64:
        """The dealer's hands without their order."""
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
            weight = dealer.upto[i] - before
            before = dealer.upto[i]
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

    # ------------------------------------------------------------ one node
    def best(self, t: Cells, low: i64, high: i64, reach: float, root: bool) -> float:
        """The value of the best action with the hands from `low` to `high` possible."""
        best = -1.0
        if t[L.LAST] != 0:
            best = self.stop(t)
            if root:
                self.promise[actions.END] = best
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
                    self.promise[spell] = value
                if value > best:
                    best = value
            spell -= 1
        if root:
            while spell > 0:  # legal only where it is sure to cost a life (AQ-303)
                self.promise[spell] = -1.0
                spell -= 1
        return best

    def chance(self, spell: i64, low: i64, high: i64) -> float:
        """The weight of the hands that hold a spell."""
        sum_ = 0.0
        i = low
        while i < high:
            if (self.hands[i] >> (4 * spell)) & 15 != 0:
                sum_ += self.weights[i]
            i += 1
        return sum_

    # ------------------------------------------------------------ what an action leads to
    def stop(self, t: Cells) -> float:
        after = copy(t)
        end_turn(after)
        return self.judge(after)

    def fail(self, t: Cells, spell: i64) -> float:
        """A call in vain; a dragon's costs the die (AQ-307)."""
        after = copy(t)
        call(after, spell)
        return self.after_die(after, 0, 0, 0.0)

    def succeed(self, t: Cells, spell: i64, low: i64, high: i64, reach: float) -> float:
        """A call whose stone is there: the hands that hold it lose one, and the turn goes on."""
        after = copy(t)
        plant(after, self.me, spell)
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
        """A call that waits for the die: the mean of what its faces lead to."""
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
        """My turn goes on with these hands possible, or it is over."""
        if t[L.PHASE] != L.CALL or t[L.ACTIVE] != self.me:
            return self.judge(t)
        return self.best(t, low, high, reach, False)

    def judge(self, t: Cells) -> float:
        """The turn is over: the hand is refilled with stones nobody here knows, and the next one plays."""
        me = self.me
        while t[L.PHASE] == L.REFILL:
            stand(t, me, 0)
            end_turn(t)
        table = self.table
        assert table is not None
        return self.insight.worth(AbracadaState(t, table.game, table.options), me)


def plant(t: Cells, seat: i64, spell: i64) -> None:
    """One of the seat's unknown stones is this spell: the newest, which any of its calls in vain says least about."""
    i = t[L.SIZE + seat] - 1
    while i > 0 and t[L.HANDS + seat * 5 + i] >> 4 < L.dealt_at_miss(t, seat, spell):
        i -= 1
    t[L.HANDS + seat * 5 + i] += spell
    t[L.HELD + seat] += L.ONE[spell]
    t[L.POOL + spell] -= 1

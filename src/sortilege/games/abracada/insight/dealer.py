"""The exact probabilities of the stones that a seat cannot see, and tables sampled from them."""

from __future__ import annotations

from collections.abc import Callable

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank, copy
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.insight.beliefs import Beliefs, Decision
from sortilege.games.abracada.rules.state import AbracadaState


class Dealer:
    """Samples the hidden stones of a view. Hidden stones are equally likely in all hidden places; each possible hand is
    then weighted by what the calls of the round tell.

    Neighbouring stones about which the same is known form a group. The order within a group is irrelevant, so hands are
    listed with each group in ascending order, weighted by the number of orders, and shuffled once a hand is drawn.
    """

    def __init__(self, table: AbracadaState, hidden: list[int], read_decisions: Callable[[], list[Decision]]) -> None:
        self.table = table  # hidden stones have spell 0; the pool has all stones that the view hides
        self.hidden = hidden  # the seats whose hands are sampled
        self.read_decisions = read_decisions  # returns the decisions of the other seats in this round
        self.cast_evidence: list[tuple[int, int, int, int]] = []  # seat, spell, mask of slots, equal stones that left
        self.group_starts = blank(8)  # by slot: 1 if a group begins there, in the hand last listed
        self.hands = vec[i64]()  # the possible hands of the seat last listed, four bits per slot
        self.cumulative = vec[float]()  # their cumulative weights
        self.listed_seat: i64 = -1  # that seat, if the list can be reused
        self.beliefs: Beliefs | None = None  # evidence from the decisions of other seats, if it is used

    def add_cast_evidence(self, seat: int, spell: int, slots: int, equals: int) -> None:
        """Record that a call took one of several stones: `equals` of these are known to be equal, more may stand in
        `slots`."""
        self.cast_evidence.append((seat, spell, slots, equals))

    def use_decisions(self) -> None:
        """From now on also weight hands by the decisions of the other seats. This assumes how they play, so it is not
        for fair odds."""
        self.beliefs = Beliefs(self.table.cells, self.hidden[0])
        for table, action in self.read_decisions():
            self.beliefs.add_decision(table, action)
        self.listed_seat = -1

    # ------------------------------------------------------------ listing hands
    def list_hands(self, seat: i64, pool: Cells) -> float:
        """List every hand that the seat may hold with its weight. Return the share of all deals that fit what was
        seen."""
        self.hands = vec[i64]()
        self.cumulative = vec[float]()
        ways = 1.0
        left: i64 = 0
        spell: i64 = 1
        while spell <= KINDS:
            left += pool[spell]
            spell += 1
        i: i64 = 0
        while i < self.table.cells[L.SIZE + seat]:
            ways *= float(left - i)
            self.group_starts[i] = 1
            if i > 0 and self.same_knowledge(seat, i - 1, i):
                self.group_starts[i] = 0
            i += 1
        self.extend_hand(seat, 0, 0, 1.0, pool)
        if len(self.cumulative) == 0:
            return 0.0
        return self.cumulative[len(self.cumulative) - 1] / ways

    def same_knowledge(self, seat: i64, a: i64, b: i64) -> bool:
        """Return whether the same is known about the stones in two slots."""
        t = self.table.cells
        spell: i64 = 1
        while spell <= KINDS:
            since = L.dealt_at_miss(t, seat, spell)
            if (serial_at(t, seat, a) < since) != (serial_at(t, seat, b) < since):
                return False
            spell += 1
        for who, _, slots, _ in self.cast_evidence:
            if who == seat and (i64(slots) >> a) & 1 != (i64(slots) >> b) & 1:
                return False
        return self.beliefs is None or self.beliefs.same_decisions(a, b)

    def extend_hand(self, seat: i64, slot: i64, hand: i64, weight: float, pool: Cells) -> None:
        """List every hand that begins like this one; `slot` is the first to fill."""
        t = self.table.cells
        if slot == t[L.SIZE + seat]:
            self.append_hand(hand, weight * self.likelihood(seat, hand))
            return
        spell: i64 = 1
        if self.group_starts[slot] == 0:
            spell = (hand >> (4 * (slot - 1))) & 15
        serial = serial_at(t, seat, slot)
        while spell <= KINDS:
            if pool[spell] > 0 and serial >= L.dealt_at_miss(t, seat, spell):
                copies = pool[spell]
                pool[spell] = copies - 1
                longer = hand | (spell << (4 * slot))
                self.extend_hand(seat, slot + 1, longer, weight * float(copies) * self.order_factor(longer, slot), pool)
                pool[spell] = copies
            spell += 1

    def order_factor(self, hand: i64, slot: i64) -> float:
        """Return the factor by which the stone in this slot multiplies the number of orders of its group."""
        spell = (hand >> (4 * slot)) & 15
        members: i64 = 1
        equals: i64 = 1
        while self.group_starts[slot] == 0:
            slot -= 1
            members += 1
            if (hand >> (4 * slot)) & 15 == spell:
                equals += 1
        return float(members) / float(equals)

    def append_hand(self, hand: i64, weight: float) -> None:
        before = 0.0
        if len(self.cumulative) > 0:
            before = self.cumulative[len(self.cumulative) - 1]
        self.hands = append(self.hands, hand)
        self.cumulative = append(self.cumulative, before + weight)

    def likelihood(self, seat: i64, hand: i64) -> float:
        """Return the likelihood that just those slots were emptied by casts, if the rest is this hand (AQ-209)."""
        out = 1.0
        for who, spell, slots, equals in self.cast_evidence:
            if who == seat:
                n: i64 = equals
                slot: i64 = 0
                while slot < 5:
                    if (slots >> slot) & 1 and (hand >> (4 * slot)) & 15 == spell:
                        n += 1
                    slot += 1
                out /= float(n)
        if self.beliefs is not None:
            out *= self.beliefs.likelihood(hand)
        return out

    def unseen(self) -> Cells:
        """Return how many stones of each spell this view hides."""
        pool = blank(16)
        spell: i64 = 1
        while spell <= KINDS:
            pool[spell] = self.table.cells[L.POOL + spell]
            spell += 1
        return pool

    def odds(self, seat: int) -> list[float]:
        """Return the exact probability that the seat holds each spell; index 0 is unused."""
        self.list_hands(seat, self.unseen())
        self.listed_seat = -1
        sums = [0.0] * 9
        before = 0.0
        i: i64 = 0
        while i < len(self.hands):
            hand = self.hands[i]
            weight = self.cumulative[i] - before
            before = self.cumulative[i]
            spell: i64 = 1
            while spell <= KINDS:
                slot: i64 = 0
                while slot < 5:
                    if (hand >> (4 * slot)) & 15 == spell:
                        sums[spell] += weight
                        break
                    slot += 1
                spell += 1
            i += 1
        return [chance / before for chance in sums] if before > 0.0 else sums

    # ------------------------------------------------------------ sampling
    def deal(self, rng: Rng) -> AbracadaState:
        """Return a state that this view cannot distinguish from the true one, sampled with the true probabilities."""
        while True:
            t = copy(self.table.cells)
            pool = self.unseen()
            if self.deal_hands(t, pool, rng):
                break
        self.deal_secrets(t, pool, rng)
        spell: i64 = 1
        while spell <= KINDS:
            t[L.POOL + spell] = pool[spell]
            spell += 1
        return AbracadaState(t, self.table.game, self.table.options)

    def deal_hands(self, t: Cells, pool: Cells, rng: Rng) -> bool:
        """Sample hand after hand. Each hand but the first is accepted with the probability that it fits, which makes
        the joint sample exact. Return False to try again."""
        first = True
        for seat in self.hidden:
            if self.listed_seat != seat or not first:
                share = self.list_hands(seat, pool)
                self.listed_seat = seat if first and len(self.hidden) == 1 else -1
                if not first and fraction(rng) >= share:
                    return False
            if len(self.cumulative) == 0:
                return False
            hand = self.shuffle_groups(self.draw_hand(rng), t[L.SIZE + i64(seat)], rng)
            slot: i64 = 0
            while slot < t[L.SIZE + i64(seat)]:
                spell = (hand >> (4 * slot)) & 15
                t[L.HANDS + i64(seat) * 5 + slot] += spell
                t[L.HELD + i64(seat)] += L.ONE[spell]
                pool[spell] -= 1
                slot += 1
            first = False
        return True

    def draw_hand(self, rng: Rng) -> i64:
        """Return one of the listed hands, drawn by weight with a binary search."""
        low: i64 = 0
        high: i64 = len(self.cumulative) - 1
        target = fraction(rng) * self.cumulative[high]
        while low < high:
            middle = (low + high) >> 1
            if self.cumulative[middle] > target:
                high = middle
            else:
                low = middle + 1
        return self.hands[low]

    def shuffle_groups(self, hand: i64, size: i64, rng: Rng) -> i64:
        """Return the hand with each of its groups in random order."""
        start: i64 = 0
        slot: i64 = 1
        while slot < size:
            if self.group_starts[slot] == 1:
                start = slot
            other = start + rng.below(slot - start + 1)
            change = ((hand >> (4 * slot)) ^ (hand >> (4 * other))) & 15
            hand ^= (change << (4 * slot)) | (change << (4 * other))
            slot += 1
        return hand

    def deal_secrets(self, t: Cells, pool: Cells, rng: Rng) -> None:
        """Set the unknown secret stones to random stones from the pool."""
        seat: i64 = 0
        while seat < t[L.SEATS]:
            i: i64 = 0
            while i < t[L.TAKEN + seat]:
                if t[L.FOUND + seat * 4 + i] == 0:
                    t[L.FOUND + seat * 4 + i] = draw_stone(pool, rng)
                i += 1
            seat += 1


def hide_own_stones(state: State) -> AbracadaState:
    """Return a true table as the seat to move sees it, as `abracada.dealer.table_of` builds it from a view."""
    t = copy(state.cells)
    me = t[L.ACTIVE]
    i: i64 = 0
    while i < t[L.SIZE + me]:
        spell = t[L.HANDS + me * 5 + i] & 15
        t[L.HANDS + me * 5 + i] -= spell
        t[L.POOL + spell] += 1
        i += 1
    t[L.HELD + me] = 0
    seat: i64 = 0
    while seat < t[L.SEATS]:
        i = 0
        while seat != me and i < t[L.TAKEN + seat]:
            t[L.POOL + t[L.FOUND + seat * 4 + i]] += 1
            t[L.FOUND + seat * 4 + i] = 0
            i += 1
        seat += 1
    return AbracadaState(t, state.game, state.options)


def add_remembered_casts(dealer: Dealer, seat: i64) -> None:
    """Add what the seat's last cast of each spell tells about its stones (AQ-209). The cells remember only the last
    cast of each spell; a view has all of them."""
    t = dealer.table.cells
    spell: i64 = 1
    while spell <= KINDS:
        cast = L.dealt_at_cast(t, seat, spell)
        slots: i64 = 0
        bit: i64 = 1
        i: i64 = 0
        while i < t[L.SIZE + seat]:
            if serial_at(t, seat, i) < cast:
                slots |= bit
            bit <<= 1
            i += 1
        if slots != 0:
            dealer.add_cast_evidence(seat, spell, slots, 1)
        spell += 1


def no_decisions() -> list[Decision]:
    """Return no decisions, for a dealer that ignores them."""
    return []


def serial_at(t: Cells, seat: i64, slot: i64) -> i64:
    """Return the serial number, within the round, of the stone in a slot."""
    return t[L.HANDS + seat * 5 + slot] >> 4


def draw_stone(pool: Cells, rng: Rng) -> i64:
    """Remove a random stone from the pool and return its spell."""
    total: i64 = 0
    spell: i64 = 1
    while spell <= KINDS:
        total += pool[spell]
        spell += 1
    left = rng.below(total)
    spell = 1
    while left >= pool[spell]:
        left -= pool[spell]
        spell += 1
    pool[spell] -= 1
    return spell


def fraction(rng: Rng) -> float:
    """Return a random float in [0, 1) with 53 bits."""
    return (float(rng.word() >> 5) * 67108864.0 + float(rng.word() >> 6)) / 9007199254740992.0

"""The exact odds of the stones one cannot see, and imagined tables drawn from them."""

from __future__ import annotations

from collections.abc import Callable

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank, copy
from sortilege.core.rng import Rng
from sortilege.core.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.insight.beliefs import Beliefs, Decision
from sortilege.games.abracada.rules.state import AbracadaState


class Dealer:
    """Deals the hidden stones of a view. Everything hidden is equally likely to lie anywhere hidden; what the calls of
    the round have told then weighs each possible hand.

    Neighbouring stones about which the same is known are a group. Within a group the order tells nothing, so hands are
    listed with each group in ascending order, weighed by the number of orders, and shuffle_groups once one is drawn.
    """

    def __init__(self, table: AbracadaState, hidden: list[int], recall: Callable[[], list[Decision]]) -> None:
        self.table = table  # hidden stones have spell 0; the pool holds every stone the view does not show
        self.hidden = hidden  # the seats whose hands are dealt
        self.recall = recall  # what the others decided in this round
        self.witnesses: list[tuple[int, int, int, int]] = []  # seat, spell, mask of slots, equal stones gone since
        self.starts = blank(8)  # by slot: 1 where a group begins in the hand last weighed
        self.hands = vec[i64]()  # the possible hands of the seat last weighed, four bits a slot
        self.upto = vec[float]()  # their weights, added up
        self.weighed: i64 = -1  # that seat, if the weighing can be used again
        self.beliefs: Beliefs | None = None  # what the others' decisions say, where they are listened to

    def witness(self, seat: int, spell: int, slots: int, equals: int) -> None:
        """A call took one of several stones: `equals` of them are known by now, more may stand in `slots`."""
        self.witnesses.append((seat, spell, slots, equals))

    def listen(self) -> None:
        """From now on hands are weighed by what the others decided, too: a guess about them, so not for fair odds."""
        self.beliefs = Beliefs(self.table.cells, self.hidden[0])
        for then, action in self.recall():
            self.beliefs.heed(then, action)
        self.weighed = -1

    # ------------------------------------------------------------ weighing
    def weigh(self, seat: i64, pool: Cells) -> float:
        """List every hand the seat may hold with its weight; answers the share of all deals that fit what was seen."""
        self.hands = vec[i64]()
        self.upto = vec[float]()
        ways = 1.0
        left: i64 = 0
        spell: i64 = 1
        while spell <= KINDS:
            left += pool[spell]
            spell += 1
        i: i64 = 0
        while i < self.table.cells[L.SIZE + seat]:
            ways *= float(left - i)
            self.starts[i] = 1
            if i > 0 and self.alike(seat, i - 1, i):
                self.starts[i] = 0
            i += 1
        self.extend(seat, 0, 0, 1.0, pool)
        if len(self.upto) == 0:
            return 0.0
        return self.upto[len(self.upto) - 1] / ways

    def alike(self, seat: i64, a: i64, b: i64) -> bool:
        """Whether the same is known about the stones in two slots."""
        t = self.table.cells
        spell: i64 = 1
        while spell <= KINDS:
            since = L.dealt_at_miss(t, seat, spell)
            if (serial_at(t, seat, a) < since) != (serial_at(t, seat, b) < since):
                return False
            spell += 1
        for who, _, slots, _ in self.witnesses:
            if who == seat and (i64(slots) >> a) & 1 != (i64(slots) >> b) & 1:
                return False
        return self.beliefs is None or self.beliefs.alike(a, b)

    def extend(self, seat: i64, slot: i64, hand: i64, weight: float, pool: Cells) -> None:
        """List every hand that begins like this one; `slot` is the first to fill."""
        t = self.table.cells
        if slot == t[L.SIZE + seat]:
            self.list_hand(hand, weight * self.likelihood(seat, hand))
            return
        spell: i64 = 1
        if self.starts[slot] == 0:
            spell = (hand >> (4 * (slot - 1))) & 15
        serial = serial_at(t, seat, slot)
        while spell <= KINDS:
            if pool[spell] > 0 and serial >= L.dealt_at_miss(t, seat, spell):
                copies = pool[spell]
                pool[spell] = copies - 1
                longer = hand | (spell << (4 * slot))
                self.extend(seat, slot + 1, longer, weight * float(copies) * self.orders(longer, slot), pool)
                pool[spell] = copies
            spell += 1

    def orders(self, hand: i64, slot: i64) -> float:
        """By how much the stone in this slot multiplies the orders of its group."""
        spell = (hand >> (4 * slot)) & 15
        members: i64 = 1
        equals: i64 = 1
        while self.starts[slot] == 0:
            slot -= 1
            members += 1
            if (hand >> (4 * slot)) & 15 == spell:
                equals += 1
        return float(members) / float(equals)

    def list_hand(self, hand: i64, weight: float) -> None:
        before = 0.0
        if len(self.upto) > 0:
            before = self.upto[len(self.upto) - 1]
        self.hands = append(self.hands, hand)
        self.upto = append(self.upto, before + weight)

    def likelihood(self, seat: i64, hand: i64) -> float:
        """How likely it was that just those slots were emptied, had the rest been this hand (AQ-209)."""
        out = 1.0
        for who, spell, slots, equals in self.witnesses:
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
        """How many stones of each spell this view does not show."""
        pool = blank(16)
        spell: i64 = 1
        while spell <= KINDS:
            pool[spell] = self.table.cells[L.POOL + spell]
            spell += 1
        return pool

    def odds(self, seat: int) -> list[float]:
        """The exact chance that the seat holds each spell, [0] unused."""
        self.weigh(seat, self.unseen())
        self.weighed = -1
        sums = [0.0] * 9
        before = 0.0
        i: i64 = 0
        while i < len(self.hands):
            hand = self.hands[i]
            weight = self.upto[i] - before
            before = self.upto[i]
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

    # ------------------------------------------------------------ dealing
    def deal(self, rng: Rng) -> AbracadaState:
        """One state this view cannot tell from the true one, fairly drawn."""
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
        """Hand after hand; each but the first is kept with the chance that it fits at all: so the whole is fair."""
        first = True
        for seat in self.hidden:
            if self.weighed != seat or not first:
                share = self.weigh(seat, pool)
                self.weighed = seat if first and len(self.hidden) == 1 else -1
                if not first and fraction(rng) >= share:
                    return False
            if len(self.upto) == 0:
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
        """One of the weighed hands, by weight."""
        low: i64 = 0
        high: i64 = len(self.upto) - 1
        mark = fraction(rng) * self.upto[high]
        while low < high:
            middle = (low + high) >> 1
            if self.upto[middle] > mark:
                high = middle
            else:
                low = middle + 1
        return self.hands[low]

    def shuffle_groups(self, hand: i64, size: i64, rng: Rng) -> i64:
        """The hand with each of its groups in any order."""
        start: i64 = 0
        slot: i64 = 1
        while slot < size:
            if self.starts[slot] == 1:
                start = slot
            other = start + rng.below(slot - start + 1)
            change = ((hand >> (4 * slot)) ^ (hand >> (4 * other))) & 15
            hand ^= (change << (4 * slot)) | (change << (4 * other))
            slot += 1
        return hand

    def deal_secrets(self, t: Cells, pool: Cells, rng: Rng) -> None:
        """The secret stones others hold: any of what is left."""
        seat: i64 = 0
        while seat < t[L.SEATS]:
            i: i64 = 0
            while i < t[L.TAKEN + seat]:
                if t[L.FOUND + seat * 4 + i] == 0:
                    t[L.FOUND + seat * 4 + i] = draw_stone(pool, rng)
                i += 1
            seat += 1


def own_eyes(state: State) -> AbracadaState:
    """A true table as the seat to move sees it: the same that its view shows (`abracada.dealer.table_of`)."""
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


def heed_casts(dealer: Dealer, seat: i64) -> None:
    """What the seat's last cast of each spell says of the stones that stood beside (AQ-209), as far as a table itself
    remembers it; a view tells of every cast."""
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
            dealer.witness(seat, spell, slots, 1)
        spell += 1


def nothing_decided() -> list[Decision]:
    """Where nobody asks what the others decided."""
    return []


def serial_at(t: Cells, seat: i64, slot: i64) -> i64:
    """Which stone of the round stands in a slot."""
    return t[L.HANDS + seat * 5 + slot] >> 4


def draw_stone(pool: Cells, rng: Rng) -> i64:
    """One stone out of the pool."""
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
    """A number in [0, 1) with 53 random bits."""
    return (float(rng.word() >> 5) * 67108864.0 + float(rng.word() >> 6)) / 9007199254740992.0

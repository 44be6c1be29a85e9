"""What the others' decisions say about one's own stones, which they see.

Who sees three potions before me will hardly call a potion; who stops although a fireball seemed likely has seen where
the fireballs are. So each hand I may hold is weighed by how likely the others' decisions of this round were before it,
from what they could see then. How closely somebody follows the odds is not known: everybody is taken for a sharp, a
fair and a careless player at once, and the decisions themselves tell which. So nothing is made of the calls of somebody
who plays otherwise than we would.
"""

from __future__ import annotations

from math import exp
from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.box import KINDS
from sortilege.games.abracada.insight.odds import blank_floats
from sortilege.games.abracada.insight.rating import Rating
from sortilege.games.abracada.rules.nodes import fill_calls

SHARP: Final = vec[float]([8.0, 3.0, 1.0])  # how strongly each kind of player prefers the better call
SORTS: Final = 3
Decision: TypeAlias = "tuple[Cells, int]"  # a table as it was, my present stones on it without a spell, and the action
DOUBT: Final = 0.05  # the part of anybody's decisions that is put down to reasons unknown


class Glimpse:
    """What one seat decided while the same of my present stones stood there."""

    def __init__(self, seat: i64, slots: i64) -> None:
        self.seat = seat
        self.slots = slots  # mask of my slots
        self.tables: list[Cells] = []  # mine among them without a spell, and counted in the pool
        self.actions: list[int] = []
        self.known: dict[int, list[float]] = {}  # by what I may hold there: the likelihood for each sort


class Beliefs:
    """The likelihood of what the others decided, for every hand that a seat may hold."""

    def __init__(self, table: Cells, seat: i64) -> None:
        self.table = table
        self.seat = seat
        self.glimpses: list[Glimpse] = []  # in order of their seats
        self.rating = Rating()
        self.legal = blank(16)
        self.each = blank_floats(SORTS)

    def heed(self, then: Cells, action: int) -> None:
        """Somebody else decided so at this table."""
        slots = self.stones_then(then)
        if slots == 0:
            return
        at = 0
        for glimpse in self.glimpses:
            if glimpse.seat == then[L.ACTIVE] and glimpse.slots == slots:
                glimpse.tables.append(then)
                glimpse.actions.append(action)
                return
            if glimpse.seat <= then[L.ACTIVE]:
                at += 1
        self.glimpses.insert(at, Glimpse(then[L.ACTIVE], slots))
        self.glimpses[at].tables.append(then)
        self.glimpses[at].actions.append(action)

    def stones_then(self, then: Cells) -> i64:
        """Which of the seat's present stones it had then."""
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

    def alike(self, a: i64, b: i64) -> bool:
        """Whether the same decisions were made before the stones in two slots."""
        differ: i64 = 0
        for glimpse in self.glimpses:
            differ |= (glimpse.slots >> a) ^ (glimpse.slots >> b)
        return differ & 1 == 0

    # ------------------------------------------------------------ weighing a hand
    def likelihood(self, hand: i64) -> float:
        """Of everything the others decided, before this hand (four bits a slot)."""
        out = 1.0
        seat: i64 = -1
        each = self.each
        sort: i64 = 0
        for glimpse in self.glimpses:
            if glimpse.seat != seat:
                if seat >= 0:
                    out *= mean(each)
                seat = glimpse.seat
                sort = 0
                while sort < SORTS:
                    each[sort] = 1.0
                    sort += 1
            known = self.likelihoods(glimpse, hand)
            sort = 0
            while sort < SORTS:
                each[sort] *= known[sort]
                sort += 1
        if seat >= 0:
            out *= mean(each)
        return out

    def likelihoods(self, glimpse: Glimpse, hand: i64) -> list[float]:
        """The likelihood of a glimpse for each sort of player."""
        held: i64 = 0
        slot: i64 = 0
        while slot < 5:
            if (glimpse.slots >> slot) & 1 != 0:
                held += L.ONE[(hand >> (4 * slot)) & 15]
            slot += 1
        known = glimpse.known.get(held)
        if known is None:
            known = [1.0] * SORTS
            for i in range(len(glimpse.tables)):
                self.weigh(glimpse.tables[i], held, glimpse.actions[i], known)
            glimpse.known[held] = known
        return known

    def weigh(self, t: Cells, held: i64, action: i64, into: list[float]) -> None:
        """One decision, had these stones stood before its seat's eyes."""
        move(t, held, -1)
        n = fill_calls(t, self.legal)
        self.rating.look(t)
        move(t, held, 1)
        promise = self.rating.promise
        chosen = promise[action]
        sort: i64 = 0
        while sort < SORTS:
            others = 0.0
            i: i64 = 0
            while i < n:
                others += exp(SHARP[sort] * (promise[self.legal[i]] - chosen))
                i += 1
            into[sort] *= (1.0 - DOUBT) / others + DOUBT / float(n)
            sort += 1


def mean(numbers: vec[float]) -> float:
    sum_ = 0.0
    i: i64 = 0
    while i < SORTS:
        sum_ += numbers[i]
        i += 1
    return sum_ / float(SORTS)


def move(t: Cells, held: i64, many: i64) -> None:
    """Take stones out of the pool, or put them back."""
    spell: i64 = 1
    while spell <= KINDS:
        t[L.POOL + spell] += many * ((held >> (4 * spell)) & 15)
        spell += 1

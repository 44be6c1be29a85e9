"""What a seat's table is worth, in hundredths of a point: what it scores, what its spells will still do, and what its
pool promises. Nothing is hidden in SpellBook but the next draw, so all of this may look at the whole table."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.days import days_allowed, days_left, phases_left
from sortilege.games.spellbook.insight.weights import (
    COMMON,
    EASE,
    FOCUSED,
    FODDER,
    HELD,
    IN_POUCH,
    OFFERED,
    ON_ALTAR,
    READY,
    SPARE,
    Weights,
)
from sortilege.games.spellbook.rules.scoring import (
    FAMILIAR,
    POINTS,
    colours_stored,
    knowledge_points,
    opponent_points,
    score,
)


# ---------------------------------------------------------------- the judge
class Judge:
    """Judgement of one seat's table at one moment: `look` first, then ask. The numbers kept between questions depend
    on books and time, not on pools: tokens may be moved and moved back between two questions."""

    def __init__(self, weights: Weights = COMMON) -> None:
        self.weights = weights
        self.prices = weights.prices
        self.seat: i64 = 0
        self.pool: i64 = 0
        self.days: i64 = 0
        self.mornings: i64 = 0
        self.middays: i64 = 0
        self.evenings: i64 = 0
        self.promise = blank(box.COLOURS * 3)  # what each spell is worth if it stands at level 3, 4, 5
        self.odds = blank(box.COLOURS)  # how easily tokens of a colour come, in percent
        self.found = blank(box.COLOURS)

    def look(self, t: Cells, seat: i64) -> None:
        """Take in a seat's book and the time left."""
        self.seat = seat
        self.pool = L.pool_of(seat)
        days = days_left(t, seat, self.prices)
        if self.weights.patient and t[L.END_BY] < 0 and score(t, 0) <= opponent_points(t) + 2:
            days = days_allowed(t)
        self.days = days
        self.mornings = phases_left(t, seat, L.MORNING, days)
        self.middays = phases_left(t, seat, L.MIDDAY, days)
        self.evenings = phases_left(t, seat, L.EVENING, days)
        promise = self.promise
        odds = self.odds
        colour: i64 = 0
        while colour < box.COLOURS:
            odds[colour] = self.ease(t, colour)
            level: i64 = 3
            while level < 6:
                promise[colour * 3 + level - 3] = self.promise_at(t, colour, level)
                level += 1
            colour += 1

    def ease(self, t: Cells, colour: i64) -> i64:
        """How easily tokens of a colour come: those on the altar count double, those in the box half."""
        row = colour * 4 + 3
        ease = (
            self.prices[EASE]
            + self.prices[ON_ALTAR] * t[L.ALTAR + row]
            + self.prices[IN_POUCH] * t[L.POUCH + row]
            + 2 * t[L.DISCARD + row]
        )
        if ease > 115:
            return 115
        return ease

    def promise_at(self, t: Cells, colour: i64, level: i64) -> i64:
        """What a spell is worth at a level: its points, and its use in the Days to come."""
        spell = L.spell_of(t, colour)
        use = self.weights.use[spell * 3 + level - 3]
        once = self.weights.once[spell * 3 + level - 3]
        if L.level_of(t, self.seat, colour) > 0 and colour >= box.COLOURS - 2:
            once = 0  # the instant is over
        value = self.points(t, colour, spell, level) + use * self.days // 10
        if self.days >= 10:
            return value + once
        return value + once * self.days // 10

    def points(self, t: Cells, colour: i64, spell: i64, level: i64) -> i64:
        """The points a spell will bring in the end, in hundredths."""
        if spell == box.KNOWLEDGE:
            return 100 * knowledge_points(t, self.seat, level) + self.lessons() * (35 + 15 * (level - 3))
        if spell == box.COMMUNION and level == 4:
            return self.communion(t)
        if colour == box.BLACK and spell == box.FEAST and level == 5:
            stored = colours_stored(t, self.seat)
            more = 7 - stored
            if more > self.middays:
                more = self.middays
            return 100 * stored + 75 * more
        return 100 * POINTS[spell * 3 + level - 3]

    def lessons(self) -> i64:
        """Spells a seat may still learn, as far as time goes, in percent-like tenths."""
        return self.evenings

    def communion(self, t: Cells) -> i64:
        """Communion at level 4: the tokens of its rune on the board, and half of those to come."""
        board = L.board_of(self.seat)
        most: i64 = 0
        if L.level_of(t, self.seat, box.YELLOW) > 0:
            most = t[board + L.BY_RUNE + L.rune_of(t, self.seat, box.YELLOW)]
        else:
            rune: i64 = 0
            while rune < 3:
                if t[board + L.BY_RUNE + rune] > most:
                    most = t[board + L.BY_RUNE + rune]
                rune += 1
        return 100 * most + 50 * self.middays

    # ------------------------------------------------------------ the whole table
    def value(self, t: Cells) -> i64:
        """The seat's whole table."""
        return 100 * FAMILIAR[t[L.board_of(self.seat) + L.SIZE]] + self.book(t) + self.hand(t)

    def book(self, t: Cells) -> i64:
        """The learned spells."""
        value: i64 = 0
        colour: i64 = 0
        while colour < box.COLOURS:
            level = L.level_of(t, self.seat, colour)
            if level > 0:
                value += self.promise[colour * 3 + level - 3]
            colour += 1
        return value

    def hand(self, t: Cells) -> i64:
        """The pool: sets on the way to a spell, no more than evenings are left to learn in, and tokens to store."""
        pool = self.pool
        found = self.found
        spare: i64 = 0
        sets: i64 = 0
        colour: i64 = 0
        while colour < box.COLOURS:
            n = t[pool + colour * 4 + 3]
            found[colour] = 0
            if n > 0:
                if L.level_of(t, self.seat, colour) > 0:
                    spare += n
                else:
                    if n > 5:
                        spare += n - 5
                    found[colour] = self.set_of(colour, n)
                    sets += 1
            colour += 1
        if sets > self.evenings:
            sets = self.evenings
        value = best_of(found, sets, self.weights.abreast)
        size = t[pool + L.SIZE]
        value += self.fodder(spare, size) + self.together(t)
        if self.mornings > 0:
            value -= self.weights.tight[size]
        return value

    def together(self, t: Cells) -> i64:
        """What tokens are worth side by side: to Offering by colour, to Focus by rune."""
        level = L.level_of(t, self.seat, box.BLACK)
        if level == 0:
            return 0
        spell = L.spell_of(t, box.BLACK)
        if spell == box.OFFERING and self.middays > 0:
            return self.prices[OFFERED] * (least(self.most_alike(t), level - 1) - 1)
        if spell == box.FOCUS and self.evenings > 0:
            return self.prices[FOCUSED] * least(
                t[self.pool + L.BY_RUNE + L.rune_of(t, self.seat, box.BLACK)], level - 2
            )
        return 0

    def most_alike(self, t: Cells) -> i64:
        """The most tokens of one learned colour, one at least."""
        most: i64 = 1
        colour: i64 = 0
        while colour < box.COLOURS:
            n = t[self.pool + colour * 4 + 3]
            if n > most and L.level_of(t, self.seat, colour) > 0:
                most = n
            colour += 1
        return most

    def fodder(self, spare: i64, size: i64) -> i64:
        """Tokens no spell wants are there to be stored, one a Day; others may have to be."""
        if spare > self.middays:
            return self.prices[FODDER] * self.middays + self.prices[SPARE] * (spare - self.middays)
        rest = self.middays - spare
        if rest > size - spare:
            rest = size - spare
        return self.prices[FODDER] * spare + self.prices[HELD] * rest

    def set_of(self, colour: i64, n: i64) -> i64:
        """What n tokens of a colour promise."""
        low = self.promise[colour * 3]
        mid = self.promise[colour * 3 + 1]
        high = self.promise[colour * 3 + 2]
        if mid < low:
            mid = low
        if high < mid:
            high = mid
        e = self.evenings
        if e > 7:
            e = 7
        odds = self.odds[colour]
        if n >= 5:
            return high * self.prices[READY] // 100
        if n == 4:
            return (mid * self.prices[READY] + (high - mid) * self.weights.riper[e] * odds // 100) // 100
        if n == 3:
            return (low * self.prices[READY] + (mid - low) * self.weights.riper[e] * odds // 100) // 100
        chance = self.weights.first_of_3[e]
        if n == 2:
            chance = self.weights.second_of_3[e]
        return low * chance * odds // 10000


def least(a: i64, b: i64) -> i64:
    """The smaller one."""
    if a < b:
        return a
    return b


def best_of(found: Cells, n: i64, abreast: Cells) -> i64:
    """The n greatest, each counting less than the one before: tokens for one are not tokens for another."""
    total: i64 = 0
    i: i64 = 0
    while i < n:
        best: i64 = 0
        colour: i64 = 1
        while colour < box.COLOURS:
            if found[colour] > found[best]:
                best = colour
            colour += 1
        total += found[best] * abreast[i] // 100
        found[best] = 0
        i += 1
    return total

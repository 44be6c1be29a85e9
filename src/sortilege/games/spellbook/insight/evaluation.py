"""Evaluates a seat's position in hundredths of a point: its score, the future use of its spells, and its pool. Only the
next draw is hidden in SpellBook, so the evaluation may read the whole state."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.days import days_left, phases_left, solo_days_left
from sortilege.games.spellbook.insight.weights import (
    EASE_BASE,
    EASE_IN_POUCH,
    EASE_ON_ALTAR,
    FOCUS_TOKEN,
    OFFERING_TOKEN,
    READY_SET,
    STORABLE,
    STORABLE_IN_SET,
    SURPLUS,
    WEIGHTS,
    Weights,
)
from sortilege.games.spellbook.rules.scoring import (
    BOARD_POINTS,
    SPELL_POINTS,
    colours_stored,
    knowledge_points,
    opponent_points,
    score,
)
from sortilege.games.spellbook.rules.spells import smaller


# ---------------------------------------------------------------- one spell
class Evaluator:
    """Evaluates one seat's position: call `load` first. Cached numbers depend on books and time but not on pools, so
    tokens may be moved and moved back between two calls."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.constants = weights.constants
        self.seat: i64 = 0
        self.pool: i64 = 0
        self.days: i64 = 0
        self.mornings: i64 = 0
        self.middays: i64 = 0
        self.evenings: i64 = 0
        self.level_values = blank(box.COLOURS * 3)  # the value of each spell at levels 3, 4 and 5
        self.ease_by_colour = blank(box.COLOURS)  # how easily tokens of a colour are obtained, in percent
        self.set_values = blank(box.COLOURS)

    def load(self, t: Cells, seat: i64) -> None:
        """Cache what depends on a seat's book and the time left."""
        self.seat = seat
        self.pool = L.pool_of(seat)
        days = days_left(t, seat, self.constants)
        if self.weights.patient and t[L.END_BY] < 0 and score(t, 0) <= opponent_points(t) + 2:
            days = solo_days_left(t)
        self.days = days
        self.mornings = phases_left(t, seat, L.MORNING, days)
        self.middays = phases_left(t, seat, L.MIDDAY, days)
        self.evenings = phases_left(t, seat, L.EVENING, days)
        level_values = self.level_values
        ease_by_colour = self.ease_by_colour
        for colour in range(i64(box.COLOURS)):
            ease_by_colour[colour] = self.ease(t, colour)
            for level in range(3, i64(6)):
                level_values[colour * 3 + level - 3] = self.level_value(t, colour, level)

    def ease(self, t: Cells, colour: i64) -> i64:
        """Estimate in percent how easily tokens of a colour are obtained from altar, pouch and box."""
        row = colour * 4 + 3
        ease = (
            self.constants[EASE_BASE]
            + self.constants[EASE_ON_ALTAR] * t[L.ALTAR + row]
            + self.constants[EASE_IN_POUCH] * t[L.POUCH + row]
            + 2 * t[L.DISCARD + row]
        )
        if ease > 115:
            return 115
        return ease

    def level_value(self, t: Cells, colour: i64, level: i64) -> i64:
        """Return the value of a spell at a level: its points, and its use on the Days left."""
        spell = L.spell_of(t, colour)
        use = self.weights.use[spell * 3 + level - 3]
        once = self.weights.once[spell * 3 + level - 3]
        if L.level_of(t, self.seat, colour) > 0 and colour >= box.COLOURS - 2:
            once = 0  # the instant effect has happened
        value = self.final_points(t, colour, spell, level) + use * self.days // 10
        if self.days >= 10:
            return value + once
        return value + once * self.days // 10

    def final_points(self, t: Cells, colour: i64, spell: i64, level: i64) -> i64:
        """Estimate the points that a spell will score at the end, in hundredths."""
        if spell == box.KNOWLEDGE:
            return 100 * knowledge_points(t, self.seat, level) + self.evenings * (35 + 15 * (level - 3))
        if spell == box.COMMUNION and level == 4:
            return self.communion_points(t)
        if colour == box.BLACK and spell == box.FEAST and level == 5:
            stored = colours_stored(t, self.seat)
            more = 7 - stored
            if more > self.middays:
                more = self.middays
            return 100 * stored + 75 * more
        return 100 * SPELL_POINTS[L.effect_of(spell, level)]

    def communion_points(self, t: Cells) -> i64:
        """Estimate the points of Communion at level 4 from the tokens of its rune, stored and still to be stored."""
        board = L.board_of(self.seat)
        most: i64 = 0
        if L.level_of(t, self.seat, box.YELLOW) > 0:
            most = L.count_rune(t, board, L.card_rune(t, self.seat, box.YELLOW))
        else:
            for rune in range(i64(3)):
                if L.count_rune(t, board, rune) > most:
                    most = L.count_rune(t, board, rune)
        return 100 * most + 50 * self.middays

    # ------------------------------------------------------------ the whole position
    def value(self, t: Cells) -> i64:
        """Return the value of the seat's whole position."""
        return 100 * BOARD_POINTS[L.count(t, L.board_of(self.seat))] + self.book_value(t) + self.pool_value(t)

    def book_value(self, t: Cells) -> i64:
        """Return the value of the learned spells."""
        value: i64 = 0
        for colour in range(i64(box.COLOURS)):
            level = L.level_of(t, self.seat, colour)
            if level > 0:
                value += self.level_values[colour * 3 + level - 3]
        return value

    def pool_value(self, t: Cells) -> i64:
        """Return the value of the pool: at most one set of tokens per Evening left, and tokens to store."""
        pool = self.pool
        set_values = self.set_values
        spare: i64 = 0
        sets: i64 = 0
        for colour in range(i64(box.COLOURS)):
            n = L.count_colour(t, pool, colour)
            set_values[colour] = 0
            if n > 0:
                if L.level_of(t, self.seat, colour) > 0:
                    spare += n
                else:
                    if n > 5:
                        spare += n - 5
                    set_values[colour] = self.set_value(colour, n)
                    sets += 1
        if sets > self.evenings:
            sets = self.evenings
        value = discounted_sum(set_values, sets, self.weights.set_discount)
        size = L.count(t, pool)
        value += self.storing_value(spare, size) + self.synergy(t)
        if self.mornings > 0:
            value -= self.weights.crowding[size]
        return value

    def synergy(self, t: Cells) -> i64:
        """Return the extra value of similar pool tokens: of one colour for Offering, of one rune for Focus."""
        level = L.level_of(t, self.seat, box.BLACK)
        if level == 0:
            return 0
        spell = L.spell_of(t, box.BLACK)
        if spell == box.OFFERING and self.middays > 0:
            return self.constants[OFFERING_TOKEN] * (smaller(self.largest_learned_colour(t), level - 1) - 1)
        if spell == box.FOCUS and self.evenings > 0:
            return self.constants[FOCUS_TOKEN] * smaller(
                L.count_rune(t, self.pool, L.card_rune(t, self.seat, box.BLACK)), level - 2
            )
        return 0

    def largest_learned_colour(self, t: Cells) -> i64:
        """Return the most pool tokens of a single learned colour, at least 1."""
        most: i64 = 1
        for colour in range(i64(box.COLOURS)):
            n = L.count_colour(t, self.pool, colour)
            if n > most and L.level_of(t, self.seat, colour) > 0:
                most = n
        return most

    def storing_value(self, spare: i64, size: i64) -> i64:
        """Return the value of storing: `spare` tokens that no spell needs first, then others of the pool, one a Day."""
        if spare > self.middays:
            return self.constants[STORABLE] * self.middays + self.constants[SURPLUS] * (spare - self.middays)
        rest = self.middays - spare
        if rest > size - spare:
            rest = size - spare
        return self.constants[STORABLE] * spare + self.constants[STORABLE_IN_SET] * rest

    def set_value(self, colour: i64, n: i64) -> i64:
        """Return the value of n pool tokens of a colour whose spell is not learned yet."""
        low = self.level_values[colour * 3]
        mid = self.level_values[colour * 3 + 1]
        high = self.level_values[colour * 3 + 2]
        if mid < low:
            mid = low
        if high < mid:
            high = mid
        evenings = self.evenings
        if evenings > 7:
            evenings = 7
        ease = self.ease_by_colour[colour]
        if n >= 5:
            return high * self.constants[READY_SET] // 100
        if n == 4:
            return (
                mid * self.constants[READY_SET] + (high - mid) * self.weights.growth_odds[evenings] * ease // 100
            ) // 100
        if n == 3:
            return (
                low * self.constants[READY_SET] + (mid - low) * self.weights.growth_odds[evenings] * ease // 100
            ) // 100
        chance = self.weights.odds_from_1[evenings]
        if n == 2:
            chance = self.weights.odds_from_2[evenings]
        return low * chance * ease // 10000


def discounted_sum(set_values: Cells, n: i64, set_discount: Cells) -> i64:
    """Return the sum of the n greatest values, each discounted more than the one before because sets share tokens. The
    values are cleared."""
    total: i64 = 0
    for i in range(n):
        best: i64 = 0
        for colour in range(1, i64(box.COLOURS)):
            if set_values[colour] > set_values[best]:
                best = colour
        total += set_values[best] * set_discount[i] // 100
        set_values[best] = 0
    return total

"""Evaluates a seat's position in hundredths of a point: its score, the future use of its spells, and its pool. Only the
next draw is hidden in SpellBook, so the evaluation may read the whole state.

The tokens of a colour whose spell is not learned yet are called a set. A set of three or more can pay for the spell.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.days import ONE_DAY, days_left, phases_left, solo_days_left
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
from sortilege.games.spellbook.rules.spells import count_from_level_3, offering_size

SAFE_SOLO_LEAD: Final = 2  # with more points than this ahead, a patient solo player may end the game early
EASE_IN_BOX: Final = 2  # percent by which each discarded token makes its colour easier to obtain
MAX_EASE: Final = 115
KNOWLEDGE_PER_EVENING: Final = 35  # expected gain of Knowledge at level 3 for each Evening left
KNOWLEDGE_PER_LEVEL: Final = 15  # added to it for each further level
FEAST_PER_MIDDAY: Final = 75  # expected gain of Feast for each Midday left, while colours are missing
COMMUNION_PER_MIDDAY: Final = 50  # expected gain of Communion for each Midday left
MAX_EVENINGS: Final = 7  # the odds that a set grows are tabulated up to this number of Evenings


class Evaluator:
    """Evaluates one seat's position. Call `load` first, which caches numbers that depend on the seat's book and on the
    time left. They do not depend on pools, so a caller may move tokens for a trial and then evaluate again."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.constants = weights.constants
        self.seat: i64 = 0
        self.pool: i64 = 0
        self.days: i64 = 0  # Days left after the present one, in tenths
        self.mornings: i64 = 0  # how often the seat can still act in this phase
        self.middays: i64 = 0
        self.evenings: i64 = 0
        self.level_values = blank(box.COLOURS * 3)  # the value of each spell at levels 3, 4 and 5
        self.ease_by_colour = blank(box.COLOURS)  # how easily tokens of a colour are obtained, in percent
        self.set_values = blank(box.COLOURS)  # scratch space of `pool_value`

    def load(self, t: Cells, seat: i64) -> None:
        """Prepare the evaluation of a seat: cache the numbers that depend on its book and on the time left."""
        self.seat = seat
        self.pool = L.pool_of(seat)
        days = days_left(t, seat, self.constants)
        if self.weights.patient and not L.is_end_triggered(t) and score(t, 0) <= opponent_points(t) + SAFE_SOLO_LEAD:
            days = solo_days_left(t)  # the player will not end the game before it leads
        self.days = days
        self.mornings = phases_left(t, seat, L.MORNING, days)
        self.middays = phases_left(t, seat, L.MIDDAY, days)
        self.evenings = phases_left(t, seat, L.EVENING, days)
        level_values = self.level_values
        ease_by_colour = self.ease_by_colour
        for colour in range(i64(box.COLOURS)):
            ease_by_colour[colour] = self.ease(t, colour)
            for level in range(box.MIN_LEVEL, i64(box.MAX_LEVEL + 1)):
                level_values[level_index(colour, level)] = self.level_value(t, colour, level)

    def value_of_level(self, colour: i64, level: i64) -> i64:
        """Return the cached value of the spell of a colour at a level."""
        return self.level_values[level_index(colour, level)]

    # ------------------------------------------------------------ one spell
    def ease(self, t: Cells, colour: i64) -> i64:
        """Estimate in percent how easily tokens of a colour are obtained from altar, pouch and box."""
        ease = (
            self.constants[EASE_BASE]
            + self.constants[EASE_ON_ALTAR] * L.count_colour(t, L.ALTAR, colour)
            + self.constants[EASE_IN_POUCH] * L.count_colour(t, L.POUCH, colour)
            + EASE_IN_BOX * L.count_colour(t, L.DISCARD, colour)
        )
        return L.smaller(ease, MAX_EASE)

    def level_value(self, t: Cells, colour: i64, level: i64) -> i64:
        """Return the value of a spell at a level: its points at the end of the game, its use on the Days left, and the
        value of learning the spell, which counts in part if less than a Day is left. Days left are in tenths
        of a Day."""
        spell = L.spell_of(t, colour)
        use = self.weights.use[L.effect_of(spell, level)]
        once = self.weights.once[L.effect_of(spell, level)]
        if L.level_of(t, self.seat, colour) > 0 and (colour == box.BLUE or colour == box.YELLOW):
            once = 0  # the instant effect of a learned spell has happened
        value = self.final_points(t, spell, level) + use * self.days // ONE_DAY
        return value + once * L.smaller(self.days, ONE_DAY) // ONE_DAY

    def final_points(self, t: Cells, spell: i64, level: i64) -> i64:
        """Estimate the points that a spell will score at the end, in hundredths."""
        if spell == box.KNOWLEDGE:
            per_evening = KNOWLEDGE_PER_EVENING + KNOWLEDGE_PER_LEVEL * (level - box.MIN_LEVEL)
            return 100 * knowledge_points(t, self.seat, level) + per_evening * self.evenings
        if spell == box.COMMUNION and level == 4:
            return self.communion_points(t)
        if spell == box.FEAST and level == 5:
            stored = colours_stored(t, self.seat)
            return 100 * stored + FEAST_PER_MIDDAY * L.smaller(box.COLOURS - stored, self.middays)
        return 100 * SPELL_POINTS[L.effect_of(spell, level)]

    def communion_points(self, t: Cells) -> i64:
        """Estimate the points of Communion at level 4, in hundredths. They grow with the stored tokens of its rune (of
        the most frequent rune if Communion is not learned yet) and with the Middays left for storing more."""
        board = L.board_of(self.seat)
        if L.level_of(t, self.seat, box.YELLOW) > 0:
            stored = L.count_rune(t, board, L.card_rune(t, self.seat, box.YELLOW))
        else:
            stored = L.max_rune_count(t, board)
        return 100 * stored + COMMUNION_PER_MIDDAY * self.middays

    # ------------------------------------------------------------ the whole position
    def value(self, t: Cells) -> i64:
        """Return the value of the seat's whole position, in hundredths of a point."""
        board_points = BOARD_POINTS[L.count(t, L.board_of(self.seat))]
        return 100 * board_points + self.book_value(t) + self.pool_value(t)

    def book_value(self, t: Cells) -> i64:
        """Return the value of the learned spells."""
        value: i64 = 0
        for colour in range(i64(box.COLOURS)):
            level = L.level_of(t, self.seat, colour)
            if level > 0:
                value += self.value_of_level(colour, level)
        return value

    def pool_value(self, t: Cells) -> i64:
        """Return the value of the pool: the values of its best sets, at most one for each Evening left, and of the
        tokens to store. While Mornings are left, a crowded pool is worth less, because few tokens can be added."""
        set_values = self.set_values
        spare: i64 = 0  # tokens that no spell needs
        sets: i64 = 0
        for colour in range(i64(box.COLOURS)):
            tokens = L.count_colour(t, self.pool, colour)
            set_values[colour] = 0
            if L.level_of(t, self.seat, colour) > 0:
                spare += tokens
            elif tokens > 0:
                set_values[colour] = self.set_value(colour, tokens)
                sets += 1
                if tokens > box.MAX_LEVEL:
                    spare += tokens - box.MAX_LEVEL
        size = L.count(t, self.pool)
        value = discounted_sum(set_values, L.smaller(sets, self.evenings), self.weights.set_discount)
        value += self.storing_value(spare, size) + self.synergy(t)
        if self.mornings > 0:
            value -= self.weights.crowding[size]
        return value

    def synergy(self, t: Cells) -> i64:
        """Return the extra value of similar pool tokens: of one colour for Offering, of one rune for Focus."""
        offering = L.spell_level(t, self.seat, box.OFFERING)
        if offering > 0 and self.middays > 0:
            useful = L.smaller(self.largest_learned_colour(t), offering_size(offering))
            return self.constants[OFFERING_TOKEN] * (useful - 1)
        focus = L.spell_level(t, self.seat, box.FOCUS)
        if focus > 0 and self.evenings > 0:
            tokens = L.count_rune(t, self.pool, L.card_rune(t, self.seat, box.BLACK))
            return self.constants[FOCUS_TOKEN] * L.smaller(tokens, count_from_level_3(focus))
        return 0

    def largest_learned_colour(self, t: Cells) -> i64:
        """Return the largest number of pool tokens of one colour whose spell is learned, at least 1."""
        most: i64 = 1
        for colour in range(i64(box.COLOURS)):
            tokens = L.count_colour(t, self.pool, colour)
            if tokens > most and L.level_of(t, self.seat, colour) > 0:
                most = tokens
        return most

    def storing_value(self, spare: i64, size: i64) -> i64:
        """Return the value of storing one token on each Midday left: first the `spare` tokens that no spell needs, then
        other tokens of the pool, which has `size` tokens."""
        if spare > self.middays:
            return self.constants[STORABLE] * self.middays + self.constants[SURPLUS] * (spare - self.middays)
        needed = L.smaller(self.middays, size) - spare  # tokens stored although a spell needs them
        return self.constants[STORABLE] * spare + self.constants[STORABLE_IN_SET] * needed

    def set_value(self, colour: i64, tokens: i64) -> i64:
        """Return the value of a set, that is of pool tokens of a colour whose spell is not learned yet: the value of
        the spell at the level that the tokens can pay for, and part of the next level, by the odds that the set still
        grows. A level is worth at least as much as the level below."""
        at_3 = self.value_of_level(colour, 3)
        at_4 = L.larger(at_3, self.value_of_level(colour, 4))
        at_5 = L.larger(at_4, self.value_of_level(colour, 5))
        ready = self.constants[READY_SET]  # in percent, as are the odds and the ease
        if tokens >= 5:
            return at_5 * ready // 100
        evenings = L.smaller(self.evenings, MAX_EVENINGS)
        ease = self.ease_by_colour[colour]
        growth = self.weights.growth_odds[evenings] * ease
        if tokens == 4:
            return (at_4 * ready + (at_5 - at_4) * growth // 100) // 100
        if tokens == 3:
            return (at_3 * ready + (at_4 - at_3) * growth // 100) // 100
        odds = self.weights.odds_from_1[evenings]
        if tokens == 2:
            odds = self.weights.odds_from_2[evenings]
        return at_3 * odds * ease // (100 * 100)


def level_index(colour: i64, level: i64) -> i64:
    """Return the index of a colour's spell at a level in `level_values`."""
    return colour * 3 + level - box.MIN_LEVEL


def discounted_sum(set_values: Cells, sets: i64, set_discount: Cells) -> i64:
    """Return the sum of the `sets` greatest values, each multiplied by the percentage in `set_discount` for its rank,
    because sets share tokens for wilds. These values are set to 0."""
    total: i64 = 0
    for rank in range(sets):
        best: i64 = 0
        for colour in range(1, i64(box.COLOURS)):
            if set_values[colour] > set_values[best]:
                best = colour
        total += set_values[best] * set_discount[rank] // 100
        set_values[best] = 0
    return total

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
    ONE_POINT,
    PERCENT,
    READY_SET,
    STORABLE,
    STORABLE_IN_SET,
    SURPLUS,
    WEIGHTS,
    Weights,
)
from sortilege.games.spellbook.rules.scoring import (
    BOARD_POINTS,
    COMMUNION_SCORING_LEVEL,
    FEAST_SCORING_LEVEL,
    SPELL_POINTS,
    colours_stored,
    knowledge_points,
    opponent_points,
    score,
)
from sortilege.games.spellbook.rules.spells import count_from_level_3, offering_size

SAFE_SOLO_LEAD: Final = 2  # a solo player with more points than this ahead may end the game early
EASE_IN_BOX: Final = 2  # percent by which each discarded token makes its colour easier to obtain
MAX_EASE: Final = 115
KNOWLEDGE_PER_EVENING: Final = 35  # expected gain of Knowledge at level 3 for each Evening left
KNOWLEDGE_PER_LEVEL: Final = 15  # added to it for each further level
FEAST_PER_MIDDAY: Final = 75  # expected gain of Feast for each Midday left, while colours are missing
COMMUNION_PER_MIDDAY: Final = 50  # expected gain of Communion for each Midday left
MAX_EVENINGS: Final = 7  # the odds that a set grows are tabulated up to this number of Evenings


class Evaluator:
    """Estimates how good the position of one seat is, in hundredths of a point. Call `load` first: it caches numbers
    that depend on the seat's book and the time left. A caller can then move pool tokens and evaluate again."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.constants = weights.constants
        self.seat: i64 = 0
        self.pool: i64 = 0
        self.days: i64 = 0  # Days left after the present one, in tenths
        self.mornings: i64 = 0  # how often the seat can still act in this phase
        self.middays: i64 = 0
        self.evenings: i64 = 0
        self.level_values = blank(box.COLOURS * L.LEVELS_PER_SPELL)  # the value of each spell at levels 3, 4 and 5
        self.ease_by_colour = blank(box.COLOURS)  # how easily tokens of a colour are obtained, in percent
        self.values_by_colour = blank(box.COLOURS)  # buffer of `pool_value`

    def load(self, t: Cells, seat: i64) -> None:
        """Prepare the evaluation of a seat: cache the numbers that depend on its book and on the time left."""
        self.seat = seat
        self.pool = L.pool_of(seat)
        days = days_left(t, seat, self.constants)
        can_wait = self.weights.uses_all_days and not L.is_end_triggered(t)
        if can_wait and score(t, 0) <= opponent_points(t) + SAFE_SOLO_LEAD:
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
        """Return the value of the spell of a colour at a level, which `load` has computed."""
        return self.level_values[level_index(colour, level)]

    # ------------------------------------------------------------ one spell
    def ease(self, t: Cells, colour: i64) -> i64:
        """Estimate, in percent, how easily the seat can get tokens of a colour from altar, pouch and box."""
        ease = (
            self.constants[EASE_BASE]
            + self.constants[EASE_ON_ALTAR] * L.count_colour(t, L.ALTAR, colour)
            + self.constants[EASE_IN_POUCH] * L.count_colour(t, L.POUCH, colour)
            + EASE_IN_BOX * L.count_colour(t, L.DISCARD, colour)
        )
        return L.smaller(ease, MAX_EASE)

    def level_value(self, t: Cells, colour: i64, level: i64) -> i64:
        """Return the value of a spell at a level: its points at the end of the game, the value of using it on the Days
        left, and the value of learning it. The last one counts only in part if less than a Day is left."""
        spell = L.spell_of(t, colour)
        effect = L.effect_of(spell, level)
        daily_value = self.weights.daily_value[effect]
        learning_value = self.weights.learning_value[effect]
        has_instant_effect = colour == box.BLUE or colour == box.YELLOW
        if has_instant_effect and L.level_of(t, self.seat, colour) > 0:
            learning_value = 0  # the effect has already happened
        value_of_use = daily_value * self.days // ONE_DAY
        value_of_learning = learning_value * L.smaller(self.days, ONE_DAY) // ONE_DAY
        return self.final_points(t, spell, level) + value_of_use + value_of_learning

    def final_points(self, t: Cells, spell: i64, level: i64) -> i64:
        """Estimate the points that a spell will score at the end of the game, in hundredths of a point."""
        if spell == box.KNOWLEDGE:
            gain_per_evening = KNOWLEDGE_PER_EVENING + KNOWLEDGE_PER_LEVEL * (level - box.MIN_LEVEL)
            return ONE_POINT * knowledge_points(t, self.seat, level) + gain_per_evening * self.evenings
        if spell == box.COMMUNION and level == COMMUNION_SCORING_LEVEL:
            return self.communion_points(t)
        if spell == box.FEAST and level == FEAST_SCORING_LEVEL:
            colours = colours_stored(t, self.seat)
            return ONE_POINT * colours + FEAST_PER_MIDDAY * L.smaller(box.COLOURS - colours, self.middays)
        return ONE_POINT * SPELL_POINTS[L.effect_of(spell, level)]

    def communion_points(self, t: Cells) -> i64:
        """Estimate the points of the spell Communion at level 4, in hundredths of a point: 1 point for each stored
        token of its rune (or of the most frequent rune, if it is not learned yet), and a part for each Midday left."""
        board = L.board_of(self.seat)
        if L.level_of(t, self.seat, box.YELLOW) > 0:
            stored = L.count_rune(t, board, L.card_rune(t, self.seat, box.YELLOW))
        else:
            stored = L.max_rune_count(t, board)
        return ONE_POINT * stored + COMMUNION_PER_MIDDAY * self.middays

    # ------------------------------------------------------------ the whole position
    def value(self, t: Cells) -> i64:
        """Return the value of the seat's whole position, in hundredths of a point."""
        board_points = BOARD_POINTS[L.count(t, L.board_of(self.seat))]
        return ONE_POINT * board_points + self.book_value(t) + self.pool_value(t)

    def book_value(self, t: Cells) -> i64:
        """Return the value of the learned spells."""
        value: i64 = 0
        for colour in range(i64(box.COLOURS)):
            level = L.level_of(t, self.seat, colour)
            if level > 0:
                value += self.value_of_level(colour, level)
        return value

    def pool_value(self, t: Cells) -> i64:
        """Return the value of the pool. It is the value of the tokens with which spells can be learned, at most one for
        each Evening left, and of the tokens to store. While Mornings are left, a nearly full pool is worth less."""
        values_by_colour = self.values_by_colour
        spare: i64 = 0  # tokens that no spell needs
        sets: i64 = 0
        for colour in range(i64(box.COLOURS)):
            tokens = L.count_colour(t, self.pool, colour)
            values_by_colour[colour] = 0
            if L.level_of(t, self.seat, colour) > 0:
                spare += tokens
            elif tokens > 0:
                values_by_colour[colour] = self.value_of_set(colour, tokens)
                sets += 1
                if tokens > box.MAX_LEVEL:
                    spare += tokens - box.MAX_LEVEL
        size = L.count(t, self.pool)
        value = discounted_sum(values_by_colour, L.smaller(sets, self.evenings), self.weights.set_discount)
        value += self.storing_value(spare, size) + self.synergy(t)
        if self.mornings > 0:
            value -= self.weights.crowding[size]
        return value

    def synergy(self, t: Cells) -> i64:
        """Return the extra value of similar pool tokens: of one colour for Offering, of one rune for Focus."""
        level = L.level_of(t, self.seat, box.BLACK)  # Offering and Focus are black
        if level == 0:
            return 0
        spell = L.spell_of(t, box.BLACK)
        if spell == box.OFFERING and self.middays > 0:
            tokens = L.smaller(self.largest_learned_colour(t), offering_size(level))
            return self.constants[OFFERING_TOKEN] * (tokens - 1)
        if spell == box.FOCUS and self.evenings > 0:
            focus_rune = L.card_rune(t, self.seat, box.BLACK)
            tokens = L.smaller(L.count_rune(t, self.pool, focus_rune), count_from_level_3(level))
            return self.constants[FOCUS_TOKEN] * tokens
        return 0

    def largest_learned_colour(self, t: Cells) -> i64:
        """Return the highest number (at least 1) of pool tokens of one colour with a learned spell."""
        most: i64 = 1
        for colour in range(i64(box.COLOURS)):
            tokens = L.count_colour(t, self.pool, colour)
            if tokens > most and L.level_of(t, self.seat, colour) > 0:
                most = tokens
        return most

    def storing_value(self, spare: i64, size: i64) -> i64:
        """Return the value of storing pool tokens, one on each Midday left. `spare` is the number of pool tokens that
        no spell needs; they are stored first. `size` is the number of all pool tokens."""
        if spare > self.middays:
            surplus = spare - self.middays
            return self.constants[STORABLE] * self.middays + self.constants[SURPLUS] * surplus
        stored_from_sets = L.smaller(self.middays, size) - spare  # tokens stored although a spell needs them
        return self.constants[STORABLE] * spare + self.constants[STORABLE_IN_SET] * stored_from_sets

    def value_of_set(self, colour: i64, tokens: i64) -> i64:
        """Return the value of 1 to 5 pool tokens of a colour whose spell is not learned yet. They can pay for the spell
        at the level of their number, and the set may still grow. A higher level is never worth less."""
        at_level_3 = level_index(colour, box.MIN_LEVEL)
        value_at_3 = self.level_values[at_level_3]
        value_at_4 = L.larger(value_at_3, self.level_values[at_level_3 + 1])
        value_at_5 = L.larger(value_at_4, self.level_values[at_level_3 + 2])
        ready = self.constants[READY_SET]  # in percent, as are the odds and the ease
        if tokens >= 5:
            return value_at_5 * ready // PERCENT
        evenings = L.smaller(self.evenings, MAX_EVENINGS)
        ease = self.ease_by_colour[colour]
        growth_odds = self.weights.growth_odds[evenings] * ease
        if tokens == 4:
            return (value_at_4 * ready + (value_at_5 - value_at_4) * growth_odds // PERCENT) // PERCENT
        if tokens == 3:
            return (value_at_3 * ready + (value_at_4 - value_at_3) * growth_odds // PERCENT) // PERCENT
        odds = self.weights.odds_from_1[evenings]
        if tokens == 2:
            odds = self.weights.odds_from_2[evenings]
        return value_at_3 * odds * ease // (PERCENT * PERCENT)


def level_index(colour: i64, level: i64) -> i64:
    """Return the index in `Evaluator.level_values` of the spell of a colour at a level."""
    return colour * L.LEVELS_PER_SPELL + level - box.MIN_LEVEL


def discounted_sum(values_by_colour: Cells, sets: i64, set_discount: Cells) -> i64:
    """Return the sum of the `sets` highest values, each multiplied by the percentage in `set_discount` for its rank.
    The lower ranks count less, because sets share tokens for wilds. The function overwrites these values with 0."""
    total: i64 = 0
    for rank in range(sets):
        best_colour: i64 = 0
        for colour in range(1, i64(box.COLOURS)):
            if values_by_colour[colour] > values_by_colour[best_colour]:
                best_colour = colour
        total += values_by_colour[best_colour] * set_discount[rank] // PERCENT
        values_by_colour[best_colour] = 0
    return total

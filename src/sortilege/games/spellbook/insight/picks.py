"""Evaluates the decisions within an action: which token to pick, which rune to place, which spell to raise.

The values are in hundredths of a point. Only values of decisions in the same step can be compared.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.evaluation import Evaluator
from sortilege.games.spellbook.insight.weights import ONE_POINT, STORED_FROM_ALTAR
from sortilege.games.spellbook.rules.keywords import picked_token
from sortilege.games.spellbook.rules.learning import count_other_colours
from sortilege.games.spellbook.rules.scoring import (
    COMMUNION_SCORING_LEVEL,
    FEAST_SCORING_LEVEL,
    knowledge_points_of_spell,
)

UNKNOWN: Final = -1
# set by hand
WILD_PENALTY: Final = -400  # a wild is paid last, because it costs more tokens than a genuine token
NEW_COLOUR_FOR_FEAST: Final = 30  # of a stored token, while Feast may still be learned
RUNE_FOR_COMMUNION: Final = 8  # for each stored token of the same rune, while Communion may still be learned
# usefulness of a card's rune, for each token of this rune
MIRAGE_IN_POUCH: Final = 3
MIRAGE_ON_ALTAR: Final = 10
CARD_IN_POOL: Final = 30
CARD_IN_POUCH: Final = 2


class Picks:
    """Evaluates picks, the decisions within an action, by what they add to the seat's pool and board."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.cached_mean_gain: i64 = UNKNOWN

    def reset(self) -> None:
        """Clear the cached average value of a draw, because the state has changed."""
        self.cached_mean_gain = UNKNOWN

    # ------------------------------------------------------------ tokens
    def gain(self, t: Cells, token: i64) -> i64:
        """Return how much the value of the pool would rise with one more token, added for a trial."""
        evaluator = self.evaluator
        before = evaluator.pool_value(t)
        L.add_token(t, evaluator.pool, token)
        after = evaluator.pool_value(t)
        L.remove_token(t, evaluator.pool, token)
        return after - before

    def loss(self, t: Cells, token: i64) -> i64:
        """Return how much the value of the pool would fall without this token, removed for a trial."""
        evaluator = self.evaluator
        before = evaluator.pool_value(t)
        L.remove_token(t, evaluator.pool, token)
        after = evaluator.pool_value(t)
        L.add_token(t, evaluator.pool, token)
        return before - after

    def mean_gain(self, t: Cells) -> i64:
        """Return how much a drawn token raises the value of the pool on average. It tries one per colour."""
        if self.cached_mean_gain != UNKNOWN:
            return self.cached_mean_gain
        source: i64 = L.POUCH
        if L.count(t, L.POUCH) == 0:
            source = L.DISCARD
        total: i64 = 0
        for colour in range(i64(box.COLOURS)):
            tokens = L.count_colour(t, source, colour)
            if tokens > 0:
                any_rune = colour % box.RUNES  # not always the same one
                total += tokens * self.gain(t, L.token_of(colour, any_rune))
        mean: i64 = 0
        if total > 0:
            mean = total // L.count(t, source)
        self.cached_mean_gain = mean
        return mean

    def highest_altar_gain(self, t: Cells, kind: i64) -> i64:
        """Return how much the value of the pool would rise if the seat took the best altar token of a kind. `kind`
        describes the tokens that can be taken, such as all tokens of one rune (see `L.is_of_kind`)."""
        best: i64 = 0
        for token in range(i64(L.TOKENS_END)):
            is_on_altar = L.is_token(token) and t[L.ALTAR + token] > 0
            if is_on_altar and L.is_of_kind(t, self.evaluator.seat, token, kind):
                best = L.larger(best, self.gain(t, token))
        return best

    def mirage_value(self, t: Cells, token: i64) -> i64:
        """Return the value of the tokens that Mirage draws if the seat takes this altar token (SB-551)."""
        level = L.spell_level(t, self.evaluator.seat, box.MIRAGE)
        is_own_day = t[L.TURN] == t[L.ACTIVE]
        if level == 0 or not is_own_day:
            return 0
        if L.card_rune(t, self.evaluator.seat, box.BLUE) != L.token_rune(token):
            return 0
        if level == box.MIN_LEVEL:  # Mirage draws one token, at higher levels two
            return self.mean_gain(t)
        return 2 * self.mean_gain(t)

    def board_bonus(self, t: Cells, token: i64) -> i64:
        """Return the value that a token on the board adds to two spells: Feast counts its colour, Communion its rune.
        It is smaller if the spell is not learned yet, and 0 if neither spell is in play."""
        own_seat = self.evaluator.seat
        board = L.board_of(own_seat)
        has_later_days = self.evaluator.days > 0
        bonus: i64 = 0
        if L.is_in_play(t, box.FEAST) and L.count_colour(t, board, L.token_colour(token)) == 0:
            level = L.level_of(t, own_seat, box.BLACK)
            if level == FEAST_SCORING_LEVEL:
                bonus += ONE_POINT
            elif level == 0 and has_later_days:
                bonus += NEW_COLOUR_FOR_FEAST
        if L.is_in_play(t, box.COMMUNION):
            level = L.level_of(t, own_seat, box.YELLOW)
            if level == COMMUNION_SCORING_LEVEL and L.card_rune(t, own_seat, box.YELLOW) == L.token_rune(token):
                bonus += ONE_POINT
            elif level == 0 and has_later_days:
                bonus += RUNE_FOR_COMMUNION * L.count_rune(t, board, L.token_rune(token))
        return bonus

    # ------------------------------------------------------------ picks
    def fill_values(self, t: Cells, step: i64, legal: Cells, legal_count: i64, values: Cells) -> None:
        """Write the value of each legal action of a step to `values`, in the order of `legal`."""
        for i in range(legal_count):
            values[i] = self.value_of_pick(t, step, legal[i])

    def value_of_pick(self, t: Cells, step: i64, action: i64) -> i64:
        """Return the value of an action that picks a token, a rune or a spell in a step such as TAKE."""
        if action == actions.STOP:
            return 0
        token = picked_token(action)  # unused in a step that picks no token
        if step == L.TAKE or step == L.TAKE_UP_TO or step == L.OTHER_TAKES:
            return self.gain(t, token) + self.mirage_value(t, token)
        if step == L.TAKE_TO_BOARD:
            missed_gain = self.gain(t, token) // 2  # the token would also be useful in the pool
            return self.board_bonus(t, token) + self.mirage_value(t, token) - missed_gain
        if step == L.STORE:
            return self.board_bonus(t, token) - self.loss(t, token)
        if step == L.STORE_SPENT:
            return self.board_bonus(t, token)
        if step == L.DISCARD_SOME or step == L.CLONE_COST:
            return -self.loss(t, token)
        if step == L.PAY:
            return self.value_of_payment(t, action)
        if step == L.PLACE:
            return self.value_of_placing(t, token)
        if step == L.OFFER:
            return -self.gain(t, token)
        if step == L.SWEEP:
            return (self.mean_gain(t) - self.gain(t, token)) // 2
        if step == L.RAISE:
            return self.value_of_raising(t, L.spell_colour(action - actions.RAISE))
        return self.value_of_swapping(t, step, token)

    def value_of_swapping(self, t: Cells, step: i64, token: i64) -> i64:
        """Return the value of picking a token in a swap: first one to give, then one to receive."""
        is_to_give = t[L.GIVEN_TOKEN] == L.NONE
        if is_to_give:
            return -self.loss(t, token)
        if step == L.SWAP_BOARD:
            return self.gain(t, token) - self.board_bonus(t, token)
        return self.gain(t, token)

    def value_of_payment(self, t: Cells, action: i64) -> i64:
        """Return the value of a payment for a spell. Tokens of its colour are best, and wilds are worst."""
        pool = self.evaluator.pool
        is_wild = action >= actions.WILD
        if is_wild:
            return WILD_PENALTY + L.count_rune(t, pool, action - actions.WILD)
        token = picked_token(action)
        if L.token_colour(token) == t[L.LEARNING]:
            return -L.count_rune(t, pool, L.token_rune(token))  # a frequent rune may still form a wild
        return -self.loss(t, token)

    def value_of_placing(self, t: Cells, token: i64) -> i64:
        """Return the value of placing this token on the card of the spell being learned (SB-069)."""
        rune = L.token_rune(token)
        spell = L.spell_of(t, t[L.LEARNING])
        pool = self.evaluator.pool
        if spell == box.COMMUNION:
            return ONE_POINT * L.count_rune(t, L.board_of(self.evaluator.seat), rune)
        if spell == box.MIRAGE:
            return MIRAGE_IN_POUCH * L.count_rune(t, L.POUCH, rune) + MIRAGE_ON_ALTAR * L.count_rune(t, L.ALTAR, rune)
        if spell == box.FOCUS or spell == box.TRANSMUTATION or spell == box.CLONE:
            in_pool = count_other_colours(t, pool, t[L.LEARNING], rune)  # tokens of its own colour will be spent
            return CARD_IN_POOL * in_pool + CARD_IN_POUCH * L.count_rune(t, L.POUCH, rune)
        return -L.count_rune(t, pool, rune)  # the rune has no effect, so give a rare one away

    def learning_bonus(self, t: Cells, level: i64) -> i64:
        """Return the extra value of learning a spell at this level if the seat has learned Knowledge or Communion.
        Knowledge scores points for every other spell. Communion at level 5 stores two of the tokens paid for it."""
        knowledge_level = L.spell_level(t, self.evaluator.seat, box.KNOWLEDGE)
        if knowledge_level > 0:
            return ONE_POINT * knowledge_points_of_spell(knowledge_level, level)
        if L.spell_level(t, self.evaluator.seat, box.COMMUNION) == box.MAX_LEVEL:
            value_of_stored_token = self.evaluator.constants[STORED_FROM_ALTAR]
            return 2 * value_of_stored_token
        return 0

    def value_of_raising(self, t: Cells, colour: i64) -> i64:
        """Return how much more the seat's spell of a colour is worth one level higher."""
        level = L.level_of(t, self.evaluator.seat, colour)
        return self.evaluator.value_of_level(colour, level + 1) - self.evaluator.value_of_level(colour, level)

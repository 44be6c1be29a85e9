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
from sortilege.games.spellbook.insight.weights import STORED_FROM_ALTAR
from sortilege.games.spellbook.rules.keywords import picked_token
from sortilege.games.spellbook.rules.learning import count_other_colours

ONE_POINT: Final = 100
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
    """Evaluates picks, the decisions within an action, by what they add to the evaluated seat's pool and board."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.cached_mean_gain: i64 = UNKNOWN

    def reset(self) -> None:
        """Clear the cache, because the state has changed."""
        self.cached_mean_gain = UNKNOWN

    # ------------------------------------------------------------ tokens
    def gain(self, t: Cells, token: i64) -> i64:
        """Return what one more token would add to the value of the pool. The token is added for a trial."""
        evaluator = self.evaluator
        before = evaluator.pool_value(t)
        L.add_token(t, evaluator.pool, token)
        after = evaluator.pool_value(t)
        L.remove_token(t, evaluator.pool, token)
        return after - before

    def loss(self, t: Cells, token: i64) -> i64:
        """Return what the pool would lose in value without one of its tokens. The token is removed for a trial."""
        evaluator = self.evaluator
        before = evaluator.pool_value(t)
        L.remove_token(t, evaluator.pool, token)
        after = evaluator.pool_value(t)
        L.add_token(t, evaluator.pool, token)
        return before - after

    def mean_gain(self, t: Cells) -> i64:
        """Return what a drawn token adds to the value of the pool on average. To save time, only one token of each
        colour is tried. Its rune is arbitrary (`colour % box.RUNES`), as if all runes of a colour were worth the same.
        """
        if self.cached_mean_gain != UNKNOWN:
            return self.cached_mean_gain
        source: i64 = L.POUCH
        if L.count(t, L.POUCH) == 0:
            source = L.DISCARD
        total: i64 = 0
        for colour in range(i64(box.COLOURS)):
            tokens = L.count_colour(t, source, colour)
            if tokens > 0:
                total += tokens * self.gain(t, L.token_of(colour, colour % box.RUNES))
        mean: i64 = 0
        if total > 0:
            mean = total // L.count(t, source)
        self.cached_mean_gain = mean
        return mean

    def best_take(self, t: Cells, kind: i64) -> i64:
        """Return the most that an altar token of a kind such as `OF_RUNE + rune` would add to the pool."""
        best: i64 = 0
        for token in range(i64(L.TOKENS_END)):
            is_on_altar = L.is_token(token) and t[L.ALTAR + token] > 0
            if is_on_altar and L.is_of_kind(t, self.evaluator.seat, token, kind):
                best = L.larger(best, self.gain(t, token))
        return best

    def mirage_value(self, t: Cells, token: i64) -> i64:
        """Return the value of the tokens that the seat's Mirage draws if the seat takes this altar token, which happens
        only on the seat's own Day (SB-551)."""
        level = L.spell_level(t, self.evaluator.seat, box.MIRAGE)
        if level == 0 or t[L.TURN] != t[L.ACTIVE]:
            return 0
        if L.card_rune(t, self.evaluator.seat, box.BLUE) != L.token_rune(token):
            return 0
        if level == 3:
            return self.mean_gain(t)
        return 2 * self.mean_gain(t)

    def board_bonus(self, t: Cells, token: i64) -> i64:
        """Return the extra value of a token on the board: Feast counts colours and Communion counts runes. The bonus is
        smaller if the spell may still be learned on a later Day, and 0 if neither spell is in play."""
        me = self.evaluator.seat
        board = L.board_of(me)
        has_later_days = self.evaluator.days > 0
        bonus: i64 = 0
        if L.is_in_play(t, box.FEAST) and L.count_colour(t, board, L.token_colour(token)) == 0:
            level = L.level_of(t, me, box.BLACK)
            if level == 5:
                bonus += ONE_POINT
            elif level == 0 and has_later_days:
                bonus += NEW_COLOUR_FOR_FEAST
        if L.is_in_play(t, box.COMMUNION):
            level = L.level_of(t, me, box.YELLOW)
            if level == 4 and L.card_rune(t, me, box.YELLOW) == L.token_rune(token):
                bonus += ONE_POINT
            elif level == 0 and has_later_days:
                bonus += RUNE_FOR_COMMUNION * L.count_rune(t, board, L.token_rune(token))
        return bonus

    # ------------------------------------------------------------ picks
    def weigh_picks(self, t: Cells, step: i64, legal: Cells, legal_count: i64, values: Cells) -> None:
        """Write the value of each legal action of a step to `values`."""
        for i in range(legal_count):
            values[i] = self.weigh_pick(t, step, legal[i])

    def weigh_pick(self, t: Cells, step: i64, action: i64) -> i64:
        """Return the value of one legal action of a step that picks a token, a rune or a spell."""
        if action == actions.STOP:
            return 0
        token = picked_token(action)  # only meaningful in a step that picks a token
        if step == L.TAKE or step == L.TAKE_UP_TO or step == L.OTHER_TAKES:
            return self.gain(t, token) + self.mirage_value(t, token)
        if step == L.TAKE_TO_BOARD:
            return self.board_bonus(t, token) + self.mirage_value(t, token) - self.gain(t, token) // 2
        if step == L.STORE:
            return self.board_bonus(t, token) - self.loss(t, token)
        if step == L.STORE_SPENT:
            return self.board_bonus(t, token)
        if step == L.DISCARD_SOME or step == L.CLONE_COST:
            return -self.loss(t, token)
        if step == L.PAY:
            return self.weigh_pay(t, action)
        if step == L.PLACE:
            return self.weigh_place(t, token)
        if step == L.OFFER:
            return -self.gain(t, token)
        if step == L.SWEEP:
            return (self.mean_gain(t) - self.gain(t, token)) // 2
        if step == L.RAISE:
            return self.weigh_raise(t, L.spell_colour(action - actions.RAISE))
        return self.weigh_swap(t, step, token)

    def weigh_swap(self, t: Cells, step: i64, token: i64) -> i64:
        """Return the value of giving a token in a swap or, if a token is already given, of receiving one."""
        if t[L.GIVEN_TOKEN] == L.NONE:
            return -self.loss(t, token)
        if step == L.SWAP_BOARD:
            return self.gain(t, token) - self.board_bonus(t, token)
        return self.gain(t, token)

    def weigh_pay(self, t: Cells, action: i64) -> i64:
        """Return the value of beginning a wild or of paying a token. Tokens of the spell's colour are the best."""
        pool = self.evaluator.pool
        if action >= actions.WILD:
            return WILD_PENALTY + L.count_rune(t, pool, action - actions.WILD)
        token = picked_token(action)
        if L.token_colour(token) == t[L.LEARNING]:
            return -L.count_rune(t, pool, L.token_rune(token))  # a frequent rune may still form a wild
        return -self.loss(t, token)

    def weigh_place(self, t: Cells, token: i64) -> i64:
        """Return the value of placing this token on the card of the spell that is being learned. It depends on how
        useful the token's rune will be to the spell (SB-069)."""
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
        """Return what learning a further spell at this level adds to the seat's learned Knowledge or Communion."""
        knowledge = L.spell_level(t, self.evaluator.seat, box.KNOWLEDGE)
        if knowledge == 5 or (knowledge == 4 and level >= 4):
            return 2 * ONE_POINT
        if knowledge > 0:
            return ONE_POINT
        if L.spell_level(t, self.evaluator.seat, box.COMMUNION) == 5:  # it stores two of the spent tokens
            return 2 * self.evaluator.constants[STORED_FROM_ALTAR]
        return 0

    def weigh_raise(self, t: Cells, colour: i64) -> i64:
        """Return how much more a spell is worth one level higher."""
        level = L.level_of(t, self.evaluator.seat, colour)
        return self.evaluator.value_of_level(colour, level + 1) - self.evaluator.value_of_level(colour, level)

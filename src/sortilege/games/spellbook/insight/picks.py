"""Evaluates the decisions within an action: which token to pick, which rune to place, which spell to raise."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.evaluation import Evaluator
from sortilege.games.spellbook.insight.weights import STORED_FROM_ALTAR


class Picks:
    """Evaluates picks of the evaluator's seat by what they add to its pool and board, in hundredths of a point."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.mean: i64 = -1  # cached result of mean_gain, -1 if unknown

    def reset(self) -> None:
        """Clear the cache, because the state has changed."""
        self.mean = -1

    # ------------------------------------------------------------ tokens
    def gain(self, t: Cells, token: i64) -> i64:
        """Return what one more token would add to the value of the pool."""
        evaluator = self.evaluator
        before = evaluator.pool_value(t)
        L.add_token(t, evaluator.pool, token)
        after = evaluator.pool_value(t)
        L.remove_token(t, evaluator.pool, token)
        return after - before

    def loss(self, t: Cells, token: i64) -> i64:
        """Return what the pool would lose in value without one of its tokens."""
        evaluator = self.evaluator
        before = evaluator.pool_value(t)
        L.remove_token(t, evaluator.pool, token)
        after = evaluator.pool_value(t)
        L.add_token(t, evaluator.pool, token)
        return before - after

    def mean_gain(self, t: Cells) -> i64:
        """Return what a drawn token adds on average, by the tokens left in the pouch."""
        if self.mean >= 0:
            return self.mean
        source: i64 = L.POUCH
        if L.count(t, L.POUCH) == 0:
            source = L.DISCARD
        total: i64 = 0
        for colour in range(i64(box.COLOURS)):
            n = L.count_colour(t, source, colour)
            if n > 0:
                total += n * self.gain(t, colour * 4 + colour % 3)
        self.mean = 0
        if L.count(t, source) > 0 and total > 0:
            self.mean = total // L.count(t, source)
        return self.mean

    def best_take(self, t: Cells, kind: i64) -> i64:
        """Return the most that an altar token of a kind would add to the pool."""
        best: i64 = 0
        for colour in range(i64(box.COLOURS)):
            if L.count_colour(t, L.ALTAR, colour) > 0:
                for rune in range(i64(3)):
                    token = colour * 4 + rune
                    if t[L.ALTAR + token] > 0 and L.is_of_kind(t, self.evaluator.seat, token, kind):
                        gain = self.gain(t, token)
                        if gain > best:
                            best = gain
        return best

    def mirage_value(self, t: Cells, token: i64) -> i64:
        """SB-551: return the value of the tokens that Mirage draws when this token is taken."""
        me = self.evaluator.seat
        level = L.level_of(t, me, box.BLUE)
        if (
            level == 0
            or t[L.TURN] != t[L.ACTIVE]
            or L.spell_of(t, box.BLUE) != box.MIRAGE
            or L.card_rune(t, me, box.BLUE) != token & 3
        ):
            return 0
        if level == 3:
            return self.mean_gain(t)
        return 2 * self.mean_gain(t)

    def board_bonus(self, t: Cells, token: i64) -> i64:
        """Return the extra value of a token on the board: by its colour for Feast, by its rune for Communion."""
        me = self.evaluator.seat
        board = L.board_of(me)
        value: i64 = 0
        if L.spell_of(t, box.BLACK) == box.FEAST and t[board + (token | 3)] == 0:
            level = L.level_of(t, me, box.BLACK)
            if level == 5:
                value += 100
            elif level == 0 and self.evaluator.days > 0:
                value += 30
        if L.spell_of(t, box.YELLOW) == box.COMMUNION:
            level = L.level_of(t, me, box.YELLOW)
            if level == 4 and L.card_rune(t, me, box.YELLOW) == token & 3:
                value += 100
            elif level == 0 and self.evaluator.days > 0:
                value += 8 * L.count_rune(t, board, L.token_rune(token))
        return value

    # ------------------------------------------------------------ picks
    def weigh_picks(self, t: Cells, step: i64, legal: Cells, n: i64, gains: Cells) -> None:
        """Write the value of each legal pick to `gains`."""
        for i in range(n):
            gains[i] = self.weigh_pick(t, step, legal[i])

    def weigh_pick(self, t: Cells, step: i64, action: i64) -> i64:
        if action == actions.STOP:
            return 0
        if step == L.TAKE or step == L.TAKE_UP_TO or step == L.OTHER_TAKES:
            return self.gain(t, action - actions.TAKE) + self.mirage_value(t, action - actions.TAKE)
        if step == L.TAKE_TO_BOARD:
            token = action - actions.TAKE
            return self.board_bonus(t, token) + self.mirage_value(t, token) - self.gain(t, token) // 2
        if step == L.STORE:
            return self.board_bonus(t, action - actions.STORE) - self.loss(t, action - actions.STORE)
        if step == L.STORE_SPENT:
            return self.board_bonus(t, action - actions.STORE)
        if step == L.DISCARD_SOME or step == L.CLONE_COST:
            return -self.loss(t, action - actions.DISCARD)
        if step == L.PAY:
            return self.weigh_pay(t, action)
        if step == L.PLACE:
            return self.weigh_place(t, action - actions.PLACE)
        if step == L.OFFER:
            return -self.gain(t, action - actions.OFFER)
        if step == L.SWEEP:
            return (self.mean_gain(t) - self.gain(t, action - actions.SWEEP)) // 2
        if step == L.RAISE:
            return self.weigh_raise(t, (action - actions.RAISE) // 3)
        return self.weigh_swap(t, action)

    def weigh_swap(self, t: Cells, action: i64) -> i64:
        """Return the value of one half of a swap: give the least useful token, receive the most useful one."""
        if action >= actions.RECALL:
            token = action - actions.RECALL
            return self.gain(t, token) - self.board_bonus(t, token)
        if action >= actions.GIVE:
            return -self.loss(t, action - actions.GIVE)
        return self.gain(t, action - actions.TAKE)

    def weigh_pay(self, t: Cells, action: i64) -> i64:
        """Return the value of a payment. Genuine tokens come first, because a wild costs more tokens."""
        if action >= actions.WILD:
            return -400 + t[self.evaluator.pool + L.BY_RUNE + action - actions.WILD]
        token = action - actions.PAY
        if token >> 2 == t[L.LEARNING]:
            return -L.count_rune(t, self.evaluator.pool, L.token_rune(token))  # a frequent rune may still form a wild
        return -self.loss(t, token)

    def weigh_place(self, t: Cells, token: i64) -> i64:
        """SB-069: return the value of a token for the card, by how useful its rune will be to the spell."""
        rune = token & 3
        spell = L.spell_of(t, t[L.LEARNING])
        pool = self.evaluator.pool
        if spell == box.COMMUNION:
            return 100 * L.count_rune(t, L.board_of(self.evaluator.seat), rune)
        if spell == box.MIRAGE:
            return 3 * L.count_rune(t, L.POUCH, rune) + 10 * L.count_rune(t, L.ALTAR, rune)
        if spell == box.FOCUS or spell == box.TRANSMUTATION or spell == box.CLONE:
            mine = L.count_rune(t, pool, rune) - t[pool + t[L.LEARNING] * 4 + rune]
            return 30 * mine + 2 * L.count_rune(t, L.POUCH, rune)
        return -L.count_rune(t, pool, rune)

    def learning_bonus(self, t: Cells, level: i64) -> i64:
        """Return what learning another spell at this level adds to Knowledge or Communion."""
        yellow = L.level_of(t, self.evaluator.seat, box.YELLOW)
        if yellow == 0:
            return 0
        if L.spell_of(t, box.YELLOW) == box.KNOWLEDGE:
            if yellow == 5 or (yellow == 4 and level >= 4):
                return 200
            return 100
        if L.spell_of(t, box.YELLOW) == box.COMMUNION and yellow == 5:
            return 2 * self.evaluator.constants[STORED_FROM_ALTAR]
        return 0

    def weigh_raise(self, t: Cells, colour: i64) -> i64:
        """Return how much more a spell is worth one level higher."""
        level = L.level_of(t, self.evaluator.seat, colour)
        return self.evaluator.level_values[colour * 3 + level - 2] - self.evaluator.level_values[colour * 3 + level - 3]

"""What bots know beyond the rules: how useful a token is, how promising a decision looks, how far ahead a seat stands.

Nothing is hidden in SpellBook but the next draw, so all of this may look at the whole table.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.insight import Insight
from sortilege.core.state import OVER, State
from sortilege.games.spellbook import actions
from sortilege.games.spellbook.box import CLONE, COLOURS, GROWTH, SOLO_SPACES, STORM
from sortilege.games.spellbook.rules.scoring import POINTS, opponent_points, score, spell_points, winners
from sortilege.games.spellbook.table import (
    ACTIVE,
    BY_RUNE,
    DAY,
    END_BY,
    LEARNING,
    SEATS,
    SIZE,
    TRACK,
    TURN,
    free,
    is_solo,
    level_of,
    pool_of,
    room,
    spell_of,
    spells_learned,
)

# what a set of this many tokens of an unlearned colour is worth on the way to its spell, in tenths of a point
PROGRESS: Final = vec[i64]([0, 6, 16, 34, 42, 48, 48, 48, 48, 48])
# how useful one more token of a colour is to a pool that has this many of it already
PULL: Final = vec[i64]([6, 14, 30, 24, 18, 4, 2, 1, 1, 1])
DAYS_AHEAD: Final = 3  # rounds a playout looks ahead


# ---------------------------------------------------------------- judgement
def use_of(t: Cells, seat: i64, token: i64) -> i64:
    """How useful a token is to a seat's pool: most for a colour it still can learn and has begun to gather."""
    colour = token >> 2
    pool = pool_of(seat)
    useful = 2 + t[pool + BY_RUNE + (token & 3)]  # a rune that others in the pool bear may make a triple
    if level_of(t, seat, colour) == 0:
        useful += 3 * PULL[t[pool + (token | 3)]]
    return useful


def kept_use_of(t: Cells, seat: i64, token: i64) -> i64:
    """How much a pool would lose with one of its own tokens."""
    colour = token >> 2
    pool = pool_of(seat)
    useful = 1 + t[pool + BY_RUNE + (token & 3)]
    if level_of(t, seat, colour) == 0:
        useful += 3 * PULL[t[pool + (token | 3)] - 1]
    return useful


def prospects(t: Cells, seat: i64) -> i64:
    """What a seat stands at, in tenths of a point: its score, and what its pool promises."""
    tenths = 10 * score(t, seat)
    pool = pool_of(seat)
    colour: i64 = 0
    while colour < COLOURS:
        if level_of(t, seat, colour) == 0:
            tenths += PROGRESS[t[pool + colour * 4 + 3]]
        colour += 1
    if t[END_BY] < 0:
        tenths += 12 * spells_learned(t, seat) + 2 * t[pool + SIZE]  # what is known works again every Day
    return tenths


def logistic(x: float) -> float:
    """A share of victory from a lead: 1 / (1 + e^-x), near enough."""
    y = x / 2.0
    size = y
    if y < 0.0:
        size = -y
    return 0.5 + 0.5 * y / (1.0 + size)


# ---------------------------------------------------------------- rating
def rate_choice(t: Cells, action: i64) -> i64:
    """An action for a phase."""
    me = t[ACTIVE]
    if action == actions.SKIP:
        return 2
    if action == actions.ACT + actions.TAKE_1:
        return 60
    if action == actions.ACT + actions.DRAW_2:
        return 20 + 12 * room(t, me)
    if action == actions.ACT + actions.STORE_1:
        return 40
    if action == actions.ACT + actions.LEARN_1:
        return 1500
    return rate_effect(t, action - actions.USE)


def rate_effect(t: Cells, effect: i64) -> i64:
    """A spell's effect: higher levels do more; those that cost a level are worth less near the end."""
    if effect >= 63:  # Focus takes
        return 60
    spell = effect // 3
    level = effect % 3 + 3
    rating = 40 * (level - 1)
    if (spell == GROWTH and level > 3) or spell == STORM:
        rating = 60 + 20 * free(t, t[ACTIVE])
        if t[END_BY] >= 0:
            rating = 80
    if spell == CLONE:
        rating = 60
    return rating


def rate_learn(t: Cells, choice: i64) -> i64:
    """Which spell: its points, and a higher level rather than a lower one."""
    level = choice % 3 + 3
    return 40 + 30 * POINTS[choice] + 60 * (level - 3)


def rate_pick(t: Cells, action: i64) -> i64:
    """A token to take, or to part with."""
    me = t[TURN]
    if action >= actions.WILD:
        return 20
    if action >= actions.PAY:
        if (action - actions.PAY) >> 2 == t[LEARNING]:
            return 60
        return 400 // kept_use_of(t, me, action - actions.PAY)
    if action >= actions.PLACE:
        return 10
    if action >= actions.OFFER:
        return 1 + 400 // use_of(t, me, action - actions.OFFER)
    if action >= actions.SWEEP:
        return 1 + 200 // use_of(t, me, action - actions.SWEEP)
    if action >= actions.RECALL:
        return use_of(t, me, action - actions.RECALL)
    if action >= actions.DISCARD:  # discard, store, give: what the pool misses least
        token = (action - actions.DISCARD) & 31
        if t[pool_of(me) + token] == 0:  # Communion stores what was spent: all the same
            return 10
        return 1 + 600 // kept_use_of(t, me, token)
    useful = use_of(t, me, action - actions.TAKE)
    return useful * useful


def rating(t: Cells, action: i64) -> i64:
    """How promising a decision looks."""
    if action == actions.STOP:
        return 20
    if action < actions.TAKE:
        return rate_choice(t, action)
    if action < actions.LEARN:
        return rate_pick(t, action)
    if action < actions.RAISE:
        return rate_learn(t, action - actions.LEARN)
    if action < actions.COPY_ACT:
        return rate_raise(t, (action - actions.RAISE) // 3)
    if action < actions.COPY:
        return rate_choice(t, action - actions.COPY_ACT + actions.ACT)
    return rate_effect(t, (action - actions.COPY) % actions.OWNER)


def rate_raise(t: Cells, colour: i64) -> i64:
    """A raise is worth the points it brings."""
    spell = spell_of(t, colour)
    level = level_of(t, t[ACTIVE], colour)
    gain = POINTS[spell * 3 + level - 2] - spell_points(t, t[ACTIVE], colour)
    if gain < 0:
        return 2
    return 20 + 40 * gain


# ---------------------------------------------------------------- what search asks
class SpellBookInsight(Insight):
    """Judgement about SpellBook."""

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        t = state.cells
        i: i64 = 0
        while i < n:
            into[i] = rating(t, legal[i])
            i += 1

    def worth(self, state: State, seat: i64) -> float:
        t = state.cells
        if t[TURN] == OVER:
            won = winners(t)
            if seat in won:
                return 1.0 / float(len(won))
            return 0.0
        if is_solo(t):
            return solo_share(t)
        return share_of(t, seat)

    def rests(self, state: State, since: State) -> bool:
        t = state.cells
        return t[DAY] - since.cells[DAY] > DAYS_AHEAD * t[SEATS]


def share_of(t: Cells, seat: i64) -> float:
    """A seat's share by its lead over each rival, as if they were beaten one by one."""
    mine = prospects(t, seat)
    share = 1.0
    rival: i64 = 0
    while rival < t[SEATS]:
        if rival != seat:
            share *= logistic(float(mine - prospects(t, rival)) / 40.0)
        rival += 1
    return share


def solo_share(t: Cells) -> float:
    """Alone: the opponent gains two points a Day on average, so what counts is the lead over that pace."""
    pace = 20 * t[TRACK + SIZE] + 60 + 10 * (opponent_points(t) - on_track(t))
    left = SOLO_SPACES - t[TRACK + SIZE]
    return logistic((float(prospects(t, 0) - pace) + 4.0 * float(left)) / 60.0)


def on_track(t: Cells) -> i64:
    """The opponent's points without its lower area."""
    k = t[TRACK + SIZE]
    if k < 4:
        return 0
    return 6 + 2 * k

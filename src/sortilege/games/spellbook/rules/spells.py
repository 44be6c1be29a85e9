"""The spells with a phase symbol (SB-300..521), except Clone: whether each is offered, and its steps.

A spell is offered under the same conditions as an action of a phase, by Swiftness or by Clone (SB-059). `rune` is that
of the token on the card used, `card` the colour of the card that loses a level. Steps go on a stack, so the last one is
pushed first.
"""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spellbook import box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.actions import FOCUS_TAKES
from sortilege.games.spellbook.rules.keywords import begin_swap
from sortilege.games.spellbook.rules.learning import begin_learning, can_learn


# ---------------------------------------------------------------- conditions
def is_offered(t: Cells, spell: i64, level: i64, rune: i64) -> bool:  # noqa: C901, PLR0912 (one case for each spell)
    """SB-053, SB-054: return whether an effect can be chosen: it could move a token or change a level, and its cost can
    be paid."""
    me = t[L.ACTIVE]
    pool = L.pool_of(me)
    if spell == box.SACRIFICE:  # SB-304; the rune is fixed by the level (SB-070)
        return t[pool + L.BY_RUNE + level - 3] > 0
    if spell == box.ERUPTION:  # SB-312, SB-313
        return t[pool + L.SIZE] <= level and L.supply(t) > 0
    if spell == box.BLAZE:  # SB-325
        return (L.pool_space(t, me) > 0 and L.supply(t) > 0) or (t[L.ALTAR + L.SIZE] > 0 and can_other_gain(t))
    if spell == box.LEVITATION:  # SB-339
        return L.pool_space(t, me) > 0 and t[L.ALTAR + L.BY_RUNE + level - 3] > 0
    if spell == box.SHARING:  # SB-350
        if L.pool_space(t, me) > 0 and (t[L.ALTAR + L.SIZE] > 0 or (level == 3 and L.supply(t) > 0)):
            return True
        return L.supply(t) > 0 and can_other_gain(t)
    if spell == box.DIVINATION:  # SB-363
        if L.supply(t) > 0 or (L.pool_space(t, me) > 0 and t[L.ALTAR + L.SIZE] > 0):
            return True
        return level == 3 and t[pool + L.SIZE] > 0
    if spell == box.PURIFICATION:  # SB-373
        return t[pool + L.SIZE] > 0 and t[L.ALTAR + L.SIZE] > 0
    if spell == box.CURE:  # SB-385
        return t[pool + L.SIZE] > 0 or L.supply(t) > 0
    if spell == box.GROWTH:  # SB-397
        if level == 3:
            return t[pool + L.SIZE] > 0 and t[L.board_of(me) + L.SIZE] > 0
        return t[L.ALTAR + L.SIZE] > 0 and L.free_spaces(t, me) > 0
    if spell == box.OFFERING:  # SB-408, SB-409
        return L.free_spaces(t, me) > 0 and holds_set(t, pool, level - 1)
    if spell == box.FOCUS:  # SB-421
        return L.free_spaces(t, me) > 0 and t[pool + L.BY_RUNE + rune] >= level - 2
    if spell == box.FEAST:
        if level == 4:  # SB-432
            return t[L.ALTAR + L.SIZE] > 0 and L.free_spaces(t, me) > 0
        return (
            level == 3 and L.pool_space(t, me) > 0 and L.count_kind(t, L.ALTAR, me, L.STORED_COLOUR) > 0
        )  # SB-433, SB-431
    if spell == box.TIME_TRAVEL:  # SB-444
        return t[pool + L.BY_RUNE + level - 3] > 0 and can_raise(t)
    if spell == box.STORM:  # SB-466, SB-468
        return level > 3 and t[L.ALTAR + L.SIZE] > 0
    if spell == box.TRANSMUTATION:  # SB-511, SB-521
        return level > 3 and can_learn(t, level - 3, rune)
    return False


def is_focus_take_offered(t: Cells, rune: i64) -> bool:
    """SB-422: return whether Focus can take: the altar has a token of its rune and the pool has space."""
    return L.pool_space(t, t[L.ACTIVE]) > 0 and t[L.ALTAR + L.BY_RUNE + rune] > 0


def can_other_gain(t: Cells) -> bool:
    """Return whether another player has space for a token. The solo opponent always has."""
    if L.is_solo(t):
        return True
    seat: i64 = 0
    while seat < t[L.SEATS]:
        if seat != t[L.ACTIVE] and L.pool_space(t, seat) > 0:
            return True
        seat += 1
    return False


def holds_set(t: Cells, pool: i64, n: i64) -> bool:
    """Return whether the pool holds at least n tokens of one colour."""
    row: i64 = 3
    while row < L.BY_RUNE:
        if t[pool + row] >= n:
            return True
        row += 4
    return False


def can_raise(t: Cells) -> bool:
    colour: i64 = 0
    while colour < box.COLOURS:
        if is_raisable(t, colour):
            return True
        colour += 1
    return False


def is_raisable(t: Cells, colour: i64) -> bool:
    """SB-066, SB-443, SB-453: return whether Time Travel can raise this spell: an own spell of level 3 or 4, other than
    itself."""
    level = L.level_of(t, t[L.ACTIVE], colour)
    return colour != box.WHITE and 3 <= level < 5


# ---------------------------------------------------------------- the steps
def begin_effect(t: Cells, effect: i64, rune: i64, card: i64) -> None:
    """Push the steps of an effect, the last one first."""
    if effect > FOCUS_TAKES + 3:  # SB-417, SB-418: Focus, taking from the altar
        L.push_step(t, L.TAKE, effect - FOCUS_TAKES - 3, L.OF_RUNE + rune)
        return
    spell = effect // 3
    level = effect % 3 + 3
    if spell < box.PURIFICATION:
        begin_morning_spell(t, spell, level)
    elif spell < box.TIME_TRAVEL:
        begin_green_or_black(t, spell, level, rune, card)
    elif spell == box.TIME_TRAVEL:  # SB-441
        L.push_step(t, L.RAISE, 0, 0)
        L.push_step(t, L.DISCARD_SOME, 1, L.OF_RUNE + level - 3)
    elif spell == box.STORM:  # SB-461
        L.push_step(t, L.LOWER_CARD, 0, card)
        L.push_step(t, L.TAKE, 3, L.ANY)
        L.push_step(t, L.SWEEP, 0, 0)
    else:  # SB-512
        begin_learning(t, level - 3, rune)


def begin_morning_spell(t: Cells, spell: i64, level: i64) -> None:
    """Push the steps of a red or purple spell."""
    me = t[L.ACTIVE]
    pool = L.pool_of(me)
    if spell == box.SACRIFICE:  # SB-301
        L.push_step(t, L.DRAW, 4, pool)
        L.push_step(t, L.DISCARD_SOME, 1, L.OF_RUNE + level - 3)
    elif spell == box.ERUPTION:  # SB-311
        L.push_step(t, L.DRAW, level + 1 - L.pool_size(t, me), pool)
    elif spell == box.BLAZE:  # SB-321, SB-322
        push_other_takes(t)
        L.push_step(t, L.DRAW, 4, pool)
    elif spell == box.LEVITATION:  # SB-336, SB-337
        L.push_step(t, L.TAKE, 2, L.OF_RUNE + level - 3)
    elif spell == box.SHARING:  # SB-346..348
        push_other_draws(t)
        if level == 3:
            L.push_step(t, L.DRAW, 1, pool)
        L.push_step(t, L.TAKE, level - 2, L.ANY)
    else:
        begin_divination(t, level)


def begin_divination(t: Cells, level: i64) -> None:
    """SB-356: push the steps of Divination: draw two tokens to the altar, then take two. At level 4 it may take fewer,
    of one colour (SB-359); at level 3 it then discards one (SB-360)."""
    if level == 3:
        L.push_step(t, L.DISCARD_SOME, 1, L.ANY)
    if level == 4:
        L.push_step(t, L.TAKE_UP_TO, 2, L.ANY)
    else:
        L.push_step(t, L.TAKE, 2, L.ANY)
    L.push_step(t, L.DRAW, 2, L.ALTAR)


def push_other_takes(t: Cells) -> None:
    """SB-322: push the steps in which each other player, clockwise, takes 1 altar token. In a solo game 1 goes to the
    opponent's lower area (SB-214)."""
    if L.is_solo(t):
        L.push_step(t, L.OFFER, 1, L.LOWER)
    n = t[L.SEATS] - 1
    while n > 0:
        L.push_step(t, L.OTHER_TAKES, 1, (t[L.ACTIVE] + n) % t[L.SEATS])
        n -= 1


def push_other_draws(t: Cells) -> None:
    """SB-348: push the steps in which each other player, clockwise, draws 1 token. In a solo game 1 is drawn to the
    opponent's lower area (SB-215)."""
    if L.is_solo(t):
        L.push_step(t, L.DRAW, 1, L.LOWER)
    n = t[L.SEATS] - 1
    while n > 0:
        L.push_step(t, L.DRAW, 1, L.pool_of((t[L.ACTIVE] + n) % t[L.SEATS]))
        n -= 1


def smaller(a: i64, b: i64) -> i64:
    if a < b:
        return a
    return b


def begin_green_or_black(t: Cells, spell: i64, level: i64, rune: i64, card: i64) -> None:
    """Push the steps of a green or black spell."""
    me = t[L.ACTIVE]
    if spell == box.PURIFICATION:  # SB-371, SB-374
        begin_swap(t)
        L.push_step(t, L.SWAP_ALTAR, smaller(level - 2, smaller(L.pool_size(t, me), t[L.ALTAR + L.SIZE])), 0)
    elif spell == box.CURE:  # SB-381..383
        L.push_step(t, L.DISCARD_SOME, level - 2, L.ANY)
        L.push_step(t, L.DRAW, level - 2, L.pool_of(me))
    elif spell == box.GROWTH:
        if level == 3:  # SB-393, SB-394
            begin_swap(t)
            L.push_step(t, L.SWAP_BOARD, 1, 0)
        else:  # SB-391, SB-392, SB-395
            L.push_step(t, L.LOWER_CARD, 0, card)
            L.push_step(t, L.TAKE_TO_BOARD, level - 2, L.ANY)
    elif spell == box.OFFERING:  # SB-406
        L.push_step(t, L.STORE, level - 1, L.SET_OF + level - 1)
    elif spell == box.FOCUS:  # SB-416..418: Focus, storing
        L.push_step(t, L.STORE, level - 2, L.OF_RUNE + rune)
    elif level == 4:  # SB-432: Feast
        L.push_step(t, L.TAKE_TO_BOARD, 1, L.ANY)
    else:  # SB-433
        L.push_step(t, L.TAKE, 1, L.STORED_COLOUR)

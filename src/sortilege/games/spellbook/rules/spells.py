"""The spells with a phase symbol (SB-300..521), each in two answers: is it offered now, and what are its steps?

Offered is asked for the active player at the moment of choice, and alike for phase actions, Swiftness and Clone
(SB-059). `rune` is that of the token on the card used; `card` the colour of the card that pays with a level. Steps are
laid on a pile, so each spell lays its last step first. Clone has a file of its own.
"""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spellbook.actions import FOCUS_TAKES
from sortilege.games.spellbook.box import (
    BLAZE,
    COLOURS,
    CURE,
    DIVINATION,
    ERUPTION,
    FEAST,
    FOCUS,
    GROWTH,
    LEVITATION,
    OFFERING,
    PURIFICATION,
    SACRIFICE,
    SHARING,
    STORM,
    TIME_TRAVEL,
    TRANSMUTATION,
    WHITE,
)
from sortilege.games.spellbook.layout import (
    ACTIVE,
    ALTAR,
    ANY,
    BY_RUNE,
    DISCARD_SOME,
    DRAW,
    DROP,
    LOWER,
    OF_RUNE,
    OFFER,
    OTHER_TAKES,
    RAISE,
    SEATS,
    SET_OF,
    SIZE,
    STORE,
    STORED_COLOUR,
    SWAP_ALTAR,
    SWAP_BOARD,
    SWEEP,
    TAKE,
    TAKE_TO_BOARD,
    TAKE_UP_TO,
    board_of,
    free,
    how_many,
    is_solo,
    level_of,
    pool_of,
    pool_size,
    pool_space,
    push,
    supply,
)
from sortilege.games.spellbook.rules.keywords import begin_swap
from sortilege.games.spellbook.rules.learning import begin_learning, can_learn


# ---------------------------------------------------------------- offered?
def offers(t: Cells, spell: i64, level: i64, rune: i64) -> bool:
    """Whether this effect could move a token or change a level now (SB-053), costs payable (SB-054)."""
    me = t[ACTIVE]
    pool = pool_of(me)
    if spell == SACRIFICE:  # SB-304; the rune is fixed by the level (SB-070)
        return t[pool + BY_RUNE + level - 3] > 0
    if spell == ERUPTION:  # SB-312, SB-313
        return t[pool + SIZE] <= level and supply(t) > 0
    if spell == BLAZE:  # SB-325
        return (pool_space(t, me) > 0 and supply(t) > 0) or (t[ALTAR + SIZE] > 0 and other_has_room(t))
    if spell == LEVITATION:  # SB-339
        return pool_space(t, me) > 0 and t[ALTAR + BY_RUNE + level - 3] > 0
    if spell == SHARING:  # SB-350
        if pool_space(t, me) > 0 and (t[ALTAR + SIZE] > 0 or (level == 3 and supply(t) > 0)):
            return True
        return supply(t) > 0 and other_has_room(t)
    if spell == DIVINATION:  # SB-363
        if supply(t) > 0 or (pool_space(t, me) > 0 and t[ALTAR + SIZE] > 0):
            return True
        return level == 3 and t[pool + SIZE] > 0
    if spell == PURIFICATION:  # SB-373
        return t[pool + SIZE] > 0 and t[ALTAR + SIZE] > 0
    if spell == CURE:  # SB-385
        return t[pool + SIZE] > 0 or supply(t) > 0
    if spell == GROWTH:  # SB-397
        if level == 3:
            return t[pool + SIZE] > 0 and t[board_of(me) + SIZE] > 0
        return t[ALTAR + SIZE] > 0 and free(t, me) > 0
    if spell == OFFERING:  # SB-408, SB-409
        return free(t, me) > 0 and holds_set(t, pool, level - 1)
    if spell == FOCUS:  # SB-421
        return free(t, me) > 0 and t[pool + BY_RUNE + rune] >= level - 2
    if spell == FEAST:
        if level == 4:  # SB-432
            return t[ALTAR + SIZE] > 0 and free(t, me) > 0
        return level == 3 and pool_space(t, me) > 0 and how_many(t, ALTAR, me, STORED_COLOUR) > 0  # SB-433, SB-431
    if spell == TIME_TRAVEL:  # SB-444
        return t[pool + BY_RUNE + level - 3] > 0 and can_raise(t)
    if spell == STORM:  # SB-466, SB-468
        return level > 3 and t[ALTAR + SIZE] > 0
    if spell == TRANSMUTATION:  # SB-511, SB-521
        return level > 3 and can_learn(t, level - 3, rune)
    return False


def offers_focus_take(t: Cells, rune: i64) -> bool:
    """SB-422: the other branch of Focus."""
    return pool_space(t, t[ACTIVE]) > 0 and t[ALTAR + BY_RUNE + rune] > 0


def other_has_room(t: Cells) -> bool:
    """Whether somebody else can still gain a token; the solo opponent always can."""
    if is_solo(t):
        return True
    seat: i64 = 0
    while seat < t[SEATS]:
        if seat != t[ACTIVE] and pool_space(t, seat) > 0:
            return True
        seat += 1
    return False


def holds_set(t: Cells, pool: i64, n: i64) -> bool:
    """Whether the pool holds n tokens of one colour."""
    row: i64 = 3
    while row < BY_RUNE:
        if t[pool + row] >= n:
            return True
        row += 4
    return False


def can_raise(t: Cells) -> bool:
    """SB-443: an own learned spell other than Time Travel, not at level 5 yet."""
    colour: i64 = 0
    while colour < COLOURS:
        if raisable(t, colour):
            return True
        colour += 1
    return False


def raisable(t: Cells, colour: i64) -> bool:
    """SB-066, SB-443, SB-453: whether Time Travel may raise the spell of this colour."""
    level = level_of(t, t[ACTIVE], colour)
    return colour != WHITE and 3 <= level < 5


# ---------------------------------------------------------------- the steps
def begin(t: Cells, effect: i64, rune: i64, card: i64) -> None:
    """Lay down the steps of an effect, the last one first."""
    if effect > FOCUS_TAKES + 3:  # SB-417, SB-418: the taking branch of Focus
        push(t, TAKE, effect - FOCUS_TAKES - 3, OF_RUNE + rune)
        return
    spell = effect // 3
    level = effect % 3 + 3
    if spell < PURIFICATION:
        begin_morning_spell(t, spell, level)
    elif spell < TIME_TRAVEL:
        begin_green_or_black(t, spell, level, rune, card)
    elif spell == TIME_TRAVEL:  # SB-441
        push(t, RAISE, 0, 0)
        push(t, DISCARD_SOME, 1, OF_RUNE + level - 3)
    elif spell == STORM:  # SB-461
        push(t, DROP, 0, card)
        push(t, TAKE, 3, ANY)
        push(t, SWEEP, 0, 0)
    else:  # SB-512
        begin_learning(t, level - 3, rune)


def begin_morning_spell(t: Cells, spell: i64, level: i64) -> None:
    """The red and the purple spells."""
    me = t[ACTIVE]
    pool = pool_of(me)
    if spell == SACRIFICE:  # SB-301
        push(t, DRAW, 4, pool)
        push(t, DISCARD_SOME, 1, OF_RUNE + level - 3)
    elif spell == ERUPTION:  # SB-311
        push(t, DRAW, level + 1 - pool_size(t, me), pool)
    elif spell == BLAZE:  # SB-321, SB-322
        others_take(t)
        push(t, DRAW, 4, pool)
    elif spell == LEVITATION:  # SB-336, SB-337
        push(t, TAKE, 2, OF_RUNE + level - 3)
    elif spell == SHARING:  # SB-346..348
        others_draw(t)
        if level == 3:
            push(t, DRAW, 1, pool)
        push(t, TAKE, level - 2, ANY)
    else:
        begin_divination(t, level)


def begin_divination(t: Cells, level: i64) -> None:
    """SB-356: two tokens come to the altar first; then takes, up to two of a colour at level 4 (SB-359), and at level 3
    a discard (SB-360)."""
    if level == 3:
        push(t, DISCARD_SOME, 1, ANY)
    if level == 4:
        push(t, TAKE_UP_TO, 2, ANY)
    else:
        push(t, TAKE, 2, ANY)
    push(t, DRAW, 2, ALTAR)


def others_take(t: Cells) -> None:
    """SB-322: clockwise from the left, each other player takes 1; solo, 1 goes to the lower area (SB-214)."""
    if is_solo(t):
        push(t, OFFER, 1, LOWER)
    n = t[SEATS] - 1
    while n > 0:
        push(t, OTHER_TAKES, 1, (t[ACTIVE] + n) % t[SEATS])
        n -= 1


def others_draw(t: Cells) -> None:
    """SB-348: clockwise from the left, each other player draws 1; solo, 1 is drawn to the lower area (SB-215)."""
    if is_solo(t):
        push(t, DRAW, 1, LOWER)
    n = t[SEATS] - 1
    while n > 0:
        push(t, DRAW, 1, pool_of((t[ACTIVE] + n) % t[SEATS]))
        n -= 1


def least(a: i64, b: i64) -> i64:
    """The smaller one."""
    if a < b:
        return a
    return b


def begin_green_or_black(t: Cells, spell: i64, level: i64, rune: i64, card: i64) -> None:
    """The green and the black spells."""
    me = t[ACTIVE]
    if spell == PURIFICATION:  # SB-371, SB-374
        begin_swap(t)
        push(t, SWAP_ALTAR, least(level - 2, least(pool_size(t, me), t[ALTAR + SIZE])), 0)
    elif spell == CURE:  # SB-381..383
        push(t, DISCARD_SOME, level - 2, ANY)
        push(t, DRAW, level - 2, pool_of(me))
    elif spell == GROWTH:
        if level == 3:  # SB-393, SB-394
            begin_swap(t)
            push(t, SWAP_BOARD, 1, 0)
        else:  # SB-391, SB-392, SB-395
            push(t, DROP, 0, card)
            push(t, TAKE_TO_BOARD, level - 2, ANY)
    elif spell == OFFERING:  # SB-406
        push(t, STORE, level - 1, SET_OF + level - 1)
    elif spell == FOCUS:  # SB-416..418: the storing branch
        push(t, STORE, level - 2, OF_RUNE + rune)
    elif level == 4:  # SB-432: Feast
        push(t, TAKE_TO_BOARD, 1, ANY)
    else:  # SB-433
        push(t, TAKE, 1, STORED_COLOUR)

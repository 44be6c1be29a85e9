"""Set-up (SB-020..032, SB-202, SB-203), the Day (SB-040..048), the altar (SB-140..147), the solo opponent's share
(SB-204..211) and the last round (SB-160..168)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.state import OVER
from sortilege.games.spellbook import actions
from sortilege.games.spellbook.actions import ACT, USE
from sortilege.games.spellbook.box import ALTAR_LIMIT, BLACK, BLUE, CLONE, COLOURS, COPIES, SOLO_SPACES, SWIFTNESS
from sortilege.games.spellbook.layout import (
    ACTIVE,
    ALTAR,
    CHOOSE,
    COPYING,
    DAY,
    DISCARD,
    DOING,
    DRAW,
    END,
    END_BY,
    EVENING,
    FIRST,
    FRESH,
    GIVEN,
    LEARNING,
    LINEUP,
    LOWER,
    MORNING,
    MORNINGS,
    NEXT_DAY,
    NIGHT,
    OFFER,
    PHASE,
    PLAYER,
    PLAYERS,
    POUCH,
    REFRESH,
    RESUPPLY,
    SEATS,
    SETUP,
    SIZE,
    SPELL,
    TRACK,
    TURN,
    WHO_STARTS,
    WILD,
    WIPE,
    drop_step,
    is_solo,
    level_of,
    move,
    pool_of,
    pour,
    push,
    put,
    rune_of,
    top_of,
)
from sortilege.games.spellbook.rules.books import begin_clone, begin_primary, fill_primary, fill_uses
from sortilege.games.spellbook.rules.spells import begin


# ---------------------------------------------------------------- set-up
def empty_table(seats: i64) -> Cells:
    """Boards empty, nothing learned (SB-025), all 105 tokens in the pouch (SB-001, SB-021)."""
    t = blank(PLAYERS + seats * PLAYER)
    t[SEATS] = seats
    t[PHASE] = SETUP
    t[DAY] = 1
    t[END_BY] = -1
    t[DOING] = -1
    t[COPYING] = -1
    t[LEARNING] = -1
    t[WILD] = -1
    t[GIVEN] = -1
    token: i64 = 0
    while token < 28:
        if token & 3 != 3:
            copy: i64 = 0
            while copy < COPIES:
                put(t, POUCH, token)
                copy += 1
        token += 1
    return t


def lay_out(t: Cells, classic: bool, handicap: i64, first: i64) -> None:
    """The steps of the set-up, last one first; `first` is a seat, or -1 for chance to say (SB-026)."""
    if first >= 0:
        t[FIRST] = first
    elif not is_solo(t):
        push(t, WHO_STARTS, 0, 0)
    if handicap > 0:
        push(t, DRAW, handicap, LOWER)  # SB-203
    seat = t[SEATS] - 1
    while seat >= 0:
        push(t, DRAW, 2, pool_of(seat))  # SB-023
        seat -= 1
    if is_solo(t):
        push(t, DRAW, 7, ALTAR)  # SB-202
    else:
        push(t, DRAW, 5, ALTAR)  # SB-022
    if classic:
        push(t, LINEUP, COLOURS, 0)  # SB-029


def draw_spell(t: Cells, spell: i64) -> None:
    """SB-029: one colour after the other."""
    t[SPELL + spell // 3] = spell % 3
    step = top_of(t)
    t[step + 1] -= 1


# ---------------------------------------------------------------- the Day
def begin_day(t: Cells) -> None:
    """SB-041: Morning, with a second action for Swiftness at level 5 (SB-536)."""
    t[FRESH] = 0
    t[PHASE] = MORNING
    t[MORNINGS] = mornings_of(t, t[ACTIVE])
    push(t, CHOOSE, 0, 0)


def mornings_of(t: Cells, seat: i64) -> i64:
    """SB-042, SB-536: how many Morning actions a seat's Day has."""
    if t[SPELL + BLUE] == SWIFTNESS % 3 and level_of(t, seat, BLUE) == 5:
        return 2
    return 1


def fill_choices(t: Cells, into: Cells) -> i64:
    """SB-043, SB-045: skip, the primary actions of the phase and the own spells of the phase."""
    into[0] = actions.SKIP
    n = fill_primary(t, t[PHASE], ACT, into, 1)
    return fill_uses(t, t[PHASE], into, n)


def fill_instant(t: Cells, into: Cells) -> i64:
    """SB-532, SB-533: a Morning action at once, and no skip."""
    return fill_uses(t, MORNING, into, fill_primary(t, MORNING, ACT, into, 0))


def begin_action(t: Cells, action: i64) -> None:
    """An action for this phase, or none (SB-043, SB-543)."""
    drop_step(t)
    if action == actions.SKIP:
        t[MORNINGS] = 0
        return
    t[DOING] = action
    if action < USE:
        begin_primary(t, action - ACT)
        return
    effect = action - USE
    colour = effect // 9
    if effect // 3 == CLONE:
        begin_clone(t, effect % 3 + 3)
    elif colour >= COLOURS:  # the taking branch of Focus
        begin(t, effect, rune_of(t, t[ACTIVE], BLACK), BLACK)
    else:
        begin(t, effect, rune_of(t, t[ACTIVE], colour), colour)


def next_part(t: Cells) -> None:
    """SB-041, SB-042: nothing is left to do, so the Day goes on."""
    t[DOING] = -1
    t[COPYING] = -1
    phase = t[PHASE]
    if phase == SETUP:
        t[ACTIVE] = t[FIRST]
        begin_day(t)
        return
    if phase == MORNING and t[MORNINGS] > 1:
        t[MORNINGS] -= 1
    elif phase == EVENING:
        t[PHASE] = NIGHT
        push(t, NEXT_DAY, 0, 0)
        push(t, RESUPPLY, 0, 0)
        if is_solo(t):
            push(t, OFFER, 1, TRACK)  # SB-204
        return
    else:
        t[MORNINGS] = 0
        t[PHASE] = phase + 1
    push(t, CHOOSE, 0, 0)


# ---------------------------------------------------------------- altar
def resupply(t: Cells) -> None:
    """SB-140..144: up to 5, one more, or all anew; solo up to 7, and all anew, once, if there are more or after a
    refresh space (SB-205..208)."""
    drop_step(t)
    n = t[ALTAR + SIZE]
    if is_solo(t):
        if t[REFRESH] != 0 or n > 7:
            t[REFRESH] = 0
            push(t, DRAW, 7, ALTAR)
            push(t, WIPE, 0, 0)
        if n < 7:
            push(t, DRAW, 7 - n, ALTAR)
    elif n < 5:
        push(t, DRAW, 5 - n, ALTAR)
    elif n < ALTAR_LIMIT:
        push(t, DRAW, 1, ALTAR)
    else:
        pour(t, ALTAR, DISCARD)
        push(t, DRAW, 5, ALTAR)


def wipe(t: Cells) -> None:
    """SB-206, SB-207: the whole altar goes to the box."""
    drop_step(t)
    pour(t, ALTAR, DISCARD)


def offer(t: Cells, token: i64) -> None:
    """SB-204, SB-214: a token for the opponent; spaces 4, 9 and 14 of its track refresh the altar (SB-207)."""
    step = top_of(t)
    zone = t[step + 2]
    t[step + 1] -= 1
    move(t, ALTAR, zone, token)
    k = t[TRACK + SIZE]
    if zone == TRACK and (k == 4 or k == 9 or k == 14):
        t[REFRESH] = 1


# ---------------------------------------------------------------- the end
def end_day(t: Cells) -> None:
    """SB-040, SB-163: the next seat's Day, unless the last round is complete; solo there is none (SB-210, SB-211)."""
    drop_step(t)
    after = (t[ACTIVE] + 1) % t[SEATS]
    if (t[END_BY] >= 0 and after == t[FIRST]) or (is_solo(t) and t[TRACK + SIZE] == SOLO_SPACES):
        t[PHASE] = END
        t[TURN] = OVER
        return
    t[ACTIVE] = after
    t[DAY] += 1
    begin_day(t)

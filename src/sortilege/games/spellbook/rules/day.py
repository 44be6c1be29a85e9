"""Set-up (SB-020..032, SB-202, SB-203), the Day (SB-040..048), the altar (SB-140..147), the solo opponent's tokens
(SB-204..211) and the last round (SB-160..168)."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import OVER
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.books import begin_clone, begin_primary, fill_primary, fill_uses
from sortilege.games.spellbook.rules.spells import begin_effect


# ---------------------------------------------------------------- set-up
def empty_table(seats: i64) -> Cells:
    """SB-001, SB-021, SB-025: return the cells of a new table: all 105 tokens are in the pouch, boards are empty and no
    spell is learned."""
    t = blank(L.PLAYERS + seats * L.PLAYER_SIZE)
    t[L.SEATS] = seats
    t[L.PHASE] = L.SETUP
    t[L.DAY] = 1
    t[L.END_BY] = -1
    t[L.PHASE_ACTION] = -1
    t[L.COPIED_ACTION] = -1
    t[L.LEARNING] = -1
    t[L.WILD] = -1
    t[L.GIVEN_TOKEN] = -1
    token: i64 = 0
    while token < 28:
        if token & 3 != 3:
            copy: i64 = 0
            while copy < box.COPIES:
                L.add_token(t, L.POUCH, token)
                copy += 1
        token += 1
    return t


def push_setup(t: Cells, classic: bool, handicap: i64, first: i64) -> None:
    """Push the steps of the set-up, the last one first. `first` is a seat, or -1 to draw the first player (SB-026)."""
    if first >= 0:
        t[L.FIRST] = first
    elif not L.is_solo(t):
        L.push_step(t, L.FIRST_PLAYER, 0, 0)
    if handicap > 0:
        L.push_step(t, L.DRAW, handicap, L.LOWER)  # SB-203
    seat = t[L.SEATS] - 1
    while seat >= 0:
        L.push_step(t, L.DRAW, 2, L.pool_of(seat))  # SB-023
        seat -= 1
    if L.is_solo(t):
        L.push_step(t, L.DRAW, 7, L.ALTAR)  # SB-202
    else:
        L.push_step(t, L.DRAW, 5, L.ALTAR)  # SB-022
    if classic:
        L.push_step(t, L.LINEUP, box.COLOURS, 0)  # SB-029


def draw_spell(t: Cells, spell: i64) -> None:
    """SB-029: put a drawn spell in play. A classic line-up is drawn colour by colour."""
    t[L.SPELL + spell // 3] = spell % 3
    step = L.top_step(t)
    t[step + 1] -= 1


# ---------------------------------------------------------------- the Day
def begin_day(t: Cells) -> None:
    """SB-041: begin the Day of the active seat with its Morning."""
    t[L.LEARNED_TODAY] = 0
    t[L.PHASE] = L.MORNING
    t[L.MORNINGS] = mornings_of(t, t[L.ACTIVE])
    L.push_step(t, L.CHOOSE, 0, 0)


def mornings_of(t: Cells, seat: i64) -> i64:
    """SB-042, SB-536: return the number of Morning actions of a seat's Day: one, or two with Swiftness at level 5."""
    if t[L.SPELL + box.BLUE] == box.SWIFTNESS % 3 and L.level_of(t, seat, box.BLUE) == 5:
        return 2
    return 1


def fill_choices(t: Cells, into: Cells) -> i64:
    """SB-043, SB-045: write the choices of a phase: skip, its primary actions and the own spells with its symbol."""
    into[0] = actions.SKIP
    n = fill_primary(t, t[L.PHASE], actions.ACT, into, 1)
    return fill_uses(t, t[L.PHASE], into, n)


def fill_instant(t: Cells, into: Cells) -> i64:
    """SB-532, SB-533: write the choices for the immediate Morning action of Swiftness, which cannot be skipped."""
    return fill_uses(t, L.MORNING, into, fill_primary(t, L.MORNING, actions.ACT, into, 0))


def begin_action(t: Cells, action: i64) -> None:
    """Begin the action chosen for this phase; `skip` ends the phase (SB-043, SB-543)."""
    L.pop_step(t)
    if action == actions.SKIP:
        t[L.MORNINGS] = 0
        return
    t[L.PHASE_ACTION] = action
    if action < actions.USE:
        begin_primary(t, action - actions.ACT)
        return
    effect = action - actions.USE
    colour = effect // 9
    if effect // 3 == box.CLONE:
        begin_clone(t, effect % 3 + 3)
    elif colour >= box.COLOURS:  # Focus, taking from the altar
        begin_effect(t, effect, L.rune_of(t, t[L.ACTIVE], box.BLACK), box.BLACK)
    else:
        begin_effect(t, effect, L.rune_of(t, t[L.ACTIVE], colour), colour)


def next_phase(t: Cells) -> None:
    """SB-041, SB-042: continue the Day after an action: with a second Morning action if there is one, the next phase,
    or the Night."""
    t[L.PHASE_ACTION] = -1
    t[L.COPIED_ACTION] = -1
    phase = t[L.PHASE]
    if phase == L.SETUP:
        t[L.ACTIVE] = t[L.FIRST]
        begin_day(t)
        return
    if phase == L.MORNING and t[L.MORNINGS] > 1:
        t[L.MORNINGS] -= 1
    elif phase == L.EVENING:
        t[L.PHASE] = L.NIGHT
        L.push_step(t, L.NEXT_DAY, 0, 0)
        L.push_step(t, L.RESUPPLY, 0, 0)
        if L.is_solo(t):
            L.push_step(t, L.OFFER, 1, L.TRACK)  # SB-204
        return
    else:
        t[L.MORNINGS] = 0
        t[L.PHASE] = phase + 1
    L.push_step(t, L.CHOOSE, 0, 0)


# ---------------------------------------------------------------- altar
def resupply(t: Cells) -> None:
    """SB-140..144: refill the altar to 5; one with 5 to 9 tokens gets one more, one with 10 is replaced. In a solo game
    it is refilled to 7, and replaced if it holds more or a refresh is due (SB-205..208)."""
    L.pop_step(t)
    n = t[L.ALTAR + L.SIZE]
    if L.is_solo(t):
        if t[L.REFRESH_DUE] != 0 or n > 7:
            t[L.REFRESH_DUE] = 0
            L.push_step(t, L.DRAW, 7, L.ALTAR)
            L.push_step(t, L.CLEAR_ALTAR, 0, 0)
        if n < 7:
            L.push_step(t, L.DRAW, 7 - n, L.ALTAR)
    elif n < 5:
        L.push_step(t, L.DRAW, 5 - n, L.ALTAR)
    elif n < box.ALTAR_LIMIT:
        L.push_step(t, L.DRAW, 1, L.ALTAR)
    else:
        L.move_all(t, L.ALTAR, L.DISCARD)
        L.push_step(t, L.DRAW, 5, L.ALTAR)


def clear_altar(t: Cells) -> None:
    """SB-206, SB-207: discard the whole altar."""
    L.pop_step(t)
    L.move_all(t, L.ALTAR, L.DISCARD)


def offer(t: Cells, token: i64) -> None:
    """SB-204, SB-214: give an altar token to the opponent. Spaces 4, 9 and 14 of its track refresh the altar
    (SB-207)."""
    step = L.top_step(t)
    zone = t[step + 2]
    t[step + 1] -= 1
    L.move_token(t, L.ALTAR, zone, token)
    k = t[L.TRACK + L.SIZE]
    if zone == L.TRACK and (k == 4 or k == 9 or k == 14):
        t[L.REFRESH_DUE] = 1


# ---------------------------------------------------------------- the end
def end_day(t: Cells) -> None:
    """SB-040, SB-163: begin the next seat's Day, or end the game after the last round (solo: SB-210, SB-211)."""
    L.pop_step(t)
    next_seat = (t[L.ACTIVE] + 1) % t[L.SEATS]
    if (t[L.END_BY] >= 0 and next_seat == t[L.FIRST]) or (L.is_solo(t) and t[L.TRACK + L.SIZE] == box.SOLO_SPACES):
        t[L.PHASE] = L.END
        t[L.TURN] = OVER
        return
    t[L.ACTIVE] = next_seat
    t[L.DAY] += 1
    begin_day(t)

"""Set-up (SB-020..032, SB-202, SB-203), the Day (SB-040..048), the altar (SB-140..147), the solo opponent's tokens
(SB-204..211) and the last round (SB-160..168)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import OVER
from sortilege.games.spellbook import actions, box
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.rules.books import begin_clone, begin_primary, fill_primary, fill_uses
from sortilege.games.spellbook.rules.spells import begin_effect, is_focus_take

START_POOL: Final = 2  # SB-023: the tokens each player draws at the start
ALTAR_TOKENS: Final = 5  # SB-022, SB-141: the tokens of a new or refilled altar
SOLO_ALTAR_TOKENS: Final = 7  # SB-202, SB-205


# ---------------------------------------------------------------- set-up
def empty_state_vector(seats: i64) -> Cells:
    """Return the state vector of a new game, with all 105 tokens in the pouch (SB-001, SB-021, SB-025)."""
    t = blank(L.PLAYERS + seats * L.PLAYER_CELLS)
    t[L.SEATS] = seats
    t[L.PHASE] = L.SETUP
    t[L.DAY] = 1
    t[L.END_BY] = L.NONE
    t[L.PHASE_ACTION] = L.NONE
    t[L.COPIED_ACTION] = L.NONE
    t[L.LEARNING] = L.NONE
    t[L.WILD_RUNE] = L.NONE
    t[L.GIVEN_TOKEN] = L.NONE
    for colour in range(i64(box.COLOURS)):
        t[L.SET_IN_PLAY + colour] = L.NONE
        for rune in range(i64(box.RUNES)):
            for _copy in range(i64(box.COPIES)):
                L.add_token(t, L.POUCH, L.token_of(colour, rune))
    return t


def push_setup(t: Cells, classic: bool, handicap: i64, first: i64) -> None:
    """Push the steps of the set-up, the last one first. `classic` draws seven spells at random, `handicap` is the solo
    opponent's number of extra tokens, and `first` is the first player's seat, or NONE to draw it (SB-026)."""
    if first != L.NONE:
        t[L.FIRST] = first
    elif not L.is_solo(t):
        L.push_step(t, L.FIRST_PLAYER)
    if handicap > 0:
        L.push_step(t, L.DRAW, handicap, L.LOWER)  # SB-203
    seat = t[L.SEATS] - 1
    while seat >= 0:
        L.push_step(t, L.DRAW, START_POOL, L.pool_of(seat))
        seat -= 1
    if L.is_solo(t):
        L.push_step(t, L.DRAW, SOLO_ALTAR_TOKENS, L.ALTAR)
    else:
        L.push_step(t, L.DRAW, ALTAR_TOKENS, L.ALTAR)
    if classic:
        L.push_step(t, L.LINEUP, box.COLOURS)  # SB-029


def draw_spell(t: Cells, spell: i64) -> None:
    """Put a drawn spell in play. A classic game draws one spell of each colour during the set-up (SB-029)."""
    L.put_in_play(t, spell)
    L.decrement_step_count(t)


# ---------------------------------------------------------------- the Day
def begin_day(t: Cells) -> None:
    """Begin the Day of the active seat with its Morning (SB-041)."""
    t[L.LEARNED_TODAY] = 0
    t[L.PHASE] = L.MORNING
    t[L.MORNINGS] = morning_actions(t, t[L.ACTIVE])
    L.push_step(t, L.CHOOSE)


def morning_actions(t: Cells, seat: i64) -> i64:
    """Return how many Morning actions a seat has each Day: one, or two with Swiftness at level 5 (SB-042, SB-536)."""
    if L.spell_level(t, seat, box.SWIFTNESS) == box.MAX_LEVEL:
        return 2
    return 1


def fill_choices(t: Cells, into: Cells) -> i64:
    """List the actions that the active seat can choose in the current phase, and return how many: to skip it, the
    primary actions of the phase, and the seat's spells with the symbol of the phase (SB-043, SB-045)."""
    length = L.append(into, 0, actions.SKIP)
    length = fill_primary(t, t[L.PHASE], actions.ACT, into, length)
    return fill_uses(t, t[L.PHASE], into, length)


def fill_instant(t: Cells, into: Cells) -> i64:
    """List the choices for the immediate Morning action of Swiftness, and return how many (SB-532, SB-533)."""
    length = fill_primary(t, L.MORNING, actions.ACT, into, 0)
    return fill_uses(t, L.MORNING, into, length)


def begin_action(t: Cells, action: i64) -> None:
    """Begin the action that the active seat has chosen. The action `skip` ends the phase (SB-043, SB-543)."""
    L.pop_step(t)
    if action == actions.SKIP:
        t[L.MORNINGS] = 0
        return
    t[L.PHASE_ACTION] = action
    is_primary = action < actions.USE
    if is_primary:
        begin_primary(t, action - actions.ACT)
        return
    effect = action - actions.USE
    spell = L.effect_spell(effect)
    if is_focus_take(effect):
        spell = box.FOCUS
    if spell == box.CLONE:
        begin_clone(t, L.effect_level(effect))
    else:
        colour = L.spell_colour(spell)
        begin_effect(t, effect, L.card_rune(t, t[L.ACTIVE], colour), colour)


def next_phase(t: Cells) -> None:
    """Begin the second Morning action of this Day, or its next phase, or the Night (SB-041, SB-042)."""
    t[L.PHASE_ACTION] = L.NONE
    t[L.COPIED_ACTION] = L.NONE
    phase = t[L.PHASE]
    if phase == L.SETUP:
        t[L.ACTIVE] = t[L.FIRST]
        begin_day(t)
        return
    if phase == L.EVENING:
        begin_night(t)
        return
    if phase == L.MORNING and t[L.MORNINGS] > 1:
        t[L.MORNINGS] -= 1
    else:
        t[L.MORNINGS] = 0
        t[L.PHASE] = phase + 1
    L.push_step(t, L.CHOOSE)


def begin_night(t: Cells) -> None:
    """Push the steps that end a Day, the last one first, such as refilling the altar (SB-041, SB-204)."""
    t[L.PHASE] = L.NIGHT
    L.push_step(t, L.NEXT_DAY)
    L.push_step(t, L.RESUPPLY)
    if L.is_solo(t):
        L.push_step(t, L.OFFER, 1, L.TRACK)


# ---------------------------------------------------------------- altar
def resupply(t: Cells) -> None:
    """Refill the altar at the end of a Day. An altar with fewer than 5 tokens is filled up to 5, an altar with 5 to 9
    tokens gets one more, and the tokens of a larger altar are replaced by 5 new ones (SB-140..144)."""
    L.pop_step(t)
    if L.is_solo(t):
        resupply_solo(t)
        return
    size = L.count(t, L.ALTAR)
    if size < ALTAR_TOKENS:
        L.push_step(t, L.DRAW, ALTAR_TOKENS - size, L.ALTAR)
    elif size < box.ALTAR_LIMIT:
        L.push_step(t, L.DRAW, 1, L.ALTAR)
    else:
        L.move_all(t, L.ALTAR, L.DISCARD)
        L.push_step(t, L.DRAW, ALTAR_TOKENS, L.ALTAR)


def resupply_solo(t: Cells) -> None:
    """Push the steps that refill the altar of a solo game to 7 tokens, the last one first. If the altar has more than 7
    tokens or a refresh is due, all its tokens are then replaced by 7 new ones (SB-205..208)."""
    size = L.count(t, L.ALTAR)
    is_refresh_due = t[L.REFRESH_DUE] != 0
    if is_refresh_due or size > SOLO_ALTAR_TOKENS:
        t[L.REFRESH_DUE] = 0
        L.push_step(t, L.DRAW, SOLO_ALTAR_TOKENS, L.ALTAR)
        L.push_step(t, L.CLEAR_ALTAR)
    if size < SOLO_ALTAR_TOKENS:
        L.push_step(t, L.DRAW, SOLO_ALTAR_TOKENS - size, L.ALTAR)


def clear_altar(t: Cells) -> None:
    """Discard the whole altar (SB-206, SB-207)."""
    L.pop_step(t)
    L.move_all(t, L.ALTAR, L.DISCARD)


def offer(t: Cells, token: i64) -> None:
    """Give the solo opponent an altar token (SB-204, SB-214), which may make an altar refresh due (SB-207)."""
    zone = L.step_argument(t)
    L.decrement_step_count(t)
    L.move_token(t, L.ALTAR, zone, token)
    if zone == L.TRACK and is_refresh_space(L.count(t, L.TRACK)):
        t[L.REFRESH_DUE] = 1


def is_refresh_space(space: i64) -> bool:
    """Return whether this space of the solo opponent's track, counted from 1, refreshes the altar (SB-207)."""
    return space == 4 or space == 9 or space == 14


# ---------------------------------------------------------------- the end
def end_day(t: Cells) -> None:
    """End the Day: begin the next seat's Day (SB-040), or end the game (SB-163, SB-210, SB-211)."""
    L.pop_step(t)
    next_seat = (t[L.ACTIVE] + 1) % t[L.SEATS]
    is_last_round_over = L.is_end_triggered(t) and next_seat == t[L.FIRST]
    if is_last_round_over or L.is_track_full(t):
        t[L.PHASE] = L.END
        t[L.TURN] = OVER
        return
    t[L.ACTIVE] = next_seat
    t[L.DAY] += 1
    begin_day(t)

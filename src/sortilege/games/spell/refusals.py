"""Why an action is not legal now: the rule behind it and a sentence. Asked only once legality has been refused."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.errors import IllegalAction
from sortilege.core.phrases import Sentence
from sortilege.core.shapes import Untrusted
from sortilege.core.state import State
from sortilege.games.spell import actions
from sortilege.games.spell.box import phrase
from sortilege.games.spell.layout import (
    ACTIVE,
    AMULET,
    AMULETS,
    BIT,
    CLAIMED,
    DEAL,
    DONE,
    DOPPELGANGER,
    ELEMENTALS,
    EXTRA,
    EXTRALIMITAE,
    FACE_UP,
    FIRST,
    FORCE,
    GEM,
    HELD,
    HOLE,
    KEEP_BORDER_HOLE,
    LAY,
    LEVITATE,
    MAGE_USED,
    MAGES,
    OWNED,
    PHASE,
    PLAY,
    PUSH,
    REVEAL,
    SCRIPT_LIFT,
    SCRIPT_MAGE,
    SECOND,
    SIDE,
    STAND,
    SUMMON,
    TARGET,
    TRIELEMENTARIS,
    UPHEAVES,
    count,
    elementals_of,
    figures,
    upheaves_of,
)
from sortilege.games.spell.position import deck_of
from sortilege.games.spell.rules.arena import BESIDES, CENTRE, KING
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.setup import GRID, laid_tiles, open_cells
from sortilege.games.spell.rules.spells import castable

Refusal = tuple[str, Sentence]


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Why this action (an id, or anything else) is not legal now."""
    actions.describe(action)  # refuses what is no action at all
    return IllegalAction(*why_not(state.cells, action, deck_of(state).runes))


def why_not(t: Cells, action: i64, runes: Runes) -> Refusal:
    """Why an action of this game is not legal now."""
    phase = t[PHASE]
    if phase == DONE:
        return "SP-228", phrase("over")
    if phase <= DEAL or phase in (REVEAL, GEM):
        return of_chance(phase)
    if action >= actions.REVEAL or actions.FIRST <= action < actions.LEVITATE:
        return "SP-018", phrase("by_chance")
    if phase == PLAY:
        return in_turn(t, action, runes)
    if phase == LAY:
        return of_lay(t, action)
    if phase in (STAND, SECOND):
        return of_stand(phase)
    if phase in (SCRIPT_MAGE, SCRIPT_LIFT):
        return of_script(phase)
    return of_target(t, action, phase)


def of_chance(phase: i64) -> Refusal:
    if phase == FIRST:
        return "SP-032", phrase("gem_first")
    if phase == AMULET:
        return "SP-241", phrase("amulets")
    if phase == GEM:
        return "SP-319", phrase("gem_way")
    return "SP-207", phrase("reveal_first")


# ---------------------------------------------------------------- set-up and script
def of_lay(t: Cells, action: i64) -> Refusal:
    if action < actions.LAY or action >= actions.CLAIM:
        return "SP-043", phrase("lay_first")
    place = action - actions.LAY
    if laid_tiles(t) & GRID[place] != 0:
        return "SP-045", phrase("tile_there")
    if open_cells(t) & GRID[place] != 0:
        return "SP-051", phrase("central_hole")
    tiles = laid_tiles(t)
    if ((tiles << 8) | (tiles >> 8) | (tiles << 1) | (tiles >> 1)) & GRID[place] != 0:
        return "SP-046", phrase("too_wide")
    return "SP-045", phrase("lay_beside")


def of_stand(phase: i64) -> Refusal:
    if phase == STAND:
        return "SP-076", phrase("stand")
    return "SP-252", phrase("stand_second")


def of_script(phase: i64) -> Refusal:
    if phase == SCRIPT_MAGE:
        return "SP-312", phrase("script_mage")
    return "SP-318", phrase("script_lift")


# ---------------------------------------------------------------- in a turn
def in_turn(t: Cells, action: i64, runes: Runes) -> Refusal:
    if action >= actions.CLAIM:
        return of_claim(t, action - actions.CLAIM, runes)
    if action >= actions.LAY or actions.STAND <= action < actions.LIFT:
        return "SP-043", phrase("arena_made")
    if actions.LIFT <= action < actions.FIRST:
        return "SP-304", phrase("script_only")
    if action >= actions.SUMMON:
        return "SP-170", phrase("cast_first")
    if action >= actions.CAST:
        return of_cast(t, (action - actions.CAST) >> 2, action & 3)
    if action >= actions.SPECIAL:
        return of_special(t)
    if action >= actions.UPHEAVE:
        return of_upheave(t, (action - actions.UPHEAVE) >> 3, action & 7)
    if t[MAGE_USED] != 0:
        return "SP-115", phrase("mage_played")
    return of_mage(t, action)


def of_mage(t: Cells, action: i64) -> Refusal:
    """Moves and activations, as the mage's own action or as Doppelgänger's spell."""
    side = t[SIDE]
    start = (action >> 4) & 15
    cell = action & 15
    if t[MAGES + side] & BIT[start] == 0:
        return "SP-101", phrase("no_mage")
    if action < actions.ACTIVATE:
        return of_step(t, start, cell, "SP-103", "SP-104", "SP-102")
    if start == cell:
        return "SP-113", phrase("under_mage")
    if BESIDES[start] & BIT[cell] == 0:
        return "SP-110", phrase("wake_beside")
    if t[OWNED + side] & BIT[cell] == 0:
        return "SP-111", phrase("wake_own")
    if t[ACTIVE] & BIT[cell] != 0:
        return "SP-112", phrase("awake")
    return "SP-114", phrase("wake_figure")


def of_step(t: Cells, start: i64, cell: i64, hole: str, taken: str, reach: str) -> Refusal:
    if start == cell:
        return "SP-107", phrase("same_tile")
    if t[HOLE] == cell:
        return hole, phrase("hole")
    if reach != "" and KING[start] & BIT[cell] == 0:
        return reach, phrase("one_step")
    return taken, phrase("figure")


def of_upheave(t: Cells, lift: i64, side: i64) -> Refusal:
    if t[UPHEAVES] >= upheaves_of(t, t[SIDE]):
        if upheaves_of(t, t[SIDE]) == 2:
            return "SP-295", phrase("upheaved_twice")
        return "SP-120", phrase("upheaved")
    if t[HOLE] == lift:
        return "SP-121", phrase("lift_hole")
    if figures(t) & BIT[lift] != 0:
        return "SP-122", phrase("lift_figure")
    if side == 4 and CENTRE & BIT[lift] != 0:
        return "SP-131", phrase("slide_centre")
    if side == 4 and t[KEEP_BORDER_HOLE] == 0:
        return "SP-132", phrase("slide_always")
    return "SP-132", phrase("nothing_there")


def of_claim(t: Cells, code: i64, runes: Runes) -> Refusal:
    card = runes.card_of(code)
    if card < 0:
        return "SP-023", phrase("no_card")
    if t[FACE_UP] & BIT[card] == 0:
        return "SP-141", phrase("face_down")
    if t[CLAIMED] & BIT[runes.levels[card]] != 0:
        return "SP-152", phrase("level_claimed")
    return "SP-142", phrase("not_formed")


def of_special(t: Cells) -> Refusal:
    if t[AMULETS] + t[AMULETS + 1] == 0:
        return "SP-031", phrase("special_symmetric")
    if t[AMULETS + t[SIDE]] != EXTRALIMITAE:
        return "SP-280", phrase("special_owner")
    return "SP-286", phrase("special_placed")


def of_cast(t: Cells, level: i64, spell: i64) -> Refusal:
    side = t[SIDE]
    if t[HELD + side * 4 + level] == 0:
        return "SP-170", phrase("no_captured", level=level)
    if castable(t) & BIT[spell] != 0:
        return "SP-173", phrase("spell_level")
    if spell == 3:
        return "SP-198", phrase("no_force")
    if spell == 1 and t[AMULETS + side] != DOPPELGANGER and count(t[ELEMENTALS + side]) == elementals_of(t, side):
        return "SP-183", phrase("no_elemental")
    return "SP-177", phrase("no_target")


# ---------------------------------------------------------------- targets
def of_target(t: Cells, action: i64, phase: i64) -> Refusal:
    if phase == EXTRA and actions.MOVE <= action < actions.UPHEAVE:
        return of_mage(t, action)
    start = (action >> 4) & 15
    cell = action & 15
    side = t[SIDE]
    if phase == SUMMON and actions.SUMMON <= action < actions.PUSH:
        return of_summon(t, cell)
    if phase == PUSH and actions.PUSH <= action < actions.STAND:
        return of_step(t, t[TARGET], cell, "SP-272", "SP-272", "SP-272")
    if phase == LEVITATE and actions.LEVITATE <= action < actions.FORCE:
        if t[MAGES + side] & BIT[start] == 0:
            return "SP-190", phrase("no_mage")
        return of_step(t, start, cell, "SP-191", "SP-191", "")
    if phase == FORCE and actions.FORCE <= action < actions.LAY:
        if t[MAGES + 1 - side] & BIT[start] == 0:
            return "SP-195", phrase("no_enemy")
        return of_step(t, start, cell, "SP-196", "SP-196", "SP-195")
    return "SP-084", phrase("resolve_first")


def of_summon(t: Cells, cell: i64) -> Refusal:
    if t[HOLE] == cell:
        return "SP-182", phrase("hole")
    if t[AMULETS + t[SIDE]] == TRIELEMENTARIS:
        if t[MAGES + 1 - t[SIDE]] & BIT[cell] != 0:
            return "SP-274", phrase("no_way_out")
        return "SP-275", phrase("own_figure")
    return "SP-182", phrase("figure")

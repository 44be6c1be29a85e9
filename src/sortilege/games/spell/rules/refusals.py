"""Why an action is not legal now: the rule behind it and a sentence. Asked only once legality has been refused."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import actions
from sortilege.games.spell.rules.arena import BESIDES, CENTRE, KING
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.setup import GRID, laid_tiles, open_cells
from sortilege.games.spell.rules.spells import castable
from sortilege.games.spell.table import (
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

Refusal = tuple[str, str]


def refusal(t: Cells, action: i64, runes: Runes) -> Refusal:
    """Why an action of this game is not legal now."""
    phase = t[PHASE]
    if phase == DONE:
        return "SP-228", "the game is over"
    if phase <= DEAL or phase == REVEAL or phase == GEM:
        return of_chance(phase)
    if action >= actions.REVEAL or actions.FIRST <= action < actions.LEVITATE:
        return "SP-018", "cards, gem and amulets come by chance alone, and nothing is drawn now"
    if phase == PLAY:
        return in_turn(t, action, runes)
    if phase == LAY:
        return of_lay(t, action)
    if phase == STAND or phase == SECOND:
        return of_stand(phase)
    if phase == SCRIPT_MAGE or phase == SCRIPT_LIFT:
        return of_script(phase)
    return of_target(t, action, phase)


def of_chance(phase: i64) -> Refusal:
    if phase == FIRST:
        return "SP-032", "first the gem says who begins"
    if phase == AMULET:
        return "SP-241", "the amulets are being dealt, each of the four at most once"
    if phase == GEM:
        return "SP-319", "the gem must show one of its four directions"
    return "SP-207", "a card of the lowest level that is short of two must be turned up first"


# ---------------------------------------------------------------- set-up and script
def of_lay(t: Cells, action: i64) -> Refusal:
    if action < actions.LAY or action >= actions.CLAIM:
        return "SP-043", "the arena is being made: lay a tile"
    place = action - actions.LAY
    if laid_tiles(t) & GRID[place] != 0:
        return "SP-045", "a tile lies there already"
    if open_cells(t) & GRID[place] != 0:
        return "SP-051", "this would leave the hole in the middle, which this table does not allow"
    tiles = laid_tiles(t)
    if ((tiles << 8) | (tiles >> 8) | (tiles << 1) | (tiles >> 1)) & GRID[place] != 0:
        return "SP-046", "the arena would be more than 4 by 4"
    return "SP-045", "a tile must share a side with one that lies already"


def of_stand(phase: i64) -> Refusal:
    if phase == STAND:
        return "SP-076", "put your mage on an active tile of your own colour"
    return "SP-252", "put your second mage on an inactive tile of your own colour"


def of_script(phase: i64) -> Refusal:
    if phase == SCRIPT_MAGE:
        return "SP-312", "choose what the opponent's mage does, between the choices its script leaves"
    return "SP-318", "choose which of the opponent's equally good central tiles is lifted"


# ---------------------------------------------------------------- in a turn
def in_turn(t: Cells, action: i64, runes: Runes) -> Refusal:
    if action >= actions.CLAIM:
        return of_claim(t, action - actions.CLAIM, runes)
    if action >= actions.LAY or actions.STAND <= action < actions.LIFT:
        return "SP-043", "the arena is made already and the mages stand"
    if actions.LIFT <= action < actions.FIRST:
        return "SP-304", "only the scripted opponent lifts so"
    if action >= actions.SUMMON:
        return "SP-170", "cast a captured card first"
    if action >= actions.CAST:
        return of_cast(t, (action - actions.CAST) >> 2, action & 3)
    if action >= actions.SPECIAL:
        return of_special(t)
    if action >= actions.UPHEAVE:
        return of_upheave(t, (action - actions.UPHEAVE) >> 3, action & 7)
    if t[MAGE_USED] != 0:
        return "SP-115", "your mage has been played this turn"
    return of_mage(t, action)


def of_mage(t: Cells, action: i64) -> Refusal:
    """Moves and activations, as the mage's own action or as Doppelgänger's spell."""
    side = t[SIDE]
    start = (action >> 4) & 15
    cell = action & 15
    if t[MAGES + side] & BIT[start] == 0:
        return "SP-101", "you have no mage there"
    if action < actions.ACTIVATE:
        return of_step(t, start, cell, "SP-103", "SP-104", "SP-102")
    if start == cell:
        return "SP-113", "the tile under the acting mage cannot be activated"
    if BESIDES[start] & BIT[cell] == 0:
        return "SP-110", "only a tile that shares a side with the mage can be activated"
    if t[OWNED + side] & BIT[cell] == 0:
        return "SP-111", "only tiles of your own colour can be activated"
    if t[ACTIVE] & BIT[cell] != 0:
        return "SP-112", "that tile is active already"
    return "SP-114", "a tile with a figure on it cannot be activated"


def of_step(t: Cells, start: i64, cell: i64, hole: str, taken: str, reach: str) -> Refusal:
    if start == cell:
        return "SP-107", "a mage that moves must change its tile"
    if t[HOLE] == cell:
        return hole, "there is no tile: that is the hole"
    if reach != "" and KING[start] & BIT[cell] == 0:
        return reach, "a mage goes one step, straight or diagonally"
    return taken, "there is a figure on that tile"


def of_upheave(t: Cells, lift: i64, side: i64) -> Refusal:
    if t[UPHEAVES] >= upheaves_of(t, t[SIDE]):
        if upheaves_of(t, t[SIDE]) == 2:
            return "SP-295", "you have upheaved twice this turn"
        return "SP-120", "you have upheaved the arena this turn"
    if t[HOLE] == lift:
        return "SP-121", "there is no tile to lift: that is the hole"
    if figures(t) & BIT[lift] != 0:
        return "SP-122", "a tile with a figure on it cannot be lifted"
    if side == 4 and CENTRE & BIT[lift] != 0:
        return "SP-131", "the hole must end on the border: slide one side of it"
    if side == 4 and t[KEEP_BORDER_HOLE] == 0:
        return "SP-132", "at this table an upheave always slides something"
    return "SP-132", "nothing lies on that side"


def of_claim(t: Cells, code: i64, runes: Runes) -> Refusal:
    card = runes.card_of(code)
    if card < 0:
        return "SP-023", "that card is not in this deck"
    if t[FACE_UP] & BIT[card] == 0:
        return "SP-141", "only a card that lies face up can be claimed"
    if t[CLAIMED] & BIT[runes.levels[card]] != 0:
        return "SP-152", "you have claimed a card of that level this turn"
    return "SP-142", "your cells do not form that shape; it may be turned, never mirrored"


def of_special(t: Cells) -> Refusal:
    if t[AMULETS] + t[AMULETS + 1] == 0:
        return "SP-031", "special tiles are used only in asymmetric games"
    if t[AMULETS + t[SIDE]] != EXTRALIMITAE:
        return "SP-280", "only the owner of Extralimitae has a special tile"
    return "SP-286", "your special tile is placed already"


def of_cast(t: Cells, level: i64, spell: i64) -> Refusal:
    side = t[SIDE]
    if t[HELD + side * 4 + level] == 0:
        return "SP-170", f"you have no captured card of level {level}"
    if castable(t) & BIT[spell] != 0:
        return "SP-173", "a card gives the spells of its level and below"
    if spell == 3:
        return "SP-198", "no free tile lies around the enemy mage"
    if spell == 1 and t[AMULETS + side] != DOPPELGANGER and count(t[ELEMENTALS + side]) == elementals_of(t, side):
        return "SP-183", "all your elementals are in play"
    return "SP-177", "that spell has no target now, so the card is kept"


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
            return "SP-190", "you have no mage there"
        return of_step(t, start, cell, "SP-191", "SP-191", "")
    if phase == FORCE and actions.FORCE <= action < actions.LAY:
        if t[MAGES + 1 - side] & BIT[start] == 0:
            return "SP-195", "there is no enemy mage there"
        return of_step(t, start, cell, "SP-196", "SP-196", "SP-195")
    return "SP-084", "the spell you have cast must be resolved first"


def of_summon(t: Cells, cell: i64) -> Refusal:
    if t[HOLE] == cell:
        return "SP-182", "there is no tile: that is the hole"
    if t[AMULETS + t[SIDE]] == TRIELEMENTARIS:
        if t[MAGES + 1 - t[SIDE]] & BIT[cell] != 0:
            return "SP-274", "the mage there has no free tile to give way to"
        return "SP-275", "there is a figure of your own or an elemental on that tile"
    return "SP-182", "there is a figure on that tile"

"""Explains why an action is not legal now, by a rule and a sentence. `legal()` decides; this module only explains."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction
from sortilege.core.text.phrases import Sentence
from sortilege.core.types import Untrusted
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.box import phrase
from sortilege.games.spell.position import deck_of
from sortilege.games.spell.rules.arena import CENTRE, KING_STEPS, NO_SLIDE, ORTHOGONAL
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.setup import laid_tiles, open_places, places_beside
from sortilege.games.spell.rules.spells import castable_spells

Refusal = tuple[str, Sentence]  # the id of the rule that the action violates, and the message to the player
ANY_DISTANCE = ""  # instead of a rule about the distance of a move
CHANCE_VERBS = ("first", "amulet", "reveal", "gem")
# the rule and the phrase against any action in a phase without a decision of a player
NO_DECISION: Final[dict[int, Refusal]] = {
    L.FIRST_PLAYER: ("SP-032", phrase("gem_first")),
    L.DEAL_AMULET: ("SP-241", phrase("amulets")),
    L.DEAL_CARD: ("SP-207", phrase("reveal_first")),
    L.REVEAL_CARD: ("SP-207", phrase("reveal_first")),
    L.GEM_DIRECTION: ("SP-319", phrase("gem_way")),
    L.GAME_OVER: ("SP-228", phrase("over")),
}
# the rule and the phrase against any other action than the one decision of a phase
ONE_DECISION: Final[dict[int, Refusal]] = {
    L.PLACE_MAGE: ("SP-076", phrase("stand")),
    L.PLACE_SECOND_MAGE: ("SP-252", phrase("stand_second")),
    L.SCRIPT_MAGE: ("SP-312", phrase("script_mage")),
    L.SCRIPT_UPHEAVE: ("SP-318", phrase("script_lift")),
}


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Return the error for an action that is not legal now."""
    actions.describe(action)  # raises IllegalAction if it is not an action id
    return IllegalAction(*find_refusal(state.cells, action, deck_of(state).runes))


def find_refusal(t: Cells, action: i64, runes: Runes) -> Refusal:
    """Return the id of the rule that an illegal action violates in this state, and the message to the player."""
    phase = t[L.PHASE]
    if phase in NO_DECISION:
        return NO_DECISION[phase]
    verb = actions.describe(action)["do"]
    if verb in CHANCE_VERBS:
        return "SP-018", phrase("by_chance")
    if phase == L.PLAY:
        return turn_refusal(t, verb, action, runes)
    if phase == L.LAY_TILE:
        return lay_refusal(t, verb, action)
    if phase in ONE_DECISION:
        return ONE_DECISION[phase]
    return target_refusal(t, verb, action, phase)


# ---------------------------------------------------------------- building the arena
def lay_refusal(t: Cells, verb: str, action: i64) -> Refusal:
    """Explain why an action is not legal while a tile must be laid: it is another action, or it lays the tile on a
    place where this is not allowed."""
    if verb != "lay":
        return "SP-043", phrase("lay_first")
    place = action - actions.LAY
    if L.contains(laid_tiles(t), place):
        return "SP-045", phrase("tile_there")
    if L.contains(open_places(t), place):
        return "SP-051", phrase("central_hole")
    if L.contains(places_beside(laid_tiles(t)), place):
        return "SP-046", phrase("too_wide")
    return "SP-045", phrase("lay_beside")


# ---------------------------------------------------------------- actions of a turn
def turn_refusal(t: Cells, verb: str, action: i64, runes: Runes) -> Refusal:
    """Explain why an action is not legal while a side may choose any action of its turn."""
    if verb == "claim":
        return claim_refusal(t, action - actions.CLAIM, runes)
    if verb in ("lay", "stand"):
        return "SP-043", phrase("arena_made")
    if verb == "lift":
        return "SP-304", phrase("script_only")
    if verb in ("summon", "push", "levitate", "force"):
        return "SP-170", phrase("cast_first")
    if verb == "cast":
        return cast_refusal(t, L.cast_level(action), L.cast_spell(action))
    if verb == "special":
        return special_refusal(t)
    if verb == "upheave":
        return upheave_refusal(t, L.lifted_cell(action), L.slide_side(action))
    if t[L.MAGE_USED] != 0:
        return "SP-115", phrase("mage_played")
    return mage_refusal(t, verb, action)


def mage_refusal(t: Cells, verb: str, action: i64) -> Refusal:
    """Explain why a mage cannot move or activate a tile, as an action of the turn or by Doppelgänger's spell."""
    side = t[L.SIDE]
    start = L.start_cell(action)
    cell = L.target_cell(action)
    if not L.contains(t[L.MAGES + side], start):
        return "SP-101", phrase("no_mage")
    if verb == "move":
        return goal_refusal(t, start, cell, "SP-103", "SP-104", "SP-102")
    if start == cell:
        return "SP-113", phrase("under_mage")
    if not L.contains(ORTHOGONAL[start], cell):
        return "SP-110", phrase("wake_beside")
    if not L.contains(t[L.TILES + side], cell):
        return "SP-111", phrase("wake_own")
    if L.contains(t[L.ACTIVE_TILES], cell):
        return "SP-112", phrase("awake")
    return "SP-114", phrase("wake_figure")


def goal_refusal(t: Cells, start: i64, goal: i64, hole_rule: str, figure_rule: str, distance_rule: str) -> Refusal:
    """Explain why a mage cannot go from one cell to another. The caller gives the ids of the rules that exclude the
    hole, tiles with a figure, and distant cells (ANY_DISTANCE if no rule does), since they differ between moves."""
    if start == goal:
        return "SP-107", phrase("same_tile")
    if t[L.HOLE] == goal:
        return hole_rule, phrase("hole")
    if distance_rule != ANY_DISTANCE and not L.contains(KING_STEPS[start], goal):
        return distance_rule, phrase("one_step")
    return figure_rule, phrase("figure")


def upheave_refusal(t: Cells, lift: i64, side: i64) -> Refusal:
    """Explain why the tile on the cell `lift` cannot be lifted so that the tiles on one side of this cell slide."""
    limit = L.upheave_limit(t, t[L.SIDE])
    if t[L.UPHEAVES_USED] >= limit:
        if limit == 2:
            return "SP-295", phrase("upheaved_twice")
        return "SP-120", phrase("upheaved")
    if t[L.HOLE] == lift:
        return "SP-121", phrase("lift_hole")
    if L.contains(L.occupied_cells(t), lift):
        return "SP-122", phrase("lift_figure")
    if side == NO_SLIDE and L.contains(CENTRE, lift):
        return "SP-131", phrase("slide_centre")
    if side == NO_SLIDE and t[L.KEEP_BORDER_HOLE] == 0:
        return "SP-132", phrase("slide_always")
    return "SP-132", phrase("nothing_there")


def claim_refusal(t: Cells, code: i64, runes: Runes) -> Refusal:
    """Explain why the card with this code in action ids cannot be claimed."""
    card = runes.card_of(code)
    if card < 0:
        return "SP-023", phrase("no_card")
    if not L.contains(t[L.FACE_UP], card):
        return "SP-141", phrase("face_down")
    if L.contains(t[L.CLAIMED_LEVELS], runes.levels[card]):
        return "SP-152", phrase("level_claimed")
    return "SP-142", phrase("not_formed")


def special_refusal(t: Cells) -> Refusal:
    """Explain why the side to move cannot place a special tile."""
    if t[L.AMULETS + L.BLACK] + t[L.AMULETS + L.PURPLE] == 0:
        return "SP-031", phrase("special_symmetric")
    if t[L.AMULETS + t[L.SIDE]] != L.EXTRALIMITAE:
        return "SP-280", phrase("special_owner")
    return "SP-286", phrase("special_placed")


def cast_refusal(t: Cells, level: i64, spell: i64) -> Refusal:
    """Explain why a captured card of this level cannot be spent on this spell."""
    side = t[L.SIDE]
    if t[L.captured_at(side, level)] == 0:
        return "SP-170", phrase("no_captured", level=level)
    if L.contains(castable_spells(t), spell):
        return "SP-173", phrase("spell_level")
    if spell == L.FORCE_SPELL:
        return "SP-198", phrase("no_force")
    is_summon = spell == L.SUMMON_SPELL and t[L.AMULETS + side] != L.DOPPELGANGER
    has_no_elemental = L.count_bits(t[L.ELEMENTALS + side]) == L.elemental_limit(t, side)
    if is_summon and has_no_elemental:
        return "SP-183", phrase("no_elemental")
    return "SP-177", phrase("no_target")


# ---------------------------------------------------------------- targets
def target_refusal(t: Cells, verb: str, action: i64, phase: i64) -> Refusal:
    """Explain why an action is not legal while a spell waits for its target."""
    if phase == L.EXTRA_ACTION and verb in ("move", "activate"):
        return mage_refusal(t, verb, action)
    start = L.start_cell(action)
    goal = L.target_cell(action)
    own_mages = t[L.MAGES + t[L.SIDE]]
    rival_mages = t[L.MAGES + 1 - t[L.SIDE]]
    if phase == L.SUMMON and verb == "summon":
        return summon_refusal(t, goal)
    if phase == L.PUSH and verb == "push":
        return goal_refusal(t, t[L.TARGET], goal, "SP-272", "SP-272", "SP-272")
    if phase == L.LEVITATE and verb == "levitate":
        if not L.contains(own_mages, start):
            return "SP-190", phrase("no_mage")
        return goal_refusal(t, start, goal, "SP-191", "SP-191", ANY_DISTANCE)
    if phase == L.FORCE and verb == "force":
        if not L.contains(rival_mages, start):
            return "SP-195", phrase("no_enemy")
        return goal_refusal(t, start, goal, "SP-196", "SP-196", "SP-195")
    return "SP-084", phrase("resolve_first")


def summon_refusal(t: Cells, cell: i64) -> Refusal:
    """Explain why the side to move cannot summon an elemental on a cell."""
    if t[L.HOLE] == cell:
        return "SP-182", phrase("hole")
    side = t[L.SIDE]
    rival = 1 - side
    if t[L.AMULETS + side] == L.TRIELEMENTARIS:
        if L.contains(t[L.MAGES + rival], cell):
            return "SP-274", phrase("no_way_out")
        return "SP-275", phrase("own_figure")
    return "SP-182", phrase("figure")

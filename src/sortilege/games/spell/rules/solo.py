"""The scripted opponent of solo games, called the script: it plays black and second (SP-304 to SP-333). Where it may
choose between several cells, the human player chooses for it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.engine.cells import Cells
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import (
    ABOVE,
    BELOW,
    CENTRE,
    KING_STEPS,
    LEFT,
    ORTHOGONAL,
    RIGHT,
    king_steps_from,
    upheave,
)
from sortilege.games.spell.rules.ending import end_turn
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.turn import discard, play_mage, remove_card

# SP-325, SP-326: by round, the highest level of which the script takes a card. It also takes one of each lower level.
NORMAL_LEVELS: Final = vec[i64]([0, 0, 0, 2, 3, 3, 4])
HARD_LEVELS: Final = vec[i64]([0, 0, 0, 3, 3, 3, 3])
# SP-320: the gem shows the direction in which tiles move, so the tiles on the opposite side of the new hole slide.
GEM_SIDES: Final = vec[i64]([BELOW, ABOVE, RIGHT, LEFT])  # by up, down, left, right


# ---------------------------------------------------------------- the scripted opponent's mage
def activation_choices(t: Cells) -> i64:
    """Return the mask of the inactive black tiles that the scripted opponent's mage can activate (SP-306)."""
    mage = L.lowest_bit(t[L.MAGES + L.BLACK])
    return ORTHOGONAL[mage] & L.inactive_free_tiles(t, L.BLACK)


def approach_steps(t: Cells) -> i64:
    """Return the mask of the cells to which the scripted opponent's mage can move: the first cells of all shortest
    paths to the nearest purple tiles without a figure. If some of these tiles are inactive, only they count (SP-307 to
    SP-311). Return 0 if there is no such path (SP-313)."""
    free = L.free_tiles(t)
    targets = t[L.TILES + L.PURPLE] & free
    mage = L.lowest_bit(t[L.MAGES + L.BLACK])
    reached = L.BIT[mage]
    frontier = reached
    distance: i64 = 0
    while frontier & targets == 0:
        frontier = king_steps_from(frontier) & free & ~reached
        if frontier == 0:
            return 0
        reached |= frontier
        distance += 1
    path_cells = frontier & targets
    if path_cells & ~t[L.ACTIVE_TILES] != 0:
        path_cells &= ~t[L.ACTIVE_TILES]
    while distance > 1:  # trace the paths back from the targets to the cells next to the mage
        path_cells = king_steps_from(path_cells) & free
        distance -= 1
    return path_cells & KING_STEPS[mage]


def play_turn(t: Cells) -> None:
    """Play the scripted opponent's turn until the human player must choose for it, or until the gem is drawn, which
    gives the direction of its upheave (SP-305)."""
    cells = mage_choices(t)
    if L.count_bits(cells) > 1:
        t[L.PHASE] = L.SCRIPT_MAGE  # SP-312
        return
    if cells != 0:
        play_mage(t, mage_action(t, L.lowest_bit(cells)))
    begin_upheave(t)


def mage_action(t: Cells, cell: i64) -> i64:
    """Return the id of the scripted opponent's action on a cell: its mage activates the tile on the cell or, if the
    mage can activate no tile at all, moves to the cell."""
    mage = L.lowest_bit(t[L.MAGES + L.BLACK])
    if activation_choices(t) != 0:
        return actions.ACTIVATE + L.cell_pair(mage, cell)
    return actions.MOVE + L.cell_pair(mage, cell)


def mage_choices(t: Cells) -> i64:
    """Return the mask of the cells whose tiles the scripted opponent's mage can activate or, if there are none, of the
    cells to which it can move."""
    cells = activation_choices(t)
    if cells == 0:
        cells = approach_steps(t)
    return cells


# ---------------------------------------------------------------- the scripted opponent's upheave
def lift_choices(t: Cells) -> i64:
    """Return the mask of the tiles that the scripted opponent can lift: the central tiles without a figure, and only
    those of the first kind in its order of preference. The order is active purple, inactive purple, neutral, inactive
    black, active black (SP-315 to SP-317)."""
    free = L.free_tiles(t) & CENTRE
    tiles = free & t[L.TILES + L.PURPLE] & t[L.ACTIVE_TILES]
    if tiles == 0:
        tiles = free & t[L.TILES + L.PURPLE]
    if tiles == 0:
        tiles = free & t[L.NEUTRAL]
    if tiles == 0:
        tiles = free & t[L.TILES + L.BLACK] & ~t[L.ACTIVE_TILES]
    if tiles == 0:
        tiles = free
    return tiles


def begin_upheave(t: Cells) -> None:
    """Choose the tile that the scripted opponent lifts. If there are several of the same kind, wait for the human
    player's choice (SP-314, SP-318)."""
    cells = lift_choices(t)
    if L.count_bits(cells) > 1:
        t[L.PHASE] = L.SCRIPT_UPHEAVE
    else:
        choose_lift(t, L.lowest_bit(cells))


def choose_lift(t: Cells, cell: i64) -> None:
    """Set the cell of the tile that the scripted opponent lifts, and wait for the draw of the gem's direction."""
    t[L.TARGET] = cell
    t[L.PHASE] = L.GEM_DIRECTION


# ---------------------------------------------------------------- the scripted opponent's cards
def highest_level_taken(t: Cells, round_number: i64) -> i64:
    """Return the highest level of which the scripted opponent takes a card in a round, 0 for none (SP-325, SP-326)."""
    if t[L.HARD] != 0:
        return HARD_LEVELS[round_number]
    return NORMAL_LEVELS[round_number]


def take_cards(t: Cells) -> None:
    """Let the scripted opponent score and discard one card of each level that it takes in this round: the card on the
    pile or, if that place is empty, the card beside it (SP-324, SP-331, SP-332)."""
    for level in range(1, highest_level_taken(t, t[L.ROUND]) + 1):
        card = t[L.TOP_CARD + level]
        if card == L.NONE:
            card = t[L.SIDE_CARD + level]
        if card != L.NONE:
            remove_card(t, card, level)
            discard(t, card)
            t[L.SCORE + L.BLACK] += level


def finish_script_turn(t: Cells, direction: i64, runes: Runes) -> None:
    """Finish the scripted opponent's turn after the direction in which tiles slide was drawn: carry out the upheave,
    take cards and end the turn (SP-319, SP-320)."""
    upheave(t, t[L.TARGET], GEM_SIDES[direction])
    take_cards(t)
    end_turn(t, runes)

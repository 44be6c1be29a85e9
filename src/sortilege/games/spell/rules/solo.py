"""The scripted opponent of solo games, black and second (SP-304 to SP-333). What it leaves open the human decides."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.rules.arena import ABOVE, BELOW, CENTRE, KING, LEFT, RIGHT, around, upheave
from sortilege.games.spell.rules.ending import end_turn
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.turn import discard, play_mage, take_away, wakeable

# SP-325, SP-326: the highest level taken at the end of each round; all below it are taken too.
NORMAL_TAKES: Final = vec[i64]([0, 0, 0, 2, 3, 3, 4])
HARD_TAKES: Final = vec[i64]([0, 0, 0, 3, 3, 3, 3])
# SP-320: the gem says which way tiles move, so the part on the other side of the new hole slides.
SLIDES_FROM: Final = vec[i64]([BELOW, ABOVE, RIGHT, LEFT])  # by up, down, left, right


# ---------------------------------------------------------------- its mage
def wakes(t: Cells) -> i64:
    """SP-306: the inactive black tiles it may activate."""
    return wakeable(t, L.lowest(t[L.MAGES + L.BLACK]), L.BLACK)


def approaches(t: Cells) -> i64:
    """SP-307 to SP-311: the first steps of shortest ways to the nearest purple tiles, inactive ones before active."""
    free = L.free_tiles(t)
    targets = t[L.OWNED + L.PURPLE] & free
    mage = L.lowest(t[L.MAGES + L.BLACK])
    reached = L.BIT[mage]
    edge = reached
    distance: i64 = 0
    while edge & targets == 0:
        edge = around(edge) & free & ~reached
        if edge == 0:
            return 0  # SP-313
        reached |= edge
        distance += 1
    goals = edge & targets
    if goals & ~t[L.ACTIVE] != 0:
        goals &= ~t[L.ACTIVE]
    while distance > 1:  # walk back from the goals to the steps next to the mage
        goals = around(goals) & free
        distance -= 1
    return goals & KING[mage]


def script(t: Cells) -> None:
    """SP-305: mage, upheave, cards. It stops where the human must choose or the gem must be shown."""
    cells = wakes(t)
    if cells == 0:
        cells = approaches(t)
    if cells & (cells - 1) != 0:
        t[L.PHASE] = L.SCRIPT_MAGE  # SP-312
        return
    if cells != 0:
        play_mage(t, mage_action(t, L.lowest(cells)))
    script_upheave(t)


def mage_action(t: Cells, cell: i64) -> i64:
    """What its mage does with a cell: activate it if it can, otherwise step there."""
    mage = L.lowest(t[L.MAGES + L.BLACK])
    if wakes(t) != 0:
        return actions.ACTIVATE + mage * 16 + cell
    return actions.MOVE + mage * 16 + cell


def script_choices(t: Cells) -> i64:
    """The cells between which the human chooses for its mage."""
    cells = wakes(t)
    if cells == 0:
        cells = approaches(t)
    return cells


# ---------------------------------------------------------------- its upheave
def lifts(t: Cells) -> i64:
    """SP-315 to SP-317: free central tiles of the first kind there is: purple active, purple inactive, neutral, black
    inactive, black active."""
    free = L.free_tiles(t) & CENTRE
    kind = free & t[L.OWNED + L.PURPLE] & t[L.ACTIVE]
    if kind == 0:
        kind = free & t[L.OWNED + L.PURPLE]
    if kind == 0:
        kind = free & t[L.NEUTRAL]
    if kind == 0:
        kind = free & t[L.OWNED + L.BLACK] & ~t[L.ACTIVE]
    if kind == 0:
        kind = free
    return kind


def script_upheave(t: Cells) -> None:
    """SP-314, SP-318: which tile, asked if several are as good; then the gem."""
    cells = lifts(t)
    if cells & (cells - 1) != 0:
        t[L.PHASE] = L.SCRIPT_LIFT
    else:
        script_lift(t, L.lowest(cells))


def script_lift(t: Cells, cell: i64) -> None:
    t[L.TARGET] = cell
    t[L.PHASE] = L.GEM


# ---------------------------------------------------------------- its cards
def highest_taken(t: Cells) -> i64:
    """SP-325, SP-326: it takes one card of every level up to this one."""
    if t[L.HARD] != 0:
        return HARD_TAKES[t[L.ROUND]]
    return NORMAL_TAKES[t[L.ROUND]]


def take_cards(t: Cells) -> None:
    """SP-324, SP-331, SP-332: the card on each pile, or the one beside it, or none."""
    level: i64 = 1
    while level <= highest_taken(t):
        card = t[L.TOP + level]
        if card == L.NOTHING:
            card = t[L.BESIDE + level]
        if card != L.NOTHING:
            take_away(t, card, level)
            discard(t, card)
            t[L.SCORE + L.BLACK] += level
        level += 1


def gem(t: Cells, way: i64, runes: Runes) -> None:
    """SP-319, SP-320: tiles slide the way the gem points; then the cards, and the turn is over."""
    upheave(t, t[L.TARGET], SLIDES_FROM[way])
    take_cards(t)
    end_turn(t, runes)

"""What a view leaves open: nothing. What is face down has no order yet, so a view stands for one state."""

from __future__ import annotations

from sortilege.core.cells import Cells
from sortilege.core.game import Game
from sortilege.core.rng import Rng
from sortilege.core.state import State
from sortilege.games.spell.actions import CELL, OUTSIDE
from sortilege.games.spell.box import AMULETS as AMULET_NAMES
from sortilege.games.spell.box import LEVELS, SIDES
from sortilege.games.spell.deck import Deck, with_cards
from sortilege.games.spell.layout import (
    ACTIVE,
    AMULETS,
    BESIDE,
    BOTTOM_ROW,
    CLAIMED,
    CLOSED,
    ELEMENTALS,
    FACE_UP,
    GEM_HOLDER,
    LAID,
    LEFT_COLUMN,
    MAGE_USED,
    MAGES,
    NEUTRAL,
    OWNED,
    PHASE,
    RIGHT_COLUMN,
    ROUND,
    SCORE,
    SIDE,
    SPECIAL,
    TARGET,
    TOP,
    TOP_ROW,
    UNSEEN,
    UPHEAVES,
)
from sortilege.games.spell.notation import PHASES
from sortilege.games.spell.position import set_tiles, with_options
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.rules.turn import capture, discard
from sortilege.games.spell.view import Building, View


class Dealer:
    """Deals the one state a view can stand for."""

    def __init__(self, table: SpellState) -> None:
        self.table = table

    def deal(self, rng: Rng) -> State:
        """The state; `rng` has nothing to decide."""
        return self.table.twin()


def dealer(game: Game, view: View) -> Dealer:
    """The table a view shows, with all its cells."""
    deck = deck_in(view)
    return Dealer(SpellState(cells_of(view, deck), game, view["options"], deck.runes, deck))


def deck_in(view: View) -> Deck:
    """The deck a view shows."""
    return with_cards(tuple(view["cards"].items()), tuple(view["names"].items()), view["standin"])


def cells_of(view: View, deck: Deck) -> Cells:
    """The cells of the table a view shows."""
    t = with_options(view["options"], deck)
    t[PHASE] = PHASES.index(view["phase"])
    t[SIDE], t[ROUND] = SIDES.index(view["side"]), view["round"]
    if view["gem"]:
        t[GEM_HOLDER] = SIDES.index(view["gem"])
    for side, name in enumerate(SIDES):
        t[SCORE + side] = view["score"][name]
        t[AMULETS + side] = AMULET_NAMES.index(view["amulets"][name] or "")
        t[MAGES + side] = mask_of(view["mages"][name])
        t[ELEMENTALS + side] = mask_of(view["elementals"][name])
    if view["arena"]:
        set_tiles(t, "".join(view["arena"]))
    if view["building"]:
        rebuild(t, view["building"])
    if view["target"]:
        t[TARGET] = CELL.index(view["target"])
    set_used(t, view, deck)
    set_cards(t, view, deck)
    return t


def mask_of(cells: list[str]) -> int:
    return sum(1 << CELL.index(cell) for cell in cells)


def set_used(t: Cells, view: View, deck: Deck) -> None:
    used = view["used"]
    t[MAGE_USED], t[UPHEAVES] = int(used["mage"]), used["upheaves"]
    for level in used["levels"]:
        t[CLAIMED] |= 1 << level
        t[CLOSED] |= deck.runes.of_level[level]
    special = view["special"][view["side"]]
    if special is not None:
        t[SPECIAL] = OUTSIDE.index(special)


def set_cards(t: Cells, view: View, deck: Deck) -> None:
    for level in range(1, LEVELS + 1):
        for base, card in zip((TOP, BESIDE), view["runes"][str(level)], strict=True):
            if card is not None:
                t[base + level] = deck.numbers[card]
                t[FACE_UP] |= 1 << deck.numbers[card]
    for side, whose in enumerate(SIDES):
        for name in view["hands"][whose]:
            capture(t, side, deck.numbers[name], deck.cards[name].level)
    for name in view["discard"]:
        discard(t, deck.numbers[name])
    t[UNSEEN] = sum(1 << deck.numbers[name] for level in view["piles"].values() for name in level)


def rebuild(t: Cells, building: Building) -> None:
    """The tiles on the building grid, and the box around them."""
    rows, columns = [], []
    for at, tile in building["tiles"].items():
        row, column = (int(part) for part in at.split(","))
        bit = 1 << ((row + 3) * 8 + column + 2)
        rows.append(row + 3)
        columns.append(column + 2)
        if tile == "N":
            t[NEUTRAL] |= bit
        else:
            t[OWNED + SIDES.index(tile.lower())] |= bit
            t[ACTIVE] |= bit if tile.isupper() else 0
    for side, name in enumerate(SIDES):
        for at in building["mages"][name]:
            row, column = (int(part) for part in at.split(","))
            t[MAGES + side] |= 1 << ((row + 3) * 8 + column + 2)
    t[LAID] = building["laid"]
    t[TOP_ROW], t[BOTTOM_ROW], t[LEFT_COLUMN], t[RIGHT_COLUMN] = min(rows), max(rows), min(columns), max(columns)

"""What a view leaves open: nothing. What is face down has no order yet, so a view stands for one state."""

from __future__ import annotations

from sortilege.core.cells import Cells
from sortilege.core.game import Game
from sortilege.core.rng import Rng
from sortilege.core.state import State
from sortilege.games.spell import box
from sortilege.games.spell import layout as L
from sortilege.games.spell.actions import CELL, OUTSIDE
from sortilege.games.spell.deck import Deck, with_cards
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
    t[L.PHASE] = PHASES.index(view["phase"])
    t[L.SIDE], t[L.ROUND] = box.SIDES.index(view["side"]), view["round"]
    if view["gem"]:
        t[L.GEM_HOLDER] = box.SIDES.index(view["gem"])
    for side, name in enumerate(box.SIDES):
        t[L.SCORE + side] = view["score"][name]
        t[L.AMULETS + side] = box.AMULETS.index(view["amulets"][name] or "")
        t[L.MAGES + side] = mask_of(view["mages"][name])
        t[L.ELEMENTALS + side] = mask_of(view["elementals"][name])
    if view["arena"]:
        set_tiles(t, "".join(view["arena"]))
    if view["building"]:
        rebuild(t, view["building"])
    if view["target"]:
        t[L.TARGET] = CELL.index(view["target"])
    set_used(t, view, deck)
    set_cards(t, view, deck)
    return t


def mask_of(cells: list[str]) -> int:
    return sum(1 << CELL.index(cell) for cell in cells)


def set_used(t: Cells, view: View, deck: Deck) -> None:
    used = view["used"]
    t[L.MAGE_USED], t[L.UPHEAVES_USED] = int(used["mage"]), used["upheaves"]
    for level in used["levels"]:
        t[L.CLAIMED_LEVELS] |= 1 << level
        t[L.CLOSED_CARDS] |= deck.runes.of_level[level]
    special = view["special"][view["side"]]
    if special is not None:
        t[L.SPECIAL] = OUTSIDE.index(special)


def set_cards(t: Cells, view: View, deck: Deck) -> None:
    for level in range(1, box.LEVELS + 1):
        for base, card in zip((L.TOP_CARD, L.SIDE_CARD), view["runes"][str(level)], strict=True):
            if card is not None:
                t[base + level] = deck.numbers[card]
                t[L.FACE_UP] |= 1 << deck.numbers[card]
    for side, whose in enumerate(box.SIDES):
        for name in view["hands"][whose]:
            capture(t, side, deck.numbers[name], deck.cards[name].level)
    for name in view["discard"]:
        discard(t, deck.numbers[name])
    t[L.FACE_DOWN] = sum(1 << deck.numbers[name] for level in view["piles"].values() for name in level)


def rebuild(t: Cells, building: Building) -> None:
    """The tiles on the building grid, and the box around them."""
    rows, columns = [], []
    for at, tile in building["tiles"].items():
        row, column = (int(part) for part in at.split(","))
        bit = 1 << ((row + 3) * 8 + column + 2)
        rows.append(row + 3)
        columns.append(column + 2)
        if tile == "N":
            t[L.NEUTRAL] |= bit
        else:
            t[L.TILES + box.SIDES.index(tile.lower())] |= bit
            t[L.ACTIVE_TILES] |= bit if tile.isupper() else 0
    for side, name in enumerate(box.SIDES):
        for at in building["mages"][name]:
            row, column = (int(part) for part in at.split(","))
            t[L.MAGES + side] |= 1 << ((row + 3) * 8 + column + 2)
    t[L.TILES_LAID] = building["laid"]
    t[L.TOP_ROW], t[L.BOTTOM_ROW], t[L.LEFT_COLUMN], t[L.RIGHT_COLUMN] = (
        min(rows),
        max(rows),
        min(columns),
        max(columns),
    )

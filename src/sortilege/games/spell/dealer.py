"""Rebuilds the state from a view. Nothing is hidden in SPELL, since piles have no order before a card is turned up. So
exactly one state fits a view."""

from __future__ import annotations

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.games.spell import box
from sortilege.games.spell import layout as L
from sortilege.games.spell.actions import CELL_NAMES, GRID_PLACES, OUTSIDE_NAMES
from sortilege.games.spell.deck import Deck, deck_with_cards
from sortilege.games.spell.notation import PHASES
from sortilege.games.spell.position import empty_with_options, set_tiles
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.rules.turn import capture, discard
from sortilege.games.spell.view import Building, View


class Dealer:
    """Gives bots the state of a view. In SPELL nothing is hidden, so only one state agrees with a view."""

    def __init__(self, state: SpellState) -> None:
        self.state = state

    def deal(self, rng: Rng) -> State:
        """Return a copy of the state. `rng` is not used, because nothing is hidden."""
        return self.state.bare_copy()


def dealer(game: Game, view: View) -> Dealer:
    """Return a dealer for a view, which has the only state that agrees with the view."""
    deck = deck_in(view)
    return Dealer(SpellState(cells_of(view, deck), game, view["options"], deck.runes, deck))


def deck_in(view: View) -> Deck:
    """Return the deck with the cards that a view shows."""
    return deck_with_cards(tuple(view["cards"].items()), tuple(view["names"].items()), view["standin"])


def cells_of(view: View, deck: Deck) -> Cells:
    """Return the state vector that a view shows."""
    t = empty_with_options(view["options"], deck)
    t[L.PHASE] = PHASES.index(view["phase"])
    t[L.SIDE] = box.SIDES.index(view["side"])
    t[L.ROUND] = view["round"]
    if view["gem"]:
        t[L.GEM_HOLDER] = box.SIDES.index(view["gem"])
    for side, letter in enumerate(box.SIDES):
        t[L.SCORE + side] = view["score"][letter]
        t[L.AMULETS + side] = box.AMULETS.index(view["amulets"][letter] or "")
        t[L.MAGES + side] = mask_of(view["mages"][letter])
        t[L.ELEMENTALS + side] = mask_of(view["elementals"][letter])
    if view["arena"]:
        set_tiles(t, "".join(view["arena"]))
    if view["building"]:
        set_building(t, view["building"])
    if view["target"]:
        t[L.TARGET] = CELL_NAMES.index(view["target"])
    set_used(t, view, deck)
    set_cards(t, view, deck)
    return t


def mask_of(cells: list[str]) -> int:
    """Return the mask of a list of arena cells."""
    return sum(1 << CELL_NAMES.index(cell) for cell in cells)


def set_used(t: Cells, view: View, deck: Deck) -> None:
    """Set in the state vector what the side to move has used and claimed this turn, and where its special tile lies."""
    used = view["used"]
    t[L.MAGE_USED] = int(used["mage"])
    t[L.UPHEAVES_USED] = used["upheaves"]
    for level in used["levels"]:
        t[L.CLAIMED_LEVELS] |= 1 << level
        t[L.CLOSED_CARDS] |= deck.runes.cards_of_level[level]
    special = view["special"][view["side"]]
    if special is not None:
        t[L.SPECIAL] = OUTSIDE_NAMES.index(special)


def set_cards(t: Cells, view: View, deck: Deck) -> None:
    """Set the face-up, captured, discarded and face-down cards in the state vector from a view."""
    for level in range(1, box.LEVELS + 1):
        for place, name in zip((L.TOP_CARD, L.SIDE_CARD), view["runes"][str(level)], strict=True):
            if name is not None:
                t[place + level] = deck.numbers[name]
                t[L.FACE_UP] |= 1 << deck.numbers[name]
    for side, letter in enumerate(box.SIDES):
        for name in view["hands"][letter]:
            capture(t, side, deck.numbers[name], deck.cards[name].level)
    for name in view["discard"]:
        discard(t, deck.numbers[name])
    t[L.FACE_DOWN] = sum(1 << deck.numbers[name] for pile in view["piles"].values() for name in pile)


def set_building(t: Cells, building: Building) -> None:
    """Set the arena under construction in the state vector from its view: the tiles and mages on the building grid, and
    the first and last row and column with a tile."""
    for place_name, tile in building["tiles"].items():
        set_building_tile(t, GRID_PLACES[place_name], tile)
    for side, letter in enumerate(box.SIDES):
        for place_name in building["mages"][letter]:
            t[L.MAGES + side] |= 1 << GRID_PLACES[place_name]
    places = [GRID_PLACES[place_name] for place_name in building["tiles"]]
    rows = [place // L.GRID_WIDTH for place in places]
    columns = [place % L.GRID_WIDTH for place in places]
    t[L.TILES_LAID] = building["laid"]
    t[L.TOP_ROW], t[L.BOTTOM_ROW] = min(rows), max(rows)
    t[L.LEFT_COLUMN], t[L.RIGHT_COLUMN] = min(columns), max(columns)


def set_building_tile(t: Cells, place: int, tile: str) -> None:
    """Set a tile on a place of the building grid in the state vector. `tile` is "N" for the neutral tile, or the letter
    of its side, which is upper case if the tile is active."""
    place_bit = 1 << place
    if tile == "N":
        t[L.NEUTRAL] |= place_bit
        return
    t[L.TILES + box.SIDES.index(tile.lower())] |= place_bit
    is_active = tile.isupper()
    if is_active:
        t[L.ACTIVE_TILES] |= place_bit

"""What a seat may know: everything. The decks' order is decided only when a card is turned up, so nothing else is
hidden, and every seat sees the same table (SP-009, SP-352)."""

from __future__ import annotations

from typing import Any

from sortilege.core.cells import Cells, copy
from sortilege.core.log import log_of
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games.spell.actions import CELL, OUTSIDE, describe
from sortilege.games.spell.board import fits, foreseen, forms, laying, spells
from sortilege.games.spell.box import AMULETS as AMULET_NAMES
from sortilege.games.spell.box import LEVELS, SIDES
from sortilege.games.spell.deck import Deck, named
from sortilege.games.spell.layout import (
    ACTIVE,
    AMULETS,
    BESIDE,
    BOTTOM_ROW,
    CLAIMED,
    CLOSED,
    ELEMENTALS,
    EXTRA,
    FACE_UP,
    FIRST,
    GEM,
    GEM_HOLDER,
    LAID,
    LAY,
    LEFT_COLUMN,
    LEVITATE,
    MAGE_USED,
    MAGES,
    NEUTRAL,
    NOTHING,
    OWNED,
    PHASE,
    PLAY,
    PURPLE,
    PUSH,
    RIGHT_COLUMN,
    ROUND,
    SCORE,
    SIDE,
    SOLO,
    SPECIAL,
    SUMMON,
    TARGET,
    TOP,
    TOP_ROW,
    UNSEEN,
    UPHEAVES,
    elementals_of,
    own_cells,
    upheaves_of,
)
from sortilege.games.spell.notation import (
    amulets_out,
    arena_rows,
    by_side,
    cells_in,
    discards,
    hand,
    place_names,
    runes_out,
    special_out,
    tile_at,
    used_out,
)
from sortilege.games.spell.position import deck_of, set_tiles, with_options
from sortilege.games.spell.rules.ending import finished, last_round
from sortilege.games.spell.rules.state import SpellState
from sortilege.games.spell.rules.turn import capture, discard
from sortilege.games.spell.slides import previews

PHASES = (
    *("first", "amulet", "deal", "lay", "stand", "second", "play", "summon", "push", "levitate", "force", "extra"),
    *("reveal", "script mage", "script lift", "gem", "over"),
)
OWN_TURN = (PLAY, SUMMON, PUSH, LEVITATE, EXTRA)  # what may be done can change what one's own cells form
AWAITED = {"first": "first", "amulet": "amulet", "deal": "reveal", "reveal": "reveal", "gem": "gem"}


# ---------------------------------------------------------------- the view
def view(state: State, seat: int | None) -> dict[str, Any]:
    """All there is to know, and what this seat may do about it."""
    t, deck = state.cells, deck_of(state)
    turn = state.turn()
    in_making = t[PHASE] <= LAY and not t[SOLO]
    legal = [describe(action) for action in state.legal()] if turn == seat and turn != CHANCE else []
    return {
        "game": "spell",
        "seats": state.seats,
        "options": dict(state.options),
        "you": seat,
        "phase": PHASES[t[PHASE]],
        "awaits": AWAITED.get(PHASES[t[PHASE]]),
        "turn": {"seat": turn, "side": SIDES[t[SIDE]]} if turn >= 0 else None,
        "side": SIDES[t[SIDE]],
        "round": t[ROUND],
        "rounds": last_round(t),
        "last": finished(t) and turn >= 0,
        "gem": None if t[PHASE] == FIRST else SIDES[t[GEM_HOLDER]],
        "score": by_side(t, SCORE),
        "scores": state.scores(),
        "arena": None if in_making else arena_rows(t),
        "building": building(t) | laying(t, state.legal()) if in_making and t[PHASE] == LAY else None,
        "mages": {name: [] if in_making else cells_in(t[MAGES + side]) for side, name in enumerate(SIDES)},
        "elementals": {name: cells_in(t[ELEMENTALS + side]) for side, name in enumerate(SIDES)},
        "reserve": {
            name: elementals_of(t, side) - len(cells_in(t[ELEMENTALS + side])) for side, name in enumerate(SIDES)
        },
        "special": special_out(t),
        "amulets": amulets_out(t),
        "used": used_out(t),
        "upheaves": {name: upheaves_of(t, side) for side, name in enumerate(SIDES)},
        "target": CELL[t[TARGET]] if t[PHASE] in (PUSH, GEM) else None,
        "runes": runes_out(t, deck),
        "piles": unseen(t, deck),
        "hands": {name: hand(t, side, deck) for side, name in enumerate(SIDES)},
        "discard": discards(t, deck),
        "cards": dict(deck.shapes),
        "names": dict(deck.titles),
        "standin": deck.standin,
        "own": {name: [] if in_making else own(t, side) for side, name in enumerate(SIDES)},
        "fits": {} if in_making else fits(t, own_mask(t, viewing_side(t, seat)), deck),
        "slides": previews(t, legal),
        "forms": forms(t, legal, deck) if legal and t[PHASE] in OWN_TURN else [],
        "spells": spells(t),
        "script": foreseen(t, deck) if t[SOLO] and turn != OVER else None,
        "legal": legal,
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def building(t: Cells) -> dict[str, Any]:
    """The tiles laid so far, on the building grid whose neutral tile is 0,0, and the mages on them."""
    places = [(row, column) for row in range(7) for column in range(5)]
    tiles = {f"{r - 3},{c - 2}": tile_at(t, r * 8 + c) for r, c in places}
    return {
        "tiles": {at: tile for at, tile in tiles.items() if tile != "."},
        "mages": {
            name: [f"{r - 3},{c - 2}" for r, c in places if t[MAGES + side] >> (r * 8 + c) & 1]
            for side, name in enumerate(SIDES)
        },
        "laid": t[LAID],
    }


def unseen(t: Cells, deck: Deck) -> dict[str, list[str]]:
    """The cards still face down, by level; their order is not decided yet."""
    cards: dict[str, list[str]] = {str(level): [] for level in range(1, LEVELS + 1)}
    for card, name in enumerate(deck.names):
        if t[UNSEEN] >> card & 1:
            cards[str(deck.cards[name].level)].append(name)
    return cards


# ---------------------------------------------------------------- what is formed
def viewing_side(t: Cells, seat: int | None) -> int:
    """The side through whose eyes shapes are looked for: the viewer's, or the one on turn for spectators."""
    if t[SOLO]:
        return PURPLE
    return int(t[SIDE]) if seat is None else seat


def own_mask(t: Cells, side: int) -> int:
    """Own cells of a side as they count on its turn, the special tile's outside cell included (SP-090)."""
    outside = 1 << (16 + t[SPECIAL]) if side == t[SIDE] and t[SPECIAL] != NOTHING else 0
    return int(own_cells(t, side)) | outside


def own(t: Cells, side: int) -> list[str]:
    return place_names(own_mask(t, side))


# ---------------------------------------------------------------- imagining
class Dealer:
    """Deals the one state a view can stand for: what is face down has no order yet."""

    def __init__(self, table: SpellState) -> None:
        self.table = table

    def deal(self, rng: Rng) -> State:
        """The state; `rng` has nothing to decide."""
        return self.table.twin()


def dealer(game: Any, view: dict[str, Any]) -> Dealer:
    """The table a view shows, with all its cells."""
    deck = named(view["options"]["deck"])
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
    return Dealer(SpellState(copy(t), game, view["options"], deck.runes, deck))


def mask_of(cells: list[str]) -> int:
    return sum(1 << CELL.index(cell) for cell in cells)


def set_used(t: Cells, view: dict[str, Any], deck: Deck) -> None:
    used = view["used"]
    t[MAGE_USED], t[UPHEAVES] = int(used["mage"]), used["upheaves"]
    for level in used["levels"]:
        t[CLAIMED] |= 1 << level
        t[CLOSED] |= deck.runes.of_level[level]
    if used["special"]:
        t[SPECIAL] = OUTSIDE.index(view["special"][view["side"]])


def set_cards(t: Cells, view: dict[str, Any], deck: Deck) -> None:
    for level in range(1, LEVELS + 1):
        for base, name in zip((TOP, BESIDE), view["runes"][str(level)], strict=True):
            if name is not None:
                t[base + level] = deck.numbers[name]
                t[FACE_UP] |= 1 << deck.numbers[name]
    for side, whose in enumerate(SIDES):
        for name in view["hands"][whose]:
            capture(t, side, deck.numbers[name], deck.cards[name].level)
    for name in view["discard"]:
        discard(t, deck.numbers[name])
    t[UNSEEN] = sum(1 << deck.numbers[name] for level in view["piles"].values() for name in level)


def rebuild(t: Cells, building: dict[str, Any]) -> None:
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

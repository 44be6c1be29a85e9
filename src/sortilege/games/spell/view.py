"""What a seat may know: everything. The decks' order is decided only when a card is turned up, so nothing else is
hidden, and every seat sees the same table (SP-009, SP-352)."""

from __future__ import annotations

from typing import TypedDict

from sortilege.core import shapes
from sortilege.core.cells import Cells
from sortilege.core.log import log_of
from sortilege.core.shapes import Options, Outcome
from sortilege.core.state import CHANCE, State
from sortilege.games.spell import actions, box, notation
from sortilege.games.spell import layout as L
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.position import deck_of


class Mover(TypedDict):
    """Who is to decide, and for which side: in solo also for the script's."""

    seat: int
    side: box.Side


class Building(TypedDict):
    """The arena in the making, on a grid whose neutral tile is 0,0."""

    tiles: dict[str, str]
    mages: dict[box.Side, list[str]]
    laid: int


class View(TypedDict):
    """All there is to know, and what this seat may do about it. Arena: four rows of K P awake, k p asleep, N neutral
    and "." for the hole; null while it is being made. Gem: null until it is known who begins. Cards: the shape of each,
    its rows joined by "/"; names: what they are called, those that have a name; standin: shapes that are not the
    printed ones."""

    game: str
    seats: int
    options: Options
    you: int | None
    phase: str
    turn: Mover | None
    side: box.Side
    round: int
    gem: box.Side | None
    score: dict[box.Side, int]
    scores: list[int]
    arena: list[str] | None
    building: Building | None
    mages: dict[box.Side, list[str]]
    elementals: dict[box.Side, list[str]]
    reserve: dict[box.Side, int]
    special: dict[box.Side, str | None]
    amulets: dict[box.Side, str | None]
    used: notation.Used
    target: str | None
    runes: dict[str, list[str | None]]
    piles: dict[str, list[str]]
    hands: dict[box.Side, list[str]]
    discard: list[str]
    cards: dict[str, str]
    names: dict[str, str]
    standin: bool
    legal: list[actions.Action]
    log: list[shapes.Line]
    outcome: Outcome | None


def view(state: State, seat: int | None) -> View:
    """What this seat may know: the same as everybody, but for what it may do."""
    t, deck = state.cells, deck_of(state)
    turn = state.turn()
    in_making = t[L.PHASE] <= L.LAY_TILE and not t[L.SOLO]
    return {
        "game": "spell",
        "seats": state.seats,
        "options": dict(state.options),
        "you": seat,
        "phase": notation.PHASES[t[L.PHASE]],
        "turn": {"seat": turn, "side": box.SIDES[t[L.SIDE]]} if turn >= 0 else None,
        "side": box.SIDES[t[L.SIDE]],
        "round": t[L.ROUND],
        "gem": None if t[L.PHASE] == L.FIRST_PLAYER else box.SIDES[t[L.GEM_HOLDER]],
        "score": notation.by_side(t, L.SCORE),
        "scores": state.scores(),
        "arena": None if in_making else notation.arena_rows(t),
        "building": building(t) if in_making and t[L.PHASE] == L.LAY_TILE else None,
        "mages": {"k": [], "p": []} if in_making else notation.figure_cells(t, L.MAGES),
        "elementals": notation.figure_cells(t, L.ELEMENTALS),
        "reserve": {
            name: L.elemental_limit(t, side) - L.count_bits(t[L.ELEMENTALS + side])
            for side, name in enumerate(box.SIDES)
        },
        "special": notation.special_tiles(t),
        "amulets": notation.amulets(t),
        "used": notation.used_actions(t),
        "target": actions.CELL[t[L.TARGET]] if t[L.PHASE] in (L.PUSH, L.GEM_DIRECTION) else None,
        "runes": notation.face_up_cards(t, deck),
        "piles": unseen(t, deck),
        "hands": notation.hands(t, deck),
        "discard": notation.discards(t, deck),
        "cards": dict(deck.shapes),
        "names": dict(deck.titles),
        "standin": deck.standin,
        "legal": [actions.describe(action) for action in state.legal()] if turn == seat and turn != CHANCE else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def building(t: Cells) -> Building:
    """The tiles laid so far and the mages on them."""
    places = [(row, column) for row in range(7) for column in range(5)]
    tiles = {f"{r - 3},{c - 2}": notation.tile_at(t, r * 8 + c) for r, c in places}
    return {
        "tiles": {at: tile for at, tile in tiles.items() if tile != "."},
        "mages": {
            name: [f"{r - 3},{c - 2}" for r, c in places if t[L.MAGES + side] >> (r * 8 + c) & 1]
            for side, name in enumerate(box.SIDES)
        },
        "laid": t[L.TILES_LAID],
    }


def unseen(t: Cells, deck: Deck) -> dict[str, list[str]]:
    """The cards still face down, by level; their order is not decided yet."""
    cards: dict[str, list[str]] = {str(level): [] for level in range(1, box.LEVELS + 1)}
    for card, name in enumerate(deck.names):
        if t[L.FACE_DOWN] >> card & 1:
            cards[str(deck.cards[name].level)].append(name)
    return cards

"""The view of a seat. All seats see everything: the order of a pile is drawn only when a card is turned up (SP-009,
SP-352)."""

from __future__ import annotations

from typing import TypedDict

from sortilege.core import types
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import CHANCE, State
from sortilege.core.log import log_of
from sortilege.core.types import Options, Outcome
from sortilege.games.spell import actions, box, notation
from sortilege.games.spell import layout as L
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.position import deck_of


class Mover(TypedDict):
    """The seat that decides next, and the side for which it decides. In a solo game the player also makes choices for
    the scripted opponent's side."""

    seat: int
    side: box.Side


class Building(TypedDict):
    """The arena under construction. Places are named "row,column", counted from the neutral tile."""

    tiles: dict[str, str]  # the letter of the tile on each place
    mages: dict[box.Side, list[str]]  # the places of each side's mages
    laid: int  # tiles laid beside the three tiles of the start


class View(TypedDict):
    """Everything a seat may know, and its legal actions. Sides are `k` for black and `p` for purple."""

    game: str  # the name of the game
    seats: int  # the number of seats
    options: Options  # the options of the table
    you: int | None  # the seat of this view; null for a spectator
    phase: str  # what the game waits for: a value of notation.PHASES
    turn: Mover | None  # null for chance, and at the end of the game
    side: box.Side  # the side to move
    round: int  # the number of the round, from 1
    gem: box.Side | None  # the side that plays first in every round; null until it is drawn
    score: dict[box.Side, int]  # the points of each side
    scores: list[int]  # by seat
    arena: list[str] | None  # four rows of K and P for active tiles, k, p, N for the neutral one and . for the hole
    building: Building | None  # null when the arena is complete
    mages: dict[box.Side, list[str]]  # the cells of each side's mages
    elementals: dict[box.Side, list[str]]  # the cells of each side's elementals
    reserve: dict[box.Side, int]  # number of elementals that are not in play
    special: dict[box.Side, str | None]  # the outside cell of the special tile
    amulets: dict[box.Side, str | None]  # the amulet of each side; null for none
    used: notation.Used  # what the side on turn has used up
    target: str | None  # the cell already chosen for a spell or upheave that needs a further choice
    runes: dict[str, list[str | None]]  # by level: the card on the pile and the card beside it
    piles: dict[str, list[str]]  # by level: the face-down cards
    hands: dict[box.Side, list[str]]  # captured cards in the order of capture
    discard: list[str]  # the discarded cards
    cards: dict[str, str]  # the shape of each card: rows of X and . joined by /
    names: dict[str, str]  # the printed names of the cards that have one
    standin: bool  # whether the shapes are not those of the printed cards
    legal: list[actions.Action]  # the legal actions of the seat
    log: list[types.Line]  # the log lines as the seat saw them
    outcome: Outcome | None  # null before the end


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat, or of a spectator for None. Only `you` and the legal actions differ between seats."""
    t, deck = state.cells, deck_of(state)
    turn = state.turn()
    has_arena = t[L.PHASE] > L.LAY_TILE or t[L.SOLO] != 0
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
        "score": notation.scores(t),
        "scores": state.scores(),
        "arena": notation.arena_rows(t) if has_arena else None,
        "building": building(t) if t[L.PHASE] == L.LAY_TILE else None,
        "mages": notation.figure_cells(t, L.MAGES) if has_arena else {"k": [], "p": []},
        "elementals": notation.figure_cells(t, L.ELEMENTALS),
        "reserve": {
            letter: L.elemental_limit(t, side) - L.count_bits(t[L.ELEMENTALS + side])
            for side, letter in enumerate(box.SIDES)
        },
        "special": notation.special_tiles(t),
        "amulets": notation.amulets(t),
        "used": notation.used_actions(t),
        "target": actions.CELL_NAMES[t[L.TARGET]] if t[L.PHASE] in (L.PUSH, L.GEM_DIRECTION) else None,
        "runes": notation.face_up_cards(t, deck),
        "piles": face_down_cards(t, deck),
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
    """Return the tiles laid so far and the mages on them."""
    tiles = {name: notation.tile_at(t, place) for name, place in actions.GRID_PLACES.items()}
    return {
        "tiles": {name: tile for name, tile in tiles.items() if tile != "."},
        "mages": {
            letter: [name for name, place in actions.GRID_PLACES.items() if L.contains(t[L.MAGES + side], place)]
            for side, letter in enumerate(box.SIDES)
        },
        "laid": t[L.TILES_LAID],
    }


def face_down_cards(t: Cells, deck: Deck) -> dict[str, list[str]]:
    """Return the names of the face-down cards of each level, in the order of the deck since piles have no order."""
    face_down = [name for card, name in enumerate(deck.names) if L.contains(t[L.FACE_DOWN], card)]
    levels = range(1, box.LEVELS + 1)
    return {str(level): [name for name in face_down if deck.cards[name].level == level] for level in levels}

"""What a seat may know: everything. The decks' order is decided only when a card is turned up, so nothing else is
hidden, and every seat sees the same table (SP-009, SP-352)."""

from __future__ import annotations

from typing import TypedDict

from sortilege.core import shapes
from sortilege.core.cells import Cells
from sortilege.core.log import log_of
from sortilege.core.shapes import Options, Outcome
from sortilege.core.state import CHANCE, State
from sortilege.games.spell.actions import CELL, Action, describe
from sortilege.games.spell.box import LEVELS, SIDES, Side
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.layout import (
    ELEMENTALS,
    FIRST,
    GEM,
    GEM_HOLDER,
    LAID,
    LAY,
    MAGES,
    PHASE,
    PUSH,
    ROUND,
    SCORE,
    SIDE,
    SOLO,
    TARGET,
    UNSEEN,
    count,
    elementals_of,
)
from sortilege.games.spell.notation import (
    PHASES,
    Used,
    amulets_out,
    arena_rows,
    by_side,
    discards,
    figures_out,
    hands_out,
    runes_out,
    special_out,
    tile_at,
    used_out,
)
from sortilege.games.spell.position import deck_of


class Mover(TypedDict):
    """Who is to decide, and for which side: in solo also for the script's."""

    seat: int
    side: Side


class Building(TypedDict):
    """The arena in the making, on a grid whose neutral tile is 0,0."""

    tiles: dict[str, str]
    mages: dict[Side, list[str]]
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
    side: Side
    round: int
    gem: Side | None
    score: dict[Side, int]
    scores: list[int]
    arena: list[str] | None
    building: Building | None
    mages: dict[Side, list[str]]
    elementals: dict[Side, list[str]]
    reserve: dict[Side, int]
    special: dict[Side, str | None]
    amulets: dict[Side, str | None]
    used: Used
    target: str | None
    runes: dict[str, list[str | None]]
    piles: dict[str, list[str]]
    hands: dict[Side, list[str]]
    discard: list[str]
    cards: dict[str, str]
    names: dict[str, str]
    standin: bool
    legal: list[Action]
    log: list[shapes.Line]
    outcome: Outcome | None


def view(state: State, seat: int | None) -> View:
    """What this seat may know: the same as everybody, but for what it may do."""
    t, deck = state.cells, deck_of(state)
    turn = state.turn()
    in_making = t[PHASE] <= LAY and not t[SOLO]
    return {
        "game": "spell",
        "seats": state.seats,
        "options": dict(state.options),
        "you": seat,
        "phase": PHASES[t[PHASE]],
        "turn": {"seat": turn, "side": SIDES[t[SIDE]]} if turn >= 0 else None,
        "side": SIDES[t[SIDE]],
        "round": t[ROUND],
        "gem": None if t[PHASE] == FIRST else SIDES[t[GEM_HOLDER]],
        "score": by_side(t, SCORE),
        "scores": state.scores(),
        "arena": None if in_making else arena_rows(t),
        "building": building(t) if in_making and t[PHASE] == LAY else None,
        "mages": {"k": [], "p": []} if in_making else figures_out(t, MAGES),
        "elementals": figures_out(t, ELEMENTALS),
        "reserve": {name: elementals_of(t, side) - count(t[ELEMENTALS + side]) for side, name in enumerate(SIDES)},
        "special": special_out(t),
        "amulets": amulets_out(t),
        "used": used_out(t),
        "target": CELL[t[TARGET]] if t[PHASE] in (PUSH, GEM) else None,
        "runes": runes_out(t, deck),
        "piles": unseen(t, deck),
        "hands": hands_out(t, deck),
        "discard": discards(t, deck),
        "cards": dict(deck.shapes),
        "names": dict(deck.titles),
        "standin": deck.standin,
        "legal": [describe(action) for action in state.legal()] if turn == seat and turn != CHANCE else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def building(t: Cells) -> Building:
    """The tiles laid so far and the mages on them."""
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

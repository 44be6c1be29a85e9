"""Data that helps to draw a view, computed from the view alone: where cards fit, what actions would move and form, what
the solo script will do, which tile comes next, and when the game ends."""

from __future__ import annotations

from typing import TypedDict

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, copy
from sortilege.games.spell import actions, box, notation
from sortilege.games.spell import layout as L
from sortilege.games.spell.dealer import cells_of, deck_in
from sortilege.games.spell.deck import Deck
from sortilege.games.spell.rules import setup, solo
from sortilege.games.spell.rules.arena import SLIDING_CELLS, move_lifted, slide
from sortilege.games.spell.rules.ending import ends_with_round, last_round
from sortilege.games.spell.rules.turn import play_mage
from sortilege.games.spell.view import View

NUMBER = {cell: number for number, cell in enumerate(actions.CELL)}
# phases with actions that can change which cards are formed
FORMING_PHASES = (L.PLAY, L.SUMMON, L.PUSH, L.LEVITATE, L.EXTRA_ACTION)
FORMING_VERBS = {"move", "activate", "upheave", "special", "summon", "push", "levitate"}


# ---------------------------------------------------------------- types
class Near(TypedDict):
    """A placement of a card in which one cell is missing."""

    cells: list[str]
    missing: str


class Fit(TypedDict):
    """The placements in which the own cells form a card, completely or with one cell missing. `spent` is true if a card
    of its level was already claimed this turn."""

    whole: list[list[str]]
    near: list[Near]
    spent: bool


class Forming(TypedDict):
    """An action that changes which cards can be claimed, with the cards that can be claimed after it."""

    action: actions.Action
    runes: list[str]


class Laying(TypedDict):
    """The letter of the next tile, and the first and the last row and column where a tile may still be laid."""

    next: str
    rows: list[int]
    columns: list[int]


class Take(TypedDict):
    """What the script takes at the end of a round: a card of this level and of each lower one; level 0 for no card."""

    level: int
    points: int


class ScriptMage(TypedDict):
    """The next action of the script's mage, and the cells that the script allows for it."""

    do: str
    cells: list[str]


class Script(TypedDict):
    """What the script will do: what it takes in each round, and, if the turn ended now, the cards that it would take,
    the action of its mage and the tiles that it could lift."""

    takes: list[Take]
    next: list[str]
    mage: ScriptMage | None
    lift: list[str]


class Board(TypedDict):
    """What helps to draw a view. `seats` has the seat of each side, null for the script. `perspective` is the side to
    which `fits` belongs. `slides` has, by lifted cell and side, the moves of tiles in an upheave. `spells` has, by side
    and level, the spells that a captured card gives, the strongest first. `special_tiles` lists the sides that own a
    special tile, `reached` those with `summit` points, which end the game. `last` is true if the game ends with this
    round, `closes_round` if the round ends with this turn."""

    seats: dict[box.Side, int | None]
    perspective: box.Side
    own: dict[box.Side, list[str]]
    fits: dict[str, Fit]
    slides: dict[str, list[list[str]]]
    forms: list[Forming]
    spells: dict[box.Side, dict[str, list[str]]]
    upheaves: dict[box.Side, int]
    special_tiles: list[box.Side]
    rounds: int
    summit: int
    reached: list[box.Side]
    last: bool
    closes_round: bool
    laying: Laying | None
    script: Script | None


def board(view: View) -> Board:
    """Return the data that helps to draw this view."""
    deck = deck_in(view)
    t = cells_of(view, deck)
    perspective = viewing_side(t, view["you"])
    is_complete = view["arena"] is not None
    legal = view["legal"]
    return {
        "seats": {"k": None, "p": 0} if t[L.SOLO] else {"k": 0, "p": 1},
        "perspective": box.SIDES[perspective],
        "own": {
            name: notation.place_names(L.own_cells_and_special(t, side)) if is_complete else []
            for side, name in enumerate(box.SIDES)
        },
        "fits": fits(t, L.own_cells_and_special(t, perspective), deck) if is_complete else {},
        "slides": slides(t, legal),
        "forms": forms(t, legal, deck) if legal and t[L.PHASE] in FORMING_PHASES else [],
        "spells": spells(t),
        "upheaves": {name: L.upheave_limit(t, side) for side, name in enumerate(box.SIDES)},
        "special_tiles": [name for side, name in enumerate(box.SIDES) if t[L.AMULETS + side] == L.EXTRALIMITAE],
        "rounds": last_round(t),
        "summit": box.END_SCORE,
        "reached": [name for side, name in enumerate(box.SIDES) if t[L.SCORE + side] >= box.END_SCORE],
        "last": ends_with_round(t) and view["turn"] is not None,
        "closes_round": t[L.SIDE] != t[L.GEM_HOLDER],
        "laying": laying(t) if view["building"] else None,
        "script": forecast(t, deck) if t[L.SOLO] and view["outcome"] is None else None,
    }


def viewing_side(t: Cells, seat: int | None) -> int:
    """Return the side whose formed cards are shown: the viewer's, or the side on turn for spectators."""
    if t[L.SOLO]:
        return L.PURPLE
    return int(t[L.SIDE]) if seat is None else seat


# ---------------------------------------------------------------- formed cards
def fits(t: Cells, own: i64, deck: Deck) -> dict[str, Fit]:
    """Return for each face-up card where these own cells form it, completely or with one cell missing."""
    return {
        name: fit(t[L.CLOSED_CARDS] >> card & 1 == 1, own, deck.places[card])
        for card, name in enumerate(deck.names)
        if t[L.FACE_UP] >> card & 1
    }


def fit(spent: bool, own: i64, places: list[int]) -> Fit:
    """Return the placements that these own cells form, completely or with one cell missing. If the special tile is
    placed, its cell is the only outside cell that a placement may use."""
    whole: list[list[str]] = []
    near: list[Near] = []
    outside: i64 = own >> 16
    for place in places:
        missing: i64 = place & ~own
        if missing & (missing - 1) or place >> 16 not in (0, outside):
            continue
        if missing:
            near.append({"cells": notation.place_names(place), "missing": notation.place_names(missing)[0]})
        else:
            whole.append(notation.place_names(place))
    return {"whole": whole, "near": near, "spent": spent}


def slides(t: Cells, legal: list[actions.Action]) -> dict[str, list[list[str]]]:
    """Return the moves of tiles for every legal upheave, by lifted cell and side."""
    upheaves = [(action["lift"], action["side"]) for action in legal if action["do"] == "upheave"]
    moved = {
        lift + side: notation.tiles_moved(NUMBER[lift], actions.SLIDES.index(side), t[L.HOLE])
        for lift, side in upheaves
    }
    return {key: [list(pair) for pair in tiles] for key, tiles in moved.items()}


def forms(t: Cells, legal: list[actions.Action], deck: Deck) -> list[Forming]:
    """Return the actions that change which cards the side on turn can claim."""
    formed = FormedCards(t, int(t[L.FACE_UP] & ~t[L.CLOSED_CARDS]), deck)
    now = formed.formed_by(formed.own, int(t[L.SPECIAL]))
    changes: list[Forming] = []
    for action in legal:
        if action["do"] in FORMING_VERBS:
            cards = formed.formed_after(action)
            if cards != now:
                names = [name for card, name in enumerate(deck.names) if cards >> card & 1]
                changes.append({"action": action, "runes": names})
    return changes


class FormedCards:
    """Computes the cards that the side on turn forms, now or after an action. It uses only masks, since a view has
    about a hundred actions."""

    def __init__(self, t: Cells, cards: int, deck: Deck) -> None:
        side = t[L.SIDE]
        self.t, self.cards, self.deck = t, cards, deck
        self.active = int(t[L.TILES + side] & t[L.ACTIVE_TILES])
        self.figures = int(t[L.MAGES + side] | t[L.ELEMENTALS + side])
        self.own = self.active | self.figures
        self.cache: dict[int, list[tuple[int, int]]] = {}

    def formed_by(self, own: int, special: int) -> int:
        """Return which of the cards these own cells and the special tile form (SP-145, SP-284)."""
        formed = int(self.deck.runes.formed_by[own]) & self.cards
        if special != L.NONE:
            for card, cells in self.placements_with(special):
                if cells & own == cells:
                    formed |= card
        return formed

    def placements_with(self, special: int) -> list[tuple[int, int]]:
        """Return the placements that use an outside cell, each as the masks of its card and of its arena cells."""
        if special not in self.cache:
            self.cache[special] = [pair for pair in self.deck.outside_placements[special] if pair[0] & self.cards]
        return self.cache[special]

    def formed_after(self, action: actions.Action) -> int:
        """Return the mask of the cards that could be claimed after an action."""
        t, do, special = self.t, action["do"], int(self.t[L.SPECIAL])
        if do in ("move", "levitate"):
            figures = self.figures & ~(1 << NUMBER[action["from"]]) | 1 << NUMBER[action["to"]]
            return self.formed_by(self.active | figures, special)
        if do == "upheave":  # the lifted tile has no figure, so own cells move like tiles (SP-121, SP-128)
            lift, side = NUMBER[action["lift"]], actions.SLIDES.index(action["side"])
            return self.formed_by(
                int(slide(move_lifted(self.own, lift, t[L.HOLE]), SLIDING_CELLS[lift * 8 + side], side)), special
            )
        if do == "special":
            return self.formed_by(self.own, actions.OUTSIDE.index(action["at"]))
        cell = t[L.TARGET] if do == "push" else NUMBER[action["at"]]  # SP-273: an elemental on the cell chosen before
        return self.formed_by(self.own | 1 << cell, special)


def spells(t: Cells) -> dict[box.Side, dict[str, list[str]]]:
    """Return the spells that a captured card of each level gives each side, the strongest first (SP-173, SP-255)."""
    by_side: dict[box.Side, dict[str, list[str]]] = {}
    for side, name in enumerate(box.SIDES):
        first = "extra" if t[L.AMULETS + side] == L.DOPPELGANGER else "summon"
        by_side[name] = {str(level): [first, "levitate", "force"][:level][::-1] for level in (1, 2, 3)}
    return by_side


# ---------------------------------------------------------------- building the arena
def laying(t: Cells) -> Laying:
    """Return the letter of the next tile (SP-041, SP-073), and where tiles may still be laid (SP-047)."""
    after = copy(t)
    setup.lay_tile(after, L.lowest_bit(setup.open_places(t)))
    return {
        "next": notation.laid_tile(t, after),
        "rows": [max(t[L.BOTTOM_ROW] - 3, 0) - 3, min(t[L.TOP_ROW] + 3, 6) - 3],
        "columns": [max(t[L.RIGHT_COLUMN] - 3, 0) - 2, min(t[L.LEFT_COLUMN] + 3, 4) - 2],
    }


# ---------------------------------------------------------------- the solo opponent
def forecast(t: Cells, deck: Deck) -> Script:
    """Return what the script will do (SP-305)."""
    after = copy(t)
    highest_levels = []
    for round_ in range(1, last_round(t) + 1):
        after[L.ROUND] = round_
        highest_levels.append(int(solo.highest_level_taken(after)))
    tops = [
        notation.card_or_null(t, L.TOP_CARD + n, deck) or notation.card_or_null(t, L.SIDE_CARD + n, deck)
        for n in range(1, box.LEVELS + 1)
    ]
    steps = next_steps(after) if t[L.PHASE] == L.PLAY else (None, [])
    return {
        "takes": [{"level": level, "points": level * (level + 1) // 2} for level in highest_levels],
        "next": [card for card in tops[: highest_levels[t[L.ROUND] - 1]] if card],
        "mage": steps[0],
        "lift": steps[1],
    }


def next_steps(t: Cells) -> tuple[ScriptMage, list[str]]:
    """Return what the script's mage would do if the human ended the turn now, and the tiles that the script could lift
    (SP-306 to SP-318)."""
    t[L.SIDE] = L.BLACK
    t[L.ELEMENTALS + L.PURPLE] = 0
    cells = solo.mage_choices(t)
    do = "rest" if cells == 0 else actions.ACTION_TABLE.describe(solo.mage_action(t, L.lowest_bit(cells)))["do"]
    mage: ScriptMage = {"do": do, "cells": notation.place_names(cells)}
    if L.count_bits(cells) == 1:
        play_mage(t, solo.mage_action(t, L.lowest_bit(cells)))
    return mage, notation.place_names(solo.lift_choices(t))

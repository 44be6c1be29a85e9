"""Data that helps to draw a view, computed from the view alone: where cards fit, what actions would move and form, what
the scripted opponent of a solo game will do, which tile comes next, and when the game ends."""

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

CELL_INDEX = {name: cell for cell, name in enumerate(actions.CELL_NAMES)}
# phases and verbs of actions that can change which cards are formed
FORMING_PHASES = (L.PLAY, L.SUMMON, L.PUSH, L.LEVITATE, L.EXTRA_ACTION)
FORMING_VERBS = {"move", "activate", "upheave", "special", "summon", "push", "levitate"}


# ---------------------------------------------------------------- types
class NearFit(TypedDict):
    """A placement of a card's shape on the arena of which all cells but one are own cells of the side."""

    cells: list[str]
    missing: str  # the one of these cells that is not an own cell


class Fit(TypedDict):
    """Where the own cells of a side (its active tiles and figures) form a card, completely or with one cell missing."""

    whole: list[list[str]]  # the cells of each placement of the card's shape that has only own cells
    near: list[NearFit]
    spent: bool  # whether a card of this level was already claimed this turn


class FormingAction(TypedDict):
    """An action that changes which cards the side on turn can claim."""

    action: actions.Action
    runes: list[str]  # the names of the cards that can be claimed after the action


class NextTile(TypedDict):
    """The tile that is laid next, and where tiles may still be laid, counted from the neutral tile."""

    next: str  # the letter of the tile
    rows: list[int]  # the first and the last row
    columns: list[int]  # the first and the last column


class Take(TypedDict):
    """What the scripted opponent of a solo game takes at the end of a round."""

    level: int  # the opponent takes a card of this level and of each lower level; 0 for no card
    points: int  # the points of these cards


class ScriptMage(TypedDict):
    """The next action of the scripted opponent's mage, and the cells where it is possible."""

    do: str  # "activate", "move" or "rest"
    cells: list[str]


class Script(TypedDict):
    """What the scripted opponent of a solo game will do if the human player ends the turn now."""

    takes: list[Take]  # for each round of the game
    next: list[str]  # the cards that the opponent would take
    mage: ScriptMage | None
    lift: list[str]  # the cells of the tiles that the opponent could lift


class Board(TypedDict):
    """Data that helps to draw a view, computed from the view. Sides are `k` for black and `p` for purple."""

    seats: dict[box.Side, int | None]  # null for the scripted opponent
    perspective: box.Side  # the side to which `fits` belongs
    own: dict[box.Side, list[str]]  # own cells: active tiles, and tiles with a figure
    fits: dict[str, Fit]  # by card
    slides: dict[str, list[list[str]]]  # by lifted cell and side ("12U"): start and end of each tile that would move
    forms: list[FormingAction]
    spells: dict[box.Side, dict[str, list[str]]]  # by level: what a captured card gives, strongest first
    upheaves: dict[box.Side, int]  # how many upheaves the side may use in a turn
    special_tiles: list[box.Side]  # the sides that own a special tile
    rounds: int
    summit: int  # the points that end the game
    reached: list[box.Side]  # the sides that have these points
    last: bool  # whether the game ends with this round
    closes_round: bool  # whether the round ends with this turn
    laying: NextTile | None
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
        "laying": next_tile(t) if view["building"] else None,
        "script": forecast(t, deck) if t[L.SOLO] and view["outcome"] is None else None,
    }


def viewing_side(t: Cells, seat: int | None) -> int:
    """Return the side whose own cells and cards are shown: the viewer's, or for a spectator the side on turn."""
    if t[L.SOLO]:
        return L.PURPLE
    return int(t[L.SIDE]) if seat is None else seat


# ---------------------------------------------------------------- formed cards
def fits(t: Cells, own: i64, deck: Deck) -> dict[str, Fit]:
    """Return for each face-up card, by name, where a side with the own cells `own` forms it or misses one cell."""
    return {
        name: fit(L.contains(t[L.CLOSED_CARDS], card), own, deck.placements[card])
        for card, name in enumerate(deck.names)
        if L.contains(t[L.FACE_UP], card)
    }


def fit(spent: bool, own: i64, placements: list[int]) -> Fit:
    """Return where a side forms a card or misses one cell. `own` is the mask of the side's own cells, and `placements`
    are the masks of the cells that the card's shape can cover. `spent` says that a card of the same level was already
    claimed this turn; it is copied to the result."""
    whole: list[list[str]] = []
    near: list[NearFit] = []
    for placement in placements:
        missing: i64 = placement & ~own
        if missing == 0:
            whole.append(notation.place_names(placement))
        elif missing <= L.ARENA and L.count_bits(missing) == 1:  # a missing outside cell does not count
            near.append({"cells": notation.place_names(placement), "missing": notation.place_names(missing)[0]})
    return {"whole": whole, "near": near, "spent": spent}


def slides(t: Cells, legal: list[actions.Action]) -> dict[str, list[list[str]]]:
    """Return the tiles that each legal upheave moves, each tile as the names of its start and end cell. The key of an
    upheave is the lifted cell with the side: "12U"."""
    moves: dict[str, list[list[str]]] = {}
    for action in legal:
        if action["do"] == "upheave":
            lift, side = action["lift"], action["side"]
            pairs = notation.tiles_moved(CELL_INDEX[lift], actions.SLIDE_SIDES.index(side), t[L.HOLE])
            moves[lift + side] = [list(pair) for pair in pairs]
    return moves


def forms(t: Cells, legal: list[actions.Action], deck: Deck) -> list[FormingAction]:
    """Return the legal actions that change which cards the side on turn can claim."""
    claims = ClaimForecast(t, deck)
    claimable_now = claims.formed_by(claims.own, int(t[L.SPECIAL]))
    forming: list[FormingAction] = []
    for action in legal:
        if action["do"] in FORMING_VERBS:
            claimable = claims.formed_after(action)
            if claimable != claimable_now:
                names = [name for card, name in enumerate(deck.names) if L.contains(claimable, card)]
                forming.append({"action": action, "runes": names})
    return forming


class ClaimForecast:
    """Computes which cards the side on turn could claim after an action. For speed it does not play the action, because
    a view may have a hundred of them. Sets of cards are masks."""

    def __init__(self, t: Cells, deck: Deck) -> None:
        side = t[L.SIDE]
        self.t, self.deck = t, deck
        self.claimable = int(t[L.FACE_UP] & ~t[L.CLOSED_CARDS])
        self.active = int(t[L.TILES + side] & t[L.ACTIVE_TILES])
        self.figures = int(t[L.MAGES + side] | t[L.ELEMENTALS + side])
        self.own = self.active | self.figures
        self.cache: dict[int, list[tuple[int, int]]] = {}  # see `placements_with`

    def formed_by(self, own: int, special: int) -> int:
        """Return the mask of the claimable cards that the side on turn forms with its own cells, the mask `own`, and
        its special tile. `special` is the outside cell of this tile, or NONE if it is not placed (SP-145, SP-284)."""
        formed = int(self.deck.runes.formed_by[own]) & self.claimable
        if special != L.NONE:
            for card_bit, cells in self.placements_with(special):
                if cells & own == cells:
                    formed |= card_bit
        return formed

    def placements_with(self, special: int) -> list[tuple[int, int]]:
        """Return the ways to form claimable cards with the special tile on the outside cell `special`. Each is a tuple
        of two masks: the bit of the card, and the other cells that its shape covers."""
        if special not in self.cache:
            placements = self.deck.outside_placements[special]
            self.cache[special] = [(card_bit, cells) for card_bit, cells in placements if card_bit & self.claimable]
        return self.cache[special]

    def formed_after(self, action: actions.Action) -> int:
        """Return the mask of the cards that could be claimed after an action."""
        t, do, special = self.t, action["do"], int(self.t[L.SPECIAL])
        if do in ("move", "levitate"):
            figures = self.figures & ~(1 << CELL_INDEX[action["from"]]) | 1 << CELL_INDEX[action["to"]]
            return self.formed_by(self.active | figures, special)
        if do == "upheave":  # the lifted tile has no figure, so own cells move like tiles (SP-121, SP-128)
            lift, side = CELL_INDEX[action["lift"]], actions.SLIDE_SIDES.index(action["side"])
            own = slide(move_lifted(self.own, lift, t[L.HOLE]), SLIDING_CELLS[L.upheave_number(lift, side)], side)
            return self.formed_by(int(own), special)
        if do == "special":
            return self.formed_by(self.own, actions.OUTSIDE_NAMES.index(action["at"]))
        # SP-273: an elemental that pushes a mage takes the cell chosen before
        cell = t[L.TARGET] if do == "push" else CELL_INDEX[action["at"]]
        return self.formed_by(self.own | 1 << cell, special)


def spells(t: Cells) -> dict[box.Side, dict[str, list[str]]]:
    """Return by side and level the spells that a captured card gives, the strongest first (SP-173, SP-255)."""
    spells_of: dict[box.Side, dict[str, list[str]]] = {}
    for side, name in enumerate(box.SIDES):
        first_spell = "extra" if t[L.AMULETS + side] == L.DOPPELGANGER else "summon"
        strongest_first = ["force", "levitate", first_spell]
        spells_of[name] = {str(level): strongest_first[3 - level :] for level in (1, 2, 3)}
    return spells_of


# ---------------------------------------------------------------- building the arena
def next_tile(t: Cells) -> NextTile:
    """Return the letter of the next tile (SP-041, SP-073), and the rows and columns where it may be laid (SP-047)."""
    after = copy(t)
    setup.lay_tile(after, L.lowest_bit(setup.open_places(t)))  # the tile is the same on any place
    reachable = setup.reachable_places(t)
    corners = [L.lowest_bit(reachable), int(reachable).bit_length() - 1]  # top left and bottom right
    rows = [place // L.GRID_WIDTH - L.NEUTRAL_ROW for place in corners]
    columns = [place % L.GRID_WIDTH - L.NEUTRAL_COLUMN for place in corners]
    return {"next": notation.laid_tile(t, after), "rows": rows, "columns": columns}


# ---------------------------------------------------------------- the solo opponent
def forecast(t: Cells, deck: Deck) -> Script:
    """Return what the scripted opponent of a solo game will do (SP-305)."""
    highest_levels = [int(solo.highest_level_taken(t, number)) for number in range(1, last_round(t) + 1)]
    cards = [
        notation.card_or_none(t, L.TOP_CARD + level, deck) or notation.card_or_none(t, L.SIDE_CARD + level, deck)
        for level in range(1, highest_levels[t[L.ROUND] - 1] + 1)
    ]
    mage, lift = next_steps(copy(t)) if t[L.PHASE] == L.PLAY else (None, [])
    return {
        "takes": [{"level": level, "points": sum(range(level + 1))} for level in highest_levels],
        "next": [card for card in cards if card],
        "mage": mage,
        "lift": lift,
    }


def next_steps(t: Cells) -> tuple[ScriptMage, list[str]]:
    """Return what the scripted opponent's mage would do if the human player ended the turn now, and the cells of the
    tiles that the opponent could then lift (SP-306 to SP-318). This changes `t`, so pass a copy."""
    t[L.SIDE] = L.BLACK
    t[L.ELEMENTALS + L.PURPLE] = 0
    cells = solo.mage_choices(t)
    if cells == 0:
        return {"do": "rest", "cells": []}, notation.place_names(solo.lift_choices(t))
    action = solo.mage_action(t, L.lowest_bit(cells))
    mage: ScriptMage = {"do": actions.ACTION_TABLE.describe(action)["do"], "cells": notation.place_names(cells)}
    if L.count_bits(cells) == 1:
        play_mage(t, action)
    return mage, notation.place_names(solo.lift_choices(t))

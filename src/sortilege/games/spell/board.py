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
    """Where a side forms a card with its own cells (its active tiles and figures), completely or with one cell
    missing."""

    whole: list[list[str]]  # the cells of each placement of the card's shape that has only own cells
    near: list[NearFit]  # the placements with one cell missing
    spent: bool  # whether a card of this level was already claimed this turn


class FormingAction(TypedDict):
    """An action that changes which cards the side to move can claim."""

    action: actions.Action
    runes: list[str]  # the names of the cards that can be claimed after the action


class NextTile(TypedDict):
    """The tile that is laid next while the arena is built, and the rows and columns where tiles may still be laid,
    counted from the neutral tile."""

    next: str  # the letter of the tile
    rows: list[int]  # the first and the last row
    columns: list[int]  # the first and the last column


class Take(TypedDict):
    """The cards that the scripted opponent of a solo game takes at the end of a round."""

    level: int  # the opponent takes a card of this level and of each lower level; 0 for no card
    points: int  # the points of these cards


class ScriptMage(TypedDict):
    """The next action of the scripted opponent's mage, and the cells on which it is possible."""

    do: str  # the verb of the action: "activate", "move" or "rest"
    cells: list[str]  # the names of the cells, such as "12"


class Script(TypedDict):
    """What the scripted opponent of a solo game will do if the human player ends the turn now."""

    takes: list[Take]  # for each round of the game
    next: list[str]  # the cards that the opponent would take
    mage: ScriptMage | None  # null if it is not the human player's turn
    lift: list[str]  # the cells whose tile the opponent could lift


class Board(TypedDict):
    """Data that helps to draw a view, computed from the view. Sides are `k` for black and `p` for purple."""

    seats: dict[box.Side, int | None]  # null for the scripted opponent
    perspective: box.Side  # the side to which `fits` belongs
    own: dict[box.Side, list[str]]  # own cells: active tiles, and tiles with a figure
    fits: dict[str, Fit]  # by face-up card: where the side `perspective` forms it
    slides: dict[str, list[list[str]]]  # by lifted cell and side ("12U"): start and end of each tile that would move
    forms: list[FormingAction]  # the legal actions that change which cards can be claimed
    spells: dict[box.Side, dict[str, list[str]]]  # by level: what a captured card gives, strongest first
    upheaves: dict[box.Side, int]  # how many upheaves the side may use in a turn
    special_tiles: list[box.Side]  # the sides that own a special tile
    rounds: int  # how many rounds the game has
    summit: int  # the points that end the game
    reached: list[box.Side]  # the sides that have these points
    last: bool  # whether the game ends with this round
    closes_round: bool  # whether the round ends with this turn
    laying: NextTile | None  # null when the arena is complete
    script: Script | None  # null in a game of two players


def board(view: View) -> Board:
    """Return data that helps to draw a view, computed from this view."""
    deck = deck_in(view)
    t = cells_of(view, deck)
    legal = view["legal"]
    perspective = viewing_side(t, view["you"])
    is_arena_complete = view["arena"] is not None
    can_form_cards = bool(legal) and t[L.PHASE] in FORMING_PHASES
    has_script = t[L.SOLO] != 0 and view["outcome"] is None
    return {
        "seats": {"k": None, "p": 0} if t[L.SOLO] else {"k": 0, "p": 1},
        "perspective": box.SIDES[perspective],
        "own": {
            letter: notation.place_names(L.own_cells_and_special(t, side)) if is_arena_complete else []
            for side, letter in enumerate(box.SIDES)
        },
        "fits": card_fits(t, perspective, deck) if is_arena_complete else {},
        "slides": tiles_moved_by_upheaves(t, legal),
        "forms": forming_actions(t, legal, deck) if can_form_cards else [],
        "spells": spells_by_level(t),
        "upheaves": {letter: L.upheave_limit(t, side) for side, letter in enumerate(box.SIDES)},
        "special_tiles": [letter for side, letter in enumerate(box.SIDES) if t[L.AMULETS + side] == L.EXTRALIMITAE],
        "rounds": last_round(t),
        "summit": box.END_SCORE,
        "reached": [letter for side, letter in enumerate(box.SIDES) if t[L.SCORE + side] >= box.END_SCORE],
        "last": ends_with_round(t) and view["turn"] is not None,
        "closes_round": t[L.SIDE] != t[L.GEM_HOLDER],
        "laying": next_tile(t) if view["building"] else None,
        "script": script_forecast(t, deck) if has_script else None,
    }


def viewing_side(t: Cells, seat: int | None) -> int:
    """Return the side whose own cells and cards are shown: the viewer's, or for a spectator the side to move."""
    if t[L.SOLO]:
        return L.PURPLE
    return int(t[L.SIDE]) if seat is None else seat


# ---------------------------------------------------------------- formed cards
def card_fits(t: Cells, side: int, deck: Deck) -> dict[str, Fit]:
    """Return for each face-up card, by name, where a side forms it with its own cells, or with one cell missing."""
    own_cells = L.own_cells_and_special(t, side)
    return {
        name: card_fit(own_cells, deck.placements[card], is_spent=L.contains(t[L.CLOSED_CARDS], card))
        for card, name in enumerate(deck.names)
        if L.contains(t[L.FACE_UP], card)
    }


def card_fit(own_cells: i64, placements: list[int], is_spent: bool) -> Fit:
    """Return where a side forms a card with its own cells, a mask, or with one cell missing. `placements` has the masks
    of the cells that the card's shape can cover. `is_spent` is only copied to the result."""
    whole: list[list[str]] = []
    near: list[NearFit] = []
    for placement in placements:
        missing: i64 = placement & ~own_cells
        if missing == 0:
            whole.append(notation.place_names(placement))
        elif missing <= L.ARENA and L.count_bits(missing) == 1:  # a missing outside cell does not count
            near.append({"cells": notation.place_names(placement), "missing": notation.place_names(missing)[0]})
    return {"whole": whole, "near": near, "spent": is_spent}


def tiles_moved_by_upheaves(t: Cells, legal: list[actions.Action]) -> dict[str, list[list[str]]]:
    """Return the tiles that each legal upheave moves, each tile as the names of its start and end cell. The key of an
    upheave is the lifted cell with the side from which tiles slide, such as "12U"."""
    moves: dict[str, list[list[str]]] = {}
    for action in legal:
        if action["do"] == "upheave":
            lift, side = action["lift"], action["side"]
            pairs = notation.tiles_moved(CELL_INDEX[lift], actions.SLIDE_SIDES.index(side), t[L.HOLE])
            moves[lift + side] = [list(pair) for pair in pairs]
    return moves


def forming_actions(t: Cells, legal: list[actions.Action], deck: Deck) -> list[FormingAction]:
    """Return the legal actions that change which cards the side to move can claim."""
    claims = ClaimForecast(t, deck)
    claimable_now = claims.formed_by(claims.own_cells, int(t[L.SPECIAL]))
    forming: list[FormingAction] = []
    for action in legal:
        if action["do"] in FORMING_VERBS:
            claimable = claims.formed_after(action)
            if claimable != claimable_now:
                names = [name for card, name in enumerate(deck.names) if L.contains(claimable, card)]
                forming.append({"action": action, "runes": names})
    return forming


class ClaimForecast:
    """Computes which cards the side to move could claim after an action, as masks of cards. For speed it does not play
    the action, because a view may have a hundred legal actions."""

    def __init__(self, t: Cells, deck: Deck) -> None:
        side = t[L.SIDE]
        self.t, self.deck = t, deck
        self.open_cards = int(t[L.FACE_UP] & ~t[L.CLOSED_CARDS])  # mask of the face-up cards of unclaimed levels
        self.active_tiles = int(t[L.TILES + side] & t[L.ACTIVE_TILES])  # of the side to move, as a mask of cells
        self.figures = int(t[L.MAGES + side] | t[L.ELEMENTALS + side])
        self.own_cells = self.active_tiles | self.figures
        self.cached_placements: dict[int, list[tuple[int, int]]] = {}  # see `placements_with`

    def formed_by(self, own_cells: int, special: int) -> int:
        """Return the mask of the cards that the side to move could claim with these own cells, a mask, and its special
        tile. `special` is the outside cell of this tile, or NONE if it is not placed (SP-145, SP-284)."""
        formed = int(self.deck.runes.formed_by[own_cells]) & self.open_cards
        if special != L.NONE:
            for card_bit, cells in self.placements_with(special):
                if cells & own_cells == cells:
                    formed |= card_bit
        return formed

    def placements_with(self, special: int) -> list[tuple[int, int]]:
        """Return the placements of open cards that use the special tile on the outside cell `special`. Each is a tuple
        of two masks: the bit of the card, and the other cells that its shape covers."""
        if special not in self.cached_placements:
            placements = self.deck.outside_placements[special]
            open_placements = [(card_bit, cells) for card_bit, cells in placements if card_bit & self.open_cards]
            self.cached_placements[special] = open_placements
        return self.cached_placements[special]

    def formed_after(self, action: actions.Action) -> int:
        """Return the mask of the cards that the side to move could claim after an action of one of FORMING_VERBS."""
        verb = action["do"]
        if verb == "special":
            return self.formed_by(self.own_cells, actions.OUTSIDE_NAMES.index(action["at"]))
        return self.formed_by(self.own_after(verb, action), int(self.t[L.SPECIAL]))

    def own_after(self, verb: str, action: actions.Action) -> int:
        """Return the mask of the own cells of the side to move after an action that changes them."""
        if verb in ("move", "levitate"):
            start_bit, end_bit = 1 << CELL_INDEX[action["from"]], 1 << CELL_INDEX[action["to"]]
            return self.active_tiles | (self.figures & ~start_bit) | end_bit
        if verb == "upheave":  # the lifted tile has no figure, so own cells move like tiles (SP-121, SP-128)
            lift, side = CELL_INDEX[action["lift"]], actions.SLIDE_SIDES.index(action["side"])
            hole_filled = move_lifted(self.own_cells, lift, self.t[L.HOLE])
            return int(slide(hole_filled, SLIDING_CELLS[L.upheave_number(lift, side)], side))
        # SP-273: an elemental that pushes a mage takes the cell chosen before
        new_cell = self.t[L.TARGET] if verb == "push" else CELL_INDEX[action["at"]]
        return self.own_cells | (1 << new_cell)


def spells_by_level(t: Cells) -> dict[box.Side, dict[str, list[str]]]:
    """Return, by side and level, the spells that a captured card of this level gives, the strongest first (SP-173,
    SP-255)."""
    spells: dict[box.Side, dict[str, list[str]]] = {}
    for side, letter in enumerate(box.SIDES):
        weakest = "extra" if t[L.AMULETS + side] == L.DOPPELGANGER else "summon"
        spells[letter] = {"1": [weakest], "2": ["levitate", weakest], "3": ["force", "levitate", weakest]}
    return spells


# ---------------------------------------------------------------- building the arena
def next_tile(t: Cells) -> NextTile:
    """Return the letter of the next tile (SP-041, SP-073), and the rows and columns where it may be laid (SP-047)."""
    after = copy(t)
    any_place = L.lowest_bit(setup.open_places(t))
    setup.lay_tile(after, any_place)
    reachable = int(setup.reachable_places(t))
    corners = [int(L.lowest_bit(reachable)), reachable.bit_length() - 1]  # top left and bottom right
    rows = [place // L.GRID_WIDTH - L.NEUTRAL_ROW for place in corners]
    columns = [place % L.GRID_WIDTH - L.NEUTRAL_COLUMN for place in corners]
    return {"next": notation.laid_tile(t, after), "rows": rows, "columns": columns}


# ---------------------------------------------------------------- the solo opponent
def script_forecast(t: Cells, deck: Deck) -> Script:
    """Return what the scripted opponent of a solo game will do if the human player ends the turn now (SP-305)."""
    highest_levels = [int(solo.highest_level_taken(t, number)) for number in range(1, last_round(t) + 1)]
    highest_level_now = highest_levels[t[L.ROUND] - 1]
    cards = [
        notation.card_or_none(t, L.TOP_CARD + level, deck) or notation.card_or_none(t, L.SIDE_CARD + level, deck)
        for level in range(1, highest_level_now + 1)
    ]
    mage, lift = next_script_steps(copy(t)) if t[L.PHASE] == L.PLAY else (None, [])
    return {
        "takes": [{"level": level, "points": sum(range(level + 1))} for level in highest_levels],
        "next": [card for card in cards if card],
        "mage": mage,
        "lift": lift,
    }


def next_script_steps(t: Cells) -> tuple[ScriptMage, list[str]]:
    """Return what the scripted opponent's mage would do if the human player ended the turn now, and the cells of the
    tiles that the opponent could then lift (SP-306 to SP-318). This changes `t`, so pass a copy."""
    t[L.SIDE] = L.BLACK
    t[L.ELEMENTALS + L.PURPLE] = 0
    cells = solo.mage_choices(t)
    if cells == 0:
        return {"do": "rest", "cells": []}, notation.place_names(solo.lift_choices(t))
    action = solo.mage_action(t, L.lowest_bit(cells))
    mage: ScriptMage = {"do": actions.ACTION_TABLE.describe(action)["do"], "cells": notation.place_names(cells)}
    is_only_choice = L.count_bits(cells) == 1
    if is_only_choice:
        play_mage(t, action)  # this may change which tiles can be lifted
    return mage, notation.place_names(solo.lift_choices(t))

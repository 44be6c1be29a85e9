"""What only helps to draw the table, made from a view alone: where runes fit, what an action would move and form, what
the solo script is about to do, which tile is laid next, how near the end is."""

from __future__ import annotations

from typing import TypedDict

from mypy_extensions import i64

from sortilege.core.cells import Cells, copy
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
OWN_TURN = (
    L.PLAY,
    L.SUMMON,
    L.PUSH,
    L.LEVITATE,
    L.EXTRA_ACTION,
)  # what may be done can change what one's own cells form
CHANGES = {"move", "activate", "upheave", "special", "summon", "push", "levitate"}


# ---------------------------------------------------------------- types
class Near(TypedDict):
    """A place where one cell is missing."""

    cells: list[str]
    missing: str


class Fit(TypedDict):
    """Where one's cells form a card, or nearly; spent: one of its level was claimed already this turn."""

    whole: list[list[str]]
    near: list[Near]
    spent: bool


class Forming(TypedDict):
    """An action after which other cards could be claimed than now, and which."""

    action: actions.Action
    runes: list[str]


class Laying(TypedDict):
    """The face the next tile will show, and the first and last row and column that may still hold one."""

    next: str
    rows: list[int]
    columns: list[int]


class Take(TypedDict):
    """What the script takes when a round ends: a card of this level and of each below it; level 0 for none."""

    level: int
    points: int


class ScriptMage(TypedDict):
    """What the script's mage would do, and on which cells: where several are as good, all of them."""

    do: str
    cells: list[str]


class Script(TypedDict):
    """What the script will do: by round what it takes; as the table lies now the cards it would take, what its mage
    would do, the tiles it would lift."""

    takes: list[Take]
    next: list[str]
    mage: ScriptMage | None
    lift: list[str]


class Board(TypedDict):
    """What helps to draw a view. Seats: behind each side, null for the script. Perspective: the side whose cells `fits`
    speaks of. Slides: by lifted cell and side, which tile would go where. Spells: by side and level what a captured
    card can be cast as, the strongest first. Special tiles: which sides have one. Rounds, summit: what ends the game,
    and who reached the summit. Last: the game ends with this round; closes round: the round ends with this turn."""

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
    """All that helps to draw this view."""
    deck = deck_in(view)
    t = cells_of(view, deck)
    perspective = viewing_side(t, view["you"])
    is_made = view["arena"] is not None
    legal = view["legal"]
    return {
        "seats": {"k": None, "p": 0} if t[L.SOLO] else {"k": 0, "p": 1},
        "perspective": box.SIDES[perspective],
        "own": {
            name: notation.place_names(L.own_cells_and_special(t, side)) if is_made else []
            for side, name in enumerate(box.SIDES)
        },
        "fits": fits(t, L.own_cells_and_special(t, perspective), deck) if is_made else {},
        "slides": slides(t, legal),
        "forms": forms(t, legal, deck) if legal and t[L.PHASE] in OWN_TURN else [],
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
    """The side through whose eyes shapes are looked for: the viewer's, or the one on turn for spectators."""
    if t[L.SOLO]:
        return L.PURPLE
    return int(t[L.SIDE]) if seat is None else seat


# ---------------------------------------------------------------- what is formed
def fits(t: Cells, mine: i64, deck: Deck) -> dict[str, Fit]:
    """For each face-up card: the places where these own cells form it already, and those where one cell is missing."""
    return {
        name: fit(t[L.CLOSED_CARDS] >> card & 1 == 1, mine, deck.places[card])
        for card, name in enumerate(deck.names)
        if t[L.FACE_UP] >> card & 1
    }


def fit(spent: bool, mine: i64, places: list[int]) -> Fit:
    """Where these own cells form a shape that can lie in these places. Where a special tile lies, a place outside must
    be its own."""
    whole: list[list[str]] = []
    near: list[Near] = []
    outside: i64 = mine >> 16
    for place in places:
        missing: i64 = place & ~mine
        if missing & (missing - 1) or place >> 16 not in (0, outside):
            continue
        if missing:
            near.append({"cells": notation.place_names(place), "missing": notation.place_names(missing)[0]})
        else:
            whole.append(notation.place_names(place))
    return {"whole": whole, "near": near, "spent": spent}


def slides(t: Cells, legal: list[actions.Action]) -> dict[str, list[list[str]]]:
    """For every upheave that may be made now: which tile would go where."""
    wanted = [(action["lift"], action["side"]) for action in legal if action["do"] == "upheave"]
    moved = {
        lift + side: notation.tiles_moved(NUMBER[lift], actions.SLIDES.index(side), t[L.HOLE]) for lift, side in wanted
    }
    return {key: [list(pair) for pair in tiles] for key, tiles in moved.items()}


def forms(t: Cells, legal: list[actions.Action], deck: Deck) -> list[Forming]:
    """The actions after which other cards than now could be claimed by the side on turn, each with those cards."""
    mine = OwnCells(t, int(t[L.FACE_UP] & ~t[L.CLOSED_CARDS]), deck)
    now = mine.formed_by(mine.own, int(t[L.SPECIAL]))
    found: list[Forming] = []
    for action in legal:
        if action["do"] in CHANGES:
            cards = mine.formed_after(action)
            if cards != now:
                names = [name for card, name in enumerate(deck.names) if cards >> card & 1]
                found.append({"action": action, "runes": names})
    return found


class OwnCells:
    """The own cells of the side on turn, and what they form: for a hundred actions a view, so with masks alone."""

    def __init__(self, t: Cells, wanted: int, deck: Deck) -> None:
        side = t[L.SIDE]
        self.t, self.wanted, self.deck = t, wanted, deck
        self.printed = int(t[L.TILES + side] & t[L.ACTIVE_TILES])
        self.figures = int(t[L.MAGES + side] | t[L.ELEMENTALS + side])
        self.own = self.printed | self.figures
        self.known: dict[int, list[tuple[int, int]]] = {}

    def formed_by(self, own: int, special: int) -> int:
        """The wanted cards that these cells and the special tile form (SP-145, SP-284)."""
        found = int(self.deck.runes.formed_by[own]) & self.wanted
        if special != L.NONE:
            for card, rest in self.reaching(special):
                if rest & own == rest:
                    found |= card
        return found

    def reaching(self, special: int) -> list[tuple[int, int]]:
        """The wanted cards with a cell on an outside place, and the cells of the arena they need besides."""
        if special not in self.known:
            self.known[special] = [pair for pair in self.deck.beyond[special] if pair[0] & self.wanted]
        return self.known[special]

    def formed_after(self, action: actions.Action) -> int:
        """What could be claimed after an action."""
        t, do, special = self.t, action["do"], int(self.t[L.SPECIAL])
        if do in ("move", "levitate"):
            figures = self.figures & ~(1 << NUMBER[action["from"]]) | 1 << NUMBER[action["to"]]
            return self.formed_by(self.printed | figures, special)
        if do == "upheave":  # a lifted tile carries no figure, so own cells move as tiles do (SP-121, SP-128)
            lift, side = NUMBER[action["lift"]], actions.SLIDES.index(action["side"])
            return self.formed_by(
                int(slide(move_lifted(self.own, lift, t[L.HOLE]), SLIDING_CELLS[lift * 8 + side], side)), special
            )
        if do == "special":
            return self.formed_by(self.own, actions.OUTSIDE.index(action["at"]))
        cell = t[L.TARGET] if do == "push" else NUMBER[action["at"]]  # SP-273: the elemental stands where it was put
        return self.formed_by(self.own | 1 << cell, special)


def spells(t: Cells) -> dict[box.Side, dict[str, list[str]]]:
    """What a captured card of each level can be cast as by each side, the strongest spell first (SP-173, SP-255)."""
    found: dict[box.Side, dict[str, list[str]]] = {}
    for side, name in enumerate(box.SIDES):
        first = "extra" if t[L.AMULETS + side] == L.DOPPELGANGER else "summon"
        found[name] = {str(level): [first, "levitate", "force"][:level][::-1] for level in (1, 2, 3)}
    return found


# ---------------------------------------------------------------- the arena in the making
def laying(t: Cells) -> Laying:
    """The face the next tile will show (SP-041, SP-073), and the rows and columns that may still hold one (SP-047)."""
    letter = box.SIDES[t[L.SIDE]]
    after = copy(t)
    setup.lay_tile(after, L.lowest_bit(setup.open_places(t)))
    return {
        "next": letter.upper() if L.count_bits(after[L.ACTIVE_TILES]) > L.count_bits(t[L.ACTIVE_TILES]) else letter,
        "rows": [max(t[L.BOTTOM_ROW] - 3, 0) - 3, min(t[L.TOP_ROW] + 3, 6) - 3],
        "columns": [max(t[L.RIGHT_COLUMN] - 3, 0) - 2, min(t[L.LEFT_COLUMN] + 3, 4) - 2],
    }


# ---------------------------------------------------------------- the solo opponent
def forecast(t: Cells, deck: Deck) -> Script:
    """What the script will do (SP-305)."""
    after = copy(t)
    highest = []
    for round_ in range(1, last_round(t) + 1):
        after[L.ROUND] = round_
        highest.append(int(solo.highest_level_taken(after)))
    tops = [
        notation.card_or_null(t, L.TOP_CARD + n, deck) or notation.card_or_null(t, L.SIDE_CARD + n, deck)
        for n in range(1, box.LEVELS + 1)
    ]
    steps = next_steps(after) if t[L.PHASE] == L.PLAY else (None, [])
    return {
        "takes": [{"level": level, "points": level * (level + 1) // 2} for level in highest],
        "next": [card for card in tops[: highest[t[L.ROUND] - 1]] if card],
        "mage": steps[0],
        "lift": steps[1],
    }


def next_steps(t: Cells) -> tuple[ScriptMage, list[str]]:
    """SP-306 to SP-318, were the human to end the turn now: what its mage would do, and the tiles it would lift."""
    t[L.SIDE] = L.BLACK
    t[L.ELEMENTALS + L.PURPLE] = 0
    cells = solo.mage_choices(t)
    do = "rest" if cells == 0 else actions.VERBS.describe(solo.mage_action(t, L.lowest_bit(cells)))["do"]
    mage: ScriptMage = {"do": do, "cells": notation.place_names(cells)}
    if L.count_bits(cells) == 1:
        play_mage(t, solo.mage_action(t, L.lowest_bit(cells)))
    return mage, notation.place_names(solo.lift_choices(t))

"""What only helps to draw a view: where every stone is, who sits where, what is asked and which calls are a slip."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from sortilege.core.cells import Cells
from sortilege.games.abracada.actions import Call
from sortilege.games.abracada.box import HAND, KINDS, LIVES, SECRETS, SUMMIT
from sortilege.games.abracada.dealer import table_of
from sortilege.games.abracada.layout import BOARD, EASY, LAST, POOL, in_round, left_of, right_of
from sortilege.games.abracada.rules.calls import lowest_call
from sortilege.games.abracada.view import View

# Where a seat is from the viewer's chair: the next one clockwise sits at the left. A spectator has no chair.
Place: TypeAlias = Literal["you", "left", "right", "both", "across", "out", "watched"]
# What the seat to move may call: any spell to begin with, later any (easy), this one or higher, or only this one again.
Ask: TypeAlias = Literal["first", "any", "upward", "again"]


class Box(TypedDict):
    """How much of everything there is."""

    lives: int
    hand: int
    secrets: int
    summit: int


class SeenStone(TypedDict):
    """A stone whose spell the viewer sees before somebody."""

    seat: int
    secret: bool


class Row(TypedDict):
    """Where every stone of a spell is, as far as the viewer can tell."""

    used: int
    seen: list[SeenStone]
    unseen: int
    too_low: bool  # it may be called, but that is sure to cost a life (AQ-303)


class Board(TypedDict):
    """What only helps to draw a view."""

    box: Box
    places: list[Place]  # by seat
    rows: list[Row]  # by spell, dragon first
    ask: Ask


def board(view: View) -> Board:
    """What only helps to draw this view."""
    t = table_of(view)
    return {
        "box": {"lives": LIVES, "hand": HAND, "secrets": SECRETS, "summit": SUMMIT},
        "places": [place(t, view["you"], seat) for seat in range(view["seats"])],
        "rows": [row(t, view, spell) for spell in range(1, KINDS + 1)],
        "ask": ask(t),
    }


def place(t: Cells, you: int | None, seat: int) -> Place:
    """Neighbours are those a spell would hit: the nearest who are still in the round (AQ-812)."""
    if not in_round(t, seat):
        return "out"
    if you is None:
        return "watched"
    if seat == you:
        return "you"
    left, right = seat == left_of(t, you), seat == right_of(t, you)
    if left and right:
        return "both"
    return "left" if left else "right" if right else "across"


def row(t: Cells, view: View, spell: int) -> Row:
    """Where the stones of one spell are: what is in no sight is in the pool of the table that the view shows."""
    call: Call = {"do": "call", "spell": spell}
    return {
        "used": t[BOARD + spell],
        "seen": [stone for seat in range(view["seats"]) for stone in seen_stones(view, seat, spell)],
        "unseen": t[POOL + spell],
        "too_low": spell < lowest_call(t) and call in view["legal"],
    }


def seen_stones(view: View, seat: int, spell: int) -> list[SeenStone]:
    """The stones of a spell that the viewer sees before a seat, secret ones last."""
    standing, secret = view["hands"][seat].count(str(spell)), view["taken"][seat].count(str(spell))
    return [{"seat": seat, "secret": i >= standing} for i in range(standing + secret)]


def ask(t: Cells) -> Ask:
    """AQ-301, AQ-801: what may follow the spell last cast."""
    if t[LAST] == 0:
        return "first"
    if t[EASY] != 0:
        return "any"
    return "again" if t[LAST] == KINDS else "upward"

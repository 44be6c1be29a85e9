"""What only helps to draw a view: who sits where, what is asked, what is unseen and which calls are a slip."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from sortilege.core.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.dealer import table_of
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


class Board(TypedDict):
    """What only helps to draw a view."""

    box: Box
    places: list[Place]  # by seat
    unseen: list[int]  # stones of each spell the viewer cannot see, dragon first
    too_low: list[int]  # spells that may be called, but that is sure to cost a life (AQ-303)
    ask: Ask


def board(view: View) -> Board:
    """What only helps to draw this view."""
    t = table_of(view)
    return {
        "box": {"lives": box.LIVES, "hand": box.HAND, "secrets": box.SECRETS, "summit": box.SUMMIT},
        "places": [place(t, view["you"], seat) for seat in range(view["seats"])],
        "unseen": [t[L.POOL + spell] for spell in range(1, box.KINDS + 1)],
        "too_low": [act["spell"] for act in view["legal"] if act["do"] == "call" and act["spell"] < lowest_call(t)],
        "ask": ask(t),
    }


def place(t: Cells, you: int | None, seat: int) -> Place:
    """Neighbours are those a spell would hit: the nearest who are still in the round (AQ-812)."""
    if not L.in_round(t, seat):
        return "out"
    if you is None:
        return "watched"
    if seat == you:
        return "you"
    left, right = seat == L.left_of(t, you), seat == L.right_of(t, you)
    if left and right:
        return "both"
    return "left" if left else "right" if right else "across"


def ask(t: Cells) -> Ask:
    """AQ-301, AQ-801: what may follow the spell last cast."""
    if t[L.LAST] == 0:
        return "first"
    if t[L.EASY] != 0:
        return "any"
    return "again" if t[L.LAST] == box.KINDS else "upward"

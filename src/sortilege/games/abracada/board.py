"""Extra data for drawing a view: where each seat is relative to the viewer, which calls are possible, which stones are
unseen."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.dealer import table_of
from sortilege.games.abracada.rules.calls import lowest_call
from sortilege.games.abracada.view import View

# Where a seat is relative to the viewer. The next one clockwise is on the left. "watched": the viewer is a spectator.
Place: TypeAlias = Literal["you", "left", "right", "both", "across", "out", "watched"]
# What the seat to move may call: any spell as the first call; later any (easy), the same or higher, or only the same.
Ask: TypeAlias = Literal["first", "any", "upward", "again"]


class Box(TypedDict):
    """The numbers of components and the points that end the game."""

    lives: int
    hand: int
    secrets: int
    summit: int


class Board(TypedDict):
    """Extra data for drawing a view."""

    box: Box
    places: list[Place]  # by seat
    unseen: list[int]  # unseen stones of each spell, dragon first
    too_low: list[int]  # legal calls that certainly cost a life (AQ-303)
    ask: Ask


def board(view: View) -> Board:
    """Return the extra data for drawing this view."""
    t = table_of(view)
    return {
        "box": {"lives": box.LIVES, "hand": box.HAND, "secrets": box.SECRETS, "summit": box.SUMMIT},
        "places": [place(t, view["you"], seat) for seat in range(view["seats"])],
        "unseen": [t[L.POOL + spell] for spell in range(1, box.KINDS + 1)],
        "too_low": [act["spell"] for act in view["legal"] if act["do"] == "call" and act["spell"] < lowest_call(t)],
        "ask": ask(t),
    }


def place(t: Cells, you: int | None, seat: int) -> Place:
    """Return where a seat is relative to the viewer. Neighbours are the nearest players still in the round, whom spells
    hit (AQ-812)."""
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
    """AQ-301, AQ-801: return what may be called after the spell last cast."""
    if t[L.LAST] == 0:
        return "first"
    if t[L.EASY] != 0:
        return "any"
    return "again" if t[L.LAST] == box.KINDS else "upward"

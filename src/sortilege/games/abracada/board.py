"""Extra data for drawing a view: where each seat sits relative to the viewer, which calls are possible, and which
stones are unseen."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.dealer import state_vector
from sortilege.games.abracada.rules.calls import lowest_call
from sortilege.games.abracada.view import View

# Where a seat sits relative to the viewer. The next seat clockwise is on the left; "both": it is on the left and right;
# "across": another seat. "out": out of the round. "watched": the viewer is a spectator.
Place: TypeAlias = Literal["you", "left", "right", "both", "across", "out", "watched"]
# Which spells the seat to move may call: see `allowed_calls`.
Ask: TypeAlias = Literal["first", "any", "upward", "again"]


class Box(TypedDict):
    """Fixed numbers of the game that the browser needs to draw a table."""

    lives: int  # at the start of a round
    hand: int  # the number of stones in a full hand
    secrets: int  # the number of secret stones
    summit: int  # the score that ends the game


class Board(TypedDict):
    """Data for drawing a view that the view itself does not contain."""

    box: Box
    places: list[Place]  # by seat: where it sits relative to the viewer
    unseen: list[int]  # by spell from 1 to 8: how many of its stones the viewer does not see
    too_low: list[int]  # legal calls that certainly cost a life (AQ-303)
    ask: Ask  # which spells may be called now


def board(view: View) -> Board:
    """Return the data for drawing this view that the view itself does not contain."""
    t = state_vector(view)
    calls = [action["spell"] for action in view["legal"] if action["do"] == "call"]
    return {
        "box": {"lives": box.LIVES, "hand": box.HAND, "secrets": box.SECRETS, "summit": box.WINNING_SCORE},
        "places": [place(t, view["you"], seat) for seat in range(view["seats"])],
        "unseen": [t[L.POOL + spell] for spell in range(1, box.KINDS + 1)],
        "too_low": [spell for spell in calls if spell < lowest_call(t)],
        "ask": allowed_calls(t),
    }


def place(t: Cells, you: int | None, seat: int) -> Place:
    """Return where a seat sits relative to the viewer `you` (None: a spectator). The left and right neighbours are the
    nearest players still in the round, because spells such as the storm hit them (AQ-812)."""
    if not L.in_round(t, seat):
        return "out"
    if you is None:
        return "watched"
    if seat == you:
        return "you"
    is_left, is_right = seat == L.left_of(t, you), seat == L.right_of(t, you)
    if is_left and is_right:
        return "both"
    if is_left:
        return "left"
    return "right" if is_right else "across"


def allowed_calls(t: Cells) -> Ask:
    """Return which spells may be called (AQ-301, AQ-801): "first" or "any" for all spells, at the first call of a turn
    or later; "upward" for the last spell and higher ones; "again" for the last spell only, the highest."""
    if t[L.LAST_SPELL] == 0:
        return "first"
    if t[L.EASY] != 0:
        return "any"
    if t[L.LAST_SPELL] == box.KINDS:
        return "again"
    return "upward"

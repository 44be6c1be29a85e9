"""Extra data for drawing a view: where each seat sits relative to the viewer, which calls are possible, and which
stones are unseen."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.games.abracada import box
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.dealer import table_of
from sortilege.games.abracada.rules.calls import lowest_call
from sortilege.games.abracada.view import View

# Where a seat sits relative to the viewer; the next seat clockwise is on the left. "both": it is the left and the right
# neighbour. "out": it is out of the round. "watched": the viewer is a spectator.
Place: TypeAlias = Literal["you", "left", "right", "both", "across", "out", "watched"]
# Which spells the seat to move may call. "first": any, as its first call. After that "any" with the option `easy`,
# otherwise "upward" (the last spell or a higher one) or "again" (only the last one, because it is the highest).
Ask: TypeAlias = Literal["first", "any", "upward", "again"]


class Box(TypedDict):
    """The numbers in the rules that a drawing needs."""

    lives: int  # at the start of a round
    hand: int  # stones in a full hand
    secrets: int  # secret stones
    summit: int  # points that end the game


class Board(TypedDict):
    """Data for drawing a view that the view itself does not contain."""

    box: Box
    places: list[Place]  # by seat
    unseen: list[int]  # unseen stones of each spell, dragon first
    too_low: list[int]  # legal calls that certainly cost a life (AQ-303)
    ask: Ask


def board(view: View) -> Board:
    """Return the extra data for drawing this view."""
    t = table_of(view)
    calls = [action["spell"] for action in view["legal"] if action["do"] == "call"]
    return {
        "box": {"lives": box.LIVES, "hand": box.HAND, "secrets": box.SECRETS, "summit": box.WINNING_SCORE},
        "places": [place(t, view["you"], seat) for seat in range(view["seats"])],
        "unseen": [t[L.POOL + spell] for spell in range(1, box.KINDS + 1)],
        "too_low": [spell for spell in calls if spell < lowest_call(t)],
        "ask": allowed_calls(t),
    }


def place(t: Cells, you: int | None, seat: int) -> Place:
    """Return where a seat sits relative to the viewer `you`. Neighbours are the nearest players still in the round,
    because spells hit them (AQ-812)."""
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
    """AQ-301, AQ-801: return which spells may be called after the spell last cast."""
    if t[L.LAST_SPELL] == 0:
        return "first"
    if t[L.EASY] != 0:
        return "any"
    return "again" if t[L.LAST_SPELL] == box.KINDS else "upward"

"""Extra data for drawing a view, derived from the view alone: sides, warnings near the end, counted numbers, and the
immediate effects of activations."""

from __future__ import annotations

from typing import Literal, TypedDict

from sortilege.core.engine.cells import Cells, copy
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.actions import find
from sortilege.games.spellcaster.dealer import visible_cells
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.effects.icons import signs
from sortilege.games.spellcaster.rules.state import apply_action
from sortilege.games.spellcaster.rules.turn import run_automatic_phase
from sortilege.games.spellcaster.view import View

CLOSE = 4  # crystals; a side with fewer left to lose or to win gets a warning
LOW_DECK = 3  # cards per mage; with at most these, the deck is low
ACTIONS = 2  # per turn (SC-230)

Fate = Literal["last", "spent", "low"]


class Scale(TypedDict):
    """The full length of the crystal gauges: the starting energy, and the sapphires that win."""

    energy: int
    sapphires: int


class Stroke(TypedDict):
    """The immediate effect of an activation: crystal changes by side, and whether the activating side wins."""

    energy: list[int]
    sapphires: list[int]
    wins: bool


class OwnBoard(TypedDict):
    """The part of the board that only the deciding seat gets."""

    strokes: dict[str, Stroke]  # by card, for the legal activations


class Board(OwnBoard):
    """The extra data for drawing a view."""

    side_of: list[int]  # by seat
    teams: bool
    next_rival: int | None  # the rival whose hand card texts refer to
    scale: Scale
    fate: Fate | None
    scarce: list[bool]  # by side: close to losing its last energy
    wealthy: list[bool]  # by side: close to winning by sapphires
    actions: int  # in this turn, completed and left
    counted: dict[str, int]  # by top card of the active side: the value of the counted number in its text


def board(view: View) -> Board:
    """Return the board of a view."""
    t = visible_cells(view)
    sides = box.sides(view["seats"])
    return {
        "side_of": [side for seat in range(view["seats"]) for side in range(2) if seat in sides[side]],
        "teams": view["seats"] > len(sides),
        "next_rival": None if view["active"] is None else L.next_rival(t),
        "scale": {"energy": box.ENERGY, "sapphires": box.WINNING_SAPPHIRES},
        "fate": fate(view),
        "scarce": [n < CLOSE for n in view["energy"]],
        "wealthy": [n > box.WINNING_SAPPHIRES - CLOSE for n in view["sapphires"]],
        "actions": max(ACTIONS, view["left"]),
        "counted": {} if view["active"] is None else counted_numbers(view, t),
        **own_board(view),
    }


def own_board(view: View) -> OwnBoard:
    """Return the part of the board that only the deciding seat gets."""
    return {"strokes": strokes(view, visible_cells(view)) if view["legal"] else {}}


def fate(view: View) -> Fate | None:
    """SC-403, SC-405: return whether this is the last turn ("last"), the deck is empty ("spent") or it holds few cards
    ("low")."""
    if view["outcome"]:
        return None
    if view["last"]:
        return "last"
    if view["deck"] == 0:
        return "spent"
    return "low" if view["deck"] <= view["seats"] * LOW_DECK else None


def counted_numbers(view: View, t: Cells) -> dict[str, int]:
    """Return the value of the first counted number (`@rhand`, `@col`) in the text of each top card that faces the
    active side. A text without one has no entry."""
    side = t[L.ACTIVE_SEAT] % 2
    counts = {"@rhand": L.rival_hand_size(t, side), "@col": L.colour_count(t, side)}
    cards = card_set(view["options"]["cards"]).cards
    numbers: dict[str, int] = {}
    for pile in view["piles"].values():
        name, _, faces = pile[-1].partition("/") if pile else ("", "", "")
        if faces == str(side):
            for sign in signs(cards[box.CARD_OF[name]].text(view["seats"])):
                if sign.get("per") in counts:
                    numbers.setdefault(name, max(0, counts[sign["per"]] + sign.get("plus", 0)))
    return numbers


def strokes(view: View, t: Cells) -> dict[str, Stroke]:
    """Return the immediate effect of each legal activation that changes crystals or wins. The text is followed until it
    needs a decision or a drawn card, so the visible cards are enough to compute it."""
    program = card_set(view["options"]["cards"]).program
    strokes_by_card: dict[str, Stroke] = {}
    for action in view["legal"]:
        if action["do"] != "activate":
            continue
        after = copy(t)
        apply_action(after, program, find(action))
        while after[L.PHASE] == L.CONTINUE_TEXT:
            run_automatic_phase(after, program)
        energy, sapphires = changes(t, after, L.ENERGY), changes(t, after, L.SAPPHIRES)
        wins = after[L.PHASE] == L.GAME_OVER and after[L.WINNER] - 1 == t[L.ACTIVE_SEAT] % 2
        if wins or any(energy + sapphires):
            strokes_by_card[action["card"]] = {"energy": energy, "sapphires": sapphires, "wins": wins}
    return strokes_by_card


def changes(before: Cells, after: Cells, kind: int) -> list[int]:
    """Return by how much a kind of crystal changed for each side."""
    return [after[kind + side] - before[kind + side] for side in range(2)]

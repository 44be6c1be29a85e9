"""What only helps to draw a view: sides and teams, how near the end is, what numbers and activations come to."""

from __future__ import annotations

from typing import Literal, TypedDict

from sortilege.core.cells import Cells, copy
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.actions import find
from sortilege.games.spellcaster.dealer import table_of
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.effects.icons import signs
from sortilege.games.spellcaster.rules.state import act
from sortilege.games.spellcaster.rules.turn import move_on
from sortilege.games.spellcaster.view import View

NEAR = 4  # crystals from the end
HANDFUL = 3  # cards for each mage: with no more, the deck is low
ACTIONS = 2  # of a turn (SC-230)

Fate = Literal["last", "spent", "low"]


class Scale(TypedDict):
    """As many crystals as a gauge has places for: the energy of the start, the sapphires that win."""

    energy: int
    sapphires: int


class Stroke(TypedDict):
    """What an activation would bring at once, by side, and whether it wins."""

    energy: list[int]
    sapphires: list[int]
    wins: bool


class OwnBoard(TypedDict):
    """What is there for the seat to decide."""

    strokes: dict[str, Stroke]  # by card, for the activations on offer


class Board(OwnBoard):
    """What only helps to draw a view."""

    side_of: list[int]  # by seat
    teams: bool
    next_rival: int | None  # the mage of the other side whom texts about one rival's hand concern
    scale: Scale
    fate: Fate | None
    scarce: list[bool]  # by side: close to losing for want of energy
    wealthy: list[bool]  # by side: close to winning by sapphires
    actions: int  # of this turn, done and left
    counted: dict[str, int]  # what the counted number of a top card of the active side comes to


def board(view: View) -> Board:
    """Made from the view alone."""
    t = table_of(view)
    sides = box.sides(view["seats"])
    return {
        "side_of": [side for seat in range(view["seats"]) for side in range(2) if seat in sides[side]],
        "teams": view["seats"] > len(sides),
        "next_rival": None if view["active"] is None else L.next_rival(t),
        "scale": {"energy": box.ENERGY, "sapphires": box.SUMMIT},
        "fate": fate(view),
        "scarce": [n < NEAR for n in view["energy"]],
        "wealthy": [n > box.SUMMIT - NEAR for n in view["sapphires"]],
        "actions": max(ACTIONS, view["left"]),
        "counted": {} if view["active"] is None else numbers_of(view, t),
        **own_board(view),
    }


def own_board(view: View) -> OwnBoard:
    """What the choices of this view would bring."""
    return {"strokes": strokes(view, table_of(view)) if view["legal"] else {}}


def fate(view: View) -> Fate | None:
    """SC-403, SC-405: this is the last turn, no card is left, or few are."""
    if view["outcome"]:
        return None
    if view["last"]:
        return "last"
    if view["deck"] == 0:
        return "spent"
    return "low" if view["deck"] <= view["seats"] * HANDFUL else None


def numbers_of(view: View, t: Cells) -> dict[str, int]:
    """What the first counted number of a text comes to as things lie, for the top cards that face the active side."""
    side = t[L.ACTIVE] % 2
    counts = {"@rhand": L.rival_cards(t), "@col": L.colours_of(t, side)}
    cards = card_set(view["options"]["cards"]).cards
    found: dict[str, int] = {}
    for pile in view["piles"].values():
        name, _, faces = pile[-1].partition("/") if pile else ("", "", "")
        if faces == str(side):
            for sign in signs(cards[box.CARD_OF[name]].text(view["seats"])):
                if sign.get("per") in counts:
                    found.setdefault(name, max(0, counts[sign["per"]] + sign.get("plus", 0)))
    return found


def strokes(view: View, t: Cells) -> dict[str, Stroke]:
    """What each activation on offer would bring, up to where its text first asks somebody or draws. The table and one's
    own hand tell all of it."""
    program = card_set(view["options"]["cards"]).program
    found: dict[str, Stroke] = {}
    for action in view["legal"]:
        if action["do"] != "activate":
            continue
        after = copy(t)
        act(after, program, find(action))
        while after[L.PHASE] == L.TEXT:
            move_on(after, program)
        energy, sapphires = gains(t, after, L.ENERGY), gains(t, after, L.SAPPHIRES)
        wins = after[L.PHASE] == L.DONE and after[L.WINNER] - 1 == t[L.ACTIVE] % 2
        if wins or any(energy + sapphires):
            found[action["card"]] = {"energy": energy, "sapphires": sapphires, "wins": wins}
    return found


def gains(before: Cells, after: Cells, cell: int) -> list[int]:
    return [after[cell + side] - before[cell + side] for side in range(2)]

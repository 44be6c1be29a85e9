"""What only helps to draw a view: sides and teams, how near the end is, what numbers and activations come to."""

from __future__ import annotations

from typing import Literal, TypedDict

from sortilege.core.cells import Cells, copy
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.actions import find
from sortilege.games.spellcaster.dealer import visible_cells
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.effects.icons import signs
from sortilege.games.spellcaster.rules.state import apply_action
from sortilege.games.spellcaster.rules.turn import run_automatic_step
from sortilege.games.spellcaster.view import View

CLOSE = 4  # crystals from the end
LOW_DECK = 3  # cards for each mage: with no more, the deck is low
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
    """What the choices of this view would bring."""
    return {"strokes": strokes(view, visible_cells(view)) if view["legal"] else {}}


def fate(view: View) -> Fate | None:
    """SC-403, SC-405: this is the last turn, no card is left, or few are."""
    if view["outcome"]:
        return None
    if view["last"]:
        return "last"
    if view["deck"] == 0:
        return "spent"
    return "low" if view["deck"] <= view["seats"] * LOW_DECK else None


def counted_numbers(view: View, t: Cells) -> dict[str, int]:
    """What the first counted number of a text comes to as things lie, for the top cards that face the active side."""
    side = t[L.ACTIVE] % 2
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
    """What each activation on offer would bring, up to where its text first asks somebody or draws. The table and one's
    own hand tell all of it."""
    program = card_set(view["options"]["cards"]).program
    strokes_by_card: dict[str, Stroke] = {}
    for action in view["legal"]:
        if action["do"] != "activate":
            continue
        after = copy(t)
        apply_action(after, program, find(action))
        while after[L.PHASE] == L.NEXT_STEP:
            run_automatic_step(after, program)
        energy, sapphires = changes(t, after, L.ENERGY), changes(t, after, L.SAPPHIRES)
        wins = after[L.PHASE] == L.DONE and after[L.WINNER] - 1 == t[L.ACTIVE] % 2
        if wins or any(energy + sapphires):
            strokes_by_card[action["card"]] = {"energy": energy, "sapphires": sapphires, "wins": wins}
    return strokes_by_card


def changes(before: Cells, after: Cells, kind: int) -> list[int]:
    return [after[kind + side] - before[kind + side] for side in range(2)]

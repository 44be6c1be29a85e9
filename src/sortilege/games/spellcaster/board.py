"""Extra data for drawing a view, computed from the view alone: the sides, warnings near the end of the game, numbers
that card texts count, and the immediate effects of activations."""

from __future__ import annotations

from typing import Literal, TypedDict

from sortilege.core.engine.cells import Cells, copy
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.actions import find
from sortilege.games.spellcaster.dealer import visible_cells
from sortilege.games.spellcaster.deck import card_set
from sortilege.games.spellcaster.effects.icons import effect_icons
from sortilege.games.spellcaster.notation import cards_in
from sortilege.games.spellcaster.rules.state import apply_action
from sortilege.games.spellcaster.rules.turn import ACTIONS_PER_TURN, run_automatic_phase
from sortilege.games.spellcaster.view import View

WARNING_DISTANCE = 4  # a side that is fewer crystals away from losing or winning gets a warning
LOW_DECK = 3  # cards per mage; with at most these, the deck is low

DeckWarning = Literal["last", "spent", "low"]  # see `deck_warning`


class Scale(TypedDict):
    """The numbers of crystals at which the gauges of a side are full."""

    energy: int  # the energy of a side at the start
    sapphires: int  # the number of sapphires that wins


class ActivationEffect(TypedDict):
    """The immediate effect of activating a card."""

    energy: list[int]  # the change of energy of side 0 and of side 1; a loss is negative
    sapphires: list[int]  # the change of sapphires, in the same way
    wins: bool  # whether the activating side wins


class OwnBoard(TypedDict):
    """The drawing data that only the seat to move receives."""

    strokes: dict[str, ActivationEffect]  # by card: the effect of activating it now, for every legal activation


class Board(OwnBoard):
    """What the browser needs to draw a view beyond the view itself."""

    side_of: list[int]  # by seat: its side, 0 or 1
    teams: bool  # whether a side has more than one mage
    next_rival: int | None  # the seat of the rival whose hand card texts refer to; None before the first turn
    scale: Scale
    fate: DeckWarning | None  # how close the deck is to ending the game
    scarce: list[bool]  # by side: whether it is close to losing its last energy
    wealthy: list[bool]  # by side: whether it is close to winning by sapphires
    actions: int  # the number of actions in this turn, completed and left
    counted: dict[str, int]  # by top card of the active side: the number that its text counts, such as a hand size


def board(view: View) -> Board:
    """Return what the browser needs to draw a view beyond the view itself, such as warnings and gauge lengths."""
    t = visible_cells(view)
    return {
        "side_of": [L.side_of(seat) for seat in range(view["seats"])],
        "teams": view["seats"] > 2,
        "next_rival": None if view["active"] is None else L.next_rival(t),
        "scale": {"energy": box.ENERGY, "sapphires": box.WINNING_SAPPHIRES},
        "fate": deck_warning(view),
        "scarce": [energy < WARNING_DISTANCE for energy in view["energy"]],
        "wealthy": [sapphires > box.WINNING_SAPPHIRES - WARNING_DISTANCE for sapphires in view["sapphires"]],
        "actions": max(ACTIONS_PER_TURN, view["left"]),
        "counted": {} if view["active"] is None else counted_numbers(view, t),
        **own_board(view),
    }


def own_board(view: View) -> OwnBoard:
    """Return the drawing data that only the seat to move receives: the effects of the cards it can activate."""
    if not view["legal"]:
        return {"strokes": {}}
    return {"strokes": activation_effects(view, visible_cells(view))}


def deck_warning(view: View) -> DeckWarning | None:
    """Return how close the deck is to ending the game: "last" in the last turn, "spent" if the deck is empty, "low" if
    it has few cards left, otherwise None (SC-403, SC-405)."""
    if view["outcome"]:
        return None
    if view["last"]:
        return "last"
    if view["deck"] == 0:
        return "spent"
    return "low" if view["deck"] <= view["seats"] * LOW_DECK else None


def counted_numbers(view: View, t: Cells) -> dict[str, int]:
    """Return what the texts of the active side's top cards count, by card: for "2 damage per card in the rival's hand"
    the size of that hand. Only the first number that a text counts is included."""
    side = L.own_side(t)
    counts = {"@rhand": L.rival_hand_size(t, side), "@col": L.colour_count(t, side)}
    cards = card_set(view["options"]["cards"]).cards
    numbers: dict[str, int] = {}
    for card in cards_in(t[L.TOP_CARDS_FACING + side]):
        for icon in effect_icons(cards[card].text(view["seats"])):
            if icon.get("per") in counts:
                number = counts[icon["per"]] + icon.get("plus", 0)
                numbers.setdefault(box.CARD_IDS[card], max(0, number))
    return numbers


def activation_effects(view: View, t: Cells) -> dict[str, ActivationEffect]:
    """Return the immediate effect of each legal activation that changes crystals or wins, by card. Each text is carried
    out on a copy of the visible cells, up to its first decision or chance outcome."""
    program = card_set(view["options"]["cards"]).program
    effects: dict[str, ActivationEffect] = {}
    for action in view["legal"]:
        if action["do"] != "activate":
            continue
        after = copy(t)
        apply_action(after, program, find(action))
        while after[L.PHASE] == L.CONTINUE_TEXT:
            run_automatic_phase(after, program)
        energy = crystal_changes(t, after, L.ENERGY)
        sapphires = crystal_changes(t, after, L.SAPPHIRES)
        wins = after[L.PHASE] == L.GAME_OVER and after[L.WINNER] == L.SIDE_0_WINS + L.own_side(t)
        if wins or any(energy + sapphires):
            effects[action["card"]] = {"energy": energy, "sapphires": sapphires, "wins": wins}
    return effects


def crystal_changes(before: Cells, after: Cells, crystal: int) -> list[int]:
    """Return how many crystals of a kind side 0 and side 1 gained; `crystal` is ENERGY or SAPPHIRES."""
    return [after[crystal + side] - before[crystal + side] for side in range(2)]

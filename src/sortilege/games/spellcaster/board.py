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
from sortilege.games.spellcaster.effects.icons import signs
from sortilege.games.spellcaster.notation import cards_in
from sortilege.games.spellcaster.rules.state import apply_action
from sortilege.games.spellcaster.rules.turn import ACTIONS_PER_TURN, run_automatic_phase
from sortilege.games.spellcaster.view import View

WARNING_DISTANCE = 4  # a side that is fewer crystals away from losing or winning gets a warning
LOW_DECK = 3  # cards per mage; with at most these, the deck is low

Fate = Literal["last", "spent", "low"]  # a warning that the deck will end the game; see `fate`


class Scale(TypedDict):
    """The full length of the crystal gauges."""

    energy: int  # at the start
    sapphires: int  # that win


class Stroke(TypedDict):
    """The immediate effect of activating a card."""

    energy: list[int]  # gained or lost, by side
    sapphires: list[int]
    wins: bool  # whether the activating side wins


class OwnBoard(TypedDict):
    """The part of the board that only the seat to move gets."""

    strokes: dict[str, Stroke]  # by card: the effects of the legal activations


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
    counted: dict[str, int]  # by top card of the active side: the number that its text counts, such as a hand size


def board(view: View) -> Board:
    """Return the extra data for drawing a view."""
    t = visible_cells(view)
    return {
        "side_of": [L.side_of(seat) for seat in range(view["seats"])],
        "teams": view["seats"] > 2,
        "next_rival": None if view["active"] is None else L.next_rival(t),
        "scale": {"energy": box.ENERGY, "sapphires": box.WINNING_SAPPHIRES},
        "fate": fate(view),
        "scarce": [energy < WARNING_DISTANCE for energy in view["energy"]],
        "wealthy": [sapphires > box.WINNING_SAPPHIRES - WARNING_DISTANCE for sapphires in view["sapphires"]],
        "actions": max(ACTIONS_PER_TURN, view["left"]),
        "counted": {} if view["active"] is None else counted_numbers(view, t),
        **own_board(view),
    }


def own_board(view: View) -> OwnBoard:
    """Return the part of the board that only the seat to move gets."""
    return {"strokes": strokes(view, visible_cells(view)) if view["legal"] else {}}


def fate(view: View) -> Fate | None:
    """Return a warning that the deck will end the game: "last" in the last turn, "spent" if the deck is empty, "low" if
    it holds few cards, otherwise None (SC-403, SC-405)."""
    if view["outcome"]:
        return None
    if view["last"]:
        return "last"
    if view["deck"] == 0:
        return "spent"
    return "low" if view["deck"] <= view["seats"] * LOW_DECK else None


def counted_numbers(view: View, t: Cells) -> dict[str, int]:
    """Return the numbers that the texts of the active side's top cards count now, by card: for "2 damage per card of
    the rival" the hand size of the rival. Only the first counted number of a text is included; a text that counts
    nothing has no entry."""
    side = L.own_side(t)
    counts = {"@rhand": L.rival_hand_size(t, side), "@col": L.colour_count(t, side)}
    cards = card_set(view["options"]["cards"]).cards
    numbers: dict[str, int] = {}
    for card in cards_in(t[L.TOP_CARDS_FACING + side]):
        for sign in signs(cards[card].text(view["seats"])):
            if sign.get("per") in counts:
                numbers.setdefault(box.CARD_IDS[card], max(0, counts[sign["per"]] + sign.get("plus", 0)))
    return numbers


def strokes(view: View, t: Cells) -> dict[str, Stroke]:
    """Return the immediate effect of each legal activation that changes crystals or wins, by card. Each text is carried
    out on a copy of the visible cells, up to its first decision or chance outcome, so no hidden card is needed."""
    program = card_set(view["options"]["cards"]).program
    strokes_by_card: dict[str, Stroke] = {}
    for action in view["legal"]:
        if action["do"] != "activate":
            continue
        after = copy(t)
        apply_action(after, program, find(action))
        while after[L.PHASE] == L.CONTINUE_TEXT:
            run_automatic_phase(after, program)
        energy = changes(t, after, L.ENERGY)
        sapphires = changes(t, after, L.SAPPHIRES)
        wins = after[L.PHASE] == L.GAME_OVER and after[L.WINNER] == L.SIDE_0_WINS + L.own_side(t)
        if wins or any(energy + sapphires):
            strokes_by_card[action["card"]] = {"energy": energy, "sapphires": sapphires, "wins": wins}
    return strokes_by_card


def changes(before: Cells, after: Cells, kind: int) -> list[int]:
    """Return by how much a kind of crystal changed for each side; `kind` is ENERGY or SAPPHIRES."""
    return [after[kind + side] - before[kind + side] for side in range(2)]

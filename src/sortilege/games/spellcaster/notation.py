"""The JSON notation of cards, piles, steps and questions, shared by positions, views and the log."""

from __future__ import annotations

from collections.abc import Iterable

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L

STEPS = ("start", "actions", "over")
ASKS = {
    L.FIRST_PLAYER: "first",
    L.DRAW_CARD: "card",
    L.STEAL_CARD: "steal",
    L.ACTION: "action",
    L.TRIGGER: "trigger",
    L.DISCARD: "discard",
    L.DISCARD_UP_TO: "upto",
    L.UNLESS: "unless",
    L.PAY: "pay",
    L.CHOOSE: "choose",
    L.TARGET: "target",
    L.PLAY_FREE: "playfree",
    L.RECOVER: "recover",
}
PHASE_OF = {name: phase for phase, name in ASKS.items()}


def card_names(cards: int) -> list[str]:
    """Return the names of a set of cards, ascending."""
    names: list[str] = []
    while cards:  # one iteration per card: most sets are small
        lowest = cards & -cards
        names.append(box.CARD_IDS[lowest.bit_length() - 1])
        cards ^= lowest
    return names


def card_set_of(card_names: Iterable[str]) -> int:
    """Return the set of the cards with these names."""
    return sum(int(L.BIT[box.CARD_OF[name]]) for name in card_names)


def pile(t: Cells, colour: int) -> list[str]:
    """SC-008: return a pile from bottom to top, each card with the side it faces."""
    entry = [t[L.PILE + colour * 15 + i] for i in range(t[L.PILE_SIZE + colour])]
    return [f"{box.CARD_IDS[x >> 1]}/{x & 1}" for x in entry]


def piles(t: Cells) -> dict[str, list[str]]:
    """Return all four piles by colour."""
    return {letter: pile(t, colour) for colour, letter in enumerate(box.COLOURS)}


def discard_pile(t: Cells) -> list[str]:
    """Return the discard pile, oldest first."""
    return [box.CARD_IDS[t[L.DISCARD_PILE + i]] for i in range(t[L.DISCARD_SIZE])]


def by_side(t: Cells, cell: int) -> list[int]:
    """Return how much of a kind of crystal each side has; `cell` is ENERGY, SAPPHIRES or WARD."""
    return [t[cell], t[cell + 1]]


def step_name(t: Cells) -> str:
    """Return the step of the turn, or "over"."""
    return "over" if t[L.PHASE] == L.GAME_OVER else STEPS[t[L.TURN_STEP]]


def draw_reason(t: Cells) -> str:
    """Return what the next card is drawn for: the deal, the turn, an action or a text."""
    if t[L.PHASE_AFTER_DRAW] == L.DEAL:
        return "deal"
    if t[L.PHASE_AFTER_DRAW] == L.NEXT_ACTION:
        return "turn" if t[L.TURN_STEP] == L.START else "action"
    return "text"

"""How the table is written in JSON: cards, piles, steps and questions, alike in positions, views and the log."""

from __future__ import annotations

from collections.abc import Iterable

from sortilege.core.cells import Cells
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L

STEPS = ("start", "actions", "over")
ASKS = {
    L.FIRST: "first",
    L.CARD: "card",
    L.STEAL: "steal",
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
    """A set of cards, ascending."""
    names: list[str] = []
    while cards:  # mostly few of the sixty
        lowest = cards & -cards
        names.append(box.CARD_IDS[lowest.bit_length() - 1])
        cards ^= lowest
    return names


def card_set_of(card_names: Iterable[str]) -> int:
    """The set of these cards."""
    return sum(int(L.BIT[box.CARD_OF[name]]) for name in card_names)


def pile(t: Cells, colour: int) -> list[str]:
    """A pile from bottom to top, each card with the side it faces (SC-008)."""
    entry = [t[L.PILE + colour * 15 + i] for i in range(t[L.PILE_SIZE + colour])]
    return [f"{box.CARD_IDS[x >> 1]}/{x & 1}" for x in entry]


def piles(t: Cells) -> dict[str, list[str]]:
    """All four piles."""
    return {letter: pile(t, colour) for colour, letter in enumerate(box.COLOURS)}


def discard_pile(t: Cells) -> list[str]:
    """The discard pile, oldest first."""
    return [box.CARD_IDS[t[L.DISCARD_PILE + i]] for i in range(t[L.DISCARD_SIZE])]


def by_side(t: Cells, cell: int) -> list[int]:
    """What side 0 and side 1 have of a kind of crystal."""
    return [t[cell], t[cell + 1]]


def step_name(t: Cells) -> str:
    """Where in the turn the table is."""
    return "over" if t[L.PHASE] == L.DONE else STEPS[t[L.STEP]]


def draw_reason(t: Cells) -> str:
    """What the awaited card is for."""
    if t[L.PHASE_AFTER_DRAW] == L.DEAL:
        return "deal"
    if t[L.PHASE_AFTER_DRAW] == L.NEXT_ACTION:
        return "turn" if t[L.STEP] == L.START else "action"
    return "text"

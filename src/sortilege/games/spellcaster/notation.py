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
    L.UPTO: "upto",
    L.UNLESS: "unless",
    L.PAY: "pay",
    L.CHOOSE: "choose",
    L.TARGET: "target",
    L.PLAYFREE: "playfree",
    L.RECOVER: "recover",
}
PHASES = {name: phase for phase, name in ASKS.items()}


def names(cards: int) -> list[str]:
    """A set of cards, ascending."""
    found: list[str] = []
    while cards:  # mostly few of the sixty
        lowest = cards & -cards
        found.append(box.CARD_IDS[lowest.bit_length() - 1])
        cards ^= lowest
    return found


def bits(names: Iterable[str]) -> int:
    """The set of these cards."""
    return sum(int(L.BIT[box.CARD_OF[name]]) for name in names)


def pile(t: Cells, colour: int) -> list[str]:
    """A pile from bottom to top, each card with the side it faces (SC-008)."""
    lying = [t[L.PILE + colour * 15 + i] for i in range(t[L.HEIGHT + colour])]
    return [f"{box.CARD_IDS[x >> 1]}/{x & 1}" for x in lying]


def piles(t: Cells) -> dict[str, list[str]]:
    """All four piles."""
    return {letter: pile(t, colour) for colour, letter in enumerate(box.COLOURS)}


def discard_pile(t: Cells) -> list[str]:
    """The discard pile, oldest first."""
    return [box.CARD_IDS[t[L.HEAP + i]] for i in range(t[L.THROWN])]


def both_sides(t: Cells, cell: int) -> list[int]:
    """What side 0 and side 1 have of a kind of crystal."""
    return [t[cell], t[cell + 1]]


def step_name(t: Cells) -> str:
    """Where in the turn the table is."""
    return "over" if t[L.PHASE] == L.DONE else STEPS[t[L.STEP]]


def what_for(t: Cells) -> str:
    """What the awaited card is for."""
    if t[L.THEN] == L.DEALING:
        return "deal"
    if t[L.THEN] == L.NEXT:
        return "turn" if t[L.STEP] == L.START else "action"
    return "text"

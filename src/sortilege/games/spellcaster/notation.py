"""How the table is written in JSON: cards, piles, steps and questions, alike in positions, views and the log."""

from __future__ import annotations

from collections.abc import Iterable

from sortilege.core.cells import Cells
from sortilege.games.spellcaster.box import CARD_IDS, CARD_OF, COLOURS
from sortilege.games.spellcaster.layout import (
    ACTION,
    BIT,
    CARD,
    CHOOSE,
    DEALING,
    DISCARD,
    DONE,
    FIRST,
    HEAP,
    HEIGHT,
    NEXT,
    PAY,
    PHASE,
    PILE,
    PLAYFREE,
    RECOVER,
    START,
    STEAL,
    STEP,
    TARGET,
    THEN,
    THROWN,
    TRIGGER,
    UNLESS,
    UPTO,
)

STEPS = ("start", "actions", "over")
ASKS = {
    FIRST: "first",
    CARD: "card",
    STEAL: "steal",
    ACTION: "action",
    TRIGGER: "trigger",
    DISCARD: "discard",
    UPTO: "upto",
    UNLESS: "unless",
    PAY: "pay",
    CHOOSE: "choose",
    TARGET: "target",
    PLAYFREE: "playfree",
    RECOVER: "recover",
}
PHASES = {name: phase for phase, name in ASKS.items()}


def names(cards: int) -> list[str]:
    """A set of cards, ascending."""
    found: list[str] = []
    while cards:  # mostly few of the sixty
        lowest = cards & -cards
        found.append(CARD_IDS[lowest.bit_length() - 1])
        cards ^= lowest
    return found


def bits(names: Iterable[str]) -> int:
    """The set of these cards."""
    return sum(int(BIT[CARD_OF[name]]) for name in names)


def pile(t: Cells, colour: int) -> list[str]:
    """A pile from bottom to top, each card with the side it faces (SC-008)."""
    lying = [t[PILE + colour * 15 + i] for i in range(t[HEIGHT + colour])]
    return [f"{CARD_IDS[x >> 1]}/{x & 1}" for x in lying]


def piles(t: Cells) -> dict[str, list[str]]:
    """All four piles."""
    return {letter: pile(t, colour) for colour, letter in enumerate(COLOURS)}


def discard_pile(t: Cells) -> list[str]:
    """The discard pile, oldest first."""
    return [CARD_IDS[t[HEAP + i]] for i in range(t[THROWN])]


def both_sides(t: Cells, cell: int) -> list[int]:
    """What side 0 and side 1 have of a kind of crystal."""
    return [t[cell], t[cell + 1]]


def step_name(t: Cells) -> str:
    """Where in the turn the table is."""
    return "over" if t[PHASE] == DONE else STEPS[t[STEP]]


def what_for(t: Cells) -> str:
    """What the awaited card is for."""
    if t[THEN] == DEALING:
        return "deal"
    if t[THEN] == NEXT:
        return "turn" if t[STEP] == START else "action"
    return "text"

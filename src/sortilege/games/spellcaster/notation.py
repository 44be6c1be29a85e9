"""The JSON notation of cards, piles, steps and questions, shared by positions, views and the log."""

from __future__ import annotations

from collections.abc import Iterable

from sortilege.core.engine.cells import Cells
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L

STEPS = ("start", "actions", "over")
# what the table waits for, by phase
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


def cards_in(cards: int) -> list[int]:
    """Return the cards, as numbers from 0, of a set of cards. The set is a bit mask in which bit n is card n."""
    numbers: list[int] = []
    remaining = cards
    while remaining:  # one iteration per card: most sets are small
        lowest_bit = remaining & -remaining
        numbers.append(lowest_bit.bit_length() - 1)
        remaining ^= lowest_bit
    return numbers


def card_names(cards: int) -> list[str]:
    """Return the names, such as "R01", of the cards of a set (a bit mask) in ascending order."""
    return [box.CARD_IDS[card] for card in cards_in(cards)]


def card_set_of(card_names: Iterable[str]) -> int:
    """Return the set, as a bit mask, of the cards with these names, such as "R01"."""
    return sum(int(L.BIT[box.CARD_OF[name]]) for name in card_names)


def entry_text(entry: int) -> str:
    """Return a card on a pile and the side it faces as text, such as "R01/1". See `layout.pile_entry`."""
    return f"{box.CARD_IDS[L.entry_card(entry)]}/{L.entry_side(entry)}"


def parse_entry(text: str) -> int:
    """Return the pile entry, one integer, of a card and the side it faces, written as "R01/1"."""
    name, _, side = text.partition("/")
    return L.pile_entry(box.CARD_OF[name], int(side))


def piles(t: Cells) -> dict[str, list[str]]:
    """Return the cards of the four piles, from bottom to top, by the letter of their colour (SC-008)."""
    return {
        letter: [entry_text(t[L.pile_cell(colour, height)]) for height in range(t[L.PILE_SIZE + colour])]
        for colour, letter in enumerate(box.COLOURS)
    }


def discard_pile(t: Cells) -> list[str]:
    """Return the discard pile, oldest first."""
    return [box.CARD_IDS[t[L.DISCARD_PILE + i]] for i in range(t[L.DISCARD_SIZE])]


def crystals_by_side(t: Cells, crystal: int) -> list[int]:
    """Return how many crystals of a kind side 0 and side 1 have; `crystal` is ENERGY, SAPPHIRES or WARD."""
    return [t[crystal], t[crystal + 1]]


def step_name(t: Cells) -> str:
    """Return the name of the step that the turn is in, "start" or "actions", or "over" after the game."""
    return "over" if t[L.PHASE] == L.GAME_OVER else STEPS[t[L.TURN_STEP]]


def draw_reason(t: Cells) -> str:
    """Return why the next card is drawn: for the first hands ("deal"), a "turn", an "action" or a "text"."""
    if t[L.PHASE_AFTER_DRAW] == L.DEAL:
        return "deal"
    if t[L.PHASE_AFTER_DRAW] == L.NEXT_ACTION:
        return "turn" if t[L.TURN_STEP] == L.START else "action"
    return "text"

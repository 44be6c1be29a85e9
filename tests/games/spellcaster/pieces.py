"""Data of this game for tests/shelf: its cards, positions that a seat cannot distinguish, and small tables whose
possible states can be counted."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from sortilege.core.engine.state import State
from sortilege.games.spellcaster import layout
from sortilege.games.spellcaster.box import CARD_IDS
from tests.shelf.tables import Table, World

BOX = Counter(CARD_IDS)
TABLES: list[Table] = [
    (2, {"bounded_supply": True, "activate_enchantments": True, "allow_pass": True, "first": 1}),
    (3, {"first": 0, "allow_pass": True}),
    (4, {"activate_enchantments": True, "first": 3}),
]


def pieces(state: State) -> Counter[str]:
    """Return all cards: in the deck, in hands, on piles, on the discard pile and out of the game."""
    t = state.cells
    cards_found: Counter[str] = Counter()
    for cell in (layout.DECK, layout.OUT_OF_GAME, *range(layout.HAND, layout.HAND + 4)):
        cards_found.update(name for card, name in enumerate(CARD_IDS) if t[cell] >> card & 1)
    cards_found.update(CARD_IDS[t[layout.DISCARD_PILE + i]] for i in range(t[layout.DISCARD_SIZE]))
    for colour in range(4):
        cards_found.update(CARD_IDS[t[layout.PILE + colour * 15 + i] // 2] for i in range(t[layout.PILE_SIZE + colour]))
    return cards_found


def disguises(position: dict[str, Any], seat: int) -> Iterator[dict[str, Any]]:
    """Yield positions that look the same to this seat: the cards that it cannot see are permuted among other hands and
    the deck."""
    hidden = sorted(unseen(position, seat))
    for shift in range(1, len(hidden), 7):
        order = iter(hidden[shift:] + hidden[:shift])
        hands = [own if s == seat else sorted(next(order) for _ in own) for s, own in enumerate(position["hands"])]
        deck = None if position["deck"] is None else sorted(order)
        yield position | {"hands": hands, "deck": deck}


def unseen(position: dict[str, Any], seat: int) -> set[str]:
    """Return the cards that this seat cannot see: those in other hands and in the deck."""
    hands = {name for hand in position["hands"] for name in hand}
    on_piles = {card[:3] for pile in position["piles"].values() for card in pile}
    deck = position["deck"]
    if deck is None:
        deck = set(CARD_IDS) - hands - on_piles - set(position["discard"])
    return (hands | set(deck)) - set(position["hands"][seat])


# ---- small worlds: few cards are in the game, so every history can be counted out


def small(seats: int, hands: list[list[str]], deck: list[str], **changes: Any) -> dict[str, Any]:
    return {
        "game": "spellcaster",
        "seats": seats,
        "options": {},
        "hands": hands,
        "deck": deck,
        "turn": {"seat": 0},
        **changes,
    }


def deals(cards: list[str], *sizes: int) -> Iterator[list[list[str]]]:
    """Yield every way to deal these cards into hands of these sizes, with the rest as the deck."""
    seen = set()
    for order in permutations(cards):
        rest = list(order)
        hands = tuple(tuple(sorted(rest.pop() for _ in range(size))) for size in sizes)
        if hands not in seen:
            seen.add(hands)
            yield [*map(list, hands), sorted(rest)]


def do(text: str) -> list[dict[str, Any]]:
    """Return action objects from "activate G07, play R01, target R, draw"."""
    keys = {"play": "card", "activate": "card", "discard": "card", "recover": "card", "target": "colour"}
    words = [part.split() for part in text.split(", ")]
    return [{"do": word[0], **({keys[word[0]]: word[1]} if len(word) > 1 else {})} for word in words]


def worlds(
    seats: int, mine: dict[int, list[str]], cards: list[str], sizes: list[int], **more: Any
) -> list[tuple[int, Any]]:
    """Return every position with these cards in hidden hands of these sizes and in the deck; `mine` is the viewer's own
    hand."""
    cards_found = []
    for *hidden, deck in deals(cards, *sizes):
        rest = iter(hidden)
        cards_found.append(
            (1, small(seats, [mine[s] if s in mine else next(rest) for s in range(seats)], deck, **more))
        )
    return cards_found


# one mage takes a card from the other's hand
THIEF: dict[str, Any] = {"piles": {"G": ["G07/0"]}, "turn": {"seat": 0}}
FOUR = ["R01", "R02", "Y01", "B01"]
# seat 1 takes R01 back for all to see; seat 2 plays G07; then seat 0 takes a card from seat 1 behind everybody's back
TEAMS: dict[str, Any] = {
    "piles": {"G": ["G15/1"], "R": ["R12/1"], "Y": ["Y08/1"], "B": ["B09/0"]},
    "discard": ["R01"],
    "turn": {"seat": 1, "left": 1},
}
THEFT = "activate G15, recover R01, play G07, activate B09, activate R12, activate Y08, activate G07"
FIVE = ["R02", "Y01", "Y02", "B01", "B02"]
WORLDS = [
    World(0, worlds(2, {0: ["G01"]}, FOUR, [2], **THIEF), do("activate G07, draw")),
    World(1, worlds(2, {1: ["B02", "Y02"]}, FOUR, [1], **THIEF), do("activate G07, draw")),
    World(None, worlds(2, {}, FOUR, [1, 2], **THIEF), do("activate G07, draw")),
    World(2, worlds(4, {2: ["G07"]}, FIVE, [0, 1, 1], **TEAMS), do(THEFT)),
]

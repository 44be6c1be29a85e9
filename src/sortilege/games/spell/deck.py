"""Rune decks as data (SP-350 to SP-360): those in cards.toml, and those a host has typed in and installed."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from sortilege.core import cards
from sortilege.core.cards import CardsError
from sortilege.games.spell.actions import CARD, CELL, card_code
from sortilege.games.spell.box import CARDS, DECKS, LEVELS, SETUPS, SIDES, TILE_COUNTS
from sortilege.games.spell.rules.runes import Runes, Shape

LONGEST_NAME = 24  # characters: the log and the terminal have a line for it
PREFACE = """\
# A deck of runes for SPELL. These are stand-ins; write the shapes of your own cards in their place. Then
#     sortilege cards check FILE     reads it over and says which line and card is wrong
#     sortilege cards add FILE       keeps it on this host, for every table that asks for it by name
#
# A card is called by a capital letter, its level, a dash and a number from 1 to 26. `rows` draws its shape from top to
# bottom: X is a filled cell, . an empty one, / begins the next row. A deck has 26 cards and at least one of each level.

game = "spell"
name = "my-deck"  # what tables call it: 1 to 32 of a-z, 0-9 and -
note = "stand-ins, to be replaced by the printed runes"

[cards]"""
SETUPS_PREFACE = """
# The solo set-ups; those left out stay as they are. K and k are black's active and inactive tiles, P and p purple's, N
# the neutral one, . the hole. A mage stands on row and column, both counted from 0 at the top left.

[setups]"""


@dataclass(frozen=True)
class Card:
    """A rune card: its level, and its shape as rows of X and . joined by /."""

    level: int
    rows: str
    name: str = ""

    @property
    def shape(self) -> Shape:
        """The filled cells, shifted to row 0, column 0."""
        filled = [(r, c) for r, row in enumerate(self.rows.split("/")) for c, mark in enumerate(row) if mark == "X"]
        top, left = min(r for r, _ in filled), min(c for _, c in filled)
        return [(r - top, c - left) for r, c in filled]


@dataclass(frozen=True)
class Setup:
    """A solo set-up: the arena row by row, and the cell of each mage."""

    arena: tuple[str, ...]
    mages: dict[str, str]


class Deck:
    """26 cards by name in ascending order, and the four solo set-ups."""

    def __init__(self, note: str, cards: dict[str, Card], setups: dict[str, Setup]) -> None:
        self.note = note
        self.cards = dict(sorted(cards.items(), key=lambda item: card_code(item[0])))
        self.setups = setups
        self.names = list(self.cards)
        self.numbers = {name: number for number, name in enumerate(self.names)}

    @cached_property
    def runes(self) -> Runes:
        """The deck ready for play."""
        held = self.cards
        return Runes([card_code(n) for n in held], [c.level for c in held.values()], [c.shape for c in held.values()])

    @cached_property
    def titles(self) -> dict[str, str]:
        """What the cards are called, those that have a name."""
        return {card: held.name for card, held in self.cards.items() if held.name}

    def rune(self, card: str) -> dict[str, Any]:
        """A card as a sentence speaks of it: its name, or else its level and shape."""
        held = self.cards[card]
        return {"name": held.name, "level": held.level, "rows": held.rows}

    @cached_property
    def shapes(self) -> dict[str, str]:
        """Every card with its rows, for whoever draws it."""
        return {name: card.rows for name, card in self.cards.items()}

    def by_level(self) -> list[int]:
        """How many cards of level 1, 2, 3 and 4."""
        return [sum(card.level == level for card in self.cards.values()) for level in range(1, LEVELS + 1)]


# ---------------------------------------------------------------- finding a deck
def named(name: str) -> Deck:
    """A deck of the box or an installed one; CardsError if there is none or it is no longer sound."""
    return _in_the_box()[name] if name in DECKS else parse(cards.read("spell", name))


@cache
def _in_the_box() -> dict[str, Deck]:
    held = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))
    setups = check_setups(held["setups"], {})
    return {name: Deck(held[name]["note"], check_cards(held[name]["cards"]), setups) for name in DECKS}


@cache
def parse(text: str) -> Deck:
    """A deck from an owner's own file; CardsError names the line, the card and what is wrong with it."""
    held = cards.body(text, "spell")
    try:
        return whole(held)
    except CardsError as off:  # each complaint begins with the key it is about
        key = str(off).partition(":")[0]
        raise CardsError(f"{cards.place_of(text, key)}{off}") from None


def whole(held: dict[str, Any]) -> Deck:
    """SP-358: the deck of a file, everything in it checked."""
    for key in held:
        if key not in ("note", "cards", "setups"):
            raise CardsError(f"{key}: a deck has only note, cards and setups below its heading")
    if not isinstance(held.get("note", ""), str):
        raise CardsError("note: is a text")
    setups = check_setups(held.get("setups", {}), _in_the_box()["basic"].setups)
    return Deck(held.get("note", ""), check_cards(held.get("cards")), setups)


def summary(deck: Deck) -> str:
    """One line about a sound deck."""
    sizes = [len(card.shape) for card in deck.cards.values()]
    levels = ", ".join(f"{n} of level {level}" for level, n in enumerate(deck.by_level(), 1))
    cells = f"shapes of {min(sizes)} to {max(sizes)} cells"
    note = f"; {deck.note}" if deck.note else ""
    return f"{len(sizes)} cards ({levels}), {cells}, {len(deck.setups)} solo set-ups{note}"


def written(name: str) -> str:
    """A deck of the box as a file for an owner to edit."""
    deck = _in_the_box()[name]
    lines = [PREFACE]
    for key, card in deck.cards.items():
        lines.append(f'"{key}" = {{ name = "{card.name}", level = {card.level}, rows = "{card.rows}" }}')
    lines.append(SETUPS_PREFACE)
    for key, setup in deck.setups.items():
        k, p = setup.mages["k"], setup.mages["p"]
        lines.append(f'{key} = {{ arena = {json.dumps(setup.arena)}, mages = {{ k = "{k}", p = "{p}" }} }}')
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- checking
def check_cards(held: Any) -> dict[str, Card]:
    """SP-351, SP-358: 26 sound cards over all four levels."""
    if not isinstance(held, dict):
        raise CardsError("cards: a deck has a table [cards] with its 26 cards (SP-351)")
    found = {name: check_card(name, card) for name, card in held.items()}
    if len(found) != CARDS:
        raise CardsError(f"cards: a deck has {CARDS} cards, not {len(found)} (SP-351)")
    for level in range(1, LEVELS + 1):
        if all(card.level != level for card in found.values()):
            raise CardsError(f"cards: there is no card of level {level} (SP-351)")
    return found


def check_card(name: str, held: Any) -> Card:
    """SP-350, SP-358: a name, a level, a shape in a 4 by 4 box."""
    if CARD.fullmatch(name) is None:
        raise CardsError(f"{name}: a card is named by a letter A-Z, its level, a dash and 1 to 26, like B1-3 (SP-358)")
    if not isinstance(held, dict) or not {"level", "rows"} <= set(held) <= {"level", "rows", "name"}:
        raise CardsError(f"{name}: a card has level and rows, and may have a name (SP-358)")
    if type(held["level"]) is not int or not 1 <= held["level"] <= LEVELS:
        raise CardsError(f"{name}: its level is 1 to 4, not {held['level']!r} (SP-350)")
    if int(name[1]) != held["level"]:
        raise CardsError(f"{name}: is named as level {name[1]} but has level {held['level']} (SP-350)")
    if not isinstance(held.get("name", ""), str):
        raise CardsError(f"{name}: its name is a text")
    wrong = cards.unreadable(held.get("name", ""), LONGEST_NAME)
    if wrong:
        raise CardsError(f"{name}: its name {wrong}")
    return Card(held["level"], check_rows(name, held["rows"]), held.get("name", ""))


def check_rows(name: str, rows: Any) -> str:
    """SP-358: rows of X and . joined by /, as wide as each other, at most 4 by 4, not empty."""
    if not isinstance(rows, str) or set(rows) - set("X./"):
        raise CardsError(f"{name}: its rows are X and . joined by /, not {rows!r} (SP-358)")
    lines = rows.split("/")
    if "X" not in rows:
        raise CardsError(f"{name}: its shape has no filled cell (SP-358)")
    if len({len(line) for line in lines}) != 1:
        raise CardsError(f"{name}: its rows differ in length: {rows} (SP-358)")
    if len(lines) > 4 or len(lines[0]) > 4:
        raise CardsError(f"{name}: its shape is {len(lines)} by {len(lines[0])}, more than 4 by 4 (SP-358)")
    return rows


def check_setups(held: Any, default: dict[str, Setup]) -> dict[str, Setup]:
    """SP-302, SP-360: some or all of S1 to S4; the others stay as they are in the box."""
    if not isinstance(held, dict):
        raise CardsError("setups: is a table of S1 to S4")
    found = dict(default)
    for name, setup in held.items():
        if name not in SETUPS:
            raise CardsError(f"{name}: the solo set-ups are named S1 to S4 (SP-302)")
        found[name] = check_setup(name, setup)
    return dict(sorted(found.items()))


def check_setup(name: str, held: Any) -> Setup:
    """SP-360: seven tiles of each colour, the neutral one, one hole, each mage on a tile of its own."""
    if not isinstance(held, dict) or set(held) != {"arena", "mages"}:
        raise CardsError(f"{name}: a set-up has arena and mages (SP-302)")
    arena, mages = held["arena"], held["mages"]
    sound = isinstance(arena, list) and len(arena) == 4 and all(isinstance(row, str) and len(row) == 4 for row in arena)
    if not sound:
        raise CardsError(f"{name}: its arena is four rows of four letters (SP-005)")
    tiles = "".join(arena)
    for letters, wanted, rule in TILE_COUNTS:
        there = sum(tiles.count(letter) for letter in letters)
        if there != wanted:
            raise CardsError(f"{name}: its arena has {there} of {' or '.join(letters)}, not {wanted} ({rule})")
    if not isinstance(mages, dict) or set(mages) != set(SIDES) or any(cell not in CELL for cell in mages.values()):
        raise CardsError(f"{name}: its mages are one cell each for k and p, like {{ k = '13', p = '11' }} (SP-302)")
    for cell in mages.values():
        if tiles[CELL.index(cell)] == ".":
            raise CardsError(f"{name}: a mage stands in the hole at {cell} (SP-007)")
    if mages["k"] == mages["p"]:
        raise CardsError(f"{name}: both mages stand on {mages['k']} (SP-006)")
    return Setup(tuple(arena), dict(mages))

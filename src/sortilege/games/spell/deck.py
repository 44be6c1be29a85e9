"""Rune decks as data (SP-350 to SP-360): those in cards.toml, and those a host has typed in and installed."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TypedDict

from sortilege.core import cards
from sortilege.core.cards import CardsError, fingerprint
from sortilege.core.errors import OptionError, quote
from sortilege.core.phrases import Sentence
from sortilege.core.shapes import Object, Options, Untrusted
from sortilege.games.spell import box
from sortilege.games.spell.actions import CARD, CELL, card_code
from sortilege.games.spell.rules.runes import Runes, Shape, placements

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


class Rune(TypedDict):
    """A card as a sentence speaks of it: its name, or else its level and shape."""

    name: str
    level: int
    rows: str


@dataclass(frozen=True)
class Setup:
    """A solo set-up: the arena row by row, and the cell of each mage."""

    arena: tuple[str, ...]
    mages: dict[str, str]


class Deck:
    """26 cards by name in ascending order, and the four solo set-ups."""

    def __init__(self, note: str, cards: dict[str, Card], setups: dict[str, Setup], standin: bool = False) -> None:
        self.note = note
        self.standin = standin  # shapes of our own in place of the printed ones (SP-353)
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

    def rune(self, card: str) -> Rune:
        """A card as a sentence speaks of it."""
        held = self.cards[card]
        return {"name": held.name, "level": held.level, "rows": held.rows}

    @cached_property
    def places(self) -> list[list[int]]:
        """By card: where its shape can lie, each place as the mask of its cells."""
        at, starts = self.runes.places, self.runes.starts
        return [[int(at[i]) for i in range(starts[card], starts[card + 1])] for card in range(len(self.names))]

    @cached_property
    def shapes(self) -> dict[str, str]:
        """Every card with its rows, for whoever draws it."""
        return {name: card.rows for name, card in self.cards.items()}

    @cached_property
    def beyond(self) -> list[list[tuple[int, int]]]:
        """By outside cell: the places that reach out to it, each as the mask of its card and its cells in the arena."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(16)]
        for card in range(len(self.names)):
            for place in placements(self.cards[self.names[card]].shape):
                if place >> 16:
                    found[(place >> 16).bit_length() - 1].append((1 << card, place & 0xFFFF))
        return found

    def by_level(self) -> list[int]:
        """How many cards of level 1, 2, 3 and 4."""
        return [sum(card.level == level for card in self.cards.values()) for level in range(1, box.LEVELS + 1)]


# ---------------------------------------------------------------- finding a deck
def named(name: str) -> Deck:
    """A deck of the box or an installed one; CardsError if there is none or it is no longer sound."""
    return _in_the_box()[name] if name in box.DECKS else parse(cards.read("spell", name))


@cache
def _in_the_box() -> dict[str, Deck]:
    held = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))
    setups = check_setups(held["setups"], {})
    return {name: Deck(held[name]["note"], check_cards(held[name]["cards"]), setups, True) for name in box.DECKS}


@cache
def with_cards(shapes: tuple[tuple[str, str], ...], titles: tuple[tuple[str, str], ...], standin: bool) -> Deck:
    """The deck that a view shows: a file of its name may have been replaced since the match began."""
    names = dict(titles)
    found = {card: Card(int(card[1]), rows, names.get(card, "")) for card, rows in shapes}
    boxed = (deck for deck in _in_the_box().values() if standin and deck.cards == found)
    return next(boxed, Deck("", found, {}, standin))


@cache
def parse(text: str) -> Deck:
    """A deck from an owner's own file; CardsError names the line, the card and what is wrong with it."""
    held = cards.body(text, "spell")
    try:
        return whole(held)
    except CardsError as off:  # each complaint begins with the key it is about
        assert isinstance(off.sentence, Sentence)
        line = cards.line_of(text, off.sentence.values["key"])
        raise CardsError(cards.at_line(line, off.sentence), off.rule) from None


def whole(held: Untrusted) -> Deck:
    """SP-358: the deck of a file, everything in it checked."""
    for key in held:
        if key not in ("note", "cards", "setups"):
            raise CardsError(box.phrase("deck_keys", key=key))
    if not isinstance(held.get("note", ""), str):
        raise CardsError(box.phrase("deck_note", key="note"))
    setups = check_setups(held.get("setups", {}), _in_the_box()["basic"].setups)
    return Deck(held.get("note", ""), check_cards(held.get("cards")), setups)


def fingerprint_of(name: str) -> str:
    """What a deck means in play: levels and shapes of its cards, and the set-ups."""
    deck = named(name)
    cards = {key: (card.level, card.rows) for key, card in deck.cards.items()}
    return fingerprint([cards, {key: (setup.arena, setup.mages) for key, setup in deck.setups.items()}])


def summary(text: str) -> str:
    """SP-358: one line about a deck file; CardsError names the line, the card and what is wrong with it."""
    deck = parse(text)
    sizes = [len(card.shape) for card in deck.cards.values()]
    levels = ", ".join(f"{n} of level {level}" for level, n in enumerate(deck.by_level(), 1))
    cells = f"shapes of {min(sizes)} to {max(sizes)} cells"
    note = f"; {deck.note}" if deck.note else ""
    return f"{len(sizes)} cards ({levels}), {cells}, {len(deck.setups)} solo set-ups{note}"


def template(name: str) -> str:
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


# ---------------------------------------------------------------- the options of a table, the deck among them
def check_options(seats: int, settled: Options, given: Object) -> None:
    """SP-002, SP-300 to SP-302: one person plays solo, which has no amulets and an arena ready laid."""
    if "mode" not in given:
        settled["mode"] = "solo" if seats == 1 else "symmetric"
    solo = settled["mode"] == "solo"
    if solo and seats != 1:
        raise OptionError(box.phrase("solo_alone", game="spell", seats=seats, name="mode"), "SP-002")
    if seats == 1 and not solo:
        raise OptionError(box.phrase("alone_solo", game="spell", name="mode", given=settled["mode"]), "SP-002")
    if solo and settled["tournament"]:
        raise OptionError(box.phrase("solo_tournament", game="spell", name="tournament"), "SP-302")
    if solo and settled["first"] == "k":
        raise OptionError(box.phrase("solo_first", game="spell", name="first"), "SP-301")
    try:
        named(settled["deck"])
    except CardsError as off:
        why = box.phrase("unplayable", game="spell", name="deck", deck=settled["deck"], why=off.sentence)
        raise OptionError(why, off.rule) from None


# ---------------------------------------------------------------- checking
def check_cards(held: Untrusted) -> dict[str, Card]:
    """SP-351, SP-358: 26 sound cards over all four levels."""
    if not isinstance(held, dict):
        raise CardsError(box.phrase("deck_table", key="cards"), "SP-351")
    found = {name: check_card(name, card) for name, card in held.items()}
    if len(found) != box.CARDS:
        raise CardsError(box.phrase("deck_size", key="cards", size=box.CARDS, given=len(found)), "SP-351")
    for level in range(1, box.LEVELS + 1):
        if all(card.level != level for card in found.values()):
            raise CardsError(box.phrase("deck_level", key="cards", level=level), "SP-351")
    return found


def check_card(name: str, held: Untrusted) -> Card:
    """SP-350, SP-358: a name, a level, a shape in a 4 by 4 box."""
    if CARD.fullmatch(name) is None:
        raise CardsError(box.phrase("card_name", key=name), "SP-358")
    if not isinstance(held, dict) or not {"level", "rows"} <= set(held) <= {"level", "rows", "name"}:
        raise CardsError(box.phrase("card_keys", key=name), "SP-358")
    if type(held["level"]) is not int or not 1 <= held["level"] <= box.LEVELS:
        raise CardsError(box.phrase("card_level", key=name, given=quote(held["level"])), "SP-350")
    if int(name[1]) != held["level"]:
        raise CardsError(box.phrase("card_named", key=name, named=name[1], level=held["level"]), "SP-350")
    if not isinstance(held.get("name", ""), str):
        raise CardsError(box.phrase("card_title", key=name))
    wrong = cards.text_problem("name", held.get("name", ""), LONGEST_NAME)
    if wrong:
        raise CardsError(box.phrase("card_wrong", key=name, why=wrong))
    return Card(held["level"], check_rows(name, held["rows"]), held.get("name", ""))


def check_rows(name: str, rows: Untrusted) -> str:
    """SP-358: rows of X and . joined by /, as wide as each other, at most 4 by 4, not empty."""
    if not isinstance(rows, str) or set(rows) - set("X./"):
        raise CardsError(box.phrase("card_rows", key=name, given=quote(rows)), "SP-358")
    lines = rows.split("/")
    if "X" not in rows:
        raise CardsError(box.phrase("card_empty", key=name), "SP-358")
    if len({len(line) for line in lines}) != 1:
        raise CardsError(box.phrase("card_ragged", key=name, rows=rows), "SP-358")
    if len(lines) > 4 or len(lines[0]) > 4:
        raise CardsError(box.phrase("card_wide", key=name, high=len(lines), wide=len(lines[0])), "SP-358")
    return rows


def check_setups(held: Untrusted, default: dict[str, Setup]) -> dict[str, Setup]:
    """SP-302, SP-360: some or all of S1 to S4; the others stay as they are in the box."""
    if not isinstance(held, dict):
        raise CardsError(box.phrase("setups_table", key="setups"))
    found = dict(default)
    for name, setup in held.items():
        if name not in box.SETUPS:
            raise CardsError(box.phrase("setup_name", key=name), "SP-302")
        found[name] = check_setup(name, setup)
    return dict(sorted(found.items()))


def check_setup(name: str, held: Untrusted) -> Setup:
    """SP-360: seven tiles of each colour, the neutral one, one hole, each mage on a tile of its own."""
    if not isinstance(held, dict) or set(held) != {"arena", "mages"}:
        raise CardsError(box.phrase("setup_keys", key=name), "SP-302")
    arena, mages = held["arena"], held["mages"]
    sound = isinstance(arena, list) and len(arena) == 4 and all(isinstance(row, str) and len(row) == 4 for row in arena)
    if not sound:
        raise CardsError(box.phrase("setup_arena", key=name), "SP-005")
    tiles = "".join(arena)
    for letters, wanted, rule in box.TILE_COUNTS:
        there = sum(tiles.count(letter) for letter in letters)
        if there != wanted:
            raise CardsError(
                box.phrase("setup_tiles", key=name, there=there, letters=list(letters), wanted=wanted), rule
            )
    if not isinstance(mages, dict) or set(mages) != set(box.SIDES) or any(cell not in CELL for cell in mages.values()):
        raise CardsError(box.phrase("setup_mages", key=name), "SP-302")
    for cell in mages.values():
        if tiles[CELL.index(cell)] == ".":
            raise CardsError(box.phrase("setup_hole", key=name, cell=cell), "SP-007")
    if mages["k"] == mages["p"]:
        raise CardsError(box.phrase("setup_both", key=name, cell=mages["k"]), "SP-006")
    return Setup(tuple(arena), dict(mages))

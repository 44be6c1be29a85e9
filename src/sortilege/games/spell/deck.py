"""Rune decks as data (SP-350 to SP-360): the decks in cards.toml, and decks that a host has installed from files."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import TypedDict

from sortilege.core.contract import cards
from sortilege.core.contract.cards import CardsError, fingerprint
from sortilege.core.errors import OptionError, quote
from sortilege.core.text.phrases import Sentence
from sortilege.core.types import Object, Options, Untrusted
from sortilege.games.spell import box
from sortilege.games.spell import layout as L
from sortilege.games.spell.actions import CARD_NAME, CELL_NAMES, OUTSIDE_NAMES, card_code
from sortilege.games.spell.rules.runes import Runes, Shape

LONGEST_NAME = 24  # characters, so that it fits into a line of the log and the terminal
TEMPLATE_HEAD = """\
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
TEMPLATE_SETUPS = """
# The solo set-ups; those left out stay as they are. K and k are black's active and inactive tiles, P and p purple's, N
# the neutral one, . the hole. A mage stands on row and column, both counted from 0 at the top left.

[setups]"""


@dataclass(frozen=True)
class Card:
    """A rune card of a deck. The name is "" if the card has none."""

    level: int
    rows: str  # the shape: rows of X for filled and . for empty cells, joined by /
    name: str = ""

    @property
    def shape(self) -> Shape:
        """Return the filled cells as (row, column), shifted so that they begin in row 0 and column 0."""
        filled = [
            (row, column)
            for row, marks in enumerate(self.rows.split("/"))
            for column, mark in enumerate(marks)
            if mark == "X"
        ]
        top, left = min(row for row, _ in filled), min(column for _, column in filled)
        return [(row - top, column - left) for row, column in filled]


class Rune(TypedDict):
    """The name of a card, and its level and shape, by which sentences describe a card without a name."""

    name: str  # "" if the card has none
    level: int
    rows: str  # the shape: rows of X for filled and . for empty cells, joined by /


@dataclass(frozen=True)
class Setup:
    """A printed arena for solo games, with the mages on it."""

    arena: tuple[str, ...]  # four rows of tile letters
    mages: dict[str, str]  # the cell of each side's mage


class Deck:
    """A deck of 26 cards, and the four set-ups of solo games. The rules number the cards 0 to 25, in ascending order of
    the codes that action ids contain."""

    def __init__(self, note: str, cards: dict[str, Card], setups: dict[str, Setup], standin: bool = False) -> None:
        self.note = note
        self.standin = standin  # whether the shapes are not those of the printed cards (SP-353)
        self.cards = dict(sorted(cards.items(), key=lambda item: card_code(item[0])))
        self.setups = setups
        self.names = list(self.cards)
        self.numbers = {name: number for number, name in enumerate(self.names)}

    @cached_property
    def runes(self) -> Runes:
        """Return the cards with their placements, as the rules use them."""
        cards = self.cards.values()
        codes = [card_code(name) for name in self.names]
        return Runes(codes, [card.level for card in cards], [card.shape for card in cards])

    @cached_property
    def titles(self) -> dict[str, str]:
        """Return the names of the cards that have one, by key: {"B1-1": "Line"}."""
        return {key: card.name for key, card in self.cards.items() if card.name}

    def rune(self, key: str) -> Rune:
        """Return the name, level and shape of the card with this key, such as "B2-2"."""
        card = self.cards[key]
        return {"name": card.name, "level": card.level, "rows": card.rows}

    @cached_property
    def placements(self) -> list[list[int]]:
        """Return the placements of each card, by its number: the masks of the cells that its shape covers in each
        rotation and position."""
        masks = [int(mask) for mask in self.runes.placements]
        return [masks[start:end] for start, end in pairwise(self.runes.placement_starts)]

    @cached_property
    def shapes(self) -> dict[str, str]:
        """Return the rows of every card."""
        return {name: card.rows for name, card in self.cards.items()}

    @cached_property
    def outside_placements(self) -> list[list[tuple[int, int]]]:
        """Return for each outside cell, 0 to 15, the placements that cover it. A placement is given as two masks: one
        with only the bit of its card, and one with its other cells, which are in the arena."""
        placements_at: list[list[tuple[int, int]]] = [[] for _ in OUTSIDE_NAMES]
        for card, placements in enumerate(self.placements):
            for placement in placements:
                cells, outside = placement & L.ARENA, placement >> L.OUTSIDE_TOP
                if outside:
                    placements_at[L.lowest_bit(outside)].append((1 << card, cells))
        return placements_at

    def level_sizes(self) -> list[int]:
        """Return how many cards of level 1, 2, 3 and 4 the deck has."""
        return [sum(card.level == level for card in self.cards.values()) for level in range(1, box.LEVELS + 1)]


# ---------------------------------------------------------------- reading a deck
def load_deck(name: str) -> Deck:
    """Return a built-in deck, or one that the host has installed. Raise CardsError if there is no deck of this name or
    its file is invalid."""
    if name in box.DECKS:
        return _built_in()[name]
    return parse(cards.read("spell", name))


@cache
def _built_in() -> dict[str, Deck]:
    """Return the decks of cards.toml."""
    data = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))
    setups = check_setups(data["setups"], {})
    return {
        name: Deck(data[name]["note"], check_cards(data[name]["cards"]), setups, standin=True) for name in box.DECKS
    }


@cache
def deck_with_cards(shapes: tuple[tuple[str, str], ...], titles: tuple[tuple[str, str], ...], standin: bool) -> Deck:
    """Return the deck with these cards, which a view shows. It is not loaded from its file, because the file may have
    been replaced during the match. `shapes` has the shape of each card, and `titles` the names of the cards that have
    one. If `standin` is set (the shapes are not those of the printed cards), prefer a built-in deck."""
    names = dict(titles)
    cards = {key: Card(int(key[1]), rows, names.get(key, "")) for key, rows in shapes}
    if standin:
        for deck in _built_in().values():
            if deck.cards == cards:
                return deck
    return Deck("", cards, {}, standin)


@cache
def parse(text: str) -> Deck:
    """Return the deck in the text of a card file. Raise CardsError with the line, the card and the reason if the file
    is invalid."""
    data = cards.body(text, "spell")
    try:
        return check_deck(data)
    except CardsError as error:
        assert isinstance(error.sentence, Sentence)
        line = cards.line_of(text, error.sentence.values["key"])  # every sentence of this module has a key
        raise CardsError(cards.at_line(line, error.sentence), error.rule) from None


def check_deck(data: Untrusted) -> Deck:
    """Return the deck of a parsed card file. Raise CardsError if anything in it is invalid (SP-358)."""
    for key in data:
        if key not in ("note", "cards", "setups"):
            raise CardsError(box.phrase("deck_keys", key=key))
    if not isinstance(data.get("note", ""), str):
        raise CardsError(box.phrase("deck_note", key="note"))
    setups = check_setups(data.get("setups", {}), _built_in()["basic"].setups)
    return Deck(data.get("note", ""), check_cards(data.get("cards")), setups)


def fingerprint_of(name: str) -> str:
    """Return a digest of the parts of a deck that affect play: the levels and shapes of its cards, and its solo
    set-ups. Two decks with the same digest play alike."""
    deck = load_deck(name)
    cards = {key: (card.level, card.rows) for key, card in deck.cards.items()}
    return fingerprint([cards, {key: (setup.arena, setup.mages) for key, setup in deck.setups.items()}])


def summary(text: str) -> str:
    """Check the text of a card file, and return one line that describes its deck. Raise CardsError if it is invalid
    (SP-358)."""
    deck = parse(text)
    sizes = [len(card.shape) for card in deck.cards.values()]
    levels = ", ".join(f"{count} of level {level}" for level, count in enumerate(deck.level_sizes(), 1))
    cells = f"shapes of {min(sizes)} to {max(sizes)} cells"
    note = f"; {deck.note}" if deck.note else ""
    return f"{len(sizes)} cards ({levels}), {cells}, {len(deck.setups)} solo set-ups{note}"


def template(name: str) -> str:
    """Return the text of a card file with a built-in deck, which a host can edit to make its own deck."""
    deck = _built_in()[name]
    lines = [TEMPLATE_HEAD]
    for key, card in deck.cards.items():
        lines.append(f'"{key}" = {{ name = "{card.name}", level = {card.level}, rows = "{card.rows}" }}')
    lines.append(TEMPLATE_SETUPS)
    for key, setup in deck.setups.items():
        mages = f'{{ k = "{setup.mages["k"]}", p = "{setup.mages["p"]}" }}'
        lines.append(f"{key} = {{ arena = {json.dumps(setup.arena)}, mages = {mages} }}")
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- options
def check_options(seats: int, options: Options, chosen: Object) -> None:
    """Set the option `mode` by the number of seats unless it is among the chosen options, and raise OptionError if the
    options of a table contradict each other (SP-002, SP-300 to SP-302)."""
    if "mode" not in chosen:
        options["mode"] = "solo" if seats == 1 else "symmetric"
    solo = options["mode"] == "solo"
    if solo and seats != 1:
        raise OptionError(box.phrase("solo_alone", game="spell", seats=seats, name="mode"), "SP-002")
    if seats == 1 and not solo:
        raise OptionError(box.phrase("alone_solo", game="spell", name="mode", given=options["mode"]), "SP-002")
    if solo and options["tournament"]:
        raise OptionError(box.phrase("solo_tournament", game="spell", name="tournament"), "SP-302")
    if solo and options["first"] == "k":
        raise OptionError(box.phrase("solo_first", game="spell", name="first"), "SP-301")
    try:
        load_deck(options["deck"])
    except CardsError as error:
        why = box.phrase("unplayable", game="spell", name="deck", deck=options["deck"], why=error.sentence)
        raise OptionError(why, error.rule) from None


# ---------------------------------------------------------------- checking a deck
def check_cards(data: Untrusted) -> dict[str, Card]:
    """Return the cards of a deck file. Raise CardsError unless they are 26, with all four levels (SP-351, SP-358)."""
    if not isinstance(data, dict):
        raise CardsError(box.phrase("deck_table", key="cards"), "SP-351")
    checked = {name: check_card(name, card) for name, card in data.items()}
    if len(checked) != box.CARDS:
        raise CardsError(box.phrase("deck_size", key="cards", size=box.CARDS, given=len(checked)), "SP-351")
    for level in range(1, box.LEVELS + 1):
        if all(card.level != level for card in checked.values()):
            raise CardsError(box.phrase("deck_level", key="cards", level=level), "SP-351")
    return checked


def check_card(name: str, data: Untrusted) -> Card:
    """Return a card of a deck file. Raise CardsError unless its name, level and shape are valid (SP-350, SP-358)."""
    if CARD_NAME.fullmatch(name) is None:
        raise CardsError(box.phrase("card_name", key=name), "SP-358")
    if not isinstance(data, dict) or not {"level", "rows"} <= set(data) <= {"level", "rows", "name"}:
        raise CardsError(box.phrase("card_keys", key=name), "SP-358")
    if type(data["level"]) is not int or not 1 <= data["level"] <= box.LEVELS:
        raise CardsError(box.phrase("card_level", key=name, given=quote(data["level"])), "SP-350")
    level_in_name = name[1]  # the second character of a name such as "B2-2"
    if int(level_in_name) != data["level"]:
        raise CardsError(box.phrase("card_named", key=name, named=level_in_name, level=data["level"]), "SP-350")
    if not isinstance(data.get("name", ""), str):
        raise CardsError(box.phrase("card_title", key=name))
    problem = cards.text_problem("name", data.get("name", ""), LONGEST_NAME)
    if problem:
        raise CardsError(box.phrase("card_wrong", key=name, why=problem))
    return Card(data["level"], check_rows(name, data["rows"]), data.get("name", ""))


def check_rows(name: str, rows: Untrusted) -> str:
    """Return the shape of a card, such as "XX./.XX": rows separated by /, where X is a filled cell and . an empty one.
    Raise CardsError if the rows differ in width, if no cell is filled, or if the shape exceeds 4 by 4 (SP-358)."""
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


def check_setups(data: Untrusted, default: dict[str, Setup]) -> dict[str, Setup]:
    """Return the solo set-ups S1 to S4 of a deck file, where missing set-ups are taken from `default` (SP-302, SP-360).
    Raise CardsError if a set-up is invalid."""
    if not isinstance(data, dict):
        raise CardsError(box.phrase("setups_table", key="setups"))
    setups = dict(default)
    for name, setup in data.items():
        if name not in box.SETUPS:
            raise CardsError(box.phrase("setup_name", key=name), "SP-302")
        setups[name] = check_setup(name, setup)
    return dict(sorted(setups.items()))


def check_setup(name: str, data: Untrusted) -> Setup:
    """Return a solo set-up of a deck file. Raise CardsError unless it has the right tiles, one hole, and the mages on
    different tiles (SP-360)."""
    if not isinstance(data, dict) or set(data) != {"arena", "mages"}:
        raise CardsError(box.phrase("setup_keys", key=name), "SP-302")
    arena, mages = data["arena"], data["mages"]
    if not is_arena(arena):
        raise CardsError(box.phrase("setup_arena", key=name), "SP-005")
    tiles = "".join(arena)
    for letters, expected, rule in box.TILE_COUNTS:
        count = sum(tiles.count(letter) for letter in letters)
        if count != expected:
            why = box.phrase("setup_tiles", key=name, there=count, letters=list(letters), wanted=expected)
            raise CardsError(why, rule)
    check_mages(name, mages, tiles)
    return Setup(tuple(arena), dict(mages))


def is_arena(rows: Untrusted) -> bool:
    """Return whether a value has the form of an arena: a list of four strings of four letters."""
    return isinstance(rows, list) and len(rows) == 4 and all(isinstance(row, str) and len(row) == 4 for row in rows)


def check_mages(name: str, mages: Untrusted, tiles: str) -> None:
    """Raise CardsError unless a solo set-up places the mages of both sides on tiles, and on different ones."""
    has_both = isinstance(mages, dict) and set(mages) == set(box.SIDES)
    if not has_both or any(cell not in CELL_NAMES for cell in mages.values()):
        raise CardsError(box.phrase("setup_mages", key=name), "SP-302")
    for cell in mages.values():
        if tiles[CELL_NAMES.index(cell)] == ".":
            raise CardsError(box.phrase("setup_hole", key=name, cell=cell), "SP-007")
    if mages["k"] == mages["p"]:
        raise CardsError(box.phrase("setup_both", key=name, cell=mages["k"]), "SP-006")

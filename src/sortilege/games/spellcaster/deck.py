"""Card sets: sixty cards read from a TOML file and checked, and their effects compiled to one program for the engine.

Below its header a file may have `title` and `note`, then sixty tables `[[card]]` with `id`, `colour`, `kind` and
`effect`, `multi` on cards with a star, and the displayed words `en` and `fr`: each has a `name` and optionally `text`
and `multi`. A missing text is generated from the effect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from sortilege.core.contract import cards as shelf
from sortilege.core.contract.cards import CardsError, fingerprint
from sortilege.core.engine.cells import Cells, cells_of
from sortilege.core.errors import OptionError, quote
from sortilege.core.text.phrases import Sentence
from sortilege.core.text.words import LANGUAGES
from sortilege.core.types import Object, Options, Untrusted
from sortilege.games.spellcaster import box
from sortilege.games.spellcaster import layout as L
from sortilege.games.spellcaster.effects import parse

COLOUR_NAMES = {"R": "red", "Y": "yellow", "B": "blue", "G": "green"}
KINDS = ("incantation", "enchantment")
ORIGINS = ("rulebook", "review", "ours")
RULE_OR_NONE = re.compile(r"(SC-\d{3})?")
MAX_LENGTHS = {"effect": 300, "name": 60, "title": 60}  # characters
MAX_TEXT_LENGTH = 600  # for all other words
TOP_KEYS = ("standin", "title", "note", "card")
CARD_KEYS = ("id", "colour", "kind", "effect", "multi", "origin", "ruling", "en", "fr")
WORD_KEYS = ("name", "text", "multi")
STANDIN_FILE = Path(__file__).with_name("cards.toml")
TEMPLATE_HEADER = """\
# Cards for Spellcaster. These are stand-ins; write the texts of your own cards in their place. Then
#     sortilege cards check FILE     reads it over and says which line, card and step is wrong
#     sortilege cards add FILE       keeps it on this host, for every table that asks for it by name
#
# effect: what the card does with two mages, in the short language of docs/cards.md
# multi:  what it does with three and four, only on cards with a star
# text:   what people read; left out, it is made from the effect

game = "spellcaster"
name = "my-cards"  # what tables call it: 1 to 32 of a-z, 0-9 and -
standin = true  # delete this line once all sixty are the printed cards
title = { en = "My cards", fr = "Mes cartes" }

"""


@dataclass(frozen=True)
class Card:
    """One card of a set."""

    id: str
    kind: str
    effect: parse.Text
    multi: parse.Text | None  # SC-608: the effect with three and four mages; None on cards without a star
    origin: str
    ruling: str  # the rule that decides a clause which the rulebook leaves open; "" for none
    words: dict[str, dict[str, str]]  # by language: name, and optionally text and multi

    @property
    def star(self) -> bool:
        """SC-608: whether the card has another effect with three or four mages."""
        return self.multi is not None

    def text(self, seats: int) -> parse.Text:
        """Return the effect that applies with this number of seats."""
        return self.effect if self.multi is None or seats == 2 else self.multi


@dataclass(frozen=True)
class CardSet:
    """Sixty cards and their compiled program."""

    standin: bool
    title: dict[str, str]
    note: dict[str, str]
    cards: tuple[Card, ...]
    program: Cells
    steps: dict[int, parse.Step]  # by position in the program


# ---------------------------------------------------------------- look up a set
def card_set(name: str) -> CardSet:
    """Return the stand-in set or an installed one. Raise CardsError if there is none of this name."""
    return set_in(*set_file(name))


def set_file(name: str) -> tuple[Path, int]:
    """Return the file of a set and its modification time, without reading any other file."""
    if name == box.STANDIN:  # it ships with the program and never changes
        return STANDIN_FILE, 0
    path = shelf.path_of("spellcaster", name)
    try:
        return path, path.stat().st_mtime_ns
    except OSError:
        raise CardsError(box.phrase("no_set", given=quote(name), names=list(set_files()))) from None


def set_files() -> dict[str, tuple[Path, int]]:
    """Return every available set by name: its file and modification time."""
    standin = {box.STANDIN: STANDIN_FILE}
    files = (
        standin | shelf.installed_sets("spellcaster") | standin
    )  # the first, and not replaceable by an installed set
    return {name: (path, path.stat().st_mtime_ns) for name, path in files.items() if path.exists()}


@lru_cache(32)
def set_in(path: Path, modified: int) -> CardSet:
    """Return the set in a file. `modified` is only part of the cache key, so that a changed file is read again."""
    return read_set(shelf.read_text(path))


def read_set(text: str) -> CardSet:
    """Return the set from the text of its file. Raise CardsError with the line, card and step that is wrong."""
    return CardFileReader(text).read()


def template(name: str) -> str:
    """Return the stand-in set as a file that an owner of the game can edit."""
    return TEMPLATE_HEADER + "[[card]]" + STANDIN_FILE.read_text(encoding="utf-8").partition("[[card]]")[2]


def check_options(seats: int, options: Options, given: Object) -> None:
    """Raise OptionError if another seat than 0 is to start with three mages (SC-110), or if the card set is missing or
    invalid."""
    if seats == 3 and options["first"] not in ("random", 0):
        raise OptionError(box.phrase("three", game="spellcaster"), "SC-110")
    try:
        card_set(options["cards"])
    except CardsError as error:
        why = box.phrase("cards_option", game="spellcaster", name="cards", why=error.sentence)
        raise OptionError(why, error.rule) from None


# ---------------------------------------------------------------- read a file
class CardFileReader:
    """Reads and checks one card file. Error messages name the line of the card."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.card_lines = [
            i for i, line in enumerate(self.lines) if re.match(r"\s*\[\[\s*[\"']?card[\"']?\s*\]\]", line)
        ]
        self.body = shelf.body(text, "spellcaster")

    def fail(self, key: str, why: Sentence) -> NoReturn:
        """Raise CardsError about a field of the whole set, with its line."""
        raise CardsError(shelf.at_line(shelf.line_of(self.text, key), why))

    def fail_card(self, index: int, why: Sentence, key: str = "id", rule: str = "") -> NoReturn:
        """Raise CardsError about a field of a card, with its line if it can be found; `index` is the position of the
        card in the file."""
        name = self.body["card"][index].get("id")
        card = name if name in box.CARD_IDS else box.phrase("card_number", number=index + 1)
        line = self.line_of(index, key)
        if line:
            raise CardsError(box.phrase("card_at_line", line=line, card=card, why=why), rule)
        raise CardsError(box.phrase("card", card=card, why=why), rule)

    def line_of(self, index: int, key: str) -> int:
        """Return the line of a card's field, or the first line of the card if the field is not found. Return 0 if the
        cards cannot be located because the file does not write each as one [[card]] table."""
        if len(self.card_lines) != len(self.body["card"]):
            return 0
        end = (self.card_lines[index + 1 :] or [len(self.lines)])[0]
        own_lines = range(self.card_lines[index], end)
        line_index = next(
            (i for i in own_lines if re.match(rf"\s*{re.escape(key)}\b", self.lines[i])), self.card_lines[index]
        )
        return line_index + 1

    def read(self) -> CardSet:
        """Check the whole file and return its set."""
        for key in self.body:
            if key not in TOP_KEYS:
                self.fail(key, box.phrase("set_key", key=quote(key), keys=TOP_KEYS))
        standin = self.body.get("standin", False)
        if type(standin) is not bool:
            self.fail("standin", box.phrase("set_standin", given=quote(standin)))
        rows = self.body.get("card")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fail("card", box.phrase("set_cards"))
        by_id: dict[str, Card] = {}
        for index, row in enumerate(rows):
            card = self.read_card(index, row)
            if card.id in by_id:
                self.fail_card(index, box.phrase("twice", key=card.id), rule="SC-001")
            by_id[card.id] = card
        self.check_colours(by_id)
        cards = tuple(by_id[name] for name in box.CARD_IDS)
        program = build_program(cards)
        title, note = self.read_words("title"), self.read_words("note")
        return CardSet(standin, title, note, cards, cells_of(program), program.steps)

    def check_colours(self, by_id: dict[str, Card]) -> None:
        """SC-002: raise CardsError if a colour does not have all its cards."""
        for letter in COLOUR_NAMES:
            missing = [name for name in box.CARD_IDS if name[0] == letter and name not in by_id]
            if missing:
                present = box.CARDS_PER_COLOUR - len(missing)
                raise CardsError(
                    box.phrase("suit", n=present, colour=letter, size=box.CARDS_PER_COLOUR, card=missing[0]), "SC-002"
                )

    def read_words(self, key: str) -> dict[str, str]:
        """Return a text of the whole set by language. A single string applies to all languages."""
        value = self.body.get(key, {})
        if isinstance(value, str):
            value = dict.fromkeys(LANGUAGES, value)
        if not isinstance(value, dict) or not all(k in LANGUAGES and isinstance(v, str) for k, v in value.items()):
            self.fail(key, box.phrase("set_words", key=key))
        value = {lang: one_line(text) for lang, text in value.items()}
        longest = MAX_LENGTHS.get(key, MAX_TEXT_LENGTH)
        wrong = next(filter(None, (shelf.text_problem(key, text, longest) for text in value.values())), None)
        if wrong:
            self.fail(key, wrong)
        return value

    def read_card(self, index: int, row: Untrusted) -> Card:
        """Check one card table and return its card."""
        for key in row:
            if key not in CARD_KEYS:
                self.fail_card(index, box.phrase("card_key", key=quote(key), keys=CARD_KEYS), key)
        name = row.get("id")
        if name not in box.CARD_IDS:
            self.fail_card(index, box.phrase("card_id", given=quoted_value(row, "id")), rule="SC-002")
        colour = COLOUR_NAMES[name[0]]
        if row.get("colour") != colour:
            wrong = box.phrase("card_colour", given=quoted_value(row, "colour"), card=name, colour=colour)
            self.fail_card(index, wrong, "colour", "SC-002")
        if row.get("kind") not in KINDS:
            self.fail_card(index, box.phrase("card_kind", given=quoted_value(row, "kind")), "kind")
        origin, ruling = row.get("origin", "ours"), row.get("ruling", "")
        if origin not in ORIGINS:
            self.fail_card(
                index, box.phrase("card_origin", origins=ORIGINS, given=quoted_value(row, "origin")), "origin"
            )
        if not isinstance(ruling, str) or not RULE_OR_NONE.fullmatch(ruling):
            self.fail_card(index, box.phrase("card_ruling", given=quoted_value(row, "ruling")), "ruling")
        if "effect" not in row:
            self.fail_card(index, box.phrase("card_effect"))
        effect = self.read_effect(index, row, "effect")
        multi = self.read_effect(index, row, "multi") if "multi" in row else None
        return Card(name, row["kind"], effect, multi, origin, ruling, self.read_card_words(index, row))

    def read_effect(self, index: int, row: Untrusted, key: str) -> parse.Text:
        """Parse the effect in a field of a card."""
        if not isinstance(row[key], str):
            self.fail_card(index, box.phrase("effect_text", key=key, given=quoted_value(row, key)), key)
        if len(row[key]) > MAX_LENGTHS["effect"]:  # limits the depth of nested texts
            self.fail_card(
                index, box.phrase("too_long", key=key, length=len(row[key]), most=MAX_LENGTHS["effect"]), key
            )
        try:
            return parse.parse_text(row[key], row["id"][0] == "G")
        except parse.TextError as error:
            self.fail_card(index, box.phrase("in_effect", key=key, why=error.sentence), key, error.rule)

    def read_card_words(self, index: int, row: Untrusted) -> dict[str, dict[str, str]]:
        """Return the name and texts of a card by language. If the name is missing in one language, that of the other is
        used."""
        by_language: dict[str, dict[str, str]] = {}
        for lang in LANGUAGES:
            words = row.get(lang, {})
            if not isinstance(words, dict) or not all(isinstance(v, str) for v in words.values()):
                self.fail_card(index, box.phrase("word_texts", language=lang, keys=WORD_KEYS), lang)
            words = {key: one_line(text) for key, text in words.items()}
            for key, text in words.items():
                if key not in WORD_KEYS:
                    self.fail_card(index, box.phrase("word_key", language=lang, key=quote(key), keys=WORD_KEYS), lang)
                if key == "multi" and "multi" not in row:
                    self.fail_card(index, box.phrase("word_star", language=lang), lang, "SC-608")
                wrong = shelf.text_problem(f"{lang}.{key}", text, MAX_LENGTHS.get(key, MAX_TEXT_LENGTH))
                if wrong:
                    self.fail_card(index, wrong, f"{lang}.{key}")
            by_language[lang] = words
        names = [words["name"] for words in by_language.values() if words.get("name")]
        if not names:
            self.fail_card(index, box.phrase("nameless"))
        for words in by_language.values():
            words["name"] = words.get("name") or names[0]
        return by_language


def quoted_value(row: Untrusted, key: str) -> str | Sentence:
    """Return the value of a field as quoted in an error message."""
    return quote(row[key]) if key in row else box.phrase("left_out")


def one_line(text: str) -> str:
    """Return a text with all whitespace, line breaks included, reduced to single spaces."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


# ---------------------------------------------------------------- the program
def build_program(cards: tuple[Card, ...]) -> parse.Program:
    """Compile every effect of a set to numbers: a header with kinds and start positions, then the steps."""
    program = parse.Program([0] * L.HEADER_SIZE)
    for i, card in enumerate(cards):
        is_enchantment = card.kind == "enchantment"
        program[L.IS_ENCHANTMENT + i] = int(is_enchantment)
        program[L.ENCHANTMENTS if is_enchantment else L.INCANTATIONS] += 1 << i
        program[L.DUEL_TEXT + i] = program.write_text(card.effect)
        program[L.MULTI_TEXT + i] = program[L.DUEL_TEXT + i]
        if card.multi is not None:
            program[L.MULTI_TEXT + i] = program.write_text(card.multi)
    return program


def fingerprint_of(name: str) -> str:
    """Return a digest of a set that changes only if its program does."""
    return fingerprint(list(card_set(name).program))


def summary(text: str) -> str:
    """Return a one-line summary of a card file. Raise CardsError if it is invalid."""
    card_set = read_set(text)
    counts = [
        f"{sum(card.id[0] == letter for card in card_set.cards)} {COLOUR_NAMES[letter]}" for letter in box.COLOURS
    ]
    enchantments = sum(card.kind == "enchantment" for card in card_set.cards)
    stars = sum(card.star for card in card_set.cards)
    standin = "; marked as stand-ins" if card_set.standin else ""
    return (
        f"{len(card_set.cards)} cards ({', '.join(counts)}), {enchantments} enchantments, {stars} with a star{standin}"
    )

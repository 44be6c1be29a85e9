"""Card sets: sixty cards read from a TOML file and checked, and their effects compiled to one program for the engine.

Below its header a file may have `title` and `note`. Then follow sixty tables `[[card]]` with `id`, `colour`, `kind` and
`effect`, `multi` on cards with a star, and the displayed words in `en` and `fr`. These are a `name` and optionally a
`text` and a `multi`; a missing text is generated from the effect.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NoReturn

from sortilege.core.contract import cards as card_files
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
RULE_ID_OR_EMPTY = re.compile(r"(SC-\d{3})?")
CARD_TABLE = re.compile(r"\s*\[\[\s*[\"']?card[\"']?\s*\]\]")  # the line [[card]]
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
    """One card of a card set: its effect, and the words that players read."""

    id: str  # as in "R01"
    kind: str  # "incantation" or "enchantment"
    effect: parse.Text  # the parsed steps
    multi: parse.Text | None  # the effect with three or four mages; None on cards without a star (SC-608)
    origin: str  # where the effect comes from: "rulebook", "review" or "ours"
    ruling: str  # the rule that decides a clause which the rulebook leaves open; "" for none
    words: dict[str, dict[str, str]]  # by language ("en", "fr"): name, and optionally text and multi

    @property
    def has_star(self) -> bool:
        """Whether the card shows a star: with three or four mages, it has another effect (SC-608)."""
        return self.multi is not None

    def text(self, seats: int) -> parse.Text:
        """Return the effect of the card in a game with this number of seats (SC-608)."""
        if self.multi is not None and seats > 2:
            return self.multi
        return self.effect


@dataclass(frozen=True)
class CardSet:
    """A set of sixty cards, and their effects compiled to a program for the engine."""

    standin: bool  # whether these are not the printed cards
    title: dict[str, str]  # by language
    note: dict[str, str]  # by language
    cards: tuple[Card, ...]
    program: Cells
    steps: dict[int, parse.Step]  # by its position in the program: the parsed step


# ---------------------------------------------------------------- look up a set
def card_set(name: str) -> CardSet:
    """Return the built-in or installed card set of this name. Raise CardsError if it is missing or invalid."""
    path, modified = card_set_file(name)
    return load_card_set(path, modified)


def card_set_file(name: str) -> tuple[Path, int]:
    """Return the file of a card set and its modification time in nanoseconds. Raise CardsError if it is missing."""
    if name == box.STANDIN:  # this set ships with the program and never changes
        return STANDIN_FILE, 0
    path = card_files.path_of("spellcaster", name)
    try:
        return path, path.stat().st_mtime_ns
    except OSError:
        raise CardsError(box.phrase("no_set", given=quote(name), names=list(available_files()))) from None


def available_files() -> dict[str, tuple[Path, int]]:
    """Return, by name of each available card set, its file and the modification time. The built-in set comes first."""
    files = {box.STANDIN: STANDIN_FILE}
    for name, path in card_files.installed_sets("spellcaster").items():
        files.setdefault(name, path)  # an installed set cannot replace the stand-in set
    return {name: (path, path.stat().st_mtime_ns) for name, path in files.items() if path.exists()}


@lru_cache(32)
def load_card_set(path: Path, modified: int) -> CardSet:
    """Return the card set in a file. Sets are cached by path and modification time, so a changed file is read again."""
    return read_set(card_files.read_text(path))


def read_set(text: str) -> CardSet:
    """Parse the text of a card file. If it is invalid, raise CardsError, which names the wrong line, card and step."""
    return CardFileReader(text).read()


def template(name: str) -> str:
    """Return a card file to edit: an owner of the game replaces its stand-in cards by the printed ones."""
    _, first_card, other_cards = STANDIN_FILE.read_text(encoding="utf-8").partition("[[card]]")
    return TEMPLATE_HEADER + first_card + other_cards


def check_options(seats: int, options: Options, given: Object) -> None:
    """Raise OptionError if the card set is invalid, or if a seat other than 0 is to start a game of three (SC-110)."""
    if seats == 3 and options["first"] not in ("random", 0):
        raise OptionError(box.phrase("three", game="spellcaster"), "SC-110")
    try:
        card_set(options["cards"])
    except CardsError as error:
        problem = box.phrase("cards_option", game="spellcaster", name="cards", why=error.sentence)
        raise OptionError(problem, error.rule) from None


# ---------------------------------------------------------------- read a file
class CardFileReader:
    """Reads and checks one card file. Its errors name the line of the wrong field."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        # the line numbers, from 1, at which the tables of the cards begin
        self.card_lines = [number for number, line in enumerate(self.lines, start=1) if CARD_TABLE.match(line)]
        self.body = card_files.body(text, "spellcaster")

    def fail(self, key: str, reason: Sentence) -> NoReturn:
        """Raise CardsError about the field `key` at the top of the file. The error names the line of the field."""
        raise CardsError(card_files.at_line(card_files.line_of(self.text, key), reason))

    def fail_card(self, index: int, reason: Sentence, key: str = "id", rule: str = "") -> NoReturn:
        """Raise CardsError about the field `key` of the card at `index`, with its line if it can be located."""
        name = self.body["card"][index].get("id")
        card = name if name in box.CARD_IDS else box.phrase("card_number", number=index + 1)
        line = self.line_number_of(index, key)
        if line is not None:
            raise CardsError(box.phrase("card_at_line", line=line, card=card, why=reason), rule)
        raise CardsError(box.phrase("card", card=card, why=reason), rule)

    def line_number_of(self, index: int, key: str) -> int | None:
        """Return the line number, from 1, of a field of the card at `index`, or of the card if the field is missing.
        Return None if the cards cannot be located because the file does not write each as a [[card]] table."""
        if len(self.card_lines) != len(self.body["card"]):
            return None
        first_line = self.card_lines[index]
        is_last_card = index == len(self.card_lines) - 1
        last_line = len(self.lines) if is_last_card else self.card_lines[index + 1] - 1
        field = re.compile(rf"\s*{re.escape(key)}\b")
        for number in range(first_line, last_line + 1):
            line = self.lines[number - 1]
            if field.match(line):
                return number
        return first_line

    def read(self) -> CardSet:
        """Check the whole card file and return its card set."""
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
        """Raise CardsError if a colour does not have all its cards (SC-002)."""
        for letter in COLOUR_NAMES:
            missing = [name for name in box.CARD_IDS if name[0] == letter and name not in by_id]
            if missing:
                present = box.CARDS_PER_COLOUR - len(missing)
                raise CardsError(
                    box.phrase("suit", n=present, colour=letter, size=box.CARDS_PER_COLOUR, card=missing[0]), "SC-002"
                )

    def read_words(self, key: str) -> dict[str, str]:
        """Return the title or the note of the card set by language. A single string applies to all languages."""
        texts = self.body.get(key, {})
        if isinstance(texts, str):
            texts = dict.fromkeys(LANGUAGES, texts)
        is_by_language = isinstance(texts, dict) and set(texts) <= set(LANGUAGES)
        if not is_by_language or not all_strings(texts):
            self.fail(key, box.phrase("set_words", key=key))
        lines = {language: one_line(text) for language, text in texts.items()}
        for line in lines.values():
            problem = card_files.text_problem(key, line, MAX_LENGTHS.get(key, MAX_TEXT_LENGTH))
            if problem:
                self.fail(key, problem)
        return lines

    def read_card(self, index: int, row: Untrusted) -> Card:
        """Check one [[card]] table, and return its card. `index` is the index of the card in the file."""
        for key in row:
            if key not in CARD_KEYS:
                self.fail_card(index, box.phrase("card_key", key=quote(key), keys=CARD_KEYS), key)
        card_id = self.read_id(index, row)
        if row.get("kind") not in KINDS:
            self.fail_card(index, box.phrase("card_kind", given=quoted_value(row, "kind")), "kind")
        origin, ruling = row.get("origin", "ours"), row.get("ruling", "")
        if origin not in ORIGINS:
            problem = box.phrase("card_origin", origins=ORIGINS, given=quoted_value(row, "origin"))
            self.fail_card(index, problem, "origin")
        if not isinstance(ruling, str) or not RULE_ID_OR_EMPTY.fullmatch(ruling):
            self.fail_card(index, box.phrase("card_ruling", given=quoted_value(row, "ruling")), "ruling")
        if "effect" not in row:
            self.fail_card(index, box.phrase("card_effect"))
        effect = self.read_effect(index, row, "effect")
        multi = self.read_effect(index, row, "multi") if "multi" in row else None
        return Card(card_id, row["kind"], effect, multi, origin, ruling, self.read_card_words(index, row))

    def read_id(self, index: int, row: Untrusted) -> str:
        """Return the id of a card, such as "R01", whose letter must match the colour of the card (SC-002)."""
        card_id = row.get("id")
        if card_id not in box.CARD_IDS:
            self.fail_card(index, box.phrase("card_id", given=quoted_value(row, "id")), rule="SC-002")
        colour = COLOUR_NAMES[card_id[0]]
        if row.get("colour") != colour:
            problem = box.phrase("card_colour", given=quoted_value(row, "colour"), card=card_id, colour=colour)
            self.fail_card(index, problem, "colour", "SC-002")
        return str(card_id)

    def read_effect(self, index: int, row: Untrusted, key: str) -> parse.Text:
        """Parse the effect in a field of a card, which is `effect` or `multi`, and return its steps."""
        if not isinstance(row[key], str):
            self.fail_card(index, box.phrase("effect_text", key=key, given=quoted_value(row, key)), key)
        if len(row[key]) > MAX_LENGTHS["effect"]:  # limits how deeply effects are nested
            problem = box.phrase("too_long", key=key, length=len(row[key]), most=MAX_LENGTHS["effect"])
            self.fail_card(index, problem, key)
        try:
            return parse.parse_text(row[key], green=row["id"].startswith("G"))
        except parse.TextError as error:
            self.fail_card(index, box.phrase("in_effect", key=key, why=error.sentence), key, error.rule)

    def read_card_words(self, index: int, row: Untrusted) -> dict[str, dict[str, str]]:
        """Return the name and texts of a card by language. If a name is missing in one language, use the other's."""
        by_language: dict[str, dict[str, str]] = {
            language: self.read_language(index, row, language) for language in LANGUAGES
        }
        names = [words["name"] for words in by_language.values() if words.get("name")]
        if not names:
            self.fail_card(index, box.phrase("nameless"))
        for words in by_language.values():
            words["name"] = words.get("name") or names[0]
        return by_language

    def read_language(self, index: int, row: Untrusted, language: str) -> dict[str, str]:
        """Check the name and texts of a card in one language and return them."""
        words = row.get(language, {})
        if not isinstance(words, dict) or not all_strings(words):
            self.fail_card(index, box.phrase("word_texts", language=language, keys=WORD_KEYS), language)
        lines = {key: one_line(text) for key, text in words.items()}
        for key, text in lines.items():
            if key not in WORD_KEYS:
                problem = box.phrase("word_key", language=language, key=quote(key), keys=WORD_KEYS)
                self.fail_card(index, problem, language)
            if key == "multi" and "multi" not in row:
                self.fail_card(index, box.phrase("word_star", language=language), language, "SC-608")
            field = f"{language}.{key}"
            text_problem = card_files.text_problem(field, text, MAX_LENGTHS.get(key, MAX_TEXT_LENGTH))
            if text_problem:
                self.fail_card(index, text_problem, field)
        return lines


def all_strings(texts: dict[str, Untrusted]) -> bool:
    """Return whether all values are strings."""
    return all(isinstance(text, str) for text in texts.values())


def quoted_value(row: Untrusted, key: str) -> str | Sentence:
    """Return the value of a field, quoted for an error message, or words that say that the field is missing."""
    return quote(row[key]) if key in row else box.phrase("left_out")


def one_line(text: str) -> str:
    """Return a text with all whitespace, line breaks included, reduced to single spaces."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip(" ")


# ---------------------------------------------------------------- the program
def build_program(cards: tuple[Card, ...]) -> parse.Program:
    """Compile all effects of a card set to one program, a list of numbers. Its header says for each card whether it is
    an enchantment and where its effects start. The steps of all effects follow."""
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
    """Return a digest of the effects of a card set. It does not depend on the words that players read."""
    return fingerprint(list(card_set(name).program))


def summary(text: str) -> str:
    """Return a summary of a card file, whose content is `text`, in one line. Raise CardsError if it is invalid."""
    card_set = read_set(text)
    colours = ", ".join(f"{box.CARDS_PER_COLOUR} {name}" for name in COLOUR_NAMES.values())
    enchantments = sum(card.kind == "enchantment" for card in card_set.cards)
    stars = sum(card.has_star for card in card_set.cards)
    standin_note = "; marked as stand-ins" if card_set.standin else ""
    return f"{len(card_set.cards)} cards ({colours}), {enchantments} enchantments, {stars} with a star{standin_note}"

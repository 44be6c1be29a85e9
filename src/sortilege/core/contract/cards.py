"""Card sets that a host adds as TOML files: where they are stored, how they are named, how errors in them are reported.
Each game checks the content of its own files (`CardFiles`).

A file begins with `game` and an optional `name`. An installed set is stored in the host's data folder as
`cards/<game>/<name>.toml`, and a table selects it by that name.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

from sortilege.core.contract.options import OneOf
from sortilege.core.data_folder import data_folder
from sortilege.core.errors import SortilegeError, quote
from sortilege.core.files import write_atomically
from sortilege.core.text.phrases import Sentence, shared
from sortilege.core.types import Untrusted

NAME = re.compile(r"[a-z0-9-]{1,32}")
HEADING = ("game", "name")
MAX_BYTES = 256 * 1024  # sixty cards with long texts in two languages take about 30,000
PARSER_LOCATION = re.compile(r" \(at line (\d+), column (\d+)\)$")  # the end of a message of tomllib
FIRST_KEY = re.compile(r"""\s*(?:\[+\s*)?["']?([\w.-]+)""")  # the key or table name at the start of a line


class CardsError(SortilegeError):
    """A card set cannot be used. The message names the line, the card and the problem."""


class SetName(OneOf):
    """The type of an option that selects a card set by name: a set that is shipped with the game or installed on this
    host. The installed sets are listed at every access, so that a new set needs no restart."""

    game: str
    shipped: tuple[str, ...]

    def __new__(cls, game: str, shipped: tuple[str, ...]) -> SetName:
        option = super().__new__(cls, shipped)
        option.game, option.shipped = game, shipped
        return option

    def __iter__(self) -> Iterator[str]:
        yield from self.shipped
        yield from (name for name in installed_sets(self.game) if name not in self.shipped)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return any(known_name == name for known_name in self)

    @property
    def expected(self) -> Sentence:
        installed = list(installed_sets(self.game))
        if not installed:
            return shared("card_sets_boxed", boxed=self.shipped)
        return shared("card_sets", boxed=self.shipped, kept=installed)


@dataclass(frozen=True)
class CardFiles:
    """The functions that read the card files of a game."""

    summary: Callable[[str], str]  # converts a file's text to one line about its cards; raises CardsError if invalid
    template: Callable[[str], str]  # returns the shipped set of this name as a file to edit
    fingerprint: Callable[[str], str]  # returns a digest of the set of this name, without parts that play does not use


def fingerprint(parts: object) -> str:
    """Return a short digest of a JSON value."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


# ---------------------------------------------------------------- installed sets
def check_name(name: Untrusted) -> str:
    """Return the name of a card set if it is valid, or raise CardsError. Only valid names may be part of a path."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise CardsError(shared("card_set_name", given=quote(name)))
    return name


def path_of(game: str, name: str) -> Path:
    """Return the path where a card set of this name is stored. The file need not exist."""
    return data_folder() / "cards" / game / f"{check_name(name)}.toml"


def installed_sets(game: str) -> dict[str, Path]:
    """Return the card sets that are installed on this host for a game, as {name: path}."""
    folder = data_folder() / "cards" / game
    return {path.stem: path for path in sorted(folder.glob("*.toml")) if NAME.fullmatch(path.stem)}


def install(game: str, name: str, text: str) -> Path:
    """Store a card set that the game has already checked, and return its path. A set of the same name is replaced."""
    path = path_of(game, name)
    write_atomically(path, text)
    return path


def read(game: str, name: str) -> str:
    """Return the text of an installed card set. Raise CardsError if no set of this name is installed."""
    installed = installed_sets(game)
    path = installed.get(check_name(name))
    if path is None:
        if not installed:
            raise CardsError(shared("no_card_set_at_all", game=game, given=quote(name)))
        raise CardsError(shared("no_card_set", game=game, given=quote(name), kept=list(installed)))
    return read_text(path)


# ---------------------------------------------------------------- reading a file
def read_text(path: Path) -> str:
    """Return the text of a card file. Raise CardsError if it is unreadable, too large or not UTF-8."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise CardsError(shared("unreadable", english=(error.strerror or str(error)).lower())) from None
    if len(raw) > MAX_BYTES:
        raise CardsError(shared("too_large", most=MAX_BYTES // 1024))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CardsError(shared("not_text")) from None


class Heading(NamedTuple):
    """The `game` and `name` keys at the top of a card file."""

    game: str | None
    name: str | None


def heading(text: str) -> Heading:
    """Return the keys `game` and `name` of a card file, each None if missing. Raise CardsError if one is no text."""
    content = parse_toml(text)
    for key in HEADING:
        if not isinstance(content.get(key, ""), str):
            raise CardsError(at_line(line_of(text, key), shared("heading_text", key=key, given=quote(content[key]))))
    return Heading(content.get("game"), content.get("name"))


def body(text: str, game: str) -> dict[str, Untrusted]:
    """Return a card file without its keys `game` and `name`. Raise CardsError if it belongs to another game."""
    game_in_file = heading(text).game
    if game_in_file not in (None, game):
        raise CardsError(at_line(line_of(text, "game"), shared("other_game", given=game_in_file, game=game)))
    return {key: value for key, value in parse_toml(text).items() if key not in HEADING}


def parse_toml(text: str) -> dict[str, Untrusted]:
    """Parse a card file as TOML. Raise CardsError with the line number if that fails."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardsError(toml_error(text, str(error))) from None
    except RecursionError:
        raise CardsError(shared("too_deep")) from None
    except ValueError:  # Python limits the digits of an integer
        raise CardsError(shared("long_number")) from None


def toml_error(text: str, message: str) -> Sentence:
    """Translate an error of the TOML parser into a sentence with the line and, if a key is repeated, the key."""
    location = PARSER_LOCATION.search(message)
    if location is None:
        return shared("not_toml", english=message)
    line, reason = int(location[1]), PARSER_LOCATION.sub("", message)
    key = FIRST_KEY.match(text.split("\n")[line - 1])
    is_duplicate = reason.startswith(("Cannot overwrite", "Cannot declare"))
    if key and is_duplicate:
        return at_line(line, shared("twice", key=key[1]))
    return shared("not_toml_there", line=line, column=location[2], english=f"{reason[0].lower()}{reason[1:]}")


def text_problem(field: str, text: str, max_length: int) -> Sentence | None:
    """Return why a text cannot be shown (it is too long or has control characters or braces), or None if it can."""
    if len(text) > max_length:
        return shared("too_long", key=field, length=len(text), most=max_length)
    for character in text:
        # Braces mark players' names in sentences. Cc, Zl, Zp: control characters, line and paragraph separators.
        if character in "{}" or category(character) in ("Cc", "Zl", "Zp"):
            return shared("odd", key=field, sign=repr(character))
    return None


def line_of(text: str, key: str) -> int:
    """Return the number of the first line (from 1) that sets a key or opens the table of this name; 0 if none does."""
    # key = …, "key".… = …, [key], [[table.key]]
    setting = re.compile(rf"""\s*(?:\[+\s*(?:[\w-]+\s*\.\s*)*)?["']?{re.escape(key)}["']?\s*[=\].]""")
    return next((number for number, line in enumerate(text.split("\n"), start=1) if setting.match(line)), 0)


def at_line(line: int, why: Sentence) -> Sentence:
    """Return an error message with the line number in front of it, or unchanged if the number is 0 (unknown)."""
    return shared("at_line", line=line, why=why) if line else why

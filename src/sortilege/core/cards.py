"""Cards as data: files an owner types in, where they are kept and what they are called. What is in them is each game's
business (`CardFiles`).

A file is TOML, headed by `game` and, if its owner likes, `name`. A set that is kept lies in the data folder of the host
as `cards/<game>/<name>.toml`; a table chooses it by that name.
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

from sortilege.core.errors import SortilegeError, quote
from sortilege.core.folder import data_folder
from sortilege.core.options import OneOf
from sortilege.core.phrases import Sentence, shared
from sortilege.core.shapes import Untrusted

NAME = re.compile(r"[a-z0-9-]{1,32}")
HEADING = ("game", "name")
LARGEST = 256 * 1024  # bytes; sixty cards with long texts in two languages take some thirty thousand
WHERE = re.compile(r" \(at line (\d+), column (\d+)\)$")


class CardsError(SortilegeError):
    """A set of cards that cannot be used; names the line, the card and what is wrong with it."""


class SetName(OneOf):
    """The name of a set of cards: one in the box, or one that this host has installed since."""

    game: str
    boxed: tuple[str, ...]

    def __new__(cls, game: str, boxed: tuple[str, ...]) -> SetName:
        made = super().__new__(cls, boxed)
        made.game, made.boxed = game, boxed
        return made

    def __iter__(self) -> Iterator[str]:
        yield from self.boxed
        yield from (name for name in installed_sets(self.game) if name not in self.boxed)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return any(one == name for one in self)

    @property
    def wanted(self) -> Sentence:
        kept = list(installed_sets(self.game))
        return shared("card_sets", boxed=self.boxed, kept=kept) if kept else shared("card_sets_boxed", boxed=self.boxed)


@dataclass(frozen=True)
class CardFiles:
    """How a game reads its card files."""

    summary: Callable[[str], str]  # one line about the cards in a file's text; CardsError names what is wrong
    template: Callable[[str], str]  # a set in the box, by name, as a file for an owner to edit
    fingerprint: Callable[[str], str]  # of what a set, by name, means in play: names and notes leave it as it is


def fingerprint(parts: object) -> str:
    """A short digest of whatever JSON can hold."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


# ---------------------------------------------------------------- the sets a host keeps
def check_name(name: Untrusted) -> str:
    """The name itself, if it may name a set (so it can never point out of the folder)."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise CardsError(shared("card_set_name", given=quote(name)))
    return name


def path_of(game: str, name: str) -> Path:
    """Where a set of this name is kept, if there is one."""
    return data_folder() / "cards" / game / f"{check_name(name)}.toml"


def installed_sets(game: str) -> dict[str, Path]:
    """The sets installed for a game, by name."""
    folder = data_folder() / "cards" / game
    return {path.stem: path for path in sorted(folder.glob("*.toml")) if NAME.fullmatch(path.stem)}


def install(game: str, name: str, text: str) -> Path:
    """Keep a set that its game has checked, whole or not at all; one of the same name is replaced."""
    path = path_of(game, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
    return path


def read(game: str, name: str) -> str:
    """The text of an installed set."""
    path = installed_sets(game).get(check_name(name))
    if path is None:
        kept = list(installed_sets(game))
        missing = shared("no_card_set" if kept else "no_card_set_at_all", game=game, given=quote(name), kept=kept)
        raise CardsError(missing)
    return text_in(path)


# ---------------------------------------------------------------- reading a file
def text_in(path: Path) -> str:
    """What a card file says; CardsError where that cannot be a card file at all."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as off:
        raise CardsError(shared("unreadable", english=(off.strerror or str(off)).lower())) from None
    if len(raw) > LARGEST:
        raise CardsError(shared("too_large", most=LARGEST >> 10))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CardsError(shared("not_text")) from None


class Heading(NamedTuple):
    """What a card file says of itself."""

    game: str | None
    name: str | None


def heading(text: str) -> Heading:
    """The heading of a card file; None for what it leaves out."""
    held = held_in(text)
    for key in HEADING:
        if not isinstance(held.get(key, ""), str):
            raise CardsError(at_line(line_of(text, key), shared("heading_text", key=key, given=quote(held[key]))))
    return Heading(held.get("game"), held.get("name"))


def body(text: str, game: str) -> dict[str, Untrusted]:
    """Everything below the heading of a card file for this game."""
    said = heading(text).game
    if said not in (None, game):
        raise CardsError(at_line(line_of(text, "game"), shared("other_game", given=said, game=game)))
    return {key: value for key, value in held_in(text).items() if key not in HEADING}


def held_in(text: str) -> dict[str, Untrusted]:
    """A file as TOML; what is not is refused with its line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as off:
        raise CardsError(fault(text, str(off))) from None
    except RecursionError:
        raise CardsError(shared("too_deep")) from None
    except ValueError:  # Python's own limit
        raise CardsError(shared("long_number")) from None


def fault(text: str, said: str) -> Sentence:
    """What TOML found wrong, beginning with the line. Two things of one name are called by their name."""
    where = WHERE.search(said)
    if where is None:
        return shared("not_toml", english=said)
    line, reason = int(where[1]), WHERE.sub("", said)
    key = re.match(r"""\s*(?:\[+\s*)?["']?([\w.-]+)""", text.split("\n")[line - 1])
    if key and reason.startswith(("Cannot overwrite", "Cannot declare")):
        return at_line(line, shared("twice", key=key[1]))
    return shared("not_toml_there", line=line, column=where[2], english=f"{reason[0].lower()}{reason[1:]}")


def unreadable(field: str, text: str, longest: int) -> Sentence | None:
    """Why the words of a field cannot stand on a card or in a sentence about it; None where they can."""
    if len(text) > longest:
        return shared("too_long", key=field, length=len(text), most=longest)
    odd = next((c for c in text if c in "{}" or category(c) in ("Cc", "Zl", "Zp")), "")  # braces: players stand in them
    return shared("odd", key=field, sign=repr(odd)) if odd else None


def line_of(text: str, key: str) -> int:
    """The line where a key is set or opened as a table, counted from 1; 0 where it is not found."""
    wanted = re.compile(rf"""\s*(?:\[+\s*(?:[\w-]+\s*\.\s*)*)?["']?{re.escape(key)}["']?\s*[=\].]""")
    return next((n for n, line in enumerate(text.split("\n"), 1) if wanted.match(line)), 0)


def at_line(line: int, why: Sentence) -> Sentence:
    """A complaint that begins with its line, where that is known."""
    return shared("at_line", line=line, why=why) if line else why

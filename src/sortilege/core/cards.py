"""Cards as data: files an owner types in, where they are kept and what they are called. What is in them is each game's
business (`Game.check_cards`).

A file is TOML, headed by `game` and, if its owner likes, `name`. A set that is kept lies in the data folder of the host
as `cards/<game>/<name>.toml`; a table chooses it by that name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from sortilege.core.errors import SortilegeError, quoted
from sortilege.core.folder import data_folder
from sortilege.core.options import OneOf

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
        yield from (name for name in installed(self.game) if name not in self.boxed)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return any(one == name for one in self)

    def __str__(self) -> str:
        there = " or ".join(installed(self.game)) or "none so far"
        return f"{' or '.join(self.boxed)}, or a set this host keeps ({there}; sortilege cards add FILE)"


# ---------------------------------------------------------------- the sets a host keeps
def check_name(name: Any) -> str:
    """The name itself, if it may name a set (so it can never point out of the folder)."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise CardsError(f"a set of cards is named with 1 to 32 of a-z, 0-9 and -, not {quoted(name)}")
    return name


def kept_at(game: str, name: str) -> Path:
    """Where a set of this name is kept, if there is one."""
    return data_folder() / "cards" / game / f"{check_name(name)}.toml"


def installed(game: str) -> dict[str, Path]:
    """The sets installed for a game, by name."""
    folder = data_folder() / "cards" / game
    return {path.stem: path for path in sorted(folder.glob("*.toml")) if NAME.fullmatch(path.stem)}


def install(game: str, name: str, text: str) -> Path:
    """Keep a set that its game has checked, whole or not at all; one of the same name is replaced."""
    path = kept_at(game, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)
    return path


def read(game: str, name: str) -> str:
    """The text of an installed set."""
    path = installed(game).get(check_name(name))
    if path is None:
        there = ", ".join(installed(game)) or "none"
        raise CardsError(f"{game} has no set of cards named {name!r}; installed: {there}")
    return text_in(path)


# ---------------------------------------------------------------- reading a file
def text_in(path: Path) -> str:
    """What a card file says; CardsError where that cannot be a card file at all."""
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as off:
        raise CardsError((off.strerror or str(off)).lower()) from None
    if len(raw) > LARGEST:
        raise CardsError(f"is over {LARGEST >> 10} KB, too large for a card file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CardsError("is not a text in UTF-8") from None


class Heading(NamedTuple):
    """What a card file says of itself."""

    game: str | None
    name: str | None


def heading(text: str) -> Heading:
    """The heading of a card file; None for what it leaves out."""
    held = held_in(text)
    for key in HEADING:
        if not isinstance(held.get(key, ""), str):
            raise CardsError(f"{place_of(text, key)}{key} is a text, not {quoted(held[key])}")
    return Heading(held.get("game"), held.get("name"))


def body(text: str, game: str) -> dict[str, Any]:
    """Everything below the heading of a card file for this game."""
    said = heading(text).game
    if said not in (None, game):
        raise CardsError(f"{place_of(text, 'game')}these cards are for {said}, not for {game}")
    return {key: value for key, value in held_in(text).items() if key not in HEADING}


def held_in(text: str) -> dict[str, Any]:
    """A file as TOML; what is not is refused with its line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as off:
        raise CardsError(fault(text, str(off))) from None
    except RecursionError:
        raise CardsError("is nested too deeply for a card file") from None
    except ValueError:  # Python's own limit
        raise CardsError("has a number of more than 4300 digits") from None


def fault(text: str, said: str) -> str:
    """What TOML found wrong, beginning with the line. Two things of one name are called by their name."""
    where = WHERE.search(said)
    if where is None:
        return f"this is not TOML: {said}"
    line, reason = int(where[1]), WHERE.sub("", said)
    key = re.match(r"""\s*(?:\[+\s*)?["']?([\w.-]+)""", text.split("\n")[line - 1])
    if key and reason.startswith(("Cannot overwrite", "Cannot declare")):
        return f"line {line}: {key[1]} is there twice"
    return f"line {line}, column {where[2]}: this is not TOML: {reason[0].lower()}{reason[1:]}"


def unreadable(text: str, longest: int) -> str:
    """Why words cannot stand on a card or in a sentence about it; "" where they can."""
    if len(text) > longest:
        return f"has {len(text)} characters, more than {longest}"
    odd = next((c for c in text if c in "{}" or category(c) in ("Cc", "Zl", "Zp")), "")  # braces: players stand in them
    return f"has a character no card can show: {odd!r}" if odd else ""


def place_of(text: str, key: str) -> str:
    """How a complaint about a key begins: "line 7: " where it is set or opened as a table, "" where it is not found."""
    wanted = re.compile(rf"""\s*(?:\[+\s*(?:[\w-]+\s*\.\s*)*)?["']?{re.escape(key)}["']?\s*[=\].]""")
    return next((f"line {n}: " for n, line in enumerate(text.split("\n"), 1) if wanted.match(line)), "")

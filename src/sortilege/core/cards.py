"""Card sets a host has typed in: where they lie and what they are called. What is in them is each game's business.

A set is one text file, `cards/<game>/<name>.toml` below the data folder of the host.
"""

from __future__ import annotations

import re
from pathlib import Path

from sortilege.core.errors import SortilegeError
from sortilege.core.folder import data_folder

NAME = re.compile(r"[a-z0-9-]{1,32}")


class CardsError(SortilegeError):
    """A set of cards that cannot be used; names the card and what is wrong with it."""


def check_name(name: str) -> str:
    """The name itself, if it may name a set (so it can never point out of the folder)."""
    if not NAME.fullmatch(name):
        raise CardsError(f"a set of cards is named with 1 to 32 of a-z, 0-9 and -, not {name!r}")
    return name


def installed(game: str) -> dict[str, Path]:
    """The sets installed for a game, by name."""
    folder = data_folder() / "cards" / game
    return {path.stem: path for path in sorted(folder.glob("*.toml")) if NAME.fullmatch(path.stem)}


def install(game: str, name: str, text: str) -> Path:
    """Keep a set that its game has checked, whole or not at all; one of the same name is replaced."""
    path = data_folder() / "cards" / game / f"{check_name(name)}.toml"
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
    return path.read_text(encoding="utf-8")

"""The shelf as the home page shows it: the games that can be played, and those still to come."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, get_args

from sortilege import game, games
from sortilege.core.options import OneOf, Option, SeatOrRandom
from sortilege.server.messages import Level, ShelfGame


def shelf() -> list[ShelfGame]:
    """Every game the product knows, in alphabetical order, with the card sets this host keeps at the moment."""
    coming = coming_words()
    return [on_shelf(name) if name in games() else awaited(name, coming[name]) for name in sorted({*games(), *coming})]


@cache
def coming_words() -> dict[str, Any]:
    with open(Path(__file__).parent / "coming.toml", "rb") as file:
        return tomllib.load(file)


def on_shelf(name: str) -> ShelfGame:
    found = game(name)
    return ShelfGame(
        name=name,
        ready=True,
        seats=list(found.seats),
        options={key: told(option) for key, option in found.options.items()},
        levels=list(get_args(Level)),
        words=found.words,  # type: ignore[arg-type]
    )


def awaited(name: str, words: dict[Any, Any]) -> ShelfGame:
    return ShelfGame(name=name, ready=False, seats=[], options={}, levels=[], words=words)


def told(option: Option) -> dict[str, Any]:
    """An option's default and its values; null where it is not a choice among a few."""
    closed = isinstance(option.allowed, OneOf | SeatOrRandom)
    return {"default": option.default, "allowed": list(option.allowed) if closed else None}

"""The shelf as the home page shows it."""

from __future__ import annotations

from typing import Any, get_args

from sortilege import game, games
from sortilege.core.options import OneOf, Option, SeatOrRandom
from sortilege.server.messages import Level, ShelfGame


def shelf() -> list[ShelfGame]:
    """Every game, in alphabetical order, with the card sets this host keeps at the moment."""
    return [on_shelf(name) for name in games()]


def on_shelf(name: str) -> ShelfGame:
    found = game(name)
    return ShelfGame(
        name=name,
        seats=list(found.seats),
        options={key: told(option) for key, option in found.options.items()},
        levels=list(get_args(Level)),
        words=found.words,  # type: ignore[arg-type]
    )


def told(option: Option) -> dict[str, Any]:
    """An option's default and its values; null where it is not a choice among a few."""
    closed = isinstance(option.allowed, OneOf | SeatOrRandom)
    return {"default": option.default, "allowed": list(option.allowed) if closed else None}

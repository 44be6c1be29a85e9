"""What an option may be set to. `game.options` is {name: Option}, and an Option reads as (default, allowed)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from sortilege.core.errors import OptionError, quoted


class OneOf(tuple[Any, ...]):
    """One of these values, of exactly their type (so 1 is not True)."""

    groups: tuple[tuple[str, ...], ...] = ()  # or a list with one of each of these

    def accepts(self, value: Any, seats: int) -> bool:
        return any(type(value) is type(one) and value == one for one in self)

    def __str__(self) -> str:
        return " or ".join(map(str, self))


class SeatOrRandom(tuple[Any, ...]):
    """A seat of this table, or "random"."""

    def accepts(self, value: Any, seats: int) -> bool:
        return value == "random" or (type(value) is int and 0 <= value < seats)

    def __str__(self) -> str:
        return "random or a seat of this table, counted from 0"


class Option(NamedTuple):
    """An option's default and what else it may be."""

    default: Any
    allowed: Any


def settle(game: str, options: dict[str, Option], given: Any, seats: int) -> dict[str, Any]:
    """Every option with its value, the given ones checked; OptionError names the first that is off."""
    if not isinstance(given, dict):
        raise OptionError(f"options is an object of names and values, not {quoted(given)}")
    settled = {name: deepcopy(option.default) for name, option in options.items()}
    for name, value in given.items():
        if name not in options:
            raise OptionError(f"{game} has no option {quoted(name)}; it has {', '.join(options)}")
        if not options[name].allowed.accepts(value, seats):
            raise OptionError(f"{game}: option {name} is {options[name].allowed}, not {quoted(value)}")
        settled[name] = deepcopy(value)
    return settled

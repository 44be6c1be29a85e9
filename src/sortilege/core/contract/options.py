"""The types of a game's options. `game.options` is {name: Option}, and an Option is a pair (default, allowed)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from sortilege.core.errors import OptionError, quote
from sortilege.core.text.phrases import Phrasebook, Sentence, shared
from sortilege.core.types import Options, Untrusted


class OneOf(tuple[object, ...]):
    """The type of an option with a list of allowed values. A value must also have the right Python type."""

    # If not empty, the option also accepts a list with one name from each of these groups.
    groups: tuple[tuple[str, ...], ...] = ()

    def accepts(self, value: Untrusted, seats: int) -> bool:
        """Return whether the option can have this value at a table with `seats` seats."""
        return any(type(value) is type(allowed) and value == allowed for allowed in self)

    @property
    def expected(self) -> Sentence:
        """What is allowed, for an error message."""
        return shared("one_of", values=list(self))


class SeatOrRandom(tuple[object, ...]):
    """The type of an option whose value is a seat of the table or "random"."""

    def accepts(self, value: Untrusted, seats: int) -> bool:
        return value == "random" or (type(value) is int and 0 <= value < seats)

    @property
    def expected(self) -> Sentence:
        return shared("seat_or_random")


class Option(NamedTuple):
    """An option of a game: its default value, and the type of its values."""

    default: object
    allowed: Any  # has `accepts(value, seats)` and `expected`, like OneOf


def resolve_options(
    game: str, options: dict[str, Option], values: Untrusted, seats: int, phrase: Phrasebook = shared
) -> Options:
    """Return every option with its value: the value in `values` if there is one, otherwise the default. Raise
    OptionError for the first invalid name or value. `phrase` builds the error messages."""
    if not isinstance(values, dict):
        raise OptionError(shared("options", given=quote(values)))
    complete = {name: deepcopy(option.default) for name, option in options.items()}
    for name, value in values.items():
        if name not in options:
            if not options:
                raise OptionError(phrase("no_options", game=game))
            raise OptionError(phrase("no_option", game=game, given=quote(name), names=list(options)))
        allowed = options[name].allowed
        if not allowed.accepts(value, seats):
            raise OptionError(phrase("option", game=game, name=name, allowed=allowed.expected, given=quote(value)))
        complete[name] = deepcopy(value)
    return complete

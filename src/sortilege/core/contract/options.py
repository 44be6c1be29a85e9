"""The types of a game's options. `game.options` is {name: Option}, and an Option is a pair (default, allowed)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from sortilege.core.errors import OptionError, quote
from sortilege.core.text.phrases import Phrasebook, Sentence, shared
from sortilege.core.types import Options, Untrusted


class OneOf(tuple[object, ...]):
    """The value must be one of these, with exactly the same type (1 is not True)."""

    # If not empty, the value may instead be a list with one name from each of these groups.
    groups: tuple[tuple[str, ...], ...] = ()

    def accepts(self, value: Untrusted, seats: int) -> bool:
        """Return whether a table with this many seats may have the value."""
        return any(type(value) is type(allowed) and value == allowed for allowed in self)

    @property
    def expected(self) -> Sentence:
        """What is allowed, for an error message."""
        return shared("one_of", values=list(self))


class SeatOrRandom(tuple[object, ...]):
    """The value must be a seat of this table or "random"."""

    def accepts(self, value: Untrusted, seats: int) -> bool:
        return value == "random" or (type(value) is int and 0 <= value < seats)

    @property
    def expected(self) -> Sentence:
        return shared("seat_or_random")


class Option(NamedTuple):
    """The default value of an option, and an object that tells which values are allowed."""

    default: object
    allowed: Any  # has `accepts(value, seats)` and `expected`, like OneOf


def resolve_options(
    game: str, options: dict[str, Option], values: Untrusted, seats: int, phrase: Phrasebook = shared
) -> Options:
    """Return every option with its value: the one in `values`, or the default. Raise OptionError for the first invalid
    one; `phrase` has the error messages of the game."""
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

"""The types of a game's options. `game.options` is {name: Option}, and an Option is a pair (default, allowed)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from sortilege.core.errors import OptionError, quote
from sortilege.core.text.phrases import Phrasebook, Sentence, shared
from sortilege.core.types import Options, Untrusted


class OneOf(tuple[object, ...]):
    """The value must be one of these, with exactly the same type (1 is not True)."""

    groups: tuple[tuple[str, ...], ...] = ()  # alternatively a list with one of each group is allowed

    def accepts(self, value: Untrusted, seats: int) -> bool:
        return any(type(value) is type(one) and value == one for one in self)

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
    """The default of an option and the type of its allowed values."""

    default: object
    allowed: Any


def resolve_options(
    game: str, options: dict[str, Option], values: Untrusted, seats: int, phrase: Phrasebook = shared
) -> Options:
    """Return every option with its value: the one in `values`, or the default. Raise OptionError for the first invalid
    one, in the words of `phrase`."""
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

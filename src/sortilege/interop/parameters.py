"""Convert a game's options to OpenSpiel parameters and back. An OpenSpiel parameter has one type, and its text must
not contain commas.

Every option is a parameter: `variant=last`, `easy=True`, `handicap=3`. A list is written in brackets with spaces
between its items: `die=[1 1 2]`. If an option accepts words too, a seat is written as `first=seat 1`, because OpenSpiel
would parse 1 as a number. All options can also be passed as one JSON object in the parameter `options`.
"""

from __future__ import annotations

import json
from typing import Final

from sortilege.core.errors import OptionError
from sortilege.core.game import Game
from sortilege.core.types import Object, Options

PLAYERS: Final = "players"
OPTIONS: Final = "options"
DECLARED: Final = "declared"  # "imperfect": declare imperfect information, even if the game hides nothing
SEAT: Final = "seat "  # before the number of a seat


def specification(game: Game) -> Object:
    """Return every parameter of a game with its default. 0 stands for the default number of players, "" for no JSON
    options and for the game's own declaration of hidden information."""
    defaults = {name: to_parameter(option.default) for name, option in game.options.items()}
    return {PLAYERS: 0, OPTIONS: "", DECLARED: "", **defaults}


def parse_parameters(game: Game, parameters: Object) -> Options:
    """Return the options that parameters set. Values equal to the default are left out: OpenSpiel always passes all."""
    named = {name: from_parameter(parameters.get(name, option.default)) for name, option in game.options.items()}
    changed = {name: value for name, value in named.items() if value != game.options[name].default}
    return changed | (parse_options(parameters[OPTIONS]) if parameters.get(OPTIONS) else {})


def parameters_of(game: Game, players: int, options: Options, declared: str) -> Object:
    """Return the parameters that load a game with these options. `declared` is "imperfect" to declare imperfect
    information, even if the game hides nothing, otherwise ""."""
    parameters: dict[str, object] = {PLAYERS: players}
    for name, value in options.items():
        default = game.options[name].default
        if value != default:
            is_seat = isinstance(default, str) and type(value) is int
            parameters[name] = f"{SEAT}{value}" if is_seat else to_parameter(value)
    return parameters | ({DECLARED: declared} if declared else {})


def to_parameter(value: object) -> object:
    """Return an option's value as a parameter. A list such as [1, 1, 2] becomes the text "[1 1 2]"."""
    return f"[{' '.join(map(str, value))}]" if isinstance(value, list) else value


def from_parameter(value: object) -> object:
    """Convert the value of a parameter to the value of an option: "[1 1 2]" to [1, 1, 2], and "seat 1" to 1."""
    if not isinstance(value, str):
        return value
    if value.startswith("[") and value.endswith("]"):
        return [int(item) if item.isdecimal() else item for item in value[1:-1].split()]
    seat = value.removeprefix(SEAT)
    return int(seat) if seat != value and seat.isdecimal() else value


def parse_options(text: str) -> Options:
    """Parse options from a JSON object. Raise OptionError if the text is not a JSON object."""
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise OptionError(f'options are a JSON object such as {{"variant": "last"}}, not {text!r}')
    return options

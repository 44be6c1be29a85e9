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
    """Return every OpenSpiel parameter of a game with its default. Players 0 means the default number of players. The
    other two extra parameters are "": no options as JSON, and nothing declared about hidden information."""
    defaults = {name: to_parameter(option.default) for name, option in game.options.items()}
    return {PLAYERS: 0, OPTIONS: "", DECLARED: "", **defaults}


def parse_parameters(game: Game, parameters: Object) -> Options:
    """Return the options that OpenSpiel parameters set. OpenSpiel always passes all parameters, so an option with its
    default value counts as not set."""
    options: Options = {}
    for name, option in game.options.items():
        value = from_parameter(parameters.get(name, option.default))
        if value != option.default:
            options[name] = value
    if parameters.get(OPTIONS):
        options |= parse_options(parameters[OPTIONS])
    return options


def parameters_of(game: Game, players: int, options: Options, declared: str) -> Object:
    """Return the OpenSpiel parameters that load a game with these options. `declared` is "imperfect" to declare
    imperfect information even if the game hides nothing, otherwise ""."""
    parameters: dict[str, object] = {PLAYERS: players}
    for name, value in options.items():
        default = game.options[name].default
        if value != default:
            is_seat = isinstance(default, str) and type(value) is int
            parameters[name] = f"{SEAT}{value}" if is_seat else to_parameter(value)
    if declared:
        parameters[DECLARED] = declared
    return parameters


def to_parameter(value: object) -> object:
    """Convert the value of an option to the value of an OpenSpiel parameter: [1, 1, 2] becomes "[1 1 2]"."""
    return f"[{' '.join(map(str, value))}]" if isinstance(value, list) else value


def from_parameter(value: object) -> object:
    """Convert the value of an OpenSpiel parameter to the value of an option: "[1 1 2]" to [1, 1, 2], "seat 1" to 1."""
    if not isinstance(value, str):
        return value
    if value.startswith("[") and value.endswith("]"):
        return [int(item) if item.isdecimal() else item for item in value[1:-1].split()]
    seat = value.removeprefix(SEAT)
    is_seat = value.startswith(SEAT) and seat.isdecimal()
    return int(seat) if is_seat else value


def parse_options(text: str) -> Options:
    """Parse options from a JSON object. Raise OptionError if the text is not a JSON object."""
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise OptionError(f'options are a JSON object such as {{"variant": "last"}}, not {text!r}')
    return options

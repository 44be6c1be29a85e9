"""How options travel in OpenSpiel, whose parameters each have one type, and whose texts may have no comma.

Every option is a parameter of its own: `variant=last`, `easy=True`, `handicap=3`. A list stands in brackets with spaces
between its items, `die=[1 1 2]`; a seat where a word could stand too is `first=seat 1`, for OpenSpiel would take a bare
1 for a number. Options may be given as one JSON object as well (`options`); a loaded game writes them apart.
"""

from __future__ import annotations

import json
from typing import Final

from sortilege.core.errors import OptionError
from sortilege.core.game import Game
from sortilege.core.shapes import Object, Options

PLAYERS: Final = "players"
OPTIONS: Final = "options"
DECLARED: Final = "declared"  # "imperfect": for algorithms that insist on it though the game hides nothing
SEAT: Final = "seat "


def specification(game: Game) -> Object:
    """Every parameter with its default, as OpenSpiel wants to know them; 0 players: as many as are usual."""
    return {PLAYERS: 0, OPTIONS: "", DECLARED: "", **{name: text_of(o.default) for name, o in game.options.items()}}


def options_in(game: Game, given: Object) -> Options:
    """The options among the parameters of a game. OpenSpiel gives every parameter, most with its default: only what
    differs was asked for."""
    named = {name: value_of(given.get(name, option.default)) for name, option in game.options.items()}
    asked = {name: value for name, value in named.items() if value != game.options[name].default}
    return asked | (from_json(given[OPTIONS]) if given.get(OPTIONS) else {})


def written(game: Game, players: int, options: Options, declared: str) -> Object:
    """The parameters that load the same game again."""
    mixed = {name: isinstance(option.default, str) for name, option in game.options.items()}
    out: dict[str, object] = {PLAYERS: players}
    for name, value in options.items():
        if value != game.options[name].default:
            out[name] = f"{SEAT}{value}" if mixed[name] and type(value) is int else text_of(value)
    return out | ({DECLARED: declared} if declared else {})


def text_of(value: object) -> object:
    return f"[{' '.join(map(str, value))}]" if isinstance(value, list) else value


def value_of(value: object) -> object:
    """What a parameter says, as an option has it."""
    if not isinstance(value, str):
        return value
    if value.startswith("[") and value.endswith("]"):
        return [int(item) if item.isdecimal() else item for item in value[1:-1].split()]
    seat = value.removeprefix(SEAT)
    return int(seat) if seat != value and seat.isdecimal() else value


def from_json(text: str) -> Options:
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise OptionError(f'options are a JSON object such as {{"variant": "last"}}, not {text!r}')
    return options

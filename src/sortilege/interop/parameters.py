"""Convert options to OpenSpiel parameters and back. Each parameter has one type there, and texts must not contain
commas.

Every option is a parameter: `variant=last`, `easy=True`, `handicap=3`. A list is written in brackets with spaces
between its items, `die=[1 1 2]`. A seat of an option that also accepts words is `first=seat 1`, because OpenSpiel would
parse a bare 1 as a number. Options can also be passed as one JSON object (`options`); a loaded game writes them
separately.
"""

from __future__ import annotations

import json
from typing import Final

from sortilege.core.errors import OptionError
from sortilege.core.game import Game
from sortilege.core.types import Object, Options

PLAYERS: Final = "players"
OPTIONS: Final = "options"
DECLARED: Final = "declared"  # "imperfect": for algorithms that require it even if the game hides nothing
SEAT: Final = "seat "


def specification(game: Game) -> Object:
    """Return every parameter with its default. 0 players stands for the default number."""
    return {PLAYERS: 0, OPTIONS: "", DECLARED: "", **{name: text_of(o.default) for name, o in game.options.items()}}


def options_in(game: Game, parameters: Object) -> Options:
    """Return the options in the parameters of a game. OpenSpiel always passes every parameter, so those with their
    default are left out."""
    named = {name: value_of(parameters.get(name, option.default)) for name, option in game.options.items()}
    changed = {name: value for name, value in named.items() if value != game.options[name].default}
    return changed | (from_json(parameters[OPTIONS]) if parameters.get(OPTIONS) else {})


def written(game: Game, players: int, options: Options, declared: str) -> Object:
    """Return the parameters that load the same game again."""
    accepts_words = {name: isinstance(option.default, str) for name, option in game.options.items()}
    parameters: dict[str, object] = {PLAYERS: players}
    for name, value in options.items():
        if value != game.options[name].default:
            parameters[name] = f"{SEAT}{value}" if accepts_words[name] and type(value) is int else text_of(value)
    return parameters | ({DECLARED: declared} if declared else {})


def text_of(value: object) -> object:
    """Return an option's value as a parameter: a list becomes text."""
    return f"[{' '.join(map(str, value))}]" if isinstance(value, list) else value


def value_of(value: object) -> object:
    """Return a parameter's value as an option value."""
    if not isinstance(value, str):
        return value
    if value.startswith("[") and value.endswith("]"):
        return [int(item) if item.isdecimal() else item for item in value[1:-1].split()]
    seat = value.removeprefix(SEAT)
    return int(seat) if seat != value and seat.isdecimal() else value


def from_json(text: str) -> Options:
    """Parse options from a JSON object. Raise OptionError if the text is none."""
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise OptionError(f'options are a JSON object such as {{"variant": "last"}}, not {text!r}')
    return options

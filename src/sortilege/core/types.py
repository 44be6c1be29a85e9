"""Types of the JSON objects that core passes on without knowing their keys. Each game declares its exact types under
the same names (`Action` in actions, `Position` in position, `View` in view, `Line` in log, `Board` in board)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict

# Any: only the game knows the values.
Object: TypeAlias = Mapping[str, Any]
Action: TypeAlias = Object  # an action of a seat or an outcome of chance
Line: TypeAlias = Object  # a log line: an action with its effects
View: TypeAlias = Object  # everything a seat may know
Board: TypeAlias = Object  # extra data for drawing a view
Position: TypeAlias = Object  # a state without partly resolved actions
Words: TypeAlias = Mapping[str, Any]  # one language of a words.toml: nested tables
Options: TypeAlias = dict[str, Any]  # every option of a game with its value
Untrusted: TypeAlias = Any  # input that is not checked yet


class Outcome(TypedDict):
    """The result of a finished game."""

    winners: list[int]
    scores: list[int]
    reason: str  # what decided the game: a key of words.toml

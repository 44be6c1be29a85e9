"""What travels as JSON, as core sees it: objects whose keys only their game knows. Each game declares its own exact
types (`Action` in actions, `Position` in position, `View` in view, `Line` in log, `Board` in board): they fit these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict

# Any: the values are the game's business; core passes them on and never looks inside.
Object: TypeAlias = Mapping[str, Any]
Action: TypeAlias = Object  # what a seat or chance does
Line: TypeAlias = Object  # what an action did: a line of the log
View: TypeAlias = Object  # all that a seat may know
Board: TypeAlias = Object  # what only helps to draw a view
Position: TypeAlias = Object  # a state in which nothing is half done
Words: TypeAlias = Mapping[str, Any]  # one language of a words.toml: tables within tables
Options: TypeAlias = dict[str, Any]  # every option of a game with its value
Untrusted: TypeAlias = Any  # what came in from outside and is still to be checked


class Outcome(TypedDict):
    """How a game ended."""

    winners: list[int]
    scores: list[int]
    reason: str  # what decided it, in a word that words.toml puts into a sentence

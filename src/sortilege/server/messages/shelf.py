"""The shelf, and whether the house stands."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.shapes import Object
from sortilege.server.messages.words import Language, Level, Text


class ShelfOption(Struct):
    """An option of a game."""

    default: object
    allowed: list[object] | None  # null when free-form
    groups: list[list[str]]  # not empty: a list with one of each of these is allowed too
    offered: dict[str, list[object]]  # by number of seats: the values worth asking about there


class LessonCard(Struct):
    """A lesson of a game, as the shelf lists it."""

    id: str
    title: Text
    goal: Text


class ShelfGame(Struct):
    """GET /api/shelf answers a list of these, one per game."""

    name: str
    seats: list[int]
    options: dict[str, ShelfOption]
    sides: dict[str, list[list[int]]]  # by number of seats: those who win and lose together
    called: dict[str, list[str]]  # by number of seats: what each is called, as words.sides has it; [] if only counted
    levels: list[Level]
    lessons: list[LessonCard]  # in the order they are meant to be taken
    puzzles: int  # how many there are
    hides: bool  # whether one seat may know what another does not
    words: dict[Language, Object]  # words.toml as it is: title, tagline, options, log, …


class Health(Struct):
    """GET /api/health: 200 while all is well, otherwise 503."""

    status: Literal["ok", "ailing"]
    version: str
    compiled: bool
    tables: int  # live in memory
    connections: int
    store: bool  # it can be read
    bots: bool  # no table's bots wait to write their step

"""The messages of the list of games and of the health check."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.types import Object
from sortilege.server.learning.messages import LessonCard
from sortilege.server.text import Language, Level


class ShelfOption(Struct):
    """An option of a game."""

    default: object
    allowed: list[object] | None  # null if every value is allowed
    groups: list[list[str]]  # if not empty: a list with one value of each group is allowed too
    offered: dict[str, list[object]]  # by number of seats: the values that the page offers


class ShelfGame(Struct):
    """A game in the list that GET /api/shelf returns."""

    name: str
    seats: list[int]
    options: dict[str, ShelfOption]
    sides: dict[str, list[list[int]]]  # by number of seats: the teams, as lists of seats
    called: dict[str, list[str]]  # by number of seats: the names of the seats in words.sides; [] if they have none
    levels: list[Level]
    lessons: list[LessonCard]  # in the recommended order
    puzzles: int  # number of puzzles
    hides: bool  # whether the game has hidden information
    words: dict[Language, Object]  # the game's words.toml: title, tagline, options, log, …


class HealthParts(Struct):
    """Which parts of the server work. null: this server does not have the part."""

    pages: bool  # the files of the browser bundle exist
    store: bool | None  # the SQLite file can be read, and the last write succeeded
    shared_store: bool | None  # the same for PostgreSQL, which several servers can share
    bots: bool  # no bot's step is waiting to be stored
    background: bool  # no background task fails


class Health(Struct):
    """GET /api/health. The HTTP status is 200 as long as pages and rules can be served. With ?part=NAME it is 503 while
    that part fails, with ?part=all while any part fails."""

    status: Literal["ok", "degraded"]
    version: str
    compiled: bool  # whether the engine is compiled
    tables: int  # in memory
    connections: int  # open sockets
    parts: HealthParts
    failing: list[str]  # the background tasks that fail

"""The messages of the list of games and of the health check."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.shapes import Object
from sortilege.server.learning.messages import LessonCard
from sortilege.server.text import Language, Level


class ShelfOption(Struct):
    """An option of a game."""

    default: object
    allowed: list[object] | None  # null when free-form
    groups: list[list[str]]  # not empty: a list with one of each of these is allowed too
    offered: dict[str, list[object]]  # by number of seats: the values worth asking about there


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


class HealthParts(Struct):
    """Which parts of the server work. A part that this server does not have is null."""

    pages: bool  # the browser's files are there
    store: bool | None  # the tables' own file can be read, and the last write succeeded
    shared_store: bool | None  # the same for a database that several servers share
    bots: bool  # no table's bots wait to write their step
    background: bool  # no background task fails


class Health(Struct):
    """GET /api/health. The status is 200 as long as pages and rules can be served. With ?part=NAME it is 503 while that
    part fails, with ?part=all while any part fails."""

    status: Literal["ok", "degraded"]
    version: str
    compiled: bool
    tables: int  # live in memory
    connections: int
    parts: HealthParts
    failing: list[str]  # the background tasks that fail

"""Clocks: what the maker of a table chose, and how they stand."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.messages.words import Level


class ClockPlan(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """So many seconds for each move, or a budget for the whole game to which every move adds some. A move lasts as long
    as the same seat decides in the same turn."""

    kind: Literal["move", "budget"]
    seconds: int
    increment: int = 0  # seconds a finished move adds to a budget
    at_zero: Literal["move", "seat"] = "move"  # a bot makes this move, or the seat is a bot's from then on
    level: Level = "adept"  # of that bot


class ClockFace(Struct):
    """The clocks in a snapshot. Of the seat whose clock runs, what was left at the moment `at`; a `Pong` says how late
    it is by the server's clock."""

    plan: ClockPlan
    left: list[float]  # seconds, by seat
    seat: int | None  # whose clock runs
    at: float  # seconds since 1970, by the server's clock
    overdue: int | None  # the seat whose time is up: a bot makes its move
    paused: bool

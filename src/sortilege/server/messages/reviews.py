"""Looking back at a finished match: its review, while it is made and when it is done."""

from __future__ import annotations

from msgspec import Struct

from sortilege.analysis.review.results import Judgement, SeatBook
from sortilege.core.shapes import Action
from sortilege.server.messages.words import Text

__all__ = [  # noqa: RUF022
    "Judgement",
    "Share",
    "Light",
    "Decision",
    "Swing",
    "SeatBook",
    "ReviewPage",
    "CandidateShare",
    "WhatElse",
    "TryFrom",
]


class Share(Struct):
    """A share of victory with its interval."""

    share: float
    low: float
    high: float


class Light(Struct):
    """A decision in one light: given what its seat could know, or with hindsight."""

    judgement: Judgement
    rival: Text  # the best action besides the one played
    played_share: Share
    rival_share: Share
    better_in: float  # in what share of the worlds the rival did better
    worlds: int  # 0: counted out


class Decision(Struct):
    """One judged decision."""

    at: int  # the line of the log
    seat: int
    action: Action
    best: Action
    played: Text
    known: Light
    open: Light


class Swing(Struct):
    """A line that moved the chances: whom most, from where to where. Names stand as {0}, {1}, …"""

    at: int
    by: int | None  # None: chance
    text: Text
    seat: int
    before: float
    after: float


class ReviewPage(Struct):
    """GET /api/tables/{table}/review: what is known so far. Ask again until it is done."""

    table: str
    game: str
    names: list[str]
    done: bool
    progress: float  # 0 to 1
    ahead: int  # reviews that wait before this one
    hides: bool  # whether seats knew different things: then hindsight is another light
    worlds: int  # of each judgement; 0 before the first step
    seed: int
    start: list[float]
    result: list[float]
    curve: list[list[float]]  # by line of the log; [] before the first look is done
    by: list[int | None]  # who acted, by line; None: chance
    turns: list[int]  # the lines with which turns begin
    books: list[SeatBook]  # [] until it is done
    biggest: list[Swing]
    decisions: list[Decision]


class CandidateShare(Struct):
    """One thing that could have been done."""

    action: Action
    text: Text
    share: float
    low: float
    high: float
    played: bool


class WhatElse(Struct):
    """GET /api/tables/{table}/review/{at}: every action of a decision in the same worlds, given what its seat could
    know; the best first."""

    at: int
    seat: int
    worlds: int
    why: Text
    candidates: list[CandidateShare]


class TryFrom(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/try: a table against bots that begins before this line of the log."""

    at: int
    name: str = ""

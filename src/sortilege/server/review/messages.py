"""The messages about finished games: replay, opened records and the review."""

from __future__ import annotations

from msgspec import Struct

from sortilege.analysis.review.results import Judgement, SeatBook
from sortilege.core.shapes import Action, Object
from sortilege.server.live.messages import LogLine, TurnLine
from sortilege.server.tables.messages import Ending
from sortilege.server.text import Text

__all__ = [  # noqa: RUF022
    "RecordTable",
    "Moment",
    "Replay",
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


class Moment(Struct):
    """One moment of a finished match: the line of the action that led there (null at the start, or where this seat may
    never know of it), the turns of the log from `turns_from` on, and the table as the seat saw it."""

    line: LogLine | None
    turns: list[TurnLine]
    turns_from: int
    view: Object
    board: Object


class Replay(Struct):
    """GET /api/tables/{table}/replay?seat=&at=&count=: some moments of a finished match, at most 100."""

    game: str
    names: list[str]
    seat: int | None  # whose eyes; None: a spectator's; -1: everything is open
    at: int  # number of the first moment here
    of: int  # how many there are: one more than the log has actions
    frames: list[Moment]
    ended: Ending | None = None  # the game was over before its own end
    taken_back: int = 0  # how often something was taken back by agreement: what is shown is what was played in the end


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


class RecordTable(Struct):
    """POST /api/records answers where the opened record can be looked at."""

    table: str
    game: str
    replay: str  # path of the page

"""The messages about finished games: replays, opened records and reviews."""

from __future__ import annotations

from msgspec import Struct

from sortilege.analysis.review.results import Judgement, SeatBook
from sortilege.core.types import Action, Object
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
    """A position of a finished match as one seat saw it. `line` is the log line of the action that led to it: null at
    the start, and if the seat may not know of the action. `turns` are the turns of the log from `turns_from` on."""

    line: LogLine | None
    turns: list[TurnLine]
    turns_from: int
    view: Object
    board: Object


class Replay(Struct):
    """The response to GET /api/tables/{table}/replay?seat=&at=&count=: successive moments of a finished match, at most
    100."""

    game: str
    names: list[str]
    seat: int | None  # whose view it is; null: a spectator's; -1: all hidden information is revealed
    at: int  # the number of the first moment in `frames`
    of: int  # the number of moments of the match: one more than its actions
    frames: list[Moment]
    ended: Ending | None = None  # how the game was ended early, if it was
    taken_back: int = 0  # how often steps were undone by agreement; undone steps are not shown


class Share(Struct):
    """A win probability with its 95 % interval."""

    share: float
    low: float
    high: float


class Light(Struct):
    """The evaluation of a decision, either from what its seat could know or with hindsight."""

    judgement: Judgement
    rival: Text  # the best other action
    played_share: Share
    rival_share: Share
    better_in: float  # the share of sampled worlds in which the rival did better
    worlds: int  # the number of sampled worlds; 0 if the result was computed exactly


class Decision(Struct):
    """An evaluated decision: what was played, and what the best action was."""

    at: int  # the number of its log line
    seat: int
    action: Action
    best: Action
    played: Text
    known: Light  # from what its seat could know
    open: Light  # with hindsight


class Swing(Struct):
    """A log line that changed the win probabilities a lot: the most affected seat, its probability before and after. In
    `text`, {0}, {1}, … stand for the names of the seats."""

    at: int
    by: int | None  # the seat that acted; null for chance
    text: Text
    seat: int
    before: float
    after: float


class ReviewPage(Struct):
    """The response to GET /api/tables/{table}/review: the finished part of the review. Repeat the request until `done`
    is true."""

    table: str
    game: str
    names: list[str]
    done: bool
    progress: float  # 0 to 1
    ahead: int  # the number of reviews that will be computed first
    hides: bool  # whether the game has hidden information, so that `known` and `open` differ
    worlds: int  # the number of sampled worlds per evaluation; 0 before the first step
    seed: int  # of the sampled worlds
    start: list[float]  # win probabilities at the start, by seat
    result: list[float]  # by seat: 1 for the winner; several winners share it
    curve: list[list[float]]  # win probabilities by log line; [] until every line was evaluated once
    by: list[int | None]  # the seat that acted, by log line; null for chance
    turns: list[int]  # the numbers of the lines with which turns begin
    books: list[SeatBook]  # [] until the review is done
    biggest: list[Swing]  # the biggest first; [] until `curve` is complete
    decisions: list[Decision]


class CandidateShare(Struct):
    """A legal action at a decision, with its win probability and 95 % interval."""

    action: Action
    text: Text
    share: float
    low: float
    high: float
    played: bool  # whether this is the action that was played


class WhatElse(Struct):
    """The response to GET /api/tables/{table}/review/{at}: every legal action at a decision, best first. All are
    evaluated in the same sampled worlds, from what the seat could know."""

    at: int
    seat: int
    worlds: int
    why: Text  # an explanation of the action that was played
    candidates: list[CandidateShare]


class TryFrom(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/try: create a table against bots that begins before log line `at`."""

    at: int
    name: str = ""


class RecordTable(Struct):
    """The response to POST /api/records: where the opened record can be viewed."""

    table: str
    game: str
    replay: str  # the path of its replay page

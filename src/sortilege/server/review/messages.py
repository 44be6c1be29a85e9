"""The messages about finished games: replays, opened records and reviews."""

from __future__ import annotations

from msgspec import Struct

from sortilege.analysis.review.results import Judgement, SeatBreakdown
from sortilege.core.types import Action, Object
from sortilege.server.live.messages import LogLine, TurnLine
from sortilege.server.tables.messages import Ending
from sortilege.server.text import Text

__all__ = [  # noqa: RUF022 (in the order of the generated web types)
    "RecordTable", "Moment", "Replay", "Judgement", "WinProbability", "ActionComparison", "Decision", "Swing",
    "SeatBreakdown", "ReviewPage", "CandidateShare", "DecisionAlternatives", "TryTable",
]  # fmt: skip


class Moment(Struct):
    """The table after an action of a finished match, as one seat saw it."""

    line: LogLine | None  # the log line of that action; null at the start, and if the action was hidden from the seat
    turns: list[TurnLine]  # the turns of the log, from number `turns_from` on
    turns_from: int  # counted from 0
    view: Object
    board: Object


class Replay(Struct):
    """The response to GET /api/tables/{table}/replay?seat=&at=&count=: at most 100 moments of a finished match."""

    game: str
    names: list[str]
    seat: int | None  # whose view it is; null: the view of a spectator; -1: all hidden information is revealed
    at: int  # the number of the first moment in `frames`
    of: int  # the number of all moments of the match, which is one more than the number of its actions
    frames: list[Moment]
    ended: Ending | None = None  # how the game was ended early, if it was
    taken_back: int = 0  # how often steps were undone by agreement; undone steps are not shown


class WinProbability(Struct):
    """A win probability (0 to 1) with its 95 % confidence interval."""

    share: float  # the win probability
    low: float
    high: float


class ActionComparison(Struct):
    """A comparison of the action that a seat played with the best other action, its rival. Both are simulated from the
    same random game states, which agree with what the seat could know, or (with hindsight) with the true state."""

    judgement: Judgement  # of the action that was played
    rival: Text  # the rival as a sentence
    played_share: WinProbability  # the win probability after the action that was played
    rival_share: WinProbability  # the win probability after the rival
    better_in: float  # in which part (0 to 1) of the random game states the rival did better
    worlds: int  # the number of random game states; 0 if the probabilities were computed exactly


class Decision(Struct):
    """The evaluation of a decision: the action that was played, and the best action."""

    at: int  # the number of its log line
    seat: int  # the seat that decided
    action: Action  # the action that was played
    best: Action
    played: Text  # the action that was played, as a sentence
    known: ActionComparison  # judged from what the seat could know
    open: ActionComparison  # judged with hindsight: from all information, including what was hidden from the seat


class Swing(Struct):
    """A log line that changed the win probabilities a lot."""

    at: int  # the number of the log line
    by: int | None  # the seat that acted; null for chance
    text: Text  # in which {0}, {1}, … stand for the names of the seats
    seat: int  # the seat whose win probability changed most
    before: float  # the win probability of that seat before the line
    after: float  # its win probability after the line


class ReviewPage(Struct):
    """The response to GET /api/tables/{table}/review. Repeat the request until `done` is true."""

    table: str
    game: str
    names: list[str]
    done: bool
    progress: float  # 0 to 1
    ahead: int  # how many other reviews the server will compute before this one
    hides: bool  # whether the game has hidden information
    worlds: int  # the number of random game states per evaluation; 0 before the first evaluation
    seed: int  # the seed of the random generator that chooses the game states
    start: list[float]  # win probabilities at the start, by seat
    result: list[float]  # by seat: 1 for the winner; several winners share it
    curve: list[list[float]]  # win probabilities by log line; [] until every line was evaluated once
    by: list[int | None]  # the seat that acted, by log line; null for chance
    turns: list[int]  # the numbers of the lines with which turns begin
    books: list[SeatBreakdown]  # a summary for each seat; [] until the review is done
    biggest: list[Swing]  # the biggest first; [] until `curve` is complete
    decisions: list[Decision]


class CandidateShare(Struct):
    """A legal action at a decision, with its win probability and the 95 % confidence interval."""

    action: Action
    text: Text
    share: float
    low: float
    high: float
    played: bool  # whether this is the action that was played


class DecisionAlternatives(Struct):
    """The response to GET /api/tables/{table}/review/{at}: every legal action at a decision, best first. They are all
    simulated from the same random game states, which agree with what the seat could know."""

    at: int  # the number of the log line
    seat: int  # the seat that decided
    worlds: int  # the number of random game states
    why: Text  # an explanation of the action that was played
    candidates: list[CandidateShare]


class TryTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/try: create a table against bots that begins before log line `at`."""

    at: int
    name: str = ""  # of the person; "" for a default name


class RecordTable(Struct):
    """The response to POST /api/records: where the opened record can be viewed."""

    table: str
    game: str
    replay: str  # the path of its replay page

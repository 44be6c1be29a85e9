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
    """The table at one moment of a finished game, after an action or before the first one, as one seat saw it."""

    line: LogLine | None  # the log line of the action; null at the start, and if the action is hidden from the seat
    turns: list[TurnLine]  # the turns of the log from number `turns_from` on
    turns_from: int  # the number of the first turn in `turns`
    view: Object  # what the seat could see of the game
    board: Object  # data that helps to draw the view


class Replay(Struct):
    """The response to GET /api/tables/{table}/replay?seat=&at=&count=: at most 100 moments of a finished game."""

    game: str  # the name of the game, such as "spellbook"
    names: list[str]  # the players' names, by seat
    seat: int | None  # whose view it is; null for a spectator's view; -1 if hidden information is revealed
    at: int  # the number of the first moment in `frames`, from 0
    of: int  # the number of moments of the whole game, which is one more than the number of its actions
    frames: list[Moment]
    ended: Ending | None = None  # why the game ended early; null if it did not
    taken_back: int = 0  # how often actions were undone by agreement; undone actions are not shown


class WinProbability(Struct):
    """A win probability from 0 to 1, with its 95 % confidence interval."""

    share: float  # the win probability
    low: float  # the lower end of the interval
    high: float  # the upper end of the interval


class ActionComparison(Struct):
    """A comparison of the action that a seat played with the best other action (the rival). The comparison uses either
    only what the seat could know, or all hidden information (with hindsight). Both actions are simulated in the same
    sampled game states, which fit that information."""

    judgement: Judgement  # how much the played action lost
    rival: Text  # the rival action, as a sentence
    played_share: WinProbability  # the seat's win probability after the action that was played
    rival_share: WinProbability  # the seat's win probability after the rival action
    better_in: float  # the fraction (0 to 1) of the sampled states in which the rival action did better
    worlds: int  # the number of sampled states; 0 if the probabilities were computed without sampling


class Decision(Struct):
    """A decision that the review has evaluated: the action that was played, compared with the best other action."""

    at: int  # the number of its log line, from 0
    seat: int  # the seat that decided
    action: Action  # the action that was played
    best: Action  # the best action
    played: Text  # the action that was played, as a sentence
    known: ActionComparison  # the comparison by what the seat could know
    open: ActionComparison  # the comparison with hindsight: all hidden information is known


class Swing(Struct):
    """A log line (an action or a chance event) that changed the win probabilities a lot."""

    at: int  # the number of the log line, from 0
    by: int | None  # the seat that acted; null for chance
    text: Text  # what happened, as a sentence in which {0}, {1}, … stand for the names of the seats
    seat: int  # the seat whose win probability changed most
    before: float  # the win probability of that seat before the log line
    after: float  # the win probability of that seat after the log line


class ReviewPage(Struct):
    """The review of a finished game, which evaluates every decision: the response to GET /api/tables/{table}/review.
    The client repeats the request until `done` is true."""

    table: str  # the id of the table
    game: str  # the name of the game, such as "spellbook"
    names: list[str]  # the players' names, by seat
    done: bool  # whether the review is complete
    progress: float  # the completed part of the review, from 0 to 1
    ahead: int  # the number of other reviews that the server computes before this one
    hides: bool  # whether the game has hidden information, so that `known` and `open` of a decision differ
    worlds: int  # the number of sampled game states per evaluation; 0 before the first evaluation
    seed: int  # the seed of the random generator that samples the game states
    start: list[float]  # the win probabilities at the start, by seat
    result: list[float]  # the final result by seat: 1 for the winner, shared equally by several winners
    curve: list[list[float]]  # the win probabilities by log line and seat; [] until every line was evaluated once
    by: list[int | None]  # the seat that acted, by log line; null for chance
    turns: list[int]  # the numbers of the log lines with which turns begin
    books: list[SeatBreakdown]  # the breakdown of each seat's result; [] until the review is done
    biggest: list[Swing]  # the biggest changes, largest first; [] until `curve` is complete
    decisions: list[Decision]  # the decisions evaluated so far


class CandidateShare(Struct):
    """A legal action at a decision, with the win probability after it."""

    action: Action
    text: Text  # the action, as a sentence
    share: float  # the win probability after the action
    low: float  # the 95 % confidence interval of that probability is from `low` to `high`
    high: float
    played: bool  # whether this is the action that was played


class DecisionAlternatives(Struct):
    """The response to GET /api/tables/{table}/review/{at}: every legal action at a decision, best first. All actions
    are evaluated in the same sampled game states, which fit what the seat could know."""

    at: int  # the number of the log line of the decision, from 0
    seat: int  # the seat that decided
    worlds: int  # the number of random game states
    why: Text  # an explanation of the action that was played
    candidates: list[CandidateShare]  # the legal actions, best first


class TryTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/try: create a table where the sender plays a decision of a game again,
    against bots."""

    at: int  # the number of the log line of the decision, from 0
    name: str = ""  # the name of the sender


class RecordTable(Struct):
    """The response to POST /api/records, which opens a record (the file of a finished game)."""

    table: str  # the id of the table that was made from the record
    game: str  # the name of the game, such as "spellbook"
    replay: str  # the path of the replay page of the table

"""The result of a review. These types are part of the public interface.

Numbers from 0 to 1 are win probabilities, in which a victory shared by two seats counts as 0.5. A log line is one
action of a seat or one chance event.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from sortilege.core.types import Action

Verdict = Literal["best", "close", "slip"]


class Judgement(TypedDict):
    """How much win probability (from 0 to 1) a decision lost, compared with the best action."""

    loss: float  # the win probability of the best action minus that of the played one
    low: float  # the 95 % confidence interval of the loss is from `low` to `high`
    high: float
    verdict: Verdict  # "slip" is a mistake, "close" too close to call


class Moment(TypedDict):
    """One decision with two evaluations: from what the seat could know, and with hindsight."""

    at: int  # the index of its log line
    seat: int
    action: Action  # the played action
    best: Action  # the best action, from what the seat could know
    known: Judgement  # from what the seat could know
    open: Judgement  # with hindsight: all hidden cards known


class SeatBreakdown(TypedDict):
    """The breakdown of a seat's result: the changes of its win probability, by cause. The win probability at the start
    plus all these changes equals the final result."""

    seat: int
    luck: float  # caused by chance events and by hidden information
    own: float  # caused by its own decisions
    others: float  # caused by the decisions of others
    rest: float  # the part that no log line caused: the win probability before the first line minus `start` in Result


class Result(TypedDict):
    """A whole review, as `sortilege review --json` prints it. Lists of numbers have one for each seat."""

    game: str
    names: list[str]
    start: list[float]  # the win probabilities at the start
    result: list[float]  # the final result: 1 for a victory, 0 for a defeat
    books: list[SeatBreakdown]
    curve: list[list[float]]  # the win probabilities after each log line
    moments: list[Moment]

"""The result of a review. These types are part of the public interface."""

from __future__ import annotations

from typing import Literal, TypedDict

from sortilege.core.types import Action

Verdict = Literal["best", "close", "slip"]


class Judgement(TypedDict):
    """How much win probability a decision lost against the best action found, with the 95 % interval of the loss."""

    loss: float
    low: float
    high: float
    verdict: Verdict


class Moment(TypedDict):
    """One decision and its evaluations: `known` from what its seat could know, `open` with hindsight. `best` is the
    best action according to `known`."""

    at: int
    seat: int
    action: Action
    best: Action
    known: Judgement
    open: Judgement


class SeatBook(TypedDict):
    """The breakdown of a seat's result. The expected result at the start plus luck, own decisions, decisions of others
    and the rest equals the final result."""

    seat: int
    luck: float
    own: float
    others: float
    rest: float


class Result(TypedDict):
    """A whole review, as `sortilege review --json` prints it."""

    game: str
    names: list[str]
    start: list[float]
    result: list[float]
    books: list[SeatBook]
    curve: list[list[float]]
    moments: list[Moment]

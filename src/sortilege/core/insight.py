"""Insight: what a search asks about a game beyond its rules. Each game's `insight` room answers."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mypy_extensions import i64, mypyc_attr

from sortilege.core.cells import Cells
from sortilege.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight(ABC):
    """Judgement about bare states, for ordering moves and for ending a playout early.

    A state given here was imagined from a view, so its hidden parts are one guess of many: an answer about the seat to
    move must rest only on what that seat can see.
    """

    @abstractmethod
    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """How promising each of the n legal decisions looks to the seat to move: positive whole numbers, parallel."""

    @abstractmethod
    def worth(self, state: State, seat: i64) -> float:
        """The seat's estimated share of victory, 0 to 1; exact when the game is over."""

    @abstractmethod
    def rests(self, state: State, since: State) -> bool:
        """Whether a playout that began at `since` may stop here and ask `worth` (a round scored, a turn ended …)."""

"""Insight: what a bot asks about a game beyond its rules. Each game's `insight` room answers.

Three questions (`rate`, `worth`, `rests`) are all that tree search needs; a game that knows a better way to decide (to
search whole turns, say) answers `think`. States given here were imagined from a view: their hidden parts are one guess
of many, so an answer about the seat to move must rest only on what that seat can see.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from mypy_extensions import i64, mypyc_attr

from sortilege.core.cells import Cells, evenly
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(ABC):
    """Tells how a table looks to a seat: what was learned from many games, usually (see bots/net.py)."""

    @abstractmethod
    def share(self, state: State, seat: i64) -> float:
        """The seat's share of victory to be expected, 0 to 1; exact when the game is over. It rests on what the seat
        knows alone, so it may be asked about the true state too; where it compares sides (`Insight.compares`), on what
        every seat knows of the state given."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight(ABC):
    """Judgement about bare states. Every bot has one of its own, so an insight may keep notes between questions."""

    spare = 0.0  # milliseconds saved by earlier decisions, which `think` may use too where it is still close
    judge: Judge | None = None  # trained for this size of table and these cards; None where there is none
    expects = -1.0  # for training: the share of victory that `play` saw in what it answered last; below 0 for none

    @abstractmethod
    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """How promising each of the n legal decisions looks to the seat to move: whole numbers from 1 to a million,
        parallel to `legal`. Search draws the decisions of a playout in proportion to them and looks at the highest
        first, so let them differ clearly: a decision rated 100 times another is played 100 times as often."""

    @abstractmethod
    def worth(self, state: State, seat: i64) -> float:
        """The seat's estimated share of victory, 0 to 1; exact when the game is over (a victory shared by two: 0.5)."""

    @abstractmethod
    def rests(self, state: State, since: State) -> bool:
        """Whether a playout may stop here and ask `worth`. Asked at every node, chance included, so answer fast.
        `since` is an imagined state of the moment the bot was asked: compare public counters (rounds, days, turns)."""

    def go_on(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """The same as `rate`, for an analysis: there everybody does what is highest here. A game that finds better
        decisions at a cost that many imagined games can bear answers otherwise."""
        self.rate(state, legal, n, into)

    def learns(self) -> bool:
        """Whether the tree learns the decisions of the other seats too. False where the searcher sees what the decider
        cannot (the decider's own stones in abracada): from the first such decision on, everybody follows `rate`."""
        return True

    def plays_on(self) -> bool:
        """Whether a simulation goes on by `rate` from where it leaves the tree until the game rests. False where
        `worth` can be asked right there: by a judge that learned, usually."""
        return True

    def shows_draw(self, state: State) -> bool:
        """At CHANCE: whether everybody sees what is drawn here, and the tree shall keep a branch for each outcome, so
        that what is best after one need not be so after another. False keeps them together, which learns sooner."""
        return False

    def simulations(self, level: str, view: View) -> int | None:
        """At most so many simulations at this level, where its time alone would bring it too close to the next one;
        None for the level's own limit."""
        return None

    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """The game's own way to decide at this level: an action id, or None for the common way (see bots/levels.py).
        `dealer.deal(rng)` answers bare imagined states of `view`; use no other source of chance than `rng`."""
        return None

    def compares(self) -> bool:
        """For training: whether a net tells how well off a seat is, to be compared with the other side's, and not the
        share of victory at once. So it weighs all hands of an imagined state, where an opinion of one seat would have
        to take the others' for average ones. Its notes are made where the game rests: there it is asked. For two
        sides."""
        return False

    def concludes(self, state: State) -> bool:
        """For training: whether what was noted may be marked here with `worth`, without waiting for the end. True where
        that is as good as known (the score after a round), which is less of a lottery."""
        return False

    def mark(self, state: State, seat: i64, share: float) -> float:
        """For training: what a net shall say of a seat's notes, where the game came to this state with this share of
        victory. A game may mark a narrow defeat higher than a clear one."""
        return share

    def hands_over(self) -> bool:
        """For training: whether a net is asked where a turn has passed to the next seat, and about the one who played
        it. Then that is what is noted, and little else."""
        return False

    def play(self, state: State) -> i64:
        """For training: a decision at once from the true state, of which only what the seat to move can see may count,
        with `expects` filled in; -1 where there is no such way. No view is made and none is read, which takes longer
        than a short thought."""
        return -1

    def practise(self, view: View, dealer: Any, rng: Rng) -> int | None:
        """The same from a view, where a decision should take a millisecond or two and be as good as that allows; None
        for a search of a few dozen simulations."""
        return None


class Neutral(Insight):
    """Knows nothing but the rules: every decision looks alike, and only the end counts."""

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        evenly(into, n)

    def worth(self, state: State, seat: i64) -> float:
        winners = state.winners()
        return 1.0 / len(winners) if seat in winners else 0.0

    def rests(self, state: State, since: State) -> bool:
        return False

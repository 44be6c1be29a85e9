"""Insight: knowledge about a game that bots use besides its rules. Each game implements it in its `insight` package.

Tree search needs three methods: `rate`, `worth` and `rests`. A game that can decide in a better way, for instance by
searching whole turns, implements `think`. The states passed to these methods are sampled from a view: their hidden
parts are a guess, so the result for a seat must depend only on what that seat can see.

A "share" is the expected share of victory of a seat, 0 to 1: its win probability, where a victory shared by two counts
0.5 for each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from mypy_extensions import i64, mypyc_attr

from sortilege.core.engine.cells import Cells, fill_ones
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.types import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(ABC):
    """Evaluates states for a seat; usually a trained net (see bots/net.py)."""

    @abstractmethod
    def share(self, state: State, seat: i64) -> float:
        """Return the expected share of victory of a seat; exact if the game is over. The result depends only on what
        the seat knows, so the true state may be passed. Where `Insight.compares` is true it depends on what every seat
        knows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight(ABC):
    """Evaluation of states for search. Every bot has its own instance, so it may cache between calls."""

    spare = 0.0  # milliseconds left over from earlier decisions, which `think` may add to a close one
    judge: Judge | None = None  # the net trained for this table size and card set, if there is one
    expects = -1.0  # for training: the share of victory expected by the last `play`; negative if unknown

    @abstractmethod
    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Write how promising each of the n legal actions looks to the seat to move: integers from 1 to a million,
        parallel to `legal`. Playouts choose actions in proportion to these rates and search tries the highest first, so
        they should differ clearly: an action rated 100 times another is played 100 times as often."""

    @abstractmethod
    def worth(self, state: State, seat: i64) -> float:
        """Return the estimated share of victory of a seat; exact if the game is over."""

    @abstractmethod
    def rests(self, state: State, since: State) -> bool:
        """Return whether a playout may stop here and call `worth`. Called at every node, chance included, so it must be
        fast. `since` is a sampled state of the moment when the bot started: compare public counters such as rounds or
        turns."""

    def go_on(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Like `rate`, for analysis, where every seat plays the action with the highest rate. Override it if the game
        can find better actions at a cost that many simulated games can afford."""
        self.rate(state, legal, n, into)

    def learns(self) -> bool:
        """Return whether the tree also stores statistics for the decisions of other seats. False where the searching
        bot sees what the deciding seat cannot (in abracada that seat's own stones): from the first such decision on,
        every seat follows `rate`."""
        return True

    def plays_on(self) -> bool:
        """Return whether to roll out with `rate` from the leaf to a quiet position. False if `worth` can evaluate the
        leaf directly, usually with a trained net."""
        return True

    def shows_draw(self, state: State) -> bool:
        """At a chance node, return whether the tree has a separate branch for each outcome, because all seats see it.
        With one common branch (False) the statistics converge sooner."""
        return False

    def simulations(self, level: str, view: View) -> int | None:
        """Return a limit on simulations at this level, or None for the level's own. For games where the time limit
        alone would make a level almost as strong as the next."""
        return None

    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Return the action id chosen by the game's own method for this level, or None to use the common search (see
        bots/levels.py). `dealer.deal(rng)` samples states of `view`; `rng` must be the only source of randomness."""
        return None

    def compares(self) -> bool:
        """For training: return whether a net scores how well off one seat is, so that the share of victory follows from
        comparing both sides. Such a net evaluates all hands of a sampled state. Its training positions are those where
        `rests` is true. Only for two sides."""
        return False

    def concludes(self, state: State) -> bool:
        """For training: return whether recorded positions may be labelled here with `worth` instead of the final
        result. True where `worth` is nearly exact (the score after a round), which makes the labels less noisy."""
        return False

    def mark(self, state: State, seat: i64, share: float) -> float:
        """For training: return the target value for a seat's positions when the game reached this state with this share
        of victory. A game may give a narrow defeat a higher value than a clear one."""
        return share

    def hands_over(self) -> bool:
        """For training: return whether nets are used where a turn has just passed to the next seat, to evaluate the
        seat that played it. Then mainly such positions are recorded."""
        return False

    def play(self, state: State) -> i64:
        """For training: return a quick decision from the true state, using only what the seat to move can see, and set
        `expects`; -1 if the game has no such method. It avoids building a view, which takes longer than the
        decision."""
        return -1

    def practise(self, view: View, dealer: Any, rng: Rng) -> int | None:
        """For training: return a decision from a view, as good as one or two milliseconds allow, or None for a search
        of a few dozen simulations."""
        return None


def final_shares(winners: list[int], side_of: list[int]) -> list[float]:
    """Return the share of victory of every side in a finished game. The winning sides share the victory. Without a
    winner all sides draw, but a player without opponents has lost."""
    sides = max(side_of) + 1
    won = {side_of[winner] for winner in winners}
    if not won and sides > 1:
        return [1.0 / float(sides)] * sides
    shares = [0.0] * sides
    for side in won:
        shares[side] = 1.0 / float(len(won))
    return shares


class Neutral(Insight):
    """The insight of a game that defines none: all actions are rated alike, and only finished games are evaluated."""

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        fill_ones(into, n)

    def worth(self, state: State, seat: i64) -> float:
        winners = state.winners()
        return 1.0 / len(winners) if seat in winners else 0.0

    def rests(self, state: State, since: State) -> bool:
        return False

"""Insight: what the bots know about a game besides its rules. Each game implements it in its `insight` package.

Tree search needs three methods: `fill_priors`, `evaluate` and `is_cutoff`. A game that can decide in a better way, for
instance by searching whole turns, implements `choose`. The states passed to these methods are sampled from a view:
their hidden parts are a guess, so the result for a seat must depend only on what that seat can see.

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
class Predictor(ABC):
    """Predicts who will win; usually a trained net (see bots/net.py)."""

    @abstractmethod
    def win_probability(self, state: State, seat: i64) -> float:
        """Return the expected share of victory of a seat; exact if the game is over. The result depends only on what
        this seat knows, or, where `Insight.net_compares_sides` is true, on what all seats know. So passing the true
        state reveals nothing else."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight(ABC):
    """Heuristics of one game for search. Every bot has its own instance, so it may cache between calls."""

    spare_ms = 0.0  # milliseconds left over from earlier decisions, which `choose` may add to a close one
    predictor: Predictor | None = None  # the net trained for this table size and card set, if there is one
    expected_win_probability = -1.0  # for training: the share that the last `quick_action` expects; negative if unknown

    @abstractmethod
    def fill_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Write the prior weight of each of the n legal actions of the seat to move: an integer from 1 to a million,
        larger for a more promising action. Playouts choose actions in proportion to these weights, and search tries the
        heaviest first."""

    @abstractmethod
    def evaluate(self, state: State, seat: i64) -> float:
        """Return the estimated share of victory of a seat; exact if the game is over."""

    @abstractmethod
    def is_cutoff(self, state: State, root: State) -> bool:
        """Return whether a playout from `root` may stop at this state and call `evaluate`. It is called at every node,
        chance nodes included, so it must be fast. `root` is a sampled state: compare only public counters such as
        rounds or turns."""

    def fill_analysis_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Like `fill_priors`, for analysis, where every seat plays the action with the largest weight. Override it if
        the game can find better actions in a time that many simulated games can afford."""
        self.fill_priors(state, legal, n, into)

    def branches_on_other_seats(self) -> bool:
        """Return whether the search tree has nodes for the decisions of other seats. If False, all seats follow
        `fill_priors` from the first such decision on. That is for games where the searching bot sees what the deciding
        seat cannot, such as that seat's own stones in Abracada."""
        return True

    def uses_rollouts(self) -> bool:
        """Return whether search plays on from a leaf, by `fill_priors`, to the next cutoff. False if `evaluate` is good
        enough at the leaf itself, usually with a trained net."""
        return True

    def branches_on_chance(self, state: State) -> bool:
        """Return whether the tree gets a branch for each outcome of this chance node, because all seats see the
        outcome. With one common branch (False) the statistics converge sooner."""
        return False

    def max_simulations(self, level: str, view: View) -> int | None:
        """Return the maximum number of simulations at this level, or None for the level's usual maximum. For games
        where a time limit alone would make a level almost as strong as the next."""
        return None

    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Return the action id chosen by the game's own method for this level, or None to use the common search (see
        bots/levels.py). `dealer.deal(rng)` samples states of `view`; `rng` must be the only source of randomness."""
        return None

    # ------------------------------------------------------------ for training
    def net_compares_sides(self) -> bool:
        """Return whether a net scores the prospects of one side, and the share of victory follows from the difference
        between both sides. Such a net evaluates all hands of a sampled state, and is trained on positions where
        `is_cutoff` is true. Only for games of two sides."""
        return False

    def can_bootstrap(self, state: State) -> bool:
        """Return whether `evaluate` is nearly exact here (for instance after a round was scored). Then earlier
        positions get its value as their training target instead of the final result, which is noisier."""
        return False

    def training_target(self, state: State, seat: i64, share: float) -> float:
        """Return the training target for a seat's positions in a game that led to this state with this share of
        victory. A game may give a narrow defeat a higher value than a clear one."""
        return share

    def evaluates_turn_ends(self) -> bool:
        """Return whether bots use the net only where a turn has just passed to the next seat, to evaluate the seat that
        played the turn. Then training records mainly such positions."""
        return False

    def quick_action(self, state: State) -> i64:
        """Decide from the true state in less time than building a view takes, and set `expected_win_probability`. Use
        only what the seat to move can see. Return the action id, or -1 if the game has no such method."""
        return -1

    def quick_action_from_view(self, view: View, dealer: Any, rng: Rng) -> int | None:
        """Return the action id of the best decision that one or two milliseconds allow, or None to use a search of a
        few dozen simulations."""
        return None


def final_shares(winners: list[int], side_of: list[int]) -> list[float]:
    """Return the share of victory of every side in a finished game. The winning sides share the victory equally. If
    nobody won, all sides share it (a draw), but a player without opponents has lost and gets 0."""
    sides = max(side_of) + 1
    won = {side_of[winner] for winner in winners}
    if not won and sides > 1:
        return [1.0 / float(sides)] * sides
    shares = [0.0] * sides
    for side in won:
        shares[side] = 1.0 / float(len(won))
    return shares


class NoInsight(Insight):
    """For a game without heuristics: all actions have the same prior weight, and only finished games are evaluated."""

    def fill_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        fill_ones(into, n)

    def evaluate(self, state: State, seat: i64) -> float:
        winners = state.winners()
        return 1.0 / len(winners) if seat in winners else 0.0

    def is_cutoff(self, state: State, root: State) -> bool:
        return False

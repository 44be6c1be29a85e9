"""Insight: what the bots know about a game besides its rules. Each game implements it in its `insight` package.

Tree search needs three methods: `fill_priors`, `evaluate` and `is_cutoff`. A game that can decide in a better way, for
instance by searching whole turns, implements `choose`. The states passed to these methods are sampled from a view:
their hidden parts are a guess, so the result for a seat must depend only on what that seat can see.

A win probability is a number from 0 to 1. A victory shared by two seats counts as 0.5 for each.
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
    """Predicts who will win. The usual predictor is a trained neural net (see bots/net.py)."""

    @abstractmethod
    def win_probability(self, state: State, seat: i64) -> float:
        """Return the win probability of a seat, or its share of the victory if the game is over. It depends only on
        what this seat knows (or on what all seats know, if `Insight.net_compares_sides` is true)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Insight(ABC):
    """The heuristics of one game, which guide the search of a bot. Each bot has its own instance."""

    spare_ms = 0.0  # milliseconds saved in earlier decisions, which `choose` may spend on a close one
    predictor: Predictor | None = None  # the net trained for this table size and card set, if there is one
    expected_win_probability = -1.0  # for training: after the last `quick_action`; negative if unknown

    @abstractmethod
    def fill_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        """Write the prior weights of the first n actions in `legal` into `priors`: integers from 1 to a million, larger
        for a more promising action. Simulated games choose actions at random in proportion to these weights."""

    @abstractmethod
    def evaluate(self, state: State, seat: i64) -> float:
        """Return the estimated win probability of a seat, or its share of the victory if the game is over."""

    @abstractmethod
    def is_cutoff(self, state: State, root: State) -> bool:
        """Return whether a simulated game from the state `root` stops at this state to be evaluated, for instance at
        the end of a round. It must be fast, and compare only public counters: hidden information is sampled."""

    def fill_analysis_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        """Write the prior weights of actions for analysis, which simulates games in which every seat plays the action
        with the largest weight. Override this if the game can quickly find better actions than `fill_priors`."""
        self.fill_priors(state, legal, n, priors)

    def branches_on_other_seats(self) -> bool:
        """Return whether the search tree also contains the decisions of other seats. If False, the tree ends at the
        first decision of another seat, and from there all seats choose at random by `fill_priors`. Return False in a
        game where the searching seat sees cards of other seats that their owners cannot see."""
        return True

    def uses_rollouts(self) -> bool:
        """Return whether a simulation continues from a leaf of the search tree, with random actions drawn by
        `fill_priors`, until `is_cutoff` is true. Return False if `evaluate` is reliable at the leaf itself."""
        return True

    def branches_on_chance(self, state: State) -> bool:
        """Return whether the search tree has a separate branch for each outcome of this chance node. Separate branches
        are useful only if all seats see the outcome. With one common branch (False) the statistics converge sooner."""
        return False

    def max_simulations(self, level: str, view: View) -> int | None:
        """Return the maximum number of simulations for one decision of a bot at this level, or None for the usual
        maximum. Override this in a game where a time limit alone would make two levels almost equally strong."""
        return None

    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Return the id of the action that the game's own method for this bot level chooses, or None to use the common
        search. `dealer.deal(rng)` samples states of `view`. `rng` must be the only source of randomness."""
        return None

    # ------------------------------------------------------------ for training
    def net_compares_sides(self) -> bool:
        """Return whether the net computes a score for each of two sides and compares them. Such a net sees the hands of
        all seats of a sampled state, and it is trained on positions where `is_cutoff` is true."""
        return False

    def can_bootstrap(self, state: State) -> bool:
        """Return whether training may use the value of `evaluate` at this state as the target of earlier positions.
        This is useful where the value is accurate, as after a round was scored, because it varies less than the final
        result."""
        return False

    def training_target(self, state: State, seat: i64, share: float) -> float:
        """Return the number from 0 to 1 that the net should learn to predict for a seat in a game that ended at this
        state. By default it is `share`, the seat's share of the victory. A game may return more for a narrow defeat."""
        return share

    def evaluates_turn_ends(self) -> bool:
        """Return whether bots use the net only at the end of a turn. Training then records mainly ends of turns."""
        return False

    def quick_action(self, state: State) -> i64:
        """Quickly choose an action for the seat to move, for self-play in training. Return the action id
        and set `expected_win_probability`; return -1 if the game has no such method. `state` is the true state, because
        building a view would take too long. So the method must ignore what the seat cannot see."""
        return -1

    def quick_action_from_view(self, view: View, dealer: Any, rng: Rng) -> int | None:
        """Choose an action from the view within one or two milliseconds, for self-play in training, and return its id.
        Return None to use a search of a few dozen simulations instead."""
        return None


def final_shares(winners: list[int], side_of: list[int]) -> list[float]:
    """Return each side's share of the victory in a finished game: 1 for the only winner, 0.5 for each of two winners, 0
    for a loser. If nobody won, all sides share equally, but a player without opponents gets 0. `side_of` is by seat."""
    sides = max(side_of) + 1
    winning_sides = {side_of[winner] for winner in winners}
    if not winning_sides and sides > 1:
        return [1.0 / float(sides)] * sides
    shares = [0.0] * sides
    for side in winning_sides:
        shares[side] = 1.0 / float(len(winning_sides))
    return shares


class NoInsight(Insight):
    """For a game without heuristics: all actions have the same prior weight, and only finished games are evaluated."""

    def fill_priors(self, state: State, legal: Cells, n: i64, priors: Cells) -> None:
        fill_ones(priors, n)

    def evaluate(self, state: State, seat: i64) -> float:
        winners = state.winners()
        return 1.0 / len(winners) if seat in winners else 0.0

    def is_cutoff(self, state: State, root: State) -> bool:
        return False

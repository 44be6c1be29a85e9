"""Tree search on toy games whose right answer is known. Limits are numbers of simulations, never times."""

from __future__ import annotations

from typing import Any

import pytest

from sortilege.bots.search import Search, highest_prior_action
from sortilege.core.contract.insight import Insight
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from tests.bots.toys import Coin, Cup, Hand, Pile, Plain, Toy

FOREVER = 1e12


def search(hand: Hand, simulations: int, insight: Insight | None = None, seed: int = 1) -> Search:
    tree = Search(insight or Plain(), hand, 0, Rng(seed))
    tree.run(FOREVER, simulations)
    return tree


@pytest.mark.parametrize(("counters", "winning"), [(1, 1), (2, 2), (3, 3), (5, 1), (6, 2), (7, 3), (9, 1), (10, 2)])
def test_it_finds_the_only_move_that_wins_by_force(counters: int, winning: int) -> None:
    assert search(Hand(Pile([0, counters])), 1500).best() == winning


def test_the_search_does_not_treat_a_guess_as_knowledge() -> None:
    """Whoever searched each imagined state by itself would lift a cup and expect the pea every time."""
    tree = search(Hand(Cup([0, 0, -1]), Cup([0, 1, -1])), 600)
    assert tree.best() == 2
    shares = {action: mean for action, _, mean in tree.report()}
    assert shares[0] < 0.6
    assert shares[1] < 0.6
    assert shares[2] == pytest.approx(0.6)


def test_the_search_weighs_chance_by_its_odds() -> None:
    tree = search(Hand(Coin([0, 0])), 2000)
    assert tree.best() == 0
    shares = {action: mean for action, _, mean in tree.report()}
    assert shares[0] == pytest.approx(0.8, abs=0.05)


def test_three_seats_each_seek_their_own_good() -> None:
    """With three at the pile and two counters, seat 0 takes both rather than leave one to seat 1."""
    assert search(Hand(Pile([0, 2], seats=3)), 300).best() == 2


def test_the_search_runs_exactly_the_requested_simulations() -> None:
    tree = search(Hand(Pile([0, 9])), 137)
    assert tree.simulations == 137
    assert sum(visits for _, visits, _ in tree.report()) == 137


def test_without_time_the_search_simulates_once() -> None:
    tree = Search(Plain(), Hand(Pile([0, 9])), 0, Rng(1))
    assert tree.run(0.0, 1000) in (1, 2, 3)
    assert tree.simulations == 1


def test_the_same_seed_grows_the_same_tree() -> None:
    hand = Hand(Cup([0, 0, -1]), Cup([0, 1, -1]))
    assert search(hand, 200).report() == search(hand, 200).report()
    assert search(hand, 200).report() != search(hand, 200, seed=2).report()


class Prudent(Plain):
    """Others do not learn from what we see, and play by the book: here, they always take one."""

    def branches_on_other_seats(self) -> bool:
        return False

    def fill_priors(self, state: object, legal: object, n: int, into: object) -> None:
        for i in range(n):
            into[i] = 100_000 if i == 0 else 1  # type: ignore[index]


def test_others_follow_the_ratings_where_the_tree_may_not_learn_for_them() -> None:
    """Against someone who always takes one, two of four counters win; against the best play nothing does."""
    shares = {action: mean for action, _, mean in search(Hand(Pile([0, 4])), 800, Prudent()).report()}
    assert shares[2] > 0.9
    assert max(mean for _, _, mean in search(Hand(Pile([0, 4])), 800).report()) < 0.5


class Hopeful(Plain):
    """Thinks two is best, at first sight."""

    def fill_priors(self, state: object, legal: object, n: int, into: object) -> None:
        for i in range(n):
            into[i] = 10 if i == 1 else 1  # type: ignore[index]


def test_a_glance_takes_what_is_rated_highest() -> None:
    assert highest_prior_action(Hopeful(), Hand(Pile([0, 9])), Rng(1)) == 2


def test_the_search_overrules_a_wrong_first_estimate() -> None:
    assert search(Hand(Pile([0, 5])), 800, Hopeful()).best() == 1


# ---------------------------------------------------------------- stopping, and going on
def test_the_search_stops_when_no_other_action_can_be_tried_most() -> None:
    tree = Search(Plain(), Hand(Pile([0, 2])), 0, Rng(1))
    assert tree.decide(FOREVER, 4000, 0.0) == search(Hand(Pile([0, 2])), 4000).best() == 2
    assert tree.simulations < 3000
    assert tree.lead() > 4000 - tree.simulations - 1


def test_stopping_early_never_changes_the_answer() -> None:
    for seed in range(12):
        hand = Hand(Cup([0, 0, -1]), Cup([0, 1, -1]))
        tree = Search(Plain(), hand, 0, Rng(seed))
        assert tree.decide(FOREVER, 150, 0.0) == search(hand, 150, seed=seed).best()


def test_without_time_the_search_decides_after_one_simulation() -> None:
    tree = Search(Plain(), Hand(Pile([0, 9])), 0, Rng(1))
    assert tree.decide(0.0, 1000, 0.0) in (1, 2, 3)
    assert tree.simulations == 1


class Even(Plain):
    """All is as good as all else: two actions stay close for ever."""

    def evaluate(self, state: object, seat: int) -> float:
        return 0.5


def test_equal_actions_are_close_and_unequal_ones_are_not() -> None:
    assert search(Hand(Pile([0, 9])), 300, Even()).is_close()
    assert not search(Hand(Pile([0, 2])), 300).is_close()


class Dice(Toy):
    """Cells: phase, what the die shows. Begin; a die is thrown for all to see; then say which side it was."""

    def turn(self) -> int:
        return (0, CHANCE, 0, OVER)[self.cells[0]]

    def fill_legal(self, into: Any) -> int:
        for i in range(3):
            into[i] = i
        return 3

    def do(self, action: int) -> None:
        self.cells[0] += 1
        if self.cells[0] == 2:
            self.cells[1] = action
        elif self.cells[0] == 3:
            self.cells[1] = 100 if self.cells[1] == action else 0

    def share(self, seat: int) -> float:
        return self.cells[1] / 100


class Watchful(Plain):
    """Sees what is drawn."""

    def branches_on_chance(self, state: State) -> bool:
        return True


def test_outcomes_that_everybody_sees_can_have_branches_of_their_own() -> None:
    blind = sum(mean * visits for _, visits, mean in search(Hand(Dice([0, 0])), 900).report()) / 900
    seeing = sum(mean * visits for _, visits, mean in search(Hand(Dice([0, 0])), 900, Watchful()).report()) / 900
    assert blind < 0.5
    assert seeing > 0.8


class Learned(Plain):
    """Knows how a pile ends without playing on: whoever has to move at a multiple of four loses."""

    def uses_rollouts(self) -> bool:
        return False

    def evaluate(self, state: State, seat: int) -> float:
        if state.turn() == OVER:
            return super().evaluate(state, seat)
        return float((state.cells[1] % 4 == 0) == (state.cells[0] != seat))


def test_an_evaluator_can_rate_the_leaf_directly() -> None:
    assert search(Hand(Pile([0, 31])), 60, Learned()).best() == 3

"""The plain search: it finds what is plainly best, and its limits are kept."""

import pytest

import sortilege
from sortilege.bots.plain import PlainSearch
from sortilege.bots.tree import Branch
from sortilege.core.contract.insight import final_shares
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE
from tests.bots.toys import Hand, Won


def finished_search(counters: int) -> PlainSearch:
    return PlainSearch(Hand(Won([0, counters])), [0, 1], Rng(1))


def visited_branches(search: PlainSearch) -> list[Branch]:
    out, here = [], search.root.first_child
    while here is not None:
        out.append(here)
        here = here.next_sibling
    return out


@pytest.mark.parametrize(("counters", "best"), [(2, 2), (3, 3), (5, 1), (6, 2), (7, 3)])
def test_it_leaves_the_rival_four_counters(counters: int, best: int) -> None:
    """Which takes looking at the rival's answers: they are in the tree and maximise the rival's share."""
    assert finished_search(counters).run(1e12, 2000) == best


def test_every_action_is_tried_once_before_one_is_tried_twice() -> None:
    search = finished_search(9)
    search.run(1e12, 3)
    assert [(branch.action, branch.visits) for branch in visited_branches(search)] == [(1, 1), (2, 1), (3, 1)]


def test_the_clock_is_read_after_every_simulation() -> None:
    search = finished_search(9)
    search.run(0.0, 1000)
    assert search.simulations == 1


@pytest.mark.parametrize(("name", "seats"), [(g, n) for g in sortilege.games() for n in sortilege.game(g).seats])
def test_it_answers_a_legal_action_at_every_table(name: str, seats: int) -> None:
    game = sortilege.game(name)
    state = game.new(seats, {"mode": "solo"} if (name, seats) == ("spell", 1) else {})
    rng = Rng(4)
    while state.turn() == CHANCE:
        state.apply(state.draw(rng, state.buffer()))
    search = PlainSearch(game.dealer(state.view(int(state.turn()))), game.side_of(seats), Rng(1))
    assert search.run(1e12, 12) in state.legal()
    assert sum(branch.visits for branch in visited_branches(search)) == search.simulations == 12


@pytest.mark.parametrize(
    ("side_of", "winners", "shares"),
    [
        ([0, 1], [1], [0.0, 1.0]),
        ([0, 1, 2], [0, 2], [0.5, 0.0, 0.5]),
        ([0, 1, 0], [0, 2], [1.0, 0.0]),
        ([0, 1, 0, 1], [], [0.5, 0.5]),
        ([0], [], [0.0]),
        ([0], [0], [1.0]),
    ],
)
def test_a_victory_is_shared_by_sides(side_of: list[int], winners: list[int], shares: list[float]) -> None:
    assert final_shares(winners, side_of) == shares

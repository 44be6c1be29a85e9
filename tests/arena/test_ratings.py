"""Ratings: right where the answer is known, honest where little is known."""

from math import log10
from random import Random

import pytest

from sortilege.analysis.intervals import wilson
from sortilege.arena.contest import Result
from sortilege.arena.ratings import AVERAGE, inverse, ratings
from tests.arena.results import duels, result


def test_two_bots_are_apart_by_the_odds_of_their_victories() -> None:
    first, second = ratings(2, duels(750, 250))
    assert first.mean - second.mean == pytest.approx(400 * log10(3), abs=2)
    assert first.mean + second.mean == pytest.approx(2 * AVERAGE)


def test_equal_bots_are_rated_alike_and_the_interval_holds_the_average() -> None:
    for rated in ratings(2, duels(50, 50)):
        assert rated.mean == pytest.approx(AVERAGE)
        assert rated.low < AVERAGE < rated.high


def test_a_bot_that_never_won_has_a_rating_too() -> None:
    first, second = ratings(2, duels(40, 0))
    assert 0 < second.mean < AVERAGE < first.mean < 3000
    assert second.low < second.mean


def test_more_matches_make_narrower_intervals() -> None:
    few, many = (ratings(2, duels(n * 6, n * 4))[0] for n in (5, 80))
    assert many.high - many.low < (few.high - few.low) / 3


def test_two_matches_are_no_proof() -> None:
    rated = ratings(2, duels(1, 1))[0]
    assert rated.high - rated.low > 200


def test_at_tables_of_four_the_ratings_are_the_strengths_played_with() -> None:
    """Winners drawn by the model itself: the true ratings lie in the intervals, give or take."""
    strength, lots = [8.0, 4.0, 2.0, 1.0, 1.0], Random(5)
    results: list[Result] = []
    for n in range(3000):
        lineup = tuple(lots.sample(range(5), 4))
        winner = lots.choices(range(4), [strength[bot] for bot in lineup])[0]
        results.append(result(n, n, lineup, winner))
    rated = ratings(5, results)
    truth = [400 * log10(s) for s in strength]
    middle = sum(truth) / 5
    for bot, rating in enumerate(rated):
        assert rating.mean - AVERAGE == pytest.approx(truth[bot] - middle, abs=45)
        assert rating.low < rating.mean < rating.high


def test_a_bot_in_two_seats_is_expected_to_win_twice_as_often() -> None:
    """Two of three seats and two of three victories: no stronger than the other."""
    results = [result(n, n, (0, 0, 1), n % 3) for n in range(300)]
    first, second = ratings(2, results)
    assert first.mean == pytest.approx(second.mean, abs=1)


def test_a_block_may_hold_both_lineups_of_a_duel_among_three() -> None:
    """Alone against two and two against one in every block: who wins more than its seats is rated above."""
    results: list[Result] = []
    for block in range(40):
        for turn in range(3):  # the first bot wins two of three alone, and all three with two seats
            results.append(result(len(results), block, (0, 1, 1), 0 if turn else 1))
        for _ in range(3):
            results.append(result(len(results), block, (1, 0, 0), 1))
    first, second = ratings(2, results)
    assert first.low > AVERAGE > second.high
    assert first.mean - second.mean > 400 * log10(4)  # alone it won at odds of four to one


def test_a_team_counts_once_however_many_sit_in_it() -> None:
    """Two against one, each side winning half of the matches: equal."""
    sides = ((0, 2), (1,))
    results = [result(n, n, (0, 1, 0), *sides[n % 2], sides=sides) for n in range(100)]
    first, second = ratings(2, results)
    assert first.mean == pytest.approx(second.mean, abs=0.1)
    assert first.mean + second.mean == pytest.approx(2 * AVERAGE)


def test_the_same_results_give_the_same_intervals() -> None:
    assert ratings(2, duels(12, 8), "x") == ratings(2, duels(12, 8), "x")


def test_wilsons_interval_stays_within_0_and_1() -> None:
    assert wilson(0.0, 10).low == 0.0
    assert wilson(0.0, 10).high == pytest.approx(0.278, abs=0.001)
    assert wilson(1.0, 10).high == pytest.approx(1.0)
    assert wilson(0.5, 100).low == pytest.approx(0.404, abs=0.001)
    assert (wilson(0.0, 0).low, wilson(0.0, 0).high) == (0.0, 1.0)


def test_a_matrix_times_its_inverse_is_one() -> None:
    matrix = [[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]]
    back = inverse(matrix)
    product = [[sum(matrix[i][k] * back[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    assert [x for row in product for x in row] == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1])

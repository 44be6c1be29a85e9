"""Confidence sequences: they hold however often one looks, and they decide."""

from collections import Counter
from random import Random

import pytest

from sortilege.analysis.intervals import wilson
from sortilege.arena.confidence_sequence import ERROR, BettingMartingale, ConfidenceSequence, lower_bound

RUNS, LENGTH = 200, 120


def block(lots: Random, share: float) -> float:
    """The score of two matches, each won with this probability."""
    return sum(lots.random() < share for _ in range(2)) / 2


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_looked_at_after_every_block_95_of_100_runs_hold_the_truth_all_along(share: float) -> None:
    """The truth is ruled out once the gambler of either end owns 1 / (ERROR / 2)."""
    wrong = by_wilson = 0
    for run in range(RUNS):
        lots, up, down = Random(f"{share}:{run}"), BettingMartingale(Counter(), 0.0), BettingMartingale(Counter(), 0.0)
        ruled_out = fooled = False
        for n in range(1, LENGTH + 1):
            score = block(lots, share)
            up.scores[score] += 1
            down.scores[1 - score] += 1
            ruled_out |= max(up.capital(share), down.capital(1 - share)) * ERROR / 2 >= 1
            looked = wilson(sum(score * k for score, k in up.scores.items()) / n, 2 * n)
            fooled |= not looked.low <= share <= looked.high
        wrong += ruled_out
        by_wilson += fooled
    assert wrong <= ERROR * RUNS
    assert by_wilson > 3 * ERROR * RUNS  # why Wilson's interval is not enough here


def lucky_block(lots: Random) -> tuple[float, float]:
    """A score of mean 0.6 of which luck explains much: with probability one half each, luck is 0.4 or -0.4."""
    luck = lots.choice((0.4, -0.4))
    return float(lots.random() < 0.6 + luck), luck


def test_with_luck_taken_out_the_truth_is_held_too_and_more_is_known() -> None:
    missed, widths = 0, [0.0, 0.0]
    for run in range(40):
        lots, blind, seeing = Random(run), ConfidenceSequence(), ConfidenceSequence(max_luck=0.5)
        for _ in range(60):
            score, luck = lucky_block(lots)
            blind.add(score)
            seeing.add(score, luck)
        missed += not seeing.low <= 0.6 <= seeing.high
        widths[0] += blind.high - blind.low
        widths[1] += seeing.high - seeing.low
    assert missed <= ERROR * 40
    assert widths[1] < 0.9 * widths[0]  # in the long run 0.58; half of the stake and the first blocks are its price


def test_taking_luck_out_leaves_the_mean_and_narrows_what_is_known_of_it() -> None:
    lots, seen = Random(2), ConfidenceSequence(max_luck=0.5)
    for _ in range(200):
        seen.add(*lucky_block(lots))
    assert seen.luck_adjusted is not None
    assert seen.luck_adjusted.low < 0.6 < seen.luck_adjusted.high
    ordinary = wilson(seen.interval.mean, 200)
    assert seen.luck_adjusted.high - seen.luck_adjusted.low < 0.75 * (ordinary.high - ordinary.low)
    assert seen.slope() == pytest.approx(1.0, abs=0.2)


def test_luck_that_does_not_matter_is_not_taken_out() -> None:
    lots, seen = Random(2), ConfidenceSequence(max_luck=0.5)
    for _ in range(150):
        seen.add(block(lots, 0.5), lots.choice((0.4, -0.4)))
    assert seen.slope() < 0.2


def test_the_first_score_is_taken_as_it_is() -> None:
    """The slope follows from earlier blocks alone: what is taken out of a score cannot depend on it."""
    seen = ConfidenceSequence(max_luck=0.5)
    seen.add(1.0, 0.5)
    assert seen.adjusted == [1.0]
    slope = seen.slope()
    seen.add(0.0, -0.5)
    assert seen.adjusted[1] == pytest.approx(0.5 * slope)


def test_the_ends_are_where_the_gambler_reaches_his_goal() -> None:
    bets = BettingMartingale(Counter({1.0: 30, 0.5: 6, 0.0: 4}), 0.0)
    low = lower_bound([bets], 0.025)
    assert bets.capital(low) * 0.025 >= 1 > bets.capital(low + 1e-4) * 0.025
    seen = ConfidenceSequence()
    for score in bets.scores.elements():
        seen.add(score)
    assert seen.low >= low - 1e-4  # the last interval or an earlier, narrower one
    assert seen.interval.mean == pytest.approx(33 / 40)


def test_it_is_the_same_from_both_sides() -> None:
    wins, losses = ConfidenceSequence(), ConfidenceSequence()
    lots = Random(3)
    for _ in range(40):
        score = block(lots, 0.7)
        wins.add(score)
        losses.add(1 - score)
        assert (wins.low, wins.high) == pytest.approx((1 - losses.high, 1 - losses.low))


def test_a_clear_difference_is_decided_soon_and_none_is_left_open() -> None:
    lots, seen = Random(1), ConfidenceSequence()
    while seen.verdict(0.55) == "open":
        seen.add(block(lots, 0.9))
    assert seen.count < 40
    assert seen.verdict(0.55) == "above"
    even = ConfidenceSequence()
    for _ in range(100):
        even.add(block(lots, 0.5))
    assert even.verdict(0.5) == "open"
    assert even.verdict(0.8) == "below"


def test_before_the_first_score_anything_is_possible() -> None:
    assert ConfidenceSequence().interval == (0.0, 0.0, 1.0)

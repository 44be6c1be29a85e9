"""Intervals: what they hold, how often, and also where one stops as soon as candidates lie apart."""

import random

import pytest

from sortilege.analysis.evaluate import Candidate, can_stop_early
from sortilege.analysis.intervals import difference, share_interval, student_quantile


@pytest.mark.parametrize("p", [0.02, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("n", [20, 100, 400])
def test_intervals_of_wins_and_losses_hold(p: float, n: int) -> None:
    lots = random.Random(f"{p} {n}")
    held = 0
    for _ in range(1000):
        interval = share_interval([float(lots.random() < p) for _ in range(n)])
        held += interval.low <= p <= interval.high
    assert held >= 935  # 950 less two standard errors


def test_intervals_of_evaluations_hold() -> None:
    """Shares in between, most of them alike and one in twenty lost."""
    lots = random.Random(1)
    truth = 0.95 * 0.6
    held = 0
    for _ in range(1000):
        values = [0.0 if lots.random() < 0.05 else lots.uniform(0.5, 0.7) for _ in range(60)]
        interval = share_interval(values)
        held += interval.low <= truth <= interval.high
    assert held >= 935


def test_a_few_worlds_that_agree_prove_little() -> None:
    mean, low, high = share_interval([1.0] * 5)
    assert mean == high == 1 and low < 0.7
    assert share_interval([1.0] * 500).low > 0.985


def test_the_mean_is_always_inside() -> None:
    lots = random.Random(2)
    for n in range(1, 60):
        interval = share_interval([lots.choice([0.0, 0.0, 1.0, lots.random()]) for _ in range(n)])
        assert 0 <= interval.low <= interval.mean <= interval.high <= 1


def test_the_same_luck_cancels() -> None:
    """World by world one is better by a tenth of victory in one world of ten; apart nobody could tell."""
    lots = random.Random(3)
    worse = [float(lots.random() < 0.5) for _ in range(1000)]
    better = [min(1.0, value + 0.5 * (number % 5 == 0)) for number, value in enumerate(worse)]
    assert difference(better, worse).low > 0
    assert share_interval(better).low < share_interval(worse).high
    assert difference(better, better).low < 0 < difference(better, better).high


def test_intervals_hold_also_where_sampling_stops_when_candidates_lie_apart() -> None:
    """The looks at 64, 128 and 256 worlds: of 1,000 searches that may stop at each, 95 of 100 intervals hold."""
    lots = random.Random(4)
    truths = (0.6, 0.5, 0.35)
    held = stopped = 0
    for _ in range(1000):
        candidates = [Candidate(action, [], [], [], []) for action in range(len(truths))]
        for n in range(1, 513):
            luck = lots.random()
            for candidate, truth in zip(candidates, truths, strict=True):
                candidate.values.append(float((luck + 0.1 * lots.random()) % 1 < truth))
            if n in (64, 128, 256) and can_stop_early(candidates):
                stopped += 1
                break
        for candidate, truth in zip(candidates, truths, strict=True):
            interval = share_interval(candidate.values)
            held += interval.low <= truth <= interval.high
    assert stopped > 300
    assert held >= 0.945 * 3000


@pytest.mark.parametrize(("freedom", "known"), [(5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_quantile(freedom: int, known: float) -> None:
    assert student_quantile(freedom) == pytest.approx(known, abs=0.01)

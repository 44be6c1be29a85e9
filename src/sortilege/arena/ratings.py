"""Rate bots, with confidence intervals.

The model is that of Plackett and Luce; for two players it is the model of Bradley and Terry, the base of Elo. Every bot
has a strength. The probability that a side wins is the strength of its bot divided by the sum of the strengths at the
table (a side is a seat, or the seats of a team). Tables of any size can be rated, also with a bot in several seats, and
the order of the matches does not matter. Only victories count, because each game counts scores differently. A shared
victory is split. Every bot gets one extra draw against an average bot, so that a bot without a victory is rated low
instead of minus infinity.

Ratings are on Elo's scale: 400 points more mean odds of ten to one at the same table. The average bot has 1500.

The 95 % confidence interval is the wider of two. The first is a bootstrap over blocks: the matches of a block start
from the same deal and are not independent, so whole blocks are resampled, and the ratings are fitted to each resample.
The second comes from the curvature of the likelihood, which is more reliable if there are few blocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from math import log, log10, sqrt
from random import Random
from typing import NamedTuple

from sortilege.analysis.intervals import Interval, middle_95, normal_interval
from sortilege.arena.contest import Result

AVERAGE = 1500.0
RESAMPLES = 400
SCALE = 400  # points for odds of ten to one
MAX_STEPS = 1000  # of the fit
MIN_CHANGE = 1e-5  # of a strength's decimal logarithm, below 0.01 points: the fit then ends
MAX_RESAMPLE_STEPS = 50  # of the fit of a resample, which starts from the ratings


class Tally(NamedTuple):
    """The sum of the results of matches with equal lineups: each bot plays the same number of sides in all of them."""

    matches: float  # the number of matches
    sides_played: tuple[int, ...]  # by bot: the number of sides that the bot plays in a match
    won: tuple[float, ...]  # by bot: the number of victories; a shared victory counts in part


def tallies_by_block(bots: int, results: Iterable[Result]) -> list[list[Tally]]:
    """Add up the results of each block by lineup, and return the tallies of every block. `bots` is the number of bots.
    A block is a group of matches from the same deal."""
    blocks: dict[int, list[Tally]] = {}
    for result in results:
        sides_played, won = [0] * bots, [0.0] * bots
        for side, bot in enumerate(result.bot_by_side):
            sides_played[bot] += 1
            won[bot] += result.share(side)
        blocks.setdefault(result.block, []).append(Tally(1, tuple(sides_played), tuple(won)))
    return [merged([blocks[block]]) for block in sorted(blocks)]


def merged(blocks: Iterable[list[Tally]]) -> list[Tally]:
    """Add up the tallies of equal lineups. The fit of the ratings is then much faster, with the same result."""
    totals: dict[tuple[int, ...], Tally] = {}
    for tally in chain.from_iterable(blocks):
        empty = Tally(matches=0.0, sides_played=tally.sides_played, won=(0.0,) * len(tally.won))
        total = totals.get(tally.sides_played, empty)
        won = tuple(before + added for before, added in zip(total.won, tally.won, strict=True))
        totals[tally.sides_played] = Tally(total.matches + tally.matches, tally.sides_played, won)
    return list(totals.values())


def strengths(ratings: list[float]) -> list[float]:
    """Convert ratings to the strengths of the model. A rating of 1500 is a strength of 1."""
    return [10 ** ((rating - AVERAGE) / SCALE) for rating in ratings]


def fit_ratings(
    bots: int, tallies: list[Tally], start: list[float] | None = None, steps: int = MAX_STEPS
) -> list[float]:
    """Return the maximum-likelihood rating of each bot, computed by Hunter's minorise-maximise algorithm. `bots` is the
    number of bots. The algorithm begins with the ratings `start` (default: all equal) and takes at most `steps`
    steps."""
    strength = strengths(start or [AVERAGE] * bots)
    # To keep ratings finite, every bot gets an extra draw (half a victory) against an average bot, whose strength is 1.
    won = [0.5 + sum(tally.won[bot] for tally in tallies) for bot in range(bots)]
    for _ in range(steps):
        previous = strength
        table_strengths = [sum(side_strengths(tally, previous)) for tally in tallies]
        strength = []
        for bot in range(bots):
            expected_per_strength = 1 / (previous[bot] + 1)  # of the extra draw
            expected_per_strength += sum(
                tally.matches * tally.sides_played[bot] / table_strength
                for tally, table_strength in zip(tallies, table_strengths, strict=True)
            )
            strength.append(won[bot] / expected_per_strength)
        largest_change = max(abs(log10(new / old)) for new, old in zip(strength, previous, strict=True))
        if largest_change < MIN_CHANGE:
            break
    points = [SCALE * log10(bot_strength) for bot_strength in strength]
    mean = sum(points) / bots
    return [AVERAGE + bot_points - mean for bot_points in points]


def side_strengths(tally: Tally, strength: list[float]) -> list[float]:
    """Return the strength that each bot brings to a table: its strength times the number of sides that it plays."""
    return [sides * bot_strength for sides, bot_strength in zip(tally.sides_played, strength, strict=True)]


def ratings(bots: int, results: list[Result], seed: str = "") -> list[Interval]:
    """Return the rating of each bot with its 95 % confidence interval: the wider one of two estimates, by resampling
    the matches and by the curvature of the likelihood."""
    blocks = tallies_by_block(bots, results)
    tallies = merged(blocks)
    fitted = fit_ratings(bots, tallies)
    random = Random(f"{seed}:bootstrap")
    resamples = [merged(random.choices(blocks, k=len(blocks))) for _ in range(RESAMPLES)]
    refitted = [fit_ratings(bots, resample, fitted, MAX_RESAMPLE_STEPS) for resample in resamples]
    intervals = []
    for bot, error in enumerate(standard_errors(fitted, tallies)):
        by_curvature = normal_interval(fitted[bot], error)
        low, high = middle_95([resample[bot] for resample in refitted])
        intervals.append(Interval(fitted[bot], min(low, by_curvature.low), max(high, by_curvature.high)))
    return intervals


def standard_errors(ratings: list[float], tallies: list[Tally]) -> list[float]:
    """Return the standard error of each rating, from the curvature of the log-likelihood (the Fisher information)."""
    bots = len(ratings)
    strength = strengths(ratings)
    # Adding one number to all ratings changes no likelihood, so the matrix would not be invertible. The same constant
    # in every element makes it invertible, and adds itself to every variance.
    constant = 1 / bots
    information = [[constant] * bots for _ in range(bots)]
    for tally in tallies:
        bot_strengths = side_strengths(tally, strength)
        table_strength = sum(bot_strengths)
        chances = [bot_strength / table_strength for bot_strength in bot_strengths]
        for row in range(bots):
            for column in range(bots):
                identity = row == column
                information[row][column] += tally.matches * chances[row] * (identity - chances[column])
    covariance = inverse(information)
    variances = [max(0.0, covariance[bot][bot] - constant) for bot in range(bots)]
    return [SCALE / log(10) * sqrt(variance) for variance in variances]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix by Gauss–Jordan elimination."""
    size = len(matrix)
    identity = [[float(row == column) for column in range(size)] for row in range(size)]
    rows = [left + right for left, right in zip(matrix, identity, strict=True)]
    for pivot in range(size):
        rows[pivot] = [value / rows[pivot][pivot] for value in rows[pivot]]
        for row in range(size):
            if row != pivot:
                factor = rows[row][pivot]
                pairs = zip(rows[row], rows[pivot], strict=True)
                rows[row] = [value - factor * pivot_value for value, pivot_value in pairs]
    return [row[size:] for row in rows]

"""Rate bots, with intervals.

The model is that of Plackett and Luce; with two players it is that of Bradley and Terry, the base of Elo. Every bot has
a strength, and the probability that a side wins is the strength of its bot divided by the sum of the strengths at the
table (a side is a seat, or the seats of a team). Only victories count. Scores count differently in each game, so they
are reported separately. The model handles tables of any size and bots in several seats, and unlike Elo's running
updates it does not depend on the order of matches. A shared victory is split. Every bot gets one extra draw against an
average bot, so that a bot without a victory is rated low instead of minus infinity.

Ratings are on Elo's scale: 400 points more mean odds of ten to one at the same table; the average bot has 1500.

Each 95 % interval is the wider of two. One is a bootstrap over blocks: the matches of a block share their deal and are
not independent, so whole blocks are resampled 400 times and the ratings fitted each time. The other comes from the
curvature of the likelihood, which is better if there are few blocks. Shares of victory have Wilson's interval, which
stays within 0 and 1 and is valid for few matches.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from math import log, log10, sqrt
from random import Random
from typing import NamedTuple

from sortilege.analysis.intervals import Interval, normal
from sortilege.arena.contest import Result

AVERAGE = 1500.0
RESAMPLES = 400


class Tally(NamedTuple):
    """The results of one lineup: matches, number of sides held by each bot, and victories of each bot."""

    matches: float
    held: tuple[int, ...]
    won: tuple[float, ...]


def tallies(bots: int, results: Iterable[Result]) -> list[list[Tally]]:
    """Return the tallies of each block. A block has one lineup, or two in a duel of more than two seats."""
    blocks: dict[int, list[Tally]] = {}
    for result in results:
        held, won = [0] * bots, [0.0] * bots
        for side, bot in enumerate(result.holders):
            held[bot] += 1
            won[bot] += result.share(side)
        blocks.setdefault(result.block, []).append(Tally(1, tuple(held), tuple(won)))
    return [merged([blocks[block]]) for block in sorted(blocks)]


def merged(blocks: Iterable[list[Tally]]) -> list[Tally]:
    """Add up the tallies of equal lineups. The fit gets the same result from them much faster."""
    sums: dict[tuple[int, ...], list[float]] = {}
    for part in chain.from_iterable(blocks):
        row = sums.setdefault(part.held, [0.0] * (len(part.won) + 1))
        row[0] += part.matches
        for bot, wins in enumerate(part.won, 1):
            row[bot] += wins
    return [Tally(row[0], held, tuple(row[1:])) for held, row in sums.items()]


def fitted(bots: int, parts: list[Tally], start: list[float] | None = None, steps: int = 1000) -> list[float]:
    """Return the ratings that make these results most likely, by Hunter's minorise-maximise steps from `start`."""
    strength = [10 ** ((rating - AVERAGE) / 400) for rating in start or [AVERAGE] * bots]
    won = [0.5 + sum(part.won[bot] for part in parts) for bot in range(bots)]
    for _ in range(steps):
        at_table = [sum(n * s for n, s in zip(part.held, strength, strict=True)) for part in parts]
        new = []
        for bot in range(bots):
            met = 1 / (strength[bot] + 1)  # the extra draw against an average bot
            met += sum(part.matches * part.held[bot] / total for part, total in zip(parts, at_table, strict=True))
            new.append(won[bot] / met)
        change = max(abs(log10(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if change < 1e-5:  # a hundredth of a point
            break
    logs = [400 * log10(s) for s in strength]
    middle = sum(logs) / bots
    return [AVERAGE + x - middle for x in logs]


def ratings(bots: int, results: list[Result], seed: str = "") -> list[Interval]:
    """Return the rating of each bot with its interval."""
    blocks = tallies(bots, results)
    best = fitted(bots, merged(blocks))
    random = Random(f"{seed}:bootstrap")
    resamples = (merged(random.choices(blocks, k=len(blocks))) for _ in range(RESAMPLES))
    draws = [fitted(bots, resample, best, 50) for resample in resamples]
    normals = [normal(*estimate) for estimate in zip(best, errors(best, merged(blocks)), strict=True)]
    out = []
    for bot in range(bots):
        spread = sorted(draw[bot] for draw in draws)
        low, high = spread[int(0.025 * RESAMPLES)], spread[int(0.975 * RESAMPLES) - 1]
        out.append(Interval(best[bot], min(low, normals[bot].low), max(high, normals[bot].high)))
    return out


def errors(rated: list[float], parts: list[Tally]) -> list[float]:
    """Return the standard error of each rating, from the curvature of the likelihood."""
    bots = len(rated)
    strength = [10 ** ((rating - AVERAGE) / 400) for rating in rated]
    # Adding one number to all ratings changes no likelihood; starting with 1 / bots makes the matrix invertible.
    curve = [[1 / bots] * bots for _ in range(bots)]
    for part in parts:
        seats = [n * s for n, s in zip(part.held, strength, strict=True)]
        chances = [seat / sum(seats) for seat in seats]
        for a in range(bots):
            for b in range(bots):
                curve[a][b] += part.matches * chances[a] * ((a == b) - chances[b])
    return [400 / log(10) * sqrt(max(0.0, row[bot] - 1 / bots)) for bot, row in enumerate(inverse(curve))]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Invert a positive definite matrix by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]

"""How strong each bot is, and how sure that is.

The model is the one of Plackett and Luce, of which Bradley and Terry's (the base of Elo) is the case of two: every bot
has a strength, and a side wins with the strength of its bot over the sum of the strengths at the table (a side is a
seat, or the seats of a team). It asks only
who won, which is what a player of these games wants; scores count differently in each game and are reported apart. It
takes tables of any size and bots that sit in several seats, and needs no order of play, unlike Elo's running updates. A
shared victory is split. One drawn match of every bot against an average one is added, so that a bot that never won gets
a low rating and not minus infinity.

Ratings are on Elo's scale: 400 points more mean odds of ten to one at the same table; the average bot has 1500.

Intervals are 95 %, the wider of two: by bootstrap over blocks (the matches of a block share their deal and are not
independent, so whole blocks are drawn again, 400 times, and every time all ratings are fitted anew), and by the
curvature of the likelihood, which knows better when there are few blocks to draw from. Shares of victory come with
Wilson's interval, which stays within 0 and 1 and is honest for few matches.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from math import log, log10, sqrt
from random import Random
from typing import NamedTuple

from sortilege.arena.contest import Result

AVERAGE = 1500.0
RESAMPLES = 400


class Interval(NamedTuple):
    """A value and where it lies with 95 % confidence."""

    value: float
    low: float
    high: float


class Tally(NamedTuple):
    """What one lineup brought: matches, sides held by each bot in it, and victories of each bot."""

    matches: float
    held: tuple[int, ...]
    won: tuple[float, ...]


def tallies(bots: int, results: Iterable[Result]) -> list[list[Tally]]:
    """The results of every block: one lineup as a rule, two in a duel of more than two seats, where first one bot and
    then the other sits alone among its rivals."""
    blocks: dict[int, list[Tally]] = {}
    for result in results:
        held, won = [0] * bots, [0.0] * bots
        for side, bot in enumerate(result.holders):
            held[bot] += 1
            won[bot] += result.share(side)
        blocks.setdefault(result.block, []).append(Tally(1, tuple(held), tuple(won)))
    return [merged([blocks[block]]) for block in sorted(blocks)]


def merged(blocks: Iterable[list[Tally]]) -> list[Tally]:
    """Tallies of the same lineup added up: the fit is as good and much faster."""
    sums: dict[tuple[int, ...], list[float]] = {}
    for part in chain.from_iterable(blocks):
        row = sums.setdefault(part.held, [0.0] * (len(part.won) + 1))
        row[0] += part.matches
        for bot, wins in enumerate(part.won, 1):
            row[bot] += wins
    return [Tally(row[0], held, tuple(row[1:])) for held, row in sums.items()]


def fitted(bots: int, parts: list[Tally], start: list[float] | None = None, steps: int = 1000) -> list[float]:
    """Ratings that make these results most likely, by Hunter's minorise-maximise steps from `start` on."""
    strength = [10 ** ((rating - AVERAGE) / 400) for rating in start or [AVERAGE] * bots]
    won = [0.5 + sum(part.won[bot] for part in parts) for bot in range(bots)]
    for _ in range(steps):
        at_table = [sum(n * s for n, s in zip(part.held, strength, strict=True)) for part in parts]
        new = []
        for bot in range(bots):
            met = 1 / (strength[bot] + 1)  # the drawn match against the average
            met += sum(part.matches * part.held[bot] / total for part, total in zip(parts, at_table, strict=True))
            new.append(won[bot] / met)
        moved = max(abs(log10(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < 1e-5:  # a hundredth of a point
            break
    logs = [400 * log10(s) for s in strength]
    middle = sum(logs) / bots
    return [AVERAGE + x - middle for x in logs]


def ratings(bots: int, results: list[Result], seed: str = "") -> list[Interval]:
    """Every bot's rating with its interval."""
    blocks = tallies(bots, results)
    best = fitted(bots, merged(blocks))
    lots = Random(f"{seed}:bootstrap")
    drawn = (merged(lots.choices(blocks, k=len(blocks))) for _ in range(RESAMPLES))
    draws = [fitted(bots, again, best, 50) for again in drawn]
    halves = [1.96 * error for error in errors(best, merged(blocks))]
    out = []
    for bot in range(bots):
        spread = sorted(draw[bot] for draw in draws)
        low, high = spread[int(0.025 * RESAMPLES)], spread[int(0.975 * RESAMPLES) - 1]
        out.append(Interval(best[bot], min(low, best[bot] - halves[bot]), max(high, best[bot] + halves[bot])))
    return out


def errors(rated: list[float], parts: list[Tally]) -> list[float]:
    """Standard errors of the ratings from the curvature of the likelihood around them."""
    bots = len(rated)
    strength = [10 ** ((rating - AVERAGE) / 400) for rating in rated]
    curve = [[1 / bots] * bots for _ in range(bots)]  # fills the one direction that is flat: all ratings moved alike
    for part in parts:
        seats = [n * s for n, s in zip(part.held, strength, strict=True)]
        chances = [seat / sum(seats) for seat in seats]
        for a in range(bots):
            for b in range(bots):
                curve[a][b] += part.matches * chances[a] * ((a == b) - chances[b])
    return [400 / log(10) * sqrt(max(0.0, row[bot] - 1 / bots)) for bot, row in enumerate(inverse(curve))]


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By elimination; the matrix is symmetric and has no direction without a curve."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def wilson(share: float, n: int) -> Interval:
    """A share of n trials with Wilson's 95 % interval."""
    if n == 0:
        return Interval(0.0, 0.0, 1.0)
    z = 1.96
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))

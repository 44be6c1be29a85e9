"""How the weights of SpellBook's search alone at the table were found (insight/weights_alone.py), to be done again.

    python bench/weights.py                       five minutes from the weights at hand; prints what it found
    python bench/weights.py --seconds 60 --common from those of tables with others

Games are played at first sight with handicap 3, each with a line-up drawn from all 2,187. In pairs of games with the
same deal all weights are moved at once by lot, one way and the other, and what the pair differs by says which way is
better (evolution strategies, with Adam). At the end games that were not learned from compare before and after. Needs
numpy.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from math import tanh
from time import process_time
from typing import Any

import numpy as np

import sortilege
from sortilege.core.rng import Rng
from sortilege.games.spellbook.box import SPELLS
from sortilege.games.spellbook.insight.alone import PlansAlone
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.shares import Shares, margin
from sortilege.games.spellbook.insight.weights import COMMON
from sortilege.games.spellbook.insight.weights_alone import WEIGHTS_ALONE

# how far each weight is moved: about what makes a difference that can be seen
STEPS: dict[str, list[float]] = {
    "alone": [12.0] * 63,
    "once": [15.0] * 63,
    "prices": [6, 8, 5, 4, 8, 1, 3, 6, 3, 1.2, 10, 8],
    "first_of_3": [0] + [5] * 7,
    "second_of_3": [0] + [5] * 7,
    "riper": [0] + [4] * 7,
    "abreast": [6] * 7,
    "tight": [4] * 6 + [6, 8, 12, 20, 0],
}
RATE = 0.12  # of a step, and for the last two fifths of the time
CALM = 0.05
PLAYED = 2000  # games that compare before and after
Numbers = np.ndarray[Any, np.dtype[np.float64]]


def numbers(weights: Any) -> Numbers:
    """All of them in a row."""
    return np.array([getattr(weights, name)[i] for name, steps in STEPS.items() for i in range(len(steps))], float)


def lay(row: Numbers, lots: np.random.Generator) -> None:
    """A row into the weights the search uses; what is between two whole numbers goes either way by lot."""
    whole = iter(np.floor(row + lots.random(len(row))).astype(int).tolist())
    for name, steps in STEPS.items():
        weights = getattr(WEIGHTS_ALONE, name)
        for i in range(len(steps)):
            weights[i] = next(whole)


def deals(seed: int) -> Iterator[tuple[list[str], int]]:
    """Line-ups of all kinds, and luck."""
    lots = random.Random(seed)
    while True:
        yield [lots.choice(SPELLS[first : first + 3]) for first in range(0, len(SPELLS), 3)], lots.getrandbits(40)


def ahead(lineup: list[str], luck: int) -> int:
    """The points a game at first sight ends ahead of the opponent."""
    state = sortilege.game("spellbook").new(1, {"lineup": lineup, "handicap": 3})
    PlansAlone(Rater(WEIGHTS_ALONE), Shares(), state, Rng(luck)).play_on(state)
    return int(margin(state.cells, 0))


def worth(points: int) -> float:
    """Near the bar a point counts most."""
    return 8 * tanh((points + 2) / 8)


def climb(row: Numbers, seconds: float, pairs: int, seed: int) -> Numbers:
    """Better weights, as far as the time goes."""
    lots, games = np.random.default_rng(seed), deals(seed)
    steps = np.array([step for group in STEPS.values() for step in group])
    mean, square, found = np.zeros(len(row)), np.zeros(len(row)), row
    began, turn = process_time(), 0
    while (spent := process_time() - began) < seconds:
        slope, turn = np.zeros(len(row)), turn + 1
        for (lineup, luck), _ in zip(games, range(pairs), strict=False):
            moved = lots.standard_normal(len(row))
            lay(row + steps * moved, lots)
            up = worth(ahead(lineup, luck))
            lay(row - steps * moved, lots)
            slope += (up - worth(ahead(lineup, luck))) / 2 * moved / pairs
        mean, square = 0.9 * mean + 0.1 * slope, 0.98 * square + 0.02 * slope**2
        rate = RATE if spent < 0.6 * seconds else CALM
        row = row + rate * steps * (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.98**turn)) + 1e-9)
        found = 0.9 * found + 0.1 * row
    return np.round(found)


def measured(row: Numbers, games: int) -> dict[str, float]:
    """How games that nobody learned from go."""
    lay(row, np.random.default_rng(0))
    points = np.array([ahead(*deal) for deal, _ in zip(deals(-1), range(games), strict=False)])
    return {"ahead": round(float(points.mean()), 2), "won": round(float((points > 0).mean()), 3)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300, help="processor time to learn")
    parser.add_argument("--pairs", type=int, default=1500, help="pairs of games for each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--common", action="store_true", help="begin with the weights of tables with others")
    parser.add_argument("--games", type=int, default=PLAYED, help="games that compare before and after")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    before = numbers(COMMON if asked.common else WEIGHTS_ALONE)
    after = climb(before, asked.seconds, asked.pairs, asked.seed)
    report = {"before": measured(before, asked.games), "after": measured(after, asked.games)}
    lay(after, np.random.default_rng(0))
    found = {name: [int(n) for n in getattr(WEIGHTS_ALONE, name)] for name in STEPS}
    if asked.json:
        print(json.dumps({**report, "weights": found}))
        return
    for when, how in report.items():
        print(f"{when}: {how['won']:.1%} won, {how['ahead']:+.2f} points ahead on average")
    for name, row in found.items():
        print(f"{name}: {row}")


if __name__ == "__main__":
    main()

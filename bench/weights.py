"""Optimise the weights of SpellBook's action ratings (insight/weights.py and weights_solo.py).

    python bench/weights.py                       those of tables with others: eight minutes; prints what it found
    python bench/weights.py --alone --seconds 180 those of who plays alone, with handicap 3

Games are played at first sight, with line-ups drawn from all 2,187 (with others every third is the first of the book).
All weights are moved at once by lot, one way and the other: alone, both ways play the same deal; with others, they play
against each other, in both seats. What the two differ by says which way is better (evolution strategies, with Adam). At
the end games that were not learned from compare before and after. Needs numpy.
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
from sortilege.core.engine.cells import blank, cells_of
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER
from sortilege.games.spellbook.box import SPELLS
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.weights import WEIGHTS, Weights
from sortilege.games.spellbook.insight.weights_solo import WEIGHTS_SOLO
from sortilege.games.spellbook.insight.win_estimates import margin

# how far each weight is moved: about what makes a difference that can be seen
STEPS: dict[str, list[float]] = {
    "daily_value": [12.0] * 63,
    "learning_value": [15.0] * 63,
    "constants": [6, 8, 5, 4, 8, 1, 3, 6, 3, 1.2, 10, 8, 60],
    "odds_from_1": [0] + [5] * 7,
    "odds_from_2": [0] + [5] * 7,
    "growth_odds": [0] + [4] * 7,
    "set_discount": [6] * 7,
    "crowding": [4] * 6 + [6, 8, 12, 20, 0],
}
RATE = 0.12  # of a step, and for the last two fifths of the time
CALM = 0.05
PLAYED = 2000  # games that compare before and after
THE_FIRST = 0.35  # of the tables with others have the first line-up of the book
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Deal = tuple[Any, int]  # line-up and luck


def as_vector(weights: Weights) -> Numbers:
    """Return all weights as one vector."""
    return np.array([getattr(weights, name)[i] for name, steps in STEPS.items() for i in range(len(steps))], float)


class Player:
    """A bot that plays the action rated highest, with weights that can be replaced."""

    def __init__(self, like: Weights) -> None:
        held = {name: cells_of([getattr(like, name)[i] for i in range(len(steps))]) for name, steps in STEPS.items()}
        sets = held["odds_from_1"], held["odds_from_2"], held["growth_odds"]
        self.weights = Weights(
            *(held[name] for name in ("daily_value", "learning_value", "constants")),
            *(sets, held["set_discount"], held["crowding"], like.uses_all_days),
        )
        self.rater = Rater(self.weights)

    def take(self, row: Numbers, lots: np.random.Generator) -> None:
        """Use this vector as weights, each rounded up or down at random in proportion to its fraction."""
        whole = iter(np.floor(row + lots.random(len(row))).astype(int).tolist())
        for name, steps in STEPS.items():
            weights = getattr(self.weights, name)
            for i in range(len(steps)):
                weights[i] = next(whole)


def play_game(players: list[Player], deal: Deal) -> int:
    """Play a game and return the margin of the first player over the other, or over the game's opponent."""
    lineup, luck = deal
    options = {"lineup": lineup, **({"handicap": 3} if len(players) == 1 else {})}
    state, rng, legal = sortilege.game("spellbook").new(len(players), options), Rng(luck), blank(MAX_LEGAL)
    while (turn := state.turn()) != OVER:
        if turn == CHANCE:
            state.chance(rng)
        else:
            n = state.fill_legal(legal)
            state.do(legal[players[turn].rater.best_index(state, legal, n) if n > 1 else 0])
    return int(margin(state.cells, 0))


def value_of(points: int, alone: bool) -> float:
    """Return the value of a margin. A point counts most near zero; against others the victory itself counts more."""
    if alone:
        return tanh((points + 2) / 8)
    return 0.6 * float(np.sign(points)) + 0.4 * tanh(points / 6)


def difference(up: Player, down: Player, deal: Deal, alone: bool) -> float:
    """Return how much better the first player did, in the same deal."""
    if alone:
        return value_of(play_game([up], deal), True) - value_of(play_game([down], deal), True)
    return value_of(play_game([up, down], deal), False) - value_of(play_game([down, up], deal), False)


def deals(seed: int, alone: bool) -> Iterator[Deal]:
    """Yield random line-ups with random seeds."""
    lots = random.Random(seed)
    while True:
        lineup: Any = [lots.choice(SPELLS[first : first + 3]) for first in range(0, len(SPELLS), 3)]
        if not alone and lots.random() < THE_FIRST:
            lineup = "set1"
        yield lineup, lots.getrandbits(40)


def climb(row: Numbers, like: Weights, seconds: float, pairs: int, seed: int) -> Numbers:
    """Return improved weights after this much time of evolution strategies."""
    alone = like is WEIGHTS_SOLO
    lots, games = np.random.default_rng(seed), deals(seed, alone)
    up, down = Player(like), Player(like)
    steps = np.array([step for group in STEPS.values() for step in group])
    mean, square, average = np.zeros(len(row)), np.zeros(len(row)), row
    began, turn = process_time(), 0
    while (spent := process_time() - began) < seconds:
        slope, turn = np.zeros(len(row)), turn + 1
        for deal, _ in zip(games, range(pairs), strict=False):
            moved = lots.standard_normal(len(row))
            up.take(row + steps * moved, lots)
            down.take(row - steps * moved, lots)
            slope += difference(up, down, deal, alone) / 2 * moved / pairs
        mean, square = 0.9 * mean + 0.1 * slope, 0.98 * square + 0.02 * slope**2
        rate = RATE if spent < 0.6 * seconds else CALM
        row = row + rate * steps * (mean / (1 - 0.9**turn)) / (np.sqrt(square / (1 - 0.98**turn)) + 1e-9)
        average = 0.9 * average + 0.1 * row
    return np.round(average)


def measured(before: Numbers, after: Numbers, like: Weights, games: int) -> dict[str, dict[str, float]]:
    """How games that nobody learned from go: alone with the old and with the new, otherwise of the new against the
    old."""
    old, new, lots = Player(like), Player(like), np.random.default_rng(0)
    old.take(before, lots)
    new.take(after, lots)
    drawn = [deal for deal, _ in zip(deals(-1, like is WEIGHTS_SOLO), range(games), strict=False)]
    if like is WEIGHTS_SOLO:
        results = {
            "before": [play_game([old], deal) for deal in drawn],
            "after": [play_game([new], deal) for deal in drawn],
        }
    else:
        results = {"after, against before": [play_game([new, old], deal) for deal in drawn[::2]]}
        results["after, against before"] += [-play_game([old, new], deal) for deal in drawn[::2]]
    points = {when: np.array(row) for when, row in results.items()}
    return {
        when: {"ahead": round(float(row.mean()), 2), "won": round(float((row > 0).mean()), 3)}
        for when, row in points.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=500, help="processor time to learn")
    parser.add_argument("--pairs", type=int, default=800, help="pairs of games for each step")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", action="store_true", help="the weights of who plays alone")
    parser.add_argument("--games", type=int, default=PLAYED, help="games that compare before and after")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    like = WEIGHTS_SOLO if arguments.alone else WEIGHTS
    before = as_vector(like)
    after = climb(before, like, arguments.seconds, arguments.pairs, arguments.seed)
    report = measured(before, after, like, arguments.games)
    player = Player(like)
    player.take(after, np.random.default_rng(0))
    weights = {name: [int(n) for n in getattr(player.weights, name)] for name in STEPS}
    if arguments.json:
        print(json.dumps({**report, "weights": weights}))
        return
    for when, how in report.items():
        print(f"{when}: {how['won']:.1%} won, {how['ahead']:+.2f} points ahead on average")
    for name, row in weights.items():
        print(f"{name}: {row}")


if __name__ == "__main__":
    main()

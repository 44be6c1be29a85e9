"""Estimates a seat's win probability from the values of all positions."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Predictor
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import OVER, State
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.evaluation import Evaluator
from sortilege.games.spellbook.insight.weights_solo import WEIGHTS_SOLO
from sortilege.games.spellbook.rules.scoring import opponent_points, score, winners

MARGIN_WEIGHT: Final = 0.3  # weight of the margin of victory against winning itself


class Shares:
    """Estimates win probabilities: by a trained net, or from the evaluators if there is none."""

    def __init__(self) -> None:
        self.evaluator = Evaluator()
        self.solo_evaluator = Evaluator(WEIGHTS_SOLO)

    def expected(self, net: Predictor | None, state: State, seat: i64) -> float:
        """Return a seat's expected share of victory; exact if the game is over."""
        t = state.cells
        if t[L.TURN] == OVER:
            return final_share(t, seat)
        if net is not None:
            return net.share(state, seat)
        if L.is_solo(t):
            return self.solo_share(t)
        return self.multiplayer_share(t, seat)

    def objective(self, net: Predictor | None, state: State, seat: i64) -> float:
        """Return what a search maximises: the win probability and, when the game is over, the margin too."""
        t = state.cells
        if t[L.TURN] == OVER:
            return with_margin(t, seat, final_share(t, seat))
        return self.expected(net, state, seat)

    def multiplayer_share(self, t: Cells, seat: i64) -> float:
        """Return the product of a seat's probabilities of beating each rival, by the difference in value."""
        evaluator = self.evaluator
        evaluator.load(t, seat)
        mine = evaluator.value(t)
        share = 1.0
        for rival in range(t[L.SEATS]):
            if rival != seat:
                evaluator.load(t, rival)
                share *= logistic(float(mine - evaluator.value(t)) / (200.0 + 3.0 * float(evaluator.days)))
        return share

    def solo_share(self, t: Cells) -> float:
        """Return the probability of beating the solo opponent, which gains two points a Day."""
        evaluator = self.solo_evaluator
        evaluator.load(t, 0)
        pace = 600 + 200 * L.count(t, L.TRACK) + 100 * L.count(t, L.LOWER)
        return logistic(float(evaluator.value(t) - pace) / (200.0 + 4.0 * float(evaluator.days)))


def final_share(t: Cells, seat: i64) -> float:
    """Return a seat's share of victory when the game is over: 1 divided by the number of winners, or 0."""
    best = winners(t)
    if seat in best:
        return 1.0 / float(len(best))
    return 0.0


def with_margin(t: Cells, seat: i64, share: float) -> float:
    """Combine a share of victory with the margin in points."""
    return (1.0 - MARGIN_WEIGHT) * share + MARGIN_WEIGHT * logistic(float(margin(t, seat)) / 3.0)


def margin(t: Cells, seat: i64) -> i64:
    """Return by how many points a seat leads its best rival (negative if behind)."""
    if L.is_solo(t):
        return score(t, 0) - opponent_points(t)
    best: i64 = -1
    for rival in range(t[L.SEATS]):
        if rival != seat and score(t, rival) > best:
            best = score(t, rival)
    return score(t, seat) - best


def logistic(x: float) -> float:
    """Convert a lead to a probability."""
    return 1.0 / (1.0 + exp(-x))

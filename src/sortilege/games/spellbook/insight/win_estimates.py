"""Estimates win probabilities by a trained net or, without a net, from the values of the seats' positions."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Predictor
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import OVER, State
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.evaluation import Evaluator
from sortilege.games.spellbook.insight.weights import ONE_POINT
from sortilege.games.spellbook.insight.weights_solo import WEIGHTS_SOLO
from sortilege.games.spellbook.rules.scoring import TRACK_POINTS_PER_TOKEN, opponent_points, score, winners

MARGIN_WEIGHT: Final = 0.3  # weight of the margin of victory against winning itself
MARGIN_SCALE: Final = 3.0  # points of margin that multiply the odds by e
# Hundredths of a point of lead that multiply the odds of winning by e: a base, and more for each tenth of a Day left
LEAD_SCALE: Final = 200.0
LEAD_SCALE_PER_TENTH: Final = 3.0
SOLO_LEAD_SCALE_PER_TENTH: Final = 4.0
TRACK_BASE: Final = 6  # points of the solo opponent's track without the points of its tokens


class WinEstimator:
    """Estimates the win probabilities of seats by a trained net or, without a net, by the values of positions."""

    def __init__(self) -> None:
        self.evaluator = Evaluator()
        self.solo_evaluator = Evaluator(WEIGHTS_SOLO)

    def win_probability(self, net: Predictor | None, state: State, seat: i64) -> float:
        """Return a seat's win probability, by the net if there is one, or its share of the final victory."""
        t = state.cells
        if t[L.TURN] == OVER:
            return share_of_victory(t, seat)
        if net is not None:
            return net.win_probability(state, seat)
        if L.is_solo(t):
            return self.solo_probability(t)
        return self.multiplayer_probability(t, seat)

    def objective(self, net: Predictor | None, state: State, seat: i64) -> float:
        """Return what a search maximises: the win probability and, after the game, also the margin in points."""
        probability = self.win_probability(net, state, seat)
        if state.turn() == OVER:
            return with_margin(state.cells, seat, probability)
        return probability

    def multiplayer_probability(self, t: Cells, seat: i64) -> float:
        """Estimate a seat's win probability as the product of its probabilities of beating each rival."""
        evaluator = self.evaluator
        evaluator.load(t, seat)
        own_value = evaluator.value(t)
        probability = 1.0
        for rival in range(t[L.SEATS]):
            if rival != seat:
                evaluator.load(t, rival)
                scale = LEAD_SCALE + LEAD_SCALE_PER_TENTH * float(evaluator.days)
                probability *= logistic(float(own_value - evaluator.value(t)) / scale)
        return probability

    def solo_probability(self, t: Cells) -> float:
        """Estimate the probability of beating the solo opponent, from the values of both positions."""
        evaluator = self.solo_evaluator
        evaluator.load(t, 0)
        track_points = TRACK_BASE + TRACK_POINTS_PER_TOKEN * L.count(t, L.TRACK)
        opponent_value = ONE_POINT * (track_points + L.count(t, L.LOWER))
        scale = LEAD_SCALE + SOLO_LEAD_SCALE_PER_TENTH * float(evaluator.days)
        return logistic(float(evaluator.value(t) - opponent_value) / scale)


def share_of_victory(t: Cells, seat: i64) -> float:
    """Return a seat's share of victory when the game is over: 1 divided by the number of winners, or 0."""
    winning_seats = winners(t)
    if seat in winning_seats:
        return 1.0 / float(len(winning_seats))
    return 0.0


def with_margin(t: Cells, seat: i64, win_probability: float) -> float:
    """Return a mean of a win probability and of a number from 0 to 1 that grows with the margin in points."""
    margin_part = logistic(float(margin(t, seat)) / MARGIN_SCALE)
    return (1.0 - MARGIN_WEIGHT) * win_probability + MARGIN_WEIGHT * margin_part


def margin(t: Cells, seat: i64) -> i64:
    """Return by how many points a seat leads its best rival. The number is negative if it is behind."""
    if L.is_solo(t):
        return score(t, 0) - opponent_points(t)
    best_rival_score: i64 = 0
    for rival in range(t[L.SEATS]):
        if rival != seat:
            best_rival_score = L.larger(best_rival_score, score(t, rival))
    return score(t, seat) - best_rival_score


def logistic(lead: float) -> float:
    """Convert a lead to a probability between 0 and 1: 0.5 for no lead, more for a positive one."""
    return 1.0 / (1.0 + exp(-lead))

"""A seat's share of victory, from what the tables are worth."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.insight import Judge
from sortilege.core.state import OVER, State
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.evaluation import Evaluator
from sortilege.games.spellbook.insight.weights_solo import WEIGHTS_SOLO
from sortilege.games.spellbook.rules.scoring import opponent_points, score, winners

MARGIN_WEIGHT: Final = 0.3  # how much the margin of a victory counts


class Shares:
    """Judges who will win: as a net has learned it or, where there is none, by what the tables are worth."""

    def __init__(self) -> None:
        self.evaluator = Evaluator()
        self.solo_evaluator = Evaluator(WEIGHTS_SOLO)

    def expected(self, net: Judge | None, state: State, seat: i64) -> float:
        """What a seat may expect; what it has got, when the game is over."""
        t = state.cells
        if t[L.TURN] == OVER:
            return final_share(t, seat)
        if net is not None:
            return net.share(state, seat)
        if L.is_solo(t):
            return self.solo_share(t)
        return self.multiplayer_share(t, seat)

    def objective(self, net: Judge | None, state: State, seat: i64) -> float:
        """What search strives for: to win, and to win clearly, for the margin tells more than the bare result."""
        t = state.cells
        if t[L.TURN] == OVER:
            return with_margin(t, seat, final_share(t, seat))
        return self.expected(net, state, seat)

    def multiplayer_share(self, t: Cells, seat: i64) -> float:
        """A seat's share by its lead over each rival, as if they were beaten one by one."""
        evaluator = self.evaluator
        evaluator.load(t, seat)
        mine = evaluator.value(t)
        share = 1.0
        rival: i64 = 0
        while rival < t[L.SEATS]:
            if rival != seat:
                evaluator.load(t, rival)
                share *= logistic(float(mine - evaluator.value(t)) / (200.0 + 3.0 * float(evaluator.days)))
            rival += 1
        return share

    def solo_share(self, t: Cells) -> float:
        """The opponent gains two points a Day, and so does its rival: what counts is the lead over that pace."""
        evaluator = self.solo_evaluator
        evaluator.load(t, 0)
        pace = 600 + 200 * t[L.TRACK + L.SIZE] + 100 * t[L.LOWER + L.SIZE]
        return logistic(float(evaluator.value(t) - pace) / (200.0 + 4.0 * float(evaluator.days)))


def final_share(t: Cells, seat: i64) -> float:
    """When the game is over."""
    best = winners(t)
    if seat in best:
        return 1.0 / float(len(best))
    return 0.0


def with_margin(t: Cells, seat: i64, share: float) -> float:
    """A share of victory, and how clear it is."""
    return (1.0 - MARGIN_WEIGHT) * share + MARGIN_WEIGHT * logistic(float(margin(t, seat)) / 3.0)


def margin(t: Cells, seat: i64) -> i64:
    """The points a seat is ahead of its best rival."""
    if L.is_solo(t):
        return score(t, 0) - opponent_points(t)
    best: i64 = -1
    rival: i64 = 0
    while rival < t[L.SEATS]:
        if rival != seat and score(t, rival) > best:
            best = score(t, rival)
        rival += 1
    return score(t, seat) - best


def logistic(x: float) -> float:
    """A share of victory from a lead."""
    return 1.0 / (1.0 + exp(-x))

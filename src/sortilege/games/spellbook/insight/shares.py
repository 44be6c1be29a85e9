"""A seat's share of victory, from what the tables are worth."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.insight import Judge
from sortilege.core.state import OVER, State
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight import judgement
from sortilege.games.spellbook.insight.weights_alone import WEIGHTS_ALONE
from sortilege.games.spellbook.rules.scoring import opponent_points, score, winners

CLEARLY: Final = 0.3  # how much the margin of a victory counts


class Shares:
    """Judges who will win: as a net has learned it or, where there is none, by what the tables are worth."""

    def __init__(self) -> None:
        self.judge = judgement.Judge()
        self.judge_alone = judgement.Judge(WEIGHTS_ALONE)

    def expected(self, net: Judge | None, state: State, seat: i64) -> float:
        """What a seat may expect; what it has got, when the game is over."""
        t = state.cells
        if t[L.TURN] == OVER:
            return final(t, seat)
        if net is not None:
            return net.share(state, seat)
        if L.is_solo(t):
            return self.alone(t)
        return self.among(t, seat)

    def striven(self, net: Judge | None, state: State, seat: i64) -> float:
        """What search strives for: to win, and to win clearly, for the margin tells more than the bare result."""
        t = state.cells
        if t[L.TURN] == OVER:
            return with_margin(t, seat, final(t, seat))
        return self.expected(net, state, seat)

    def among(self, t: Cells, seat: i64) -> float:
        """A seat's share by its lead over each rival, as if they were beaten one by one."""
        judge = self.judge
        judge.look(t, seat)
        mine = judge.value(t)
        share = 1.0
        rival: i64 = 0
        while rival < t[L.SEATS]:
            if rival != seat:
                judge.look(t, rival)
                share *= logistic(float(mine - judge.value(t)) / (200.0 + 3.0 * float(judge.days)))
            rival += 1
        return share

    def alone(self, t: Cells) -> float:
        """The opponent gains two points a Day, and so does its rival: what counts is the lead over that pace."""
        judge = self.judge_alone
        judge.look(t, 0)
        pace = 600 + 200 * t[L.TRACK + L.SIZE] + 100 * t[L.LOWER + L.SIZE]
        return logistic(float(judge.value(t) - pace) / (200.0 + 4.0 * float(judge.days)))


def final(t: Cells, seat: i64) -> float:
    """When the game is over."""
    won = winners(t)
    if seat in won:
        return 1.0 / float(len(won))
    return 0.0


def with_margin(t: Cells, seat: i64, share: float) -> float:
    """A share of victory, and how clear it is."""
    return (1.0 - CLEARLY) * share + CLEARLY * logistic(float(margin(t, seat)) / 3.0)


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

"""A seat's share of victory, from what the tables are worth."""

from __future__ import annotations

from math import exp

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.state import OVER, State
from sortilege.games.spellbook.insight.judgement import Judge
from sortilege.games.spellbook.layout import LOWER, SEATS, SIZE, TRACK, TURN, is_solo
from sortilege.games.spellbook.rules.scoring import winners


class Shares:
    """Judges who will win."""

    def __init__(self) -> None:
        self.judge = Judge()

    def exact(self, t: Cells, seat: i64) -> float:
        """When the game is over."""
        won = winners(t)
        if seat in won:
            return 1.0 / float(len(won))
        return 0.0

    def guess(self, t: Cells, seat: i64) -> float:
        """While it goes on, or by how much it was won."""
        if is_solo(t):
            return self.alone(t)
        return self.among(t, seat)

    def soft(self, state: State, seat: i64) -> float:
        """What search strives for: to win, and to win clearly, for the margin tells more than the bare result."""
        t = state.cells
        if t[TURN] == OVER:
            return 0.7 * self.exact(t, seat) + 0.3 * self.guess(t, seat)
        return self.guess(t, seat)

    def among(self, t: Cells, seat: i64) -> float:
        """A seat's share by its lead over each rival, as if they were beaten one by one."""
        judge = self.judge
        judge.look(t, seat)
        mine = judge.value(t)
        share = 1.0
        rival: i64 = 0
        while rival < t[SEATS]:
            if rival != seat:
                judge.look(t, rival)
                share *= logistic(float(mine - judge.value(t)) / (200.0 + 3.0 * float(judge.days)))
            rival += 1
        return share

    def alone(self, t: Cells) -> float:
        """The opponent gains two points a Day, and so does its rival: what counts is the lead over that pace."""
        judge = self.judge
        judge.look(t, 0)
        pace = 600 + 200 * t[TRACK + SIZE] + 100 * t[LOWER + SIZE]
        return logistic(float(judge.value(t) - pace) / (200.0 + 4.0 * float(judge.days)))


def logistic(x: float) -> float:
    """A share of victory from a lead."""
    return 1.0 / (1.0 + exp(-x))

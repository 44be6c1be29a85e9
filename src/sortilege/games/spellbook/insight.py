"""What bots know beyond the rules: what a decision is worth at a glance, and how far ahead a seat stands."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.insight import Insight
from sortilege.core.state import State


class SpellBookInsight(Insight):
    """Judgement about SpellBook."""

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        i: i64 = 0
        while i < n:
            into[i] = 1
            i += 1

    def worth(self, state: State, seat: i64) -> float:
        return 0.5

    def rests(self, state: State, since: State) -> bool:
        return False

"""What bots ask about SpellBook."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import OVER, State
from sortilege.games.spellbook.insight.plans import Plans
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.shares import Shares
from sortilege.games.spellbook.insight.weights import HORIZON
from sortilege.games.spellbook.layout import DAY, SEATS, TURN

# how many games a level imagines at most; apprentices decide at first sight
IMAGINED: Final = {"adept": 120, "master": 1 << 40, "archmage": 1 << 40}


class SpellBookInsight(Insight):
    """Judgement about SpellBook."""

    def __init__(self) -> None:
        self.rater = Rater()
        self.shares = Shares()

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        self.rater.rate(state, legal, n, into)

    def worth(self, state: State, seat: i64) -> float:
        if state.cells[TURN] == OVER:
            return self.shares.exact(state.cells, seat)
        return self.shares.guess(state.cells, seat)

    def rests(self, state: State, since: State) -> bool:
        t = state.cells
        return t[DAY] - since.cells[DAY] > HORIZON * t[SEATS]

    # Any: as core.insight has it, which cannot import core.game
    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        most = IMAGINED.get(level, 0)
        if most == 0:
            return None
        return Plans(self.rater, self.shares, dealer.deal(rng), view["you"], rng).run(milliseconds, most)

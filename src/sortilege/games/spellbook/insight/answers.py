"""What bots ask about SpellBook."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import State
from sortilege.games.spellbook.insight.alone import PlansAlone
from sortilege.games.spellbook.insight.plans import Plans
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.shares import Shares, with_margin
from sortilege.games.spellbook.insight.weights import HORIZON
from sortilege.games.spellbook.insight.weights_alone import WEIGHTS_ALONE
from sortilege.games.spellbook.layout import DAY, SEATS

# how many games a level imagines at most; apprentices decide at first sight
IMAGINED: Final = {"adept": 60, "master": 400, "archmage": 1 << 40}
FAR: Final = {"archmage": 1}  # Days that are played on at first sight after the one of a leaf, and judged as well
TO_THE_END: Final = ("archmage",)  # who alone at the table plays every imagined game to its end
IN_PRACTICE: Final = 40  # and one that trains
FOREVER: Final = 1e12


class SpellBookInsight(Insight):
    """Judgement about SpellBook."""

    def __init__(self) -> None:
        self.rater = Rater()
        self.alone = Rater(WEIGHTS_ALONE)
        self.shares = Shares()

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        self.rater.rate(state, legal, n, into)

    def worth(self, state: State, seat: i64) -> float:
        return self.shares.expected(self.judge, state, seat)

    def rests(self, state: State, since: State) -> bool:
        t = state.cells
        return t[DAY] - since.cells[DAY] > HORIZON * t[SEATS]

    def mark(self, state: State, seat: i64, share: float) -> float:
        return with_margin(state.cells, seat, share)

    # Any: as core.insight has it, which cannot import core.game
    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        most = IMAGINED.get(level, 0)
        if most == 0:
            return None
        if view["seats"] == 1 and level in TO_THE_END:
            return PlansAlone(self.alone, self.shares, dealer.deal(rng), rng).run(milliseconds, most)
        return self.plans(view, dealer, rng, FAR.get(level, 0)).run(milliseconds, most)

    def practise(self, view: View, dealer: Any, rng: Rng) -> int | None:
        return self.plans(view, dealer, rng, 0).run(FOREVER, IN_PRACTICE)

    def plans(self, view: View, dealer: Any, rng: Rng, far: int) -> Plans:
        """A search that has not begun."""
        return Plans(self.rater, self.shares, self.judge, dealer.deal(rng), view["you"], rng, far)

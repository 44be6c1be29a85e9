"""What bots ask about SpellBook."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.shapes import View
from sortilege.core.state import State
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.alone import PlansAlone
from sortilege.games.spellbook.insight.plans import Plans
from sortilege.games.spellbook.insight.rating import WIDEST, Rater
from sortilege.games.spellbook.insight.shares import Shares, with_margin
from sortilege.games.spellbook.insight.weights import HORIZON
from sortilege.games.spellbook.insight.weights_alone import WEIGHTS_ALONE
from sortilege.games.spellbook.insight.weights_by_hand import BY_HAND

# How many games a level imagines at most. To see well at first sight is worth as much here as to look ahead: an adept
# decides so, with what was learned from many games, and an apprentice with what one would think.
IMAGINED: Final = {"master": 100, "archmage": 1 << 40}
FAR_SIGHTED: Final = ("archmage",)
# Days that are played on at first sight after a leaf's and judged as well, by seats. Among three or more it is a whole
# round: a search that judges once gained nothing there by imagining more (docs/bots.md).
FAR: Final = {2: 1, 3: 3, 4: 4}
TO_THE_END: Final = ("archmage",)  # who alone at the table plays every imagined game to its end
IN_PRACTICE: Final = 40  # and one that trains
FOREVER: Final = 1e12


class SpellBookInsight(Insight):
    """Judgement about SpellBook."""

    def __init__(self) -> None:
        self.novice = Rater(BY_HAND)
        self.rater = Rater()
        self.alone = Rater(WEIGHTS_ALONE)
        self.shares = Shares()

    def rate(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        self.rater_of(state).rate(state, legal, n, into)

    def worth(self, state: State, seat: i64) -> float:
        return self.shares.expected(self.judge, state, seat)

    def rests(self, state: State, since: State) -> bool:
        t = state.cells
        return t[L.DAY] - since.cells[L.DAY] > HORIZON * t[L.SEATS]

    def mark(self, state: State, seat: i64, share: float) -> float:
        return with_margin(state.cells, seat, share)

    # Any: as core.insight has it, which cannot import core.game
    def think(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        start: State = dealer.deal(rng)
        if level == "apprentice":
            return at_first_sight(self.novice, start)
        if level not in IMAGINED:
            return at_first_sight(self.rater_of(start), start)
        if level in TO_THE_END and L.is_solo(start.cells):
            return PlansAlone(self.alone, self.shares, start, rng).run(milliseconds, IMAGINED[level])
        far = FAR[view["seats"]] if level in FAR_SIGHTED else 0
        return self.plans(start, view["you"], rng, far).run(milliseconds, IMAGINED[level])

    def practise(self, view: View, dealer: Any, rng: Rng) -> int | None:
        return self.plans(dealer.deal(rng), view["you"], rng, 0).run(FOREVER, IN_PRACTICE)

    def plans(self, start: State, seat: int, rng: Rng, far: int) -> Plans:
        """A search that has not begun."""
        return Plans(self.rater_of(start), self.shares, self.judge, start, seat, rng, far)

    def rater_of(self, state: State) -> Rater:
        """Who plays alone sees other things first."""
        return self.alone if L.is_solo(state.cells) else self.rater


def at_first_sight(rater: Rater, state: State) -> int:
    """What looks best."""
    legal = blank(WIDEST)
    return legal[rater.best(state, legal, state.fill_legal(legal))]

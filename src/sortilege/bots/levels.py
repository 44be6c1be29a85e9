"""The levels a person can pick. They differ by how much thinking goes into a decision, never by random blunders.

apprentice  the first glance: the game's own rating of the actions
adept       a short search, a few hundred imagined games
master      search for a third of a second
archmage    search for a second and a half
A game may decide in its own way at some levels (`Insight.think`), or think less (`Insight.simulations`).
"""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from sortilege.bots.bot import the_legal
from sortilege.bots.search import Search, glance
from sortilege.bots.trained import net_for
from sortilege.core.clock import now
from sortilege.core.game import Dealer, Game
from sortilege.core.rng import Rng
from sortilege.core.shapes import Action, View


class Level(NamedTuple):
    """How much a level thinks: until either limit is reached."""

    milliseconds: float
    simulations: int  # 0: no search at all


UNLIMITED: Final = 1 << 40
LONGER: Final = 0.3  # of the budget: at most so much may be added to a close decision
LEVELS: Final = {
    "apprentice": Level(20, 0),
    "adept": Level(100, 300),
    "master": Level(300, UNLIMITED),
    "archmage": Level(1500, UNLIMITED),
}


class Thinker:
    """A bot of one level. What it chooses depends on its seed and the view, never on what it was asked before; only the
    time it has for a close decision does, and so may a choice that time limits."""

    def __init__(self, game: Game, level: str, seed: int | None = None) -> None:
        self.game = game
        self.level = level
        self.seed = secrets.randbits(62) if seed is None else seed
        self.insight = game.insight()
        self.saved = 0.0  # milliseconds of its budgets that it did not use
        self.table: tuple[object, object] | None = None  # the seats and options that the judge is for

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """The best action found within the budget; at once where only one is legal."""
        legal = the_legal(view)
        if len(legal) == 1:
            return legal[0]
        return self.game.describe(self.decide(view, budget_ms))

    def decide(self, view: View, budget_ms: float | None) -> int:
        began = now()
        budget = LEVELS[self.level].milliseconds if budget_ms is None else budget_ms
        rng = Rng(self.seed * 1_000_003 + len(view["log"]))
        self.sit_at(view)
        dealer = self.game.dealer(view)
        # What easy decisions left over is for close ones: all in all, no more than the budget of each.
        self.insight.spare = min(self.saved, LONGER * budget)
        action = self.found(view, dealer, rng, budget - (now() - began) * 1000)  # to read the view is part of thinking
        self.saved = max(0.0, self.saved + budget - (now() - began) * 1000)
        return action

    def found(self, view: View, dealer: Dealer, rng: Rng, milliseconds: float) -> int:
        """The game's own way, a first glance, or a search."""
        limits = LEVELS[self.level]
        own = self.insight.think(self.level, view, dealer, rng, milliseconds)
        if own is not None:
            return own
        if limits.simulations == 0:
            return glance(self.insight, dealer, rng)
        most = self.insight.simulations(self.level, view) or limits.simulations
        return Search(self.insight, dealer, view["you"], rng).decide(milliseconds, most, self.insight.spare)

    def sit_at(self, view: View) -> None:
        """Take the judge that was trained for a table like this one, if there is one."""
        table = view["seats"], view["options"]
        if table != self.table:
            self.insight.judge = net_for(self.game, *table)
            self.table = table

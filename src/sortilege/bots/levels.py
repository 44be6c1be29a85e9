"""The levels a person can pick. They differ by how much thinking goes into a decision, never by random blunders.

apprentice  the first glance: the game's own rating of the actions
adept       a short search, a few hundred imagined games
master      search for a third of a second
archmage    search for a second and a half
A game may decide in its own way at some levels (`Insight.think`), or think less (`Insight.simulations`).
"""

from __future__ import annotations

import secrets
from time import perf_counter
from typing import Final, NamedTuple

from sortilege.bots.bot import the_legal
from sortilege.bots.search import Search, glance
from sortilege.core.game import Game
from sortilege.core.rng import Rng
from sortilege.core.shapes import Action, View


class Level(NamedTuple):
    """How much a level thinks: until either limit is reached."""

    milliseconds: float
    simulations: int  # 0: no search at all


UNLIMITED: Final = 1 << 40
LEVELS: Final = {
    "apprentice": Level(20, 0),
    "adept": Level(100, 300),
    "master": Level(300, UNLIMITED),
    "archmage": Level(1500, UNLIMITED),
}


class Thinker:
    """A bot of one level. What it chooses depends on its seed and the view alone, never on what it was asked before."""

    def __init__(self, game: Game, level: str, seed: int | None = None) -> None:
        self.game = game
        self.level = level
        self.seed = secrets.randbits(62) if seed is None else seed
        self.insight = game.insight()

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """The best action found within the budget; at once where only one is legal."""
        legal = the_legal(view)
        if len(legal) == 1:
            return legal[0]
        return self.game.describe(self.decide(view, budget_ms))

    def decide(self, view: View, budget_ms: float | None) -> int:
        began = perf_counter()
        limits = LEVELS[self.level]
        rng = Rng(self.seed * 1_000_003 + len(view["log"]))
        dealer = self.game.dealer(view)
        milliseconds = limits.milliseconds if budget_ms is None else budget_ms
        milliseconds -= (perf_counter() - began) * 1000  # to read the view is part of thinking
        own = self.insight.think(self.level, view, dealer, rng, milliseconds)
        if own is not None:
            return own
        if limits.simulations == 0:
            return glance(self.insight, dealer, rng)
        most = self.insight.simulations(self.level, view) or limits.simulations
        return Search(self.insight, dealer, view["you"], rng).run(milliseconds, most)

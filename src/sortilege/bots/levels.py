"""The levels of bots that a player can choose. They differ in thinking time; no level makes mistakes on purpose.

apprentice  no search: the action with the highest prior weight (see Insight)
adept       a short search, a few hundred simulations
master      search for a third of a second
archmage    search for a second and a half

A game may have its own method for some levels (`Insight.choose`) or search less (`Insight.max_simulations`).
"""

from __future__ import annotations

import secrets
from typing import Final, NamedTuple

from sortilege.bots.bot import legal_actions
from sortilege.bots.net_files import net_for
from sortilege.bots.search import Search, highest_prior_action
from sortilege.core.engine.rng import Rng, numbered_rng
from sortilege.core.engine.timer import now
from sortilege.core.game import Dealer, Game
from sortilege.core.types import Action, View


class Level(NamedTuple):
    """The limits of a search, which stops as soon as it reaches either limit."""

    milliseconds: float  # the usual thinking time for a decision
    simulations: int  # the maximum; 0: no search


SEED_BITS: Final = 62
UNLIMITED: Final = 1 << 40  # simulations
MAX_EXTRA: Final = 0.3  # the part of the budget that saved time may add to a close decision
LEVELS: Final = {
    "apprentice": Level(20, 0),
    "adept": Level(100, 300),
    "master": Level(300, UNLIMITED),
    "archmage": Level(1500, UNLIMITED),
}


class LevelBot:
    """A bot of one level. Its choice depends on its seed, the view and the time. Time that the bot saves in easy
    decisions can be spent on close decisions later. The bot remembers nothing else between decisions."""

    def __init__(self, game: Game, level: str, seed: int | None = None) -> None:
        self.game = game
        self.level = level
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.insight = game.insight()
        self.saved_ms = 0.0  # unused milliseconds of earlier budgets
        self.net_table: tuple[object, object] | None = None  # the seats and options that the net was loaded for

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Return the best action found within `budget_ms` milliseconds, or immediately if only one action is legal."""
        legal = legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        return self.game.describe(self.decide(view, budget_ms))

    def decide(self, view: View, budget_ms: float | None) -> int:
        """Return the id of the best action found within `budget_ms` milliseconds, and save the unused time for later
        decisions. None means the usual time of the level."""
        start = now()
        budget = LEVELS[self.level].milliseconds if budget_ms is None else budget_ms
        rng = numbered_rng(self.seed, len(view["log"]))
        self.load_net(view)
        dealer = self.game.dealer(view)
        self.insight.spare_ms = min(self.saved_ms, MAX_EXTRA * budget)
        preparation_ms = (now() - start) * 1000
        action = self.search_action(view, dealer, rng, budget - preparation_ms)
        used_ms = (now() - start) * 1000
        self.saved_ms = max(0.0, self.saved_ms + budget - used_ms)
        return action

    def search_action(self, view: View, dealer: Dealer, rng: Rng, milliseconds: float) -> int:
        """Return the id of the chosen action. If the game has its own method for this level, this method decides.
        Otherwise a level without search chooses by the prior weights of the actions, and any other level searches."""
        action_of_game = self.insight.choose(self.level, view, dealer, rng, milliseconds)
        if action_of_game is not None:
            return action_of_game
        level_simulations = LEVELS[self.level].simulations
        if level_simulations == 0:
            return highest_prior_action(self.insight, dealer, rng)
        simulations = self.insight.max_simulations(self.level, view) or level_simulations
        return Search(self.insight, dealer, view["you"], rng).decide(milliseconds, simulations, self.insight.spare_ms)

    def load_net(self, view: View) -> None:
        """Let the bot evaluate states by the neural net that was trained for the seats and options of this view, if
        there is one. A net is loaded only if they differ from those of the previous decision."""
        seats, options = view["seats"], view["options"]
        if self.net_table != (seats, options):
            self.insight.predictor = net_for(self.game, seats, options)
            self.net_table = seats, options

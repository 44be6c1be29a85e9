"""OpenSpiel's information-set tree search (Cowling, Powley and Whitehouse 2011) as a bot for our games.

The tree and its statistics are OpenSpiel's own code, on the same interface that researchers use (openspiel.py). Leaves
are evaluated by one random playout in the compiled engine, and hidden information is sampled by the game's dealer. Our
only addition is a time limit besides the limit of simulations.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import MAX_LEGAL
from sortilege.core.engine.timer import now
from sortilege.core.game import Dealer
from sortilege.core.types import Action, View
from sortilege.games import game
from sortilege.interop import openspiel
from sortilege.interop.common import returns

EXPLORATION = 2.0  # UCT's constant, as in OpenSpiel's examples; returns go from -1 to 1
SEED_FACTOR = 1_000_003  # a prime: it keeps the seeds of neighbouring decisions apart
NUMPY_SEEDS = 1 << 32  # numpy accepts seeds below this number
NO_SIMULATION_LIMIT = 1 << 40


class Playouts:
    """Evaluates a state by one random playout."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.legal = blank(MAX_LEGAL)

    def evaluate(self, state: openspiel.SpielState) -> list[float]:
        """Play random actions from a state to the end of the game, and return the final reward of each seat."""
        end = state.engine_state.bare_copy()
        end.play_out(self.rng, self.legal)
        return returns(end)

    def prior(self, state: openspiel.SpielState) -> list[tuple[int, float]]:
        """Return the legal actions with equal probabilities, as the search's prior."""
        legal = state.engine_state.legal()
        return [(action, 1 / len(legal)) for action in legal]


class TimedSearch(ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's information-set tree search, limited by time and by the number of simulations."""

    def search(self, state: openspiel.SpielState, deadline: float, simulations: int) -> int:
        """Search until the deadline or the number of simulations is reached, with at least one simulation. Return the
        most visited action."""
        self.reset()
        self._root_node = self.create_new_node(state)
        simulations_left = simulations
        while True:
            self.run_simulation(self.sample_root_state(state))
            simulations_left -= 1
            if simulations_left <= 0 or now() >= deadline:
                break
        children = self._root_node.child_info
        if not children:  # the first simulation only expands the root
            return int(self._random_state.choice(state.legal_actions()))
        most_visited = max(children, key=lambda action: (children[action].visits, children[action].return_sum))
        return int(most_visited)


class SpielBot:
    """A bot that decides with OpenSpiel's tree search. The search is limited by a number of simulations or, if this is
    None, by time."""

    def __init__(self, game_name: str, seed: int, simulations: int | None, default_ms: float) -> None:
        self.game = game(game_name)
        self.seed = seed
        self.simulations = simulations
        self.default_ms = default_ms
        openspiel.register()

    def choose(self, view: View, budget_ms: float | None = None) -> Action:
        """Return the best action that the search finds. `budget_ms` is the time for it in milliseconds; None means the
        default time. Time does not matter if the number of simulations is limited."""
        start = now()
        legal: list[Action] = view["legal"]
        if len(legal) == 1:
            return legal[0]
        seed = self.seed * SEED_FACTOR + len(view["log"])
        rng = Rng(seed)
        dealer = self.game.dealer(view)
        spiel = pyspiel.load_game(openspiel.short_name(self.game.name), parameters(view))
        random_state = np.random.RandomState(seed % NUMPY_SEEDS)
        tree_search = TimedSearch(spiel, Playouts(rng), EXPLORATION, max_simulations=1, random_state=random_state)
        tree_search.set_resampler(lambda state, player: sample_state(spiel, dealer, view, rng))
        milliseconds = self.default_ms if budget_ms is None else budget_ms
        deadline = float("inf") if self.simulations else start + milliseconds / 1000
        simulations = self.simulations or NO_SIMULATION_LIMIT
        action = tree_search.search(sample_state(spiel, dealer, view, rng), deadline, simulations)
        return self.game.describe(action)


def parameters(view: View) -> dict[str, Any]:
    """Return the parameters with which OpenSpiel loads the game of a view, with its number of players and options."""
    return {"players": view["seats"], "options": json.dumps(view["options"])}


def sample_state(spiel: Any, dealer: Dealer, view: View, rng: Rng) -> openspiel.SpielState:
    """Return a random complete state that agrees with everything that the view shows, as an OpenSpiel state."""
    engine_state = dealer.deal(rng)
    engine_state.recalled_lines = list(view["log"])
    state: openspiel.SpielState = spiel.new_initial_state()
    state.holder = openspiel.StateHolder(engine_state)
    return state

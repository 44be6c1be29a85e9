"""Every game as a turn-based PettingZoo environment (AEC).

    from sortilege.interop.pettingzoo import env

    table = env("abracada", seats=3)
    table.reset(seed=7)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        action = None if terminated else table.action_space(agent).sample(seen["action_mask"])
        table.step(action)

Agents are seat_0, seat_1, … An observation has `observation`, the game's features of what the seat knows, and
`action_mask`, the legal action ids. `table.view(agent)` returns the view itself, `table.state()` the knowledge of all
seats. Chance is drawn from the seed. Rewards come at the end: 1 for a victory, with a sum of 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo as zoo
from gymnasium import spaces
from pettingzoo.utils import wrappers

from sortilege.core.engine.state import OVER
from sortilege.core.match import Match
from sortilege.core.types import Options, View
from sortilege.games import game
from sortilege.interop.common import returns

NO_ACTION = -1  # never legal
MAX_FEATURE = 127.0  # features are from minus this number to this number


class TableEnv(zoo.AECEnv):  # type: ignore[misc]  # PettingZoo's base has no types here
    """A PettingZoo environment for one game with a fixed number of seats. It plays one match at a time. Its agents are
    the seats."""

    def __init__(
        self, name: str, seats: int | None = None, options: Options | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"sortilege_{name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game = game(name)
        self.seats = int(self.game.new(seats, options).seats)  # raises OptionError if they are invalid
        self.options = options or {}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.actions = self.game.actions
        self.features = self.game.features()
        size = int(self.features.size)
        self.state_space = spaces.Box(-MAX_FEATURE, MAX_FEATURE, (self.seats * size,), np.float32)
        observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-MAX_FEATURE, MAX_FEATURE, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation_space)
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        self.match: Match | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # ------------------------------------------------------------ playing
    def reset(self, seed: int | None = None, options: Options | None = None) -> None:
        """Start a new match. The same seed gives the same random draws. `options` is ignored, because the options of
        the game are set in the constructor."""
        self.match = Match(self.game, self.seats, self.options, seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.select_agent()

    def step(self, action: int | None) -> None:
        """Play an action of the current agent. Raise IllegalAction with the rule if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # PettingZoo removes an agent whose game is over; its action must be None
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.current_match.play(int(action) if action is not None else NO_ACTION, self.seat_of(agent))
        self.select_agent()
        self._accumulate_rewards()

    def select_agent(self) -> None:
        """Select the agent of the seat to move, or set the rewards if the match is over."""
        state = self.current_match.state
        turn = int(state.turn())
        if turn == OVER:
            self.rewards = dict(zip(self.agents, returns(state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[turn]

    # ------------------------------------------------------------ observing
    @property
    def current_match(self) -> Match:
        if self.match is None:
            raise RuntimeError("call reset() before anything else")
        return self.match

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def view(self, agent: str) -> View:
        """Return everything that this agent may know, as the game's view."""
        return self.current_match.state.view(self.seat_of(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent knows as an array of features, with a mask of its legal actions (1 for legal)."""
        state, seat = self.current_match.state, self.seat_of(agent)
        mask = np.zeros(self.actions, np.int8)
        if state.turn() == seat:
            mask[state.legal()] = 1
        return {"observation": np.array(self.features.dense(state, seat), np.float32), "action_mask": mask}

    def state(self) -> Any:
        """Return the features of all seats in one array. PettingZoo calls this the global state; it is used to train
        all agents together."""
        state = self.current_match.state
        return np.concatenate([np.array(self.features.dense(state, seat), np.float32) for seat in range(self.seats)])

    def render(self) -> str | None:
        """Return the table as a spectator sees it, as text, or None unless the render mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        view = self.current_match.state.view(None)
        lines: list[str] = self.game.screen.lines(view, self.game.words["en"], self.possible_agents)
        return "\n".join(lines)

    def close(self) -> None:
        """Do nothing, because the environment holds no resources. PettingZoo requires this method."""


def env(name: str, seats: int | None = None, options: Options | None = None, render_mode: str | None = None) -> Any:
    """Return the environment, wrapped so that calls in the wrong order raise an error."""
    return wrappers.OrderEnforcingWrapper(TableEnv(name, seats, options, render_mode))

"""Every game on the shelf as a PettingZoo environment of turns (AEC).

    from sortilege.interop.pettingzoo import env

    table = env("abracada", seats=3)
    table.reset(seed=7)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        action = None if terminated else table.action_space(agent).sample(seen["action_mask"])
        table.step(action)

Agents are seat_0, seat_1, … An observation has `observation`, what the seat knows as the numbers of the game's
features, and `action_mask`, the legal ones of our action ids. `table.view(agent)` answers the view itself,
`table.state()` what all seats know together. Chance is drawn from the seed; rewards come at the end: 1 for a victory,
and all add up to 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo as zoo
from gymnasium import spaces
from pettingzoo.utils import wrappers

from sortilege.core.match import Match
from sortilege.core.shapes import Options, View
from sortilege.core.state import OVER
from sortilege.games import game
from sortilege.interop.common import returns

HIGH = 127.0  # no feature is beyond it


class TableEnv(zoo.AECEnv):  # type: ignore[misc]  # PettingZoo's base has no types here
    """One match at a time of one game at one table size."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Options | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"sortilege_{name}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.game = game(name)
        self.seats = int(self.game.new(seats, options).seats)  # refuses what does not fit
        self.options = options or {}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.actions = self.game.actions
        self.features = self.game.features()
        size = int(self.features.size)
        self.state_space = spaces.Box(-HIGH, HIGH, (self.seats * size,), np.float32)
        observed = spaces.Dict(
            {
                "observation": spaces.Box(-HIGH, HIGH, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        self.match: Match | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # ------------------------------------------------------------ playing
    def reset(self, seed: int | None = None, options: Options | None = None) -> None:
        """A new match; the same seed draws the same. The game's options are those of the environment."""
        self.match = Match(self.game, self.seats, self.options, seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.pass_on()

    def step(self, action: int | None) -> None:
        """A decision of the seat to move; IllegalAction names the rule of one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.playing.play(int(action) if action is not None else -1, self.seat_of(agent))
        self.pass_on()
        self._accumulate_rewards()

    def pass_on(self) -> None:
        """Who is to decide now; or the end, with what it is worth to each."""
        state = self.playing.state
        turn = int(state.turn())
        if turn == OVER:
            self.rewards = dict(zip(self.agents, returns(state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[turn]

    # ------------------------------------------------------------ looking
    @property
    def playing(self) -> Match:
        """The match under way."""
        if self.match is None:
            raise RuntimeError("call reset() before anything else")
        return self.match

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def view(self, agent: str) -> View:
        """All this agent may know, as it is."""
        return self.playing.state.view(self.seat_of(agent))

    def observe(self, agent: str) -> dict[str, Any]:
        """The same as numbers, with the actions the agent may take."""
        state, seat = self.playing.state, self.seat_of(agent)
        mask = np.zeros(self.actions, np.int8)
        if state.turn() == seat:
            mask[state.legal()] = 1
        return {"observation": np.array(self.features.dense(state, seat), np.float32), "action_mask": mask}

    def state(self) -> Any:
        """What all seats know together, one after the other: for training that sees more than any player."""
        state = self.playing.state
        return np.concatenate([np.array(self.features.dense(state, seat), np.float32) for seat in range(self.seats)])

    def render(self) -> str | None:
        """The table as a spectator sees it, in lines."""
        if self.render_mode != "ansi":
            return None
        screen = self.game.screen
        lines: list[str] = screen.lines(self.playing.state.view(None), self.game.words["en"], self.possible_agents)
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing to let go of."""


def env(name: str, seats: int | None = None, options: Options | None = None, render_mode: str | None = None) -> Any:
    """The environment, which insists that it is used in the right order."""
    return wrappers.OrderEnforcingWrapper(TableEnv(name, seats, options, render_mode))

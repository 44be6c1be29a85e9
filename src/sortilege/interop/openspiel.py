"""Every game as an OpenSpiel game with explicit chance.

    import pyspiel
    from sortilege.interop import openspiel

    openspiel.register()
    game = pyspiel.load_game("sortilege_abracada(players=3,variant=last,die=[1 2 3])")

Actions are our action ids. Every option of a game is a parameter (see `parameters`). The information state of a player
is the view with its log as JSON, the observation is the view without the log. As tensors both are the game's features.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.errors import OptionError
from sortilege.core.types import Object, Options
from sortilege.games import game, names
from sortilege.interop.common import information, observation, returns, returns_for
from sortilege.interop.parameters import DECLARED, OPTIONS, PLAYERS, parameters_of, parse_parameters, specification

GameType, Information = pyspiel.GameType, pyspiel.GameType.Information
MAX_GAME_LENGTH = 100_000  # actions; matches are much shorter
RANDOM_BITS = 53  # of a random number from OpenSpiel


def short_name(name: str) -> str:
    """Return the OpenSpiel name of a game."""
    return f"sortilege_{name}"


def game_type(name: str, players: int = 0, declared: str = "") -> Any:
    """Return OpenSpiel's description of a game for this number of players, or for all numbers if `players` is 0. If
    `declared` is "imperfect", the game is described as one of imperfect information even if it hides nothing."""
    rules = game(name)
    is_imperfect = rules.hides_information or declared == "imperfect" or not players
    has_opponents = (players or min(rules.seats)) > 1
    has_tensors = bool(rules.features().parts)
    return GameType(
        short_name=short_name(name),
        long_name=f"Sortilege: {rules.words['en']['title']}",
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=Information.IMPERFECT_INFORMATION if is_imperfect else Information.PERFECT_INFORMATION,
        utility=GameType.Utility.ZERO_SUM if has_opponents else GameType.Utility.GENERAL_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.seats),
        min_num_players=min(rules.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=has_tensors,
        provides_observation_string=True,
        provides_observation_tensor=has_tensors,
        parameter_specification=specification(rules),
    )


def game_info(name: str, players: int) -> Any:
    """Return what OpenSpiel needs to know about a game with this number of players, such as its number of actions."""
    actions = game(name).actions
    possible_returns = [value for winners in possible_winners(name, players) for value in returns_for(winners, players)]
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=actions,
        num_players=players,
        min_utility=min(possible_returns),
        max_utility=max(possible_returns),
        utility_sum=0.0 if players > 1 else None,
        max_game_length=MAX_GAME_LENGTH,
    )


def possible_winners(name: str, players: int) -> list[list[int]]:
    """Return the possible lists of winners: the seats of each side. In solo the list is empty if the player lost."""
    sides = [list(side) for side in game(name).sides(players)]
    return sides if players > 1 else [*sides, []]


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of our games as an OpenSpiel game, with its number of players and options."""

    name = ""

    def __init__(self, params: Object | None = None) -> None:
        parameters = params or {}
        rules = game(self.name)
        options = parse_parameters(rules, parameters)
        state = rules.new(parameters.get(PLAYERS, 0) or None, options)  # raises OptionError if they are invalid
        self.players = int(state.seats)
        self.options: Options = state.options
        declared = parameters.get(DECLARED, "")
        if declared not in ("", "imperfect"):
            raise OptionError(f'{DECLARED} is "imperfect" or left out, not {declared!r}')
        canonical = parameters_of(rules, self.players, self.options, declared)
        super().__init__(game_type(self.name, self.players, declared), game_info(self.name, self.players), canonical)

    def new_initial_state(self) -> SpielState:
        """Return the state before the first action or chance event."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Return an observer, which gives what a player knows as text and as numbers."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return load_game, (str(self),)


def load_game(text: str) -> Any:
    """Return the game that an OpenSpiel string names, such as "sortilege_spell(players=2)". Our games are registered
    first if this process has not done it yet."""
    register()
    return pyspiel.load_game(text)


class StateHolder:
    """Holds one of our states so that OpenSpiel can deep-copy and pickle it."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> StateHolder:
        return StateHolder(self.state.clone())


class SpielState(pyspiel.State):  # type: ignore[misc]
    """The state of one of our games with the interface of OpenSpiel's states."""

    def __init__(self, spiel_game: SpielGame, state: State | None = None) -> None:
        super().__init__(spiel_game)
        if state is None:
            state = game(spiel_game.name).new(spiel_game.players, spiel_game.options)
        self.holder = StateHolder(state)

    @property
    def engine_state(self) -> State:
        """Return the state in the form of our own engine."""
        return self.holder.state

    def current_player(self) -> int:
        turn = int(self.engine_state.turn())
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(turn, turn))

    def _legal_actions(self, player: int) -> list[int]:
        return self.engine_state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.engine_state.weights()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(self.engine_state.legal(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.engine_state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return json.dumps(self.engine_state.game.describe(action))

    def is_terminal(self) -> bool:
        return self.engine_state.turn() == OVER

    def returns(self) -> list[float]:
        return returns(self.engine_state)

    def information_state_string(self, player: int | None = None) -> str:
        return information(self.engine_state.view(self.player_or_mover(player)))

    def observation_string(self, player: int | None = None) -> str:
        return observation(self.engine_state.view(self.player_or_mover(player)))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Return a random state that agrees with everything this player knows. The history of the state is empty.
        `sampler` returns a random number from 0 to 1."""
        rng = Rng(int(sampler() * (1 << RANDOM_BITS)))
        view = self.engine_state.view(player)
        return SpielState(self.get_game(), self.engine_state.game.imagine(view, rng))

    def player_or_mover(self, player: int | None) -> int:
        """Return this player or, if it is None, the player to move."""
        return self.current_player() if player is None else player

    def __str__(self) -> str:
        described = (self.engine_state.game.describe(action) for action in self.engine_state.history)
        return json.dumps(list(described))


class SpielObserver:
    """Gives what a player knows, as text and as numbers (features), with the interface that OpenSpiel defines. `tensor`
    has all features, and `dict` has each part of them by name. Observations and information states have the same."""

    def __init__(self, spiel_game: SpielGame, observation_type: Any, params: Any) -> None:
        if params:
            raise OptionError(f"this observer has no parameters, not {params!r}")
        self.perfect_recall = observation_type.perfect_recall
        self.features = game(spiel_game.name).features()
        self.tensor = np.zeros(int(self.features.size), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for part, count in self.features.parts:
            self.dict[part] = self.tensor[start : start + count]
            start += count

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with the features of what the player knows."""
        self.tensor[:] = self.features.dense(state.engine_state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self.perfect_recall else state.observation_string(player)


def register() -> tuple[str, ...]:
    """Register every game with OpenSpiel and return their OpenSpiel names. Calling it again has no effect."""
    known = set(pyspiel.registered_names())
    for name in names():
        if short_name(name) not in known:
            pyspiel.register_game(game_type(name), type(f"Spiel{name.title()}", (SpielGame,), {"name": name}))
    return tuple(short_name(name) for name in names())


__all__ = ["DECLARED", "OPTIONS", "PLAYERS", "SpielGame", "SpielObserver", "SpielState", "load_game", "register"]

"""Every game on the shelf as a game of OpenSpiel, chance explicit.

    import pyspiel
    from sortilege.interop import openspiel

    openspiel.register()
    game = pyspiel.load_game("sortilege_abracada", {"players": 3, "options": '{"variant": "last"}'})

Actions are our action ids. An information state is a seat's view with its log, an observation the view without it; both
are JSON. There are no tensors: encode the views as your method needs them, or see `common.features`.
"""

from __future__ import annotations

import json
from typing import Any

import pyspiel

from sortilege.core.errors import OptionError
from sortilege.core.shapes import Options
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games import game, names
from sortilege.interop.common import information, observation, returns

LONGEST = 100_000  # nodes; no match comes near it


def short_name(name: str) -> str:
    """What OpenSpiel calls a game of ours."""
    return f"sortilege_{name}"


def game_type(name: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    found = game(name)
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=f"Sortilege: {found.words['en']['title']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if min(found.seats) > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(found.seats),
        min_num_players=min(found.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": usual_players(name), "options": "{}"},
    )


def usual_players(name: str) -> int:
    """Two where two can play."""
    seats = game(name).seats
    return 2 if 2 in seats else seats[0]


def game_info(name: str, players: int, zero_sum: bool) -> Any:
    """What OpenSpiel wants to know of a loaded game."""
    actions = game(name).actions
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=actions,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if zero_sum else None,
        max_game_length=LONGEST,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of ours with its table size and options."""

    name = ""

    def __init__(self, params: Options | None = None) -> None:
        given = params or {}
        self.players = given.get("players", usual_players(self.name))
        self.options = options_in(given.get("options", "{}"))
        game(self.name).new(self.players, self.options)  # refuses what does not fit
        kind = game_type(self.name)
        zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        super().__init__(kind, game_info(self.name, self.players, zero_sum), given)

    def new_initial_state(self) -> SpielState:
        """Before the first node."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Text alone."""
        return SpielObserver(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Held:
    """A state of ours inside one of OpenSpiel's, which copies and pickles what it holds."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> Held:
        return Held(self.state.clone())

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return replayed, (self.state.game.name, int(self.state.seats), self.state.options, list(self.state.past))


def replayed(name: str, players: int, options: Options, past: list[int]) -> Held:
    """A state from its history."""
    state = game(name).new(players, options)
    for action in past:
        state.apply(action)
    return Held(state)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of ours, answering OpenSpiel's questions."""

    def __init__(self, of: SpielGame) -> None:
        super().__init__(of)
        self.held = Held(game(of.name).new(of.players, of.options))

    @property
    def ours(self) -> State:
        """The state itself."""
        return self.held.state

    def current_player(self) -> int:
        turn = int(self.ours.turn())
        special = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}
        return int(special.get(turn, turn))

    def _legal_actions(self, player: int) -> list[int]:
        return self.ours.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.ours.weights()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(self.ours.legal(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        self.ours.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return json.dumps(self.ours.game.describe(action))

    def is_terminal(self) -> bool:
        return self.ours.turn() == OVER

    def returns(self) -> list[float]:
        return returns(self.ours)

    def information_state_string(self, player: int | None = None) -> str:
        return information(self.ours.view(self.asked(player)))

    def observation_string(self, player: int | None = None) -> str:
        return observation(self.ours.view(self.asked(player)))

    def asked(self, player: int | None) -> int:
        """The player meant; the one to move where none is named."""
        return self.current_player() if player is None else player

    def __str__(self) -> str:
        described = (self.ours.game.describe(action) for action in self.ours.past)
        return json.dumps(list(described))


class SpielObserver:
    """A view as text, for OpenSpiel's observers."""

    def __init__(self, kind: Any, params: Any) -> None:
        if params:
            raise OptionError(f"this observer has no parameters, not {params!r}")
        self.recall = kind.perfect_recall
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: SpielState, player: int) -> str:
        return state.information_state_string(player) if self.recall else state.observation_string(player)


def options_in(text: str) -> Options:
    """Options travel as JSON, because OpenSpiel's parameters are numbers and texts."""
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise OptionError(f'options are a JSON object such as {{"variant": "last"}}, not {text!r}')
    return options


def register() -> tuple[str, ...]:
    """Make every game on the shelf loadable; answers their names. Once is enough, twice does no harm."""
    known = set(pyspiel.registered_names())
    for name in names():
        if short_name(name) not in known:
            pyspiel.register_game(game_type(name), type(f"Spiel{name.title()}", (SpielGame,), {"name": name}))
    return tuple(short_name(name) for name in names())

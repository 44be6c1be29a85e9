"""When the rollouts (simulated games) of each game stop and how their last state is evaluated.

The values are measured by `sortilege calibrate` and stored in rollout_config.json:

    {game: {table size: {"rests", "slope", "shift",
                         "judge": fingerprint of the net that was used ("" for none),
                         "measured": how the values were measured}}}
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from sortilege.bots.net import Net, Weights
from sortilege.bots.net_files import net_for
from sortilege.core.contract.cards import fingerprint
from sortilege.core.contract.insight import Predictor
from sortilege.core.files import write_atomically
from sortilege.core.game import Game
from sortilege.core.types import Object, Options

FILE: Final = Path(__file__).parent / "rollout_config.json"
STORED_FIGURES: Final = (
    *("level", "games", "positions", "worlds", "seed", "slope"),
    *("brier", "brier_played_out", "expected_error"),
)


class RolloutConfig(NamedTuple):
    """When a rollout stops and how its last state is evaluated. By default every rollout is played to the end."""

    # Stop at the quiet position (a state that can be evaluated well) with this number after the candidate action. The
    # first one has number 1; 0 means never, so that the rollout ends with the game.
    quiet_limit: int = 0
    slope: float = 1.0  # factor for the log-odds of an estimated win probability
    shift: float = 0.0  # added to the log-odds, in solo games only


def read_file() -> dict[str, dict[str, dict[str, Any]]]:
    content: dict[str, dict[str, dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


stored_configs = cache(read_file)


def config_for(game: Game, seats: int, options: Options, net: Predictor | None) -> RolloutConfig:
    """Return the stored configuration of rollouts (simulated games) at a table, if it was measured with the same `net`.
    Otherwise return the default: rollouts are played to the end of the game, so the net estimates nothing."""
    entry = stored_configs().get(game.name, {}).get(game.net_kind(seats, options))
    if entry is None:
        return RolloutConfig()
    is_same_net = entry["judge"] == net_fingerprint(net)
    return RolloutConfig(entry["rests"], entry["slope"], entry["shift"]) if is_same_net else RolloutConfig()


def net_fingerprint(net: Predictor | None) -> str:
    """Return a hash of the weights of a neural net, or "" if there is no net."""
    return weights_fingerprint(net.weights) if isinstance(net, Net) else ""


@cache
def weights_fingerprint(weights: Weights) -> str:
    return fingerprint([list(weights.hidden_weights), list(weights.hidden_bias), list(weights.output_weights)])


def store_config(game: Game, seats: int, options: Options, config: RolloutConfig, measured: Object) -> None:
    """Store the configuration for a table in rollout_config.json, with the figures of its measurement."""
    content = read_file()
    figures = {name: value for name, value in measured.items() if name in STORED_FIGURES}
    content.setdefault(game.name, {})[game.net_kind(seats, options)] = {
        "rests": config.quiet_limit,
        "slope": config.slope,
        "shift": config.shift,
        "judge": net_fingerprint(net_for(game, seats, options)),
        "measured": {name: round(value, 4) if isinstance(value, float) else value for name, value in figures.items()},
    }
    write_atomically(FILE, json.dumps(content, indent=2, sort_keys=True) + "\n")
    stored_configs.cache_clear()

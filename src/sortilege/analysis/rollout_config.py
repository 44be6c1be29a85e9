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

    rests: int = 0  # at which quiet position after the candidate action to stop; 0: only at the end of the game
    slope: float = 1.0  # factor for the log-odds of an estimated win probability
    shift: float = 0.0  # added to the log-odds, in solo games only


def read_file() -> dict[str, dict[str, dict[str, Any]]]:
    content: dict[str, dict[str, dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


stored_configs = cache(read_file)


def config_for(game: Game, seats: int, options: Options, net: Predictor | None) -> RolloutConfig:
    """Return the stored configuration for a table. Its entry `judge` is the fingerprint of the net with which it was
    measured. If there is no entry, or the table uses another net today, return the default: rollouts are played to the
    end of the game, so no estimate is needed."""
    entry = stored_configs().get(game.name, {}).get(game.net_kind(seats, options))
    if entry is None or entry["judge"] != net_fingerprint(net):
        return RolloutConfig()
    return RolloutConfig(entry["rests"], entry["slope"], entry["shift"])


def net_fingerprint(net: Predictor | None) -> str:
    """Return the fingerprint of a net's weights, or "" if there is no net."""
    return weights_fingerprint(net.weights) if isinstance(net, Net) else ""


@cache
def weights_fingerprint(weights: Weights) -> str:
    return fingerprint([list(weights.hidden_weights), list(weights.hidden_bias), list(weights.output_weights)])


def store_config(game: Game, seats: int, options: Options, config: RolloutConfig, measured: Object) -> None:
    """Store the configuration for a table in rollout_config.json, with the figures of its measurement."""
    content = read_file()
    figures = {name: value for name, value in measured.items() if name in STORED_FIGURES}
    rounded = {name: round(value, 4) if isinstance(value, float) else value for name, value in figures.items()}
    net = net_fingerprint(net_for(game, seats, options))
    entry = {**config._asdict(), "judge": net, "measured": rounded}
    content.setdefault(game.name, {})[game.net_kind(seats, options)] = entry
    write_atomically(FILE, json.dumps(content, indent=2, sort_keys=True) + "\n")
    stored_configs.cache_clear()

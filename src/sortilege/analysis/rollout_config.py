"""How the rollouts of each game stop and are evaluated. The values are measured (`sortilege calibrate`) and stored in
rollout_config.json:

    {game: {table size: {"rests", "slope", "shift",
                         "judge": fingerprint of the net that was used ("" for none),
                         "measured": the origin of the values}}}
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
ERRORS: Final = ("brier", "brier_played_out", "expected_error")
MEASURED: Final = ("level", "games", "positions", "worlds", "seed", "slope", *ERRORS)


class RolloutConfig(NamedTuple):
    """When a rollout stops and how its last state is evaluated. By default every rollout is played to the end."""

    rests: int = 0  # stop at this quiet position, counted from the candidate; 0: at the end of the game only
    slope: float = 1.0  # factor for the log-odds of an estimated share
    shift: float = 0.0  # added to the log-odds, in solo games only


def read_file() -> dict[str, dict[str, dict[str, Any]]]:
    """Return the content of rollout_config.json."""
    content: dict[str, dict[str, dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


stored_configs = cache(read_file)


def config_for(game: Game, seats: int, options: Options, net: Predictor | None) -> RolloutConfig:
    """Return the configuration of a table. One that was measured with another net is ignored: the rollouts are then
    played to the end, which needs no estimate."""
    entry = stored_configs().get(game.name, {}).get(game.size(seats, options))
    if entry is None or entry["judge"] != net_fingerprint(net):
        return RolloutConfig()
    return RolloutConfig(entry["rests"], entry["slope"], entry["shift"])


def net_fingerprint(net: Predictor | None) -> str:
    """Return the fingerprint of a net's weights; "" for anything else."""
    return weights_fingerprint(net.weights) if isinstance(net, Net) else ""


@cache
def weights_fingerprint(weights: Weights) -> str:
    return fingerprint([list(weights.rows), list(weights.bias), list(weights.outs)])


def store_config(game: Game, seats: int, options: Options, config: RolloutConfig, measured: Object) -> None:
    """Store a measured configuration and its origin in rollout_config.json, replacing the previous one."""
    content = read_file()
    origin = {name: round(x, 4) if isinstance(x, float) else x for name, x in measured.items() if name in MEASURED}
    net = net_fingerprint(net_for(game, seats, options))
    entry = {**config._asdict(), "judge": net, "measured": origin}
    content.setdefault(game.name, {})[game.size(seats, options)] = entry
    write_atomically(FILE, json.dumps(content, indent=2, sort_keys=True) + "\n")
    stored_configs.cache_clear()

"""How each game is played on and judged in an analysis: found by measuring (`sortilege calibrate`), kept as data.

{game: {size: {"rests", "slope", "shift", "judge": fingerprint of the net it was measured with ("" for none),
               "measured": where the numbers come from}}}
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from sortilege.bots.net import Net, Weights
from sortilege.bots.trained import net_for
from sortilege.core.cards import fingerprint
from sortilege.core.game import Game
from sortilege.core.insight import Judge
from sortilege.core.shapes import Object, Options

FILE: Final = Path(__file__).parent / "manners.json"


class Manner(NamedTuple):
    """How to play on at tables of one size. As it is here nothing is judged: every world is played to its end."""

    rests: int = 0  # how often the game rests before it is judged; 0: never
    slope: float = 1.0  # the log-odds of a judgement are multiplied by this
    shift: float = 0.0  # in a solo game, and this is added to them


@cache
def kept() -> dict[str, dict[str, dict[str, Any]]]:
    """The file."""
    found: dict[str, dict[str, dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def manner_of(game: Game, seats: int, options: Options, judge: Judge | None) -> Manner:
    """The manner of a table. What was measured with another judge says nothing about this one: then the worlds are
    played to their ends, which needs no judgement."""
    found = kept().get(game.name, {}).get(game.size(seats, options))
    if found is None or found["judge"] != print_of(judge):
        return Manner()
    return Manner(found["rests"], found["slope"], found["shift"])


def print_of(judge: Judge | None) -> str:
    """The fingerprint of a net; "" where there is none."""
    return print_of_weights(judge.weights) if isinstance(judge, Net) else ""


@cache
def print_of_weights(weights: Weights) -> str:
    return fingerprint([list(weights.rows), list(weights.bias), list(weights.outs)])


def keep(game: Game, seats: int, options: Options, manner: Manner, measured: Object) -> None:
    """Write a manner that was measured, with where it comes from, in place of the one before."""
    file = json.loads(FILE.read_text(encoding="utf-8"))
    figures = ("level", "games", "positions", "worlds", "seed", "brier", "brier_played_out", "expected_error", "slope")
    found = {name: round(x, 4) if isinstance(x, float) else x for name, x in measured.items() if name in figures}
    judge = print_of(net_for(game, seats, options))
    entry = {**manner._asdict(), "judge": judge, "measured": found}
    file.setdefault(game.name, {})[game.size(seats, options)] = entry
    text = json.dumps(file, indent=2, sort_keys=True)
    FILE.write_text(text + "\n", encoding="utf-8")
    kept.cache_clear()

"""Save a net with integer weights in a JSON file, and load it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from sortilege.bots.net import Net
from sortilege.bots.net_files import NetError, features_digest, read, weights_of
from sortilege.core.contract.features import Features
from sortilege.core.engine.cells import cells_of
from sortilege.core.errors import OptionError
from sortilege.core.files import write_atomically
from sortilege.core.game import Game
from sortilege.core.types import Object
from sortilege.train.net import TOP, FloatNet, Positions

MAX_SCALE: Final = 4096  # integer steps per 1.0 of a weight; fewer if weights are large
MAX_INT16: Final = 32767
STORED_TYPE: Final = "<i2"  # integers of 16 bits, the low byte first


def integer_net(net: FloatNet) -> Object:
    """Round the weights of a net to integers and return the net as a JSON object for the file. Each layer is multiplied
    by its own scale before rounding. The module bots/net_files.py explains the keys."""
    hidden_scale, output_scale = scale_for(net.hidden_weights), scale_for(net.output_weights)
    hidden_weights = rounded(net.hidden_weights, hidden_scale).ravel()
    weights = np.concatenate([hidden_weights, rounded(net.output_weights, output_scale)])
    return {
        "hidden": len(net.hidden_bias),
        "scale": [hidden_scale, output_scale],
        "bias": [int(number) for number in np.rint(net.hidden_bias * hidden_scale)],
        "end": int(np.rint(float(net.output_bias[0]) * hidden_scale * output_scale)),
        "top": int(TOP * hidden_scale),
        "weights": base64.b64encode(weights.astype(STORED_TYPE).tobytes()).decode(),
    }


def scale_for(weights: Any) -> int:
    """Return the largest power of two, up to MAX_SCALE, with which all scaled weights fit in 16 bits."""
    scale = MAX_SCALE
    while scale > 1 and float(np.abs(weights).max(initial=0)) * scale > MAX_INT16:
        scale //= 2
    return scale


def rounded(weights: Any, scale: int) -> Any:
    """Return the weights multiplied by the scale and rounded to integers that fit in 16 bits."""
    return np.clip(np.rint(weights * scale), -MAX_INT16, MAX_INT16).astype(np.int64)


def float_net(saved: Object) -> FloatNet:
    """Convert a saved net with integer weights back to floats, to continue its training."""
    weights_of(saved)  # raises NetError if the parts do not fit together
    hidden_scale, output_scale = saved["scale"]
    weights = np.frombuffer(base64.b64decode(saved["weights"]), STORED_TYPE).astype(np.float32)
    hidden_units = saved["hidden"]
    return FloatNet(
        hidden_weights=(weights[:-hidden_units] / hidden_scale).reshape(-1, hidden_units),
        hidden_bias=np.array(saved["bias"], np.float32) / hidden_scale,
        output_weights=weights[-hidden_units:] / output_scale,
        output_bias=np.array([saved["end"] / hidden_scale / output_scale], np.float32),
    )


def max_rounding_error(net: FloatNet, saved: Object, features: Features, positions: Positions, chosen: Any) -> float:
    """Measure how much accuracy the rounding of a net to integers costs. Return the largest difference between the win
    probabilities that both nets predict, in the positions with the indices `chosen`."""
    saved_net = Net(features, weights_of(saved), [0, 1])
    hidden_scale, output_scale = saved["scale"]
    float_predictions = 1 / (1 + np.exp(-net.logits(positions, chosen).astype(np.float64)))
    max_error = 0.0
    for position, float_prediction in zip(chosen, float_predictions, strict=True):
        logit = integer_output(saved_net, positions, position) / (hidden_scale * output_scale)
        prediction = 1 / (1 + float(np.exp(-logit)))
        max_error = max(max_error, abs(prediction - float_prediction))
    return float(max_error)


def integer_output(saved_net: Net, positions: Positions, position: int) -> float:
    """Return the output of a net with integer weights: the weighted sum over a position's feature rows."""
    total = 0.0
    for row in range(int(positions.first_rows[position]), int(positions.first_rows[position + 1])):
        start, count = int(positions.first_pairs[row]), int(positions.pair_counts[row])
        pairs = zip(positions.indices[start : start + count], positions.values[start : start + count], strict=True)
        row_output = saved_net.output(cells_of([int(number) for pair in pairs for number in pair]), count)
        total += float(positions.row_weights[row]) * float(row_output)
    return total


# ---------------------------------------------------------------- the file
def empty_file(game: Game, features: Features, cards: list[str]) -> Object:
    """Return the content of a net file without nets, for a game and its features and cards."""
    return {"game": game.name, "form": features_digest(features), "cards": cards, "nets": {}}


def open_file(path: Path, empty: Object, resume: bool) -> Object:
    """Return the content of the file to which a training adds its nets, or `empty` if there is none. A file for other
    features or cards is renamed to FILE.old. With `resume`, a missing or unsuitable file is an OptionError."""
    if not path.is_file():
        if resume:
            raise OptionError(f"--resume: there is no {path} yet")
        return empty
    try:
        file = read(path)
        is_suitable = all(getattr(file, key) == empty[key] for key in ("game", "form", "cards"))
        reason = "it was trained for another game, other features or other cards"
    except NetError as error:
        is_suitable, reason = False, str(error)
    if is_suitable:
        return {**empty, "nets": dict(file.nets)}
    if resume:
        raise OptionError(f"--resume {path}: {reason}")
    path.replace(path.with_name(path.name + ".old"))
    return empty


def write(path: Path, file: Object) -> None:
    write_atomically(path, json.dumps(file, indent=1, sort_keys=True) + "\n")

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
    """Round the weights of a net to integers, and return the net as it is written to the file (see net_files.py)."""
    first_scale, last_scale = scale_for(net.first), scale_for(net.last)
    numbers = np.concatenate([rounded(net.first, first_scale).ravel(), rounded(net.last, last_scale)])
    return {
        "hidden": len(net.bias),
        "scale": [first_scale, last_scale],
        "bias": [int(number) for number in np.rint(net.bias * first_scale)],
        "end": int(np.rint(float(net.end[0]) * first_scale * last_scale)),
        "top": int(TOP * first_scale),
        "weights": base64.b64encode(numbers.astype(STORED_TYPE).tobytes()).decode(),
    }


def scale_for(weights: Any) -> int:
    """Return the largest power of two, up to MAX_SCALE, such that all weights times this scale fit in 16 bits."""
    scale = MAX_SCALE
    while scale > 1 and float(np.abs(weights).max(initial=0)) * scale > MAX_INT16:
        scale //= 2
    return scale


def rounded(weights: Any, scale: int) -> Any:
    """Return the weights times the scale, rounded to integers of 16 bits."""
    return np.clip(np.rint(weights * scale), -MAX_INT16, MAX_INT16).astype(np.int64)


def float_net(saved: Object) -> FloatNet:
    """Convert a saved net back to floats, to continue its training."""
    weights_of(saved)  # raises NetError if the parts do not fit together
    first_scale, last_scale = saved["scale"]
    numbers = np.frombuffer(base64.b64decode(saved["weights"]), STORED_TYPE).astype(np.float32)
    hidden = saved["hidden"]
    first = (numbers[:-hidden] / first_scale).reshape(-1, hidden)
    bias = np.array(saved["bias"], np.float32) / first_scale
    last = numbers[-hidden:] / last_scale
    end = np.array([saved["end"] / first_scale / last_scale], np.float32)
    return FloatNet(first, bias, last, end)


def worst_rounding(net: FloatNet, saved: Object, features: Features, positions: Positions, chosen: Any) -> float:
    """Measure how much accuracy the rounding to integers costs: return the largest difference between the predictions
    of the float net and the saved net, in the positions with the indices `chosen`."""
    saved_net = Net(features, weights_of(saved), [0, 1])
    first_scale, last_scale = saved["scale"]
    float_predictions = 1 / (1 + np.exp(-net.logits(positions, chosen).astype(np.float64)))
    worst = 0.0
    for position, float_prediction in zip(chosen, float_predictions, strict=True):
        total = 0.0
        for row in range(int(positions.first_rows[position]), int(positions.first_rows[position + 1])):
            start, count = int(positions.first_pairs[row]), int(positions.pair_counts[row])
            pairs = zip(positions.indices[start : start + count], positions.values[start : start + count], strict=True)
            output = saved_net.output(cells_of([int(number) for pair in pairs for number in pair]), count)
            total += float(positions.row_weights[row]) * float(output)
        prediction = 1 / (1 + float(np.exp(-total / (first_scale * last_scale))))
        worst = max(worst, abs(prediction - float_prediction))
    return float(worst)


# ---------------------------------------------------------------- the file
def empty_file(game: Game, features: Features, cards: list[str]) -> Object:
    """Return the content of a file without nets."""
    return {"game": game.name, "form": features_digest(features), "cards": cards, "nets": {}}


def open_file(path: Path, head: Object, resume: bool) -> Object:
    """Return the content of the file to which a training adds its nets. If there is no file, or its nets were trained
    for other features or cards, return `head`, the content without nets. A file that does not fit is renamed to
    FILE.old. When a training is resumed, a missing or unsuitable file raises OptionError."""
    if not path.is_file():
        if resume:
            raise OptionError(f"--resume: there is no {path} yet")
        return head
    try:
        file = read(path)
        compatible = all(getattr(file, key) == head[key] for key in ("game", "form", "cards"))
        reason = "it was trained for another game, other features or other cards"
    except NetError as error:
        compatible, reason = False, str(error)
    if compatible:
        return {**head, "nets": dict(file.nets)}
    if resume:
        raise OptionError(f"--resume {path}: {reason}")
    path.replace(path.with_name(path.name + ".old"))
    return head


def write(path: Path, file: Object) -> None:
    write_atomically(path, json.dumps(file, indent=1, sort_keys=True) + "\n")

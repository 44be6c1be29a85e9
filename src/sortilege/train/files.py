"""A net as whole numbers, and the file it is kept in."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from sortilege.bots.net import Net
from sortilege.bots.trained import NetError, form_of, read, weights_of
from sortilege.core.cells import cells_of
from sortilege.core.errors import OptionError
from sortilege.core.features import Features
from sortilege.core.game import Game
from sortilege.core.shapes import Object
from sortilege.train.net import TOP, FloatNet, Positions

FINEST: Final = 4096  # parts of 1 that a weight is counted in, or fewer where weights are great
INT16: Final = 32767


def whole(net: FloatNet) -> Object:
    """The net as its file has it."""
    scales = [scale_for(net.first), scale_for(net.last)]
    numbers = np.concatenate([rounded(net.first, scales[0]).ravel(), rounded(net.last, scales[1])])
    return {
        "hidden": len(net.bias),
        "scale": scales,
        "bias": [int(b) for b in np.rint(net.bias * scales[0])],
        "end": int(np.rint(float(net.end[0]) * scales[0] * scales[1])),
        "top": int(TOP * scales[0]),
        "weights": base64.b64encode(numbers.astype("<i2").tobytes()).decode(),
    }


def scale_for(weights: Any) -> int:
    """The finest power of two that leaves all weights in 16 bits."""
    scale = FINEST
    while scale > 1 and float(np.abs(weights).max(initial=0)) * scale > INT16:
        scale //= 2
    return scale


def rounded(weights: Any, scale: int) -> Any:
    return np.clip(np.rint(weights * scale), -INT16, INT16).astype(np.int64)


def floats(held: Object) -> FloatNet:
    """The way back, for a net that learns on."""
    weights_of(held)  # refuses what does not go together
    one, other = held["scale"]
    numbers = np.frombuffer(base64.b64decode(held["weights"]), "<i2").astype(np.float32)
    hidden = held["hidden"]
    first = (numbers[:-hidden] / one).reshape(-1, hidden)
    bias = np.array(held["bias"], np.float32) / one
    return FloatNet(first, bias, numbers[-hidden:] / other, np.array([held["end"] / one / other], np.float32))


def worst_rounding(net: FloatNet, held: Object, features: Features, positions: Positions, moments: Any) -> float:
    """How far the reader's shares are from those of the net that learned, at most."""
    reader = Net(features, weights_of(held), [0, 1])
    exact = 1 / (1 + np.exp(-net.logits(positions, moments).astype(np.float64)))
    worst = 0.0
    for moment, share in zip(moments, exact, strict=True):
        total = 0.0
        for row in range(int(positions.firsts[moment]), int(positions.firsts[moment + 1])):
            at, n = int(positions.starts[row]), int(positions.counts[row])
            pairs = zip(positions.indices[at : at + n], positions.values[at : at + n], strict=True)
            sum_ = reader.total(cells_of([int(number) for pair in pairs for number in pair]), n)
            total += float(positions.stakes[row]) * float(sum_)
        worst = max(worst, abs(1 / (1 + float(np.exp(-total / (held["scale"][0] * held["scale"][1])))) - share))
    return float(worst)


# ---------------------------------------------------------------- the file
def heading(game: Game, features: Features, cards: list[str]) -> Object:
    """A file with no net in it yet."""
    return {"game": game.name, "form": form_of(features), "cards": cards, "nets": {}}


def started(path: Path, head: Object, resume: bool) -> Object:
    """What the file holds of these features and cards. One of others is kept beside it as FILE.old, unless it was to be
    resumed."""
    if not path.is_file():
        if resume:
            raise OptionError(f"--resume: there is no {path} yet")
        return head
    try:
        file = read(path)
        fits = all(file[key] == head[key] for key in ("game", "form", "cards"))
        why = "it was trained for another game, other features or other cards"
    except NetError as off:
        fits, why = False, str(off)
    if fits:
        return {**file, "nets": dict(file["nets"])}
    if resume:
        raise OptionError(f"--resume {path}: {why}")
    path.replace(path.with_name(path.name + ".old"))
    return head


def write(path: Path, file: Object) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".new")
    unfinished.write_text(json.dumps(file, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    unfinished.replace(path)

"""Trained nets as files: `net.json` in a game's folder, and those an owner trained, in `nets` of the data folder. A net
serves only the features and the cards it was trained with; what does not fit is not used, and that is said once.

    {"game", "form": digest of the features' parts,
     "cards": fingerprints of the sets it knows ([] where cards are no data),
     "nets": {size: {"hidden", "scale": [of the first layer, of the last], "bias", "end", "top", "weights", "compares",
                     "trained"}}}

`weights` is int16, little-endian, in base64: a row of `hidden` for every feature, then the row of the last layer.
`compares` is true of a net that weighs two sides against each other (`Insight.compares`), and missing otherwise.
`trained` says where it comes from: games, positions, minutes, loss and so on.
"""

from __future__ import annotations

import base64
import json
import logging
from array import array
from functools import lru_cache
from pathlib import Path
from sys import byteorder
from typing import Any, Final

from sortilege.bots.net import LANE, Net, Weights
from sortilege.core.cards import CardsError, fingerprint
from sortilege.core.cells import cells_of
from sortilege.core.errors import SortilegeError
from sortilege.core.features import Features
from sortilege.core.folder import data_folder
from sortilege.core.game import Game
from sortilege.core.phrases import Sentence, shared
from sortilege.core.shapes import Object, Options

SHIPPED: Final = "net.json"
LARGEST: Final = 1 << 20  # bytes of a file
LOG: Final = logging.getLogger("sortilege.bots")
_said: set[str] = set()


class NetError(SortilegeError):
    """A file that holds no net that can be read."""


def form_of(features: Features) -> str:
    """A digest of what the features mean: a net knows them by their places."""
    return fingerprint([list(part) for part in features.parts])


def own_path(game: Game, cards: str) -> Path:
    """Where a net that an owner trained is kept."""
    return data_folder() / "nets" / (f"{game.name}-{cards}.json" if cards else f"{game.name}.json")


# ---------------------------------------------------------------- finding the net of a table
def net_for(game: Game, seats: int, options: Options) -> Net | None:
    """The judge of a table of this size with these cards, an owner's own before the one in the box; None where there is
    none that fits, which is said once."""
    features = game.features()
    if not features.parts:
        return None
    try:
        cards = game.card_fingerprint(options)
    except CardsError:  # the set was taken away while the match goes on
        return None
    misfit: Sentence | None = None
    for path in (own_path(game, cards), game.folder / SHIPPED):
        if path.is_file():
            found = fitting(path, game, features, cards, game.size(seats, options))
            if isinstance(found, Weights):
                return Net(features, found, game.side_of(seats))
            misfit = misfit or found
    if misfit is not None:
        say_once(misfit)
    return None


def fitting(path: Path, game: Game, features: Features, cards: str, size: str) -> Weights | Sentence | None:
    """The weights in a file, or why they do not fit; None where the file has none for this size."""
    try:
        file = read(path)
        if file["form"] != form_of(features):
            return game.phrase("net_form", game=game.name, file=path.name)
        if cards not in (file["cards"] or [""]):
            return game.phrase("net_cards", game=game.name)
        if size not in file["nets"]:
            return None
        weights = weights_in(path, path.stat().st_mtime_ns, size)
        if weights.inputs != features.size:
            raise NetError(shared("net_numbers"))
        return weights
    except NetError as off:
        return game.phrase("net_broken", game=game.name, file=path.name, why=off.sentence)


def say_once(sentence: Sentence) -> None:
    """Tell whoever runs the bots, in the log of the program; not again before it is started anew."""
    if str(sentence) not in _said:
        _said.add(str(sentence))
        LOG.warning("%s", sentence)


# ---------------------------------------------------------------- reading
def read(path: Path) -> Object:
    """A file of nets, its heading checked."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _read(path: Path, changed: int) -> Object:
    if path.stat().st_size > LARGEST:
        raise NetError(shared("net_large", most=LARGEST >> 10))
    try:
        file = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise NetError(shared("net_json")) from None
    kinds = {"game": str, "form": str, "cards": list, "nets": dict}
    if not isinstance(file, dict) or any(not isinstance(file.get(key), kind) for key, kind in kinds.items()):
        raise NetError(shared("net_keys", keys=list(kinds)))
    return file


@lru_cache(maxsize=32)
def weights_in(path: Path, changed: int, size: str) -> Weights:
    """The weights of one size; a file is read anew when it has changed."""
    return weights_of(_read(path, changed)["nets"][size])


def weights_of(held: Any) -> Weights:
    """A net as its file has it, made ready for the reader; NetError where the numbers do not go together."""
    try:
        hidden, bias = held["hidden"], held["bias"]
        numbers = array("h", base64.b64decode(held["weights"], validate=True))
        end, top, one = held["end"], held["top"], held["scale"][0] * held["scale"][1]
        sound = hidden > 0 and hidden % 2 == 0 and len(bias) == hidden and len(numbers) % hidden == 0 and one > 0
        sound = sound and all(type(b) is int and abs(b) < 1 << 30 for b in (*bias, top)) and abs(end) < 1 << 60
    except (KeyError, TypeError, ValueError, IndexError):
        sound = False
    if not sound or len(numbers) < 2 * hidden:
        raise NetError(shared("net_numbers"))
    if byteorder == "big":
        numbers.byteswap()
    rows, outs = numbers[:-hidden], numbers[-hidden:]
    return Weights(
        len(rows) // hidden,
        hidden // 2,
        cells_of(paired(rows)),
        cells_of(paired(bias)),
        cells_of(list(outs)),
        end,
        top,
        one,
        held.get("compares") is True,
    )


def paired(numbers: Any) -> list[int]:
    """Every two neighbours in one number."""
    return [first + (second << LANE) for first, second in zip(numbers[::2], numbers[1::2], strict=True)]

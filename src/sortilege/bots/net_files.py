"""Reads files of trained nets. A game's folder may have a file `net.json`; the nets trained on this host are in the
folder `nets` of the data folder. A net is used only with the features and the cards that it was trained with; otherwise
a warning is logged once. The content of a file is

    {"game", "form": digest of the features' parts,
     "cards": fingerprints of the known card sets ([] if the game's cards are fixed),
     "nets": {size: {"hidden", "scale": [of the first layer, of the last], "bias", "end", "top", "weights", "compares",
                     "trained"}}}

There is one net for each size, which is a kind of table (see Game.size). `hidden` is the number of hidden units, `top`
the maximum of a hidden unit; `bias` and `end` are the biases of the first and last layer. A scale is the integer that
stands for a weight of 1. `weights` is a list of int16 numbers, little-endian, in base64: a row of `hidden` numbers for
each feature, then the row of the last layer. `compares` is true for a net that compares two sides
(`Insight.net_compares_sides`), and missing otherwise. `trained` documents the training: games, positions, minutes, loss
and so on.
"""

from __future__ import annotations

import logging
from array import array
from functools import lru_cache
from pathlib import Path
from sys import byteorder
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from sortilege.bots.net import LANE, Net, Weights
from sortilege.core.contract.cards import CardsError, fingerprint
from sortilege.core.contract.features import Features
from sortilege.core.data_folder import data_folder
from sortilege.core.engine.cells import cells_of
from sortilege.core.errors import SortilegeError
from sortilege.core.game import Game
from sortilege.core.text.phrases import Sentence, shared
from sortilege.core.types import Object, Options

SHIPPED: Final = "net.json"
LARGEST: Final = 1024 * 1024  # bytes of a file
INT16_BYTES: Final = 2
PositiveInt = Annotated[int, Meta(gt=0)]
HiddenValue = Annotated[int, Meta(gt=-(1 << 30), lt=1 << 30)]
LOG: Final = logging.getLogger("sortilege.bots")
_warned: set[str] = set()


class NetError(SortilegeError):
    """A file contains no usable net."""


class NetFile(Struct, frozen=True):
    """The content of a file of trained neural nets for one game: `form` is a hash of the net's features, `cards` has
    the fingerprints of the known card sets, `nets` has a StoredNet for each table size."""

    game: str
    form: str
    cards: list[str]
    nets: dict[str, Object]


class StoredNet(Struct, frozen=True):
    """A neural net with one hidden layer, as a file stores it: `hidden` units with `bias`, clipped to 0..`top`, and the
    bias `end` of the output. `scale` has the factors by which the weights of both layers were multiplied before they
    were rounded. The base64 text of `weights` is decoded to bytes, two for each weight."""

    hidden: Annotated[int, Meta(ge=2, multiple_of=2)]
    scale: tuple[PositiveInt, PositiveInt]
    bias: list[HiddenValue]
    end: Annotated[int, Meta(gt=-(1 << 60), lt=1 << 60)]
    top: HiddenValue
    weights: bytes
    compares: bool = False

    def __post_init__(self) -> None:
        values, rest = divmod(len(self.weights), INT16_BYTES)
        if rest or values % self.hidden or values < 2 * self.hidden:
            raise ValueError("field `weights`")
        if len(self.bias) != self.hidden:
            raise ValueError("field `bias`")


def features_digest(features: Features) -> str:
    """Return a hash of the names and sizes of all groups of features. A net identifies a feature by its index, so it
    can be used only if the hash is the same as in its training."""
    return fingerprint([list(part) for part in features.parts])


def own_path(game: Game, cards: str) -> Path:
    """Return the path of a net trained on this host. `cards` is the fingerprint of the card set, or ""."""
    return data_folder() / "nets" / (f"{game.name}-{cards}.json" if cards else f"{game.name}.json")


# ---------------------------------------------------------------- the net for a table
def net_for(game: Game, seats: int, options: Options) -> Net | None:
    """Return the neural net for a table with these seats and options: preferably a net trained on this host, otherwise
    the net that ships with the game. Return None if neither can be used; log a warning if a net does not fit."""
    features = game.features()
    if not features.parts:
        return None
    try:
        cards = game.card_fingerprint(options)
    except CardsError:  # the set was removed during the match
        return None
    problem: Sentence | None = None
    for path in (own_path(game, cards), game.folder / SHIPPED):
        if path.is_file():
            weights = fitting_weights(path, game, features, cards, game.net_kind(seats, options))
            if isinstance(weights, Weights):
                return Net(features, weights, game.side_of(seats))
            problem = problem or weights
    if problem is not None:
        warn_once(problem)
    return None


def fitting_weights(path: Path, game: Game, features: Features, cards: str, size: str) -> Weights | Sentence | None:
    """Return the weights of the neural net that a file has for one table size, or None if it has none of this size. If
    the file does not fit these features and cards, return the reason as a Sentence."""
    try:
        file = read(path)
        if file.form != features_digest(features):
            return game.phrase("net_form", game=game.name, file=path.name)
        if cards not in (file.cards or [""]):
            return game.phrase("net_cards", game=game.name)
        if size not in file.nets:
            return None
        weights = weights_in(path, path.stat().st_mtime_ns, size)
        if weights.inputs != features.size:
            raise NetError(shared("net_numbers"))
        return weights
    except NetError as error:
        return game.phrase("net_broken", game=game.name, file=path.name, why=error.sentence)


def warn_once(sentence: Sentence) -> None:
    """Log a warning, unless this process has logged it before."""
    if str(sentence) not in _warned:
        _warned.add(str(sentence))
        LOG.warning("%s", sentence)


# ---------------------------------------------------------------- reading
def read(path: Path) -> NetFile:
    """Return the content of a net file, from a cache if the file has not changed. Raise NetError if it is not a JSON
    object with the four top-level keys."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _read(path: Path, modified: int) -> NetFile:
    """Read a net file; the result is cached. `modified`, the modification time of the file in nanoseconds, is a part of
    the cache key: when the file changes, the key changes, so the file is read again."""
    if path.stat().st_size > LARGEST:
        raise NetError(shared("net_large", most=LARGEST // 1024))
    try:
        return msgspec.json.decode(path.read_bytes(), type=NetFile)
    except msgspec.ValidationError:
        raise NetError(shared("net_keys", keys=list(NetFile.__struct_fields__))) from None
    except (OSError, msgspec.DecodeError, RecursionError):
        raise NetError(shared("net_json")) from None


@lru_cache(maxsize=32)
def weights_in(path: Path, modified: int, size: str) -> Weights:
    """Return the weights for one table size from a file, and cache them. `modified`, the modification time of the file
    in nanoseconds, is a part of the cache key: when the file changes, it is read again."""
    return weights_of(_read(path, modified).nets[size])


def weights_of(net: Object) -> Weights:
    """Decode the stored form of a neural net. Raise NetError if its numbers are inconsistent."""
    try:
        stored = msgspec.convert(net, StoredNet)
    except msgspec.ValidationError:
        raise NetError(shared("net_numbers")) from None
    numbers = array("h", stored.weights)
    if byteorder == "big":
        numbers.byteswap()
    first_layer, last_layer = numbers[: -stored.hidden], numbers[-stored.hidden :]
    first_scale, last_scale = stored.scale
    return Weights(
        inputs=len(first_layer) // stored.hidden,
        pairs=stored.hidden // 2,
        hidden_weights=cells_of(packed_pairs(first_layer)),
        hidden_bias=cells_of(packed_pairs(stored.bias)),
        output_weights=cells_of(list(last_layer)),
        output_bias=stored.end,
        max_activation=stored.top,
        logit_scale=first_scale * last_scale,
        compares=stored.compares,
    )


def packed_pairs(numbers: Any) -> list[int]:
    """Pack every two neighbouring numbers into one integer: the second number is shifted left by LANE bits and added to
    the first. `Net` then adds up the values of two hidden units with one addition."""
    return [first + (second << LANE) for first, second in zip(numbers[::2], numbers[1::2], strict=True)]

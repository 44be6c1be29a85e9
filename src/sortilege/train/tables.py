"""Choose the tables to train on: numbers of seats, and options that a player may choose.

Each size of a game has a net of its own. A size, such as "2" or "3", may stand for several numbers of seats.
"""

from __future__ import annotations

from random import Random

from sortilege.core.contract.cards import SetName
from sortilege.core.contract.options import OneOf, Option
from sortilege.core.errors import OptionError, quote
from sortilege.core.game import Game
from sortilege.core.types import Options

DEFAULTS_PART = 0.4  # of the tables have default options
GROUPS_PART = 0.75  # of the values of an option with groups have one entry of each group


def seats_by_size(game: Game, fixed: Options) -> dict[str, list[int]]:
    """Return the numbers of seats for each table size: {"2": [2], "3": [3, 4]}. Tables of a size share a net."""
    sizes: dict[str, list[int]] = {}
    for seats in game.seats:
        size = game.net_kind(seats, game.resolve_options(seats, fixed))
        sizes.setdefault(size, []).append(seats)
    return sizes


def parse_sizes(game: Game, names: str | None, fixed: Options) -> list[str]:
    """Return the table sizes in `names`, separated by commas, or all sizes for "all". If `names` is None, return that
    of a table for two or of the smallest table. Raise OptionError if a size does not exist."""
    sizes = seats_by_size(game, fixed)
    if names is None:
        usual_seats = 2 if 2 in game.seats else game.seats[0]
        return [size for size, seats in sizes.items() if usual_seats in seats]
    if names == "all":
        return list(sizes)
    chosen = [size.strip() for size in names.split(",") if size.strip()]
    for size in chosen:
        if size not in sizes:
            raise OptionError(f"{game.name} has no size {quote(size)}; it has {', '.join(sizes)}, or all")
    if not chosen:
        raise OptionError(f"--size names one of {', '.join(sizes)}, or all")
    return chosen


def card_fingerprints(game: Game, fixed: Options) -> list[str]:
    """Return a fingerprint (hash) of each card set to play with; [] for a game without card sets."""
    tables = [game.resolve_options(game.seats[0], fixed | cards) for cards in card_choices(game, fixed)]
    fingerprints = {game.card_fingerprint(options) for options in tables}
    return sorted(fingerprints - {""})  # "" in games without exchangeable cards


def card_choices(game: Game, fixed: Options) -> list[Options]:
    """Return, for each card set of the game, the options that select it. If the set is fixed or the game has no card
    sets, return one choice without options: [{}]."""
    option_name = game.cards_option
    if option_name is None or option_name in fixed:
        return [{}]
    return [{option_name: card_set} for card_set in game.options[option_name].allowed.shipped]


def draw_table(game: Game, size: str, fixed: Options, rng: Random) -> tuple[int, Options]:
    """Draw the number of seats and the options of a game at a table of this size, with the `fixed` options."""
    seats = rng.choice(seats_by_size(game, fixed)[size])
    cards = rng.choice(card_choices(game, fixed))
    defaults = game.resolve_options(seats, fixed | cards)
    if rng.random() < DEFAULTS_PART:
        return seats, defaults
    free = [name for name in game.options if name not in fixed and name not in game.idle_options(seats)]
    drawn = {name: draw_value(game.options[name], rng) for name in free if name not in cards}
    while True:  # drop random options until the rest is compatible
        try:
            options = game.resolve_options(seats, fixed | cards | drawn)
        except OptionError:
            drawn.pop(rng.choice(list(drawn)))  # not empty, because the defaults are compatible
            continue
        has_size = game.net_kind(seats, options) == size
        return seats, options if has_size else defaults


def draw_value(option: Option, rng: Random) -> object:
    """Draw a random value of an option. An option that does not list its allowed values keeps its default."""
    allowed = option.allowed
    if not isinstance(allowed, OneOf) or isinstance(allowed, SetName):
        return option.default
    if allowed.groups and rng.random() < GROUPS_PART:
        return [rng.choice(group) for group in allowed.groups]
    return rng.choice(list(allowed))

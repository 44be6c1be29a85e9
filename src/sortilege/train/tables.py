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


def sizes_of(game: Game, fixed: Options) -> dict[str, list[int]]:
    """Return the numbers of seats that each size stands for, at tables with these fixed options. All tables of one size
    share a net (see Game.size)."""
    sizes: dict[str, list[int]] = {}
    for seats in game.seats:
        sizes.setdefault(game.net_kind(seats, game.resolve_options(seats, fixed)), []).append(seats)
    return sizes


def parse_sizes(game: Game, names: str | None, fixed: Options) -> list[str]:
    """Return the sizes in `names`, which are separated by commas, or all sizes for "all". If `names` is None, return
    the size of a table for two or, if two cannot play, of the smallest table. Raise OptionError if a size does not
    exist."""
    sizes = sizes_of(game, fixed)
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


def known_cards(game: Game, fixed: Options) -> list[str]:
    """Return the fingerprints of the card sets to play with: the fixed set, or all sets of the game."""
    tables = [game.resolve_options(game.seats[0], fixed | cards) for cards in card_choices(game, fixed)]
    fingerprints = {game.card_fingerprint(options) for options in tables}
    return sorted(fingerprints - {""})  # "" in games without exchangeable cards


def card_choices(game: Game, fixed: Options) -> list[Options]:
    """Return, for each card set of the game, the options that select this set. If the set is fixed or the game has no
    card sets, nothing is to be selected: return [{}]."""
    name = game.cards_option
    if name is None or name in fixed:
        return [{}]
    return [{name: card_set} for card_set in game.options[name].allowed.shipped]


def draw_table(game: Game, size: str, fixed: Options, rng: Random) -> tuple[int, Options]:
    """Draw the number of seats and the options of a match at a table of this size. Options in `fixed` keep their
    values, and the others get random values that are compatible."""
    seats = rng.choice(sizes_of(game, fixed)[size])
    cards = rng.choice(card_choices(game, fixed))
    defaults = game.resolve_options(seats, fixed | cards)
    if rng.random() < DEFAULTS_PART:
        return seats, defaults
    free = [name for name in game.options if name not in fixed and name not in game.idle_options(seats)]
    drawn = {name: draw_value(game.options[name], rng) for name in free if name not in cards}
    for _ in range(len(drawn) + 1):  # drop random options until the rest is compatible
        try:
            options = game.resolve_options(seats, fixed | cards | drawn)
        except OptionError:
            drawn.pop(rng.choice(list(drawn)))
            continue
        return seats, options if game.net_kind(seats, options) == size else defaults
    return seats, defaults


def draw_value(option: Option, rng: Random) -> object:
    """Draw a value of an option. An option without a short list of values keeps its default."""
    allowed = option.allowed
    if not isinstance(allowed, OneOf) or isinstance(allowed, SetName):
        return option.default
    if allowed.groups and rng.random() < GROUPS_PART:
        return [rng.choice(group) for group in allowed.groups]
    return rng.choice(list(allowed))

"""Choose the tables to train on: any number of seats of a size, and any options a player may choose."""

from __future__ import annotations

from random import Random

from sortilege.core.contract.cards import SetName
from sortilege.core.contract.options import OneOf, Option
from sortilege.core.errors import OptionError, quote
from sortilege.core.game import Game
from sortilege.core.types import Options

DEFAULTS = 0.4  # part of the tables with default options


def sizes_of(game: Game, fixed: Options) -> dict[str, list[int]]:
    """Return the sizes that each have a net of their own with these fixed options, and their numbers of seats."""
    sizes: dict[str, list[int]] = {}
    for seats in game.seats:
        sizes.setdefault(game.size(seats, game.resolve_options(seats, fixed)), []).append(seats)
    return sizes


def wanted_sizes(game: Game, names: str | None, fixed: Options) -> list[str]:
    """Return the sizes with these names (separated by commas, or `all`); by default the usual table."""
    sizes = sizes_of(game, fixed)
    if names is None:
        seats = 2 if 2 in game.seats else game.seats[0]
        return [size for size in sizes if seats in sizes[size]]
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
    """Return the fingerprints of the card sets to play with: the fixed one, or all sets of the game."""
    seats = game.seats[0]
    return sorted(
        {game.card_fingerprint(game.resolve_options(seats, fixed | chosen)) for chosen in card_choices(game, fixed)}
        - {""}
    )


def card_choices(game: Game, fixed: Options) -> list[Options]:
    """Return the options that select a card set; one empty choice if the set is fixed or there are none."""
    name = game.cards_option
    if name is None or name in fixed:
        return [{}]
    return [{name: one} for one in game.options[name].allowed.boxed]


def draw_table(game: Game, size: str, fixed: Options, rng: Random) -> tuple[int, Options]:
    """Draw the seats and options of a match. Fixed options stay; the others get any values that are compatible."""
    seats = rng.choice(sizes_of(game, fixed)[size])
    cards = rng.choice(card_choices(game, fixed))
    defaults = game.resolve_options(seats, fixed | cards)
    if rng.random() < DEFAULTS:
        return seats, defaults
    free = [name for name in game.options if name not in fixed and name not in game.idle_options(seats)]
    drawn = {name: draw_value(game.options[name], rng) for name in free if name not in cards}
    for _ in range(len(drawn) + 1):  # drop random options until the rest is compatible
        try:
            options = game.resolve_options(seats, fixed | cards | drawn)
        except OptionError:
            drawn.pop(rng.choice(list(drawn)))
            continue
        return (seats, options) if game.size(seats, options) == size else (seats, defaults)
    return seats, defaults


def draw_value(option: Option, rng: Random) -> object:
    """Draw a value of an option; options without a short list of values keep their default."""
    allowed = option.allowed
    if not isinstance(allowed, OneOf) or isinstance(allowed, SetName):
        return option.default
    if allowed.groups and rng.random() < 0.75:
        return [rng.choice(group) for group in allowed.groups]
    return rng.choice(list(allowed))

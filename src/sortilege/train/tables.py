"""Which tables are played in training: every number of seats of a size, every option somebody may choose."""

from __future__ import annotations

from random import Random

from sortilege.core.cards import SetName
from sortilege.core.errors import OptionError, quote
from sortilege.core.game import Game
from sortilege.core.options import OneOf, Option
from sortilege.core.shapes import Options

PLAIN = 0.4  # of the tables have the options of the box


def sizes_of(game: Game, given: Options) -> dict[str, list[int]]:
    """The sizes that have a net each where these options are kept, with the numbers of seats they are played by."""
    found: dict[str, list[int]] = {}
    for seats in game.seats:
        found.setdefault(game.size(seats, game.settle(seats, given)), []).append(seats)
    return found


def wanted_sizes(game: Game, asked: str | None, given: Options) -> list[str]:
    """The sizes asked for, as a list with commas or `all`; the usual table when not said."""
    there = sizes_of(game, given)
    if asked is None:
        seats = 2 if 2 in game.seats else game.seats[0]
        return [size for size in there if seats in there[size]]
    if asked == "all":
        return list(there)
    wanted = [size.strip() for size in asked.split(",") if size.strip()]
    for size in wanted:
        if size not in there:
            raise OptionError(f"{game.name} has no size {quote(size)}; it has {', '.join(there)}, or all")
    if not wanted:
        raise OptionError(f"--size names one of {', '.join(there)}, or all")
    return wanted


def known_cards(game: Game, given: Options) -> list[str]:
    """The fingerprints of the sets of cards that are played: the given one, or all in the box."""
    seats = game.seats[0]
    return sorted(
        {game.card_fingerprint(game.settle(seats, given | chosen)) for chosen in card_choices(game, given)} - {""}
    )


def card_choices(game: Game, given: Options) -> list[Options]:
    name = game.cards_option
    if name is None or name in given:
        return [{}]
    return [{name: one} for one in game.options[name].allowed.boxed]


def draw_table(game: Game, size: str, given: Options, rng: Random) -> tuple[int, Options]:
    """Seats and options of one match; the given options are kept, the others are anything that goes together."""
    seats = rng.choice(sizes_of(game, given)[size])
    cards = rng.choice(card_choices(game, given))
    plain = game.settle(seats, given | cards)
    if rng.random() < PLAIN:
        return seats, plain
    free = [name for name in game.options if name not in given and name not in game.idle_options(seats)]
    drawn = {name: draw_value(game.options[name], rng) for name in free if name not in cards}
    for _ in range(len(drawn) + 1):  # leave out one after the other what does not go with the rest
        try:
            options = game.settle(seats, given | cards | drawn)
        except OptionError:
            drawn.pop(rng.choice(list(drawn)))
            continue
        return (seats, options) if game.size(seats, options) == size else (seats, plain)
    return seats, plain


def draw_value(option: Option, rng: Random) -> object:
    """Any value an option may take; the default of one that is not a choice among a few."""
    allowed = option.allowed
    if not isinstance(allowed, OneOf) or isinstance(allowed, SetName):
        return option.default
    if allowed.groups and rng.random() < 0.75:
        return [rng.choice(group) for group in allowed.groups]
    return rng.choice(list(allowed))

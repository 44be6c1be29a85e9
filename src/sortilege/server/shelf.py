"""The list of games, which the home page shows (GET /api/shelf)."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import get_args

import msgspec
from litestar import Response, get
from msgspec import Struct

from sortilege import game as game_named
from sortilege import games
from sortilege.analysis.puzzles.puzzle_file import PuzzleError, puzzles_of
from sortilege.core.contract.cards import SetName, installed_sets
from sortilege.core.contract.options import OneOf, Option, SeatOrRandom
from sortilege.core.errors import OptionError
from sortilege.core.game import Game
from sortilege.core.types import Object, Options, Words
from sortilege.server.http.compression import Compressed, compress, respond
from sortilege.server.http.credentials import Call
from sortilege.server.http.guards import limited
from sortilege.server.learning.lessons import lesson_cards
from sortilege.server.learning.messages import LessonCard
from sortilege.server.text import Language, Level

log = logging.getLogger("sortilege.server")


# ---------------------------------------------------------------- messages
class OptionInfo(Struct):
    """An option of a game: its default, and the values from which people can choose."""

    default: object  # the value that the option has if nobody chooses another
    allowed: list[object] | None  # the possible values; null if every value is allowed
    groups: list[list[str]]  # if not empty: an allowed value is also a list that has one value from each group
    offered: dict[str, list[object]]  # by number of seats: the values that the page offers for it


class GameInfo(Struct):
    """A game in the list that GET /api/shelf returns."""

    name: str
    seats: list[int]  # the possible numbers of seats
    options: dict[str, OptionInfo]
    sides: dict[str, list[list[int]]]  # by number of seats: the teams, as lists of seats
    called: dict[str, list[str]]  # by number of seats: the names of the seats in words.sides; [] if they have none
    levels: list[Level]  # of the bots, weakest first
    lessons: list[LessonCard]  # in the recommended order
    puzzles: int  # number of puzzles
    hides: bool  # whether the game has hidden information
    words: dict[Language, Object]  # its texts from words.toml: title, tagline, options, log, …


# ---------------------------------------------------------------- building the list
def game_list() -> list[GameInfo]:
    """Return all games in alphabetical order, with the card sets that are installed now."""
    return [game_entry(name) for name in games()]


def compressed_list() -> Compressed:
    """Return the list of all games as compressed JSON. It is built again only if a card set was added or removed."""
    card_sets = {name: tuple(installed_sets(name)) for name in games()}
    return _compressed_list(tuple(card_sets.items()))


@lru_cache(1)
def _compressed_list(_card_sets: tuple[tuple[str, tuple[str, ...]], ...]) -> Compressed:
    return compress(msgspec.json.encode(game_list()))  # the parameter is only the key of the cache


def game_entry(name: str) -> GameInfo:
    """Return the entry of a game in the list of games."""
    game = game_named(name)
    return GameInfo(
        name=name,
        seats=list(game.seats),
        options={key: option_entry(game, key, option) for key, option in game.options.items()},
        sides={str(seats): [list(side) for side in game.sides(seats)] for seats in game.seats},
        called={str(seats): list(game.seat_names(seats)) for seats in game.seats},
        levels=list(get_args(Level)),
        lessons=lesson_cards(game),
        puzzles=count_puzzles(game),
        hides=game.hides_information,
        words={language: page_words(words) for language, words in game.words.items()},  # type: ignore[misc]
    )


def count_puzzles(game: Game) -> int:
    """Return the number of puzzles of a game. If its puzzle file cannot be read, log a warning and return 0."""
    try:
        return len(puzzles_of(game).puzzles)
    except PuzzleError as error:
        log.warning("%s", error)
        return 0


def page_words(words: Words) -> Object:
    """Return the texts of a game for pages. They do not need the refusals, because the server sends sentences."""
    return {key: value for key, value in words.items() if key != "refusals"}


def option_entry(game: Game, name: str, option: Option) -> OptionInfo:
    """Return the entry of an option in the list of games. Its values are left out if they cannot be listed."""
    allowed = option.allowed
    has_listed_values = isinstance(allowed, OneOf | SeatOrRandom)
    if not has_listed_values:
        return OptionInfo(default=option.default, allowed=None, groups=[], offered={})
    return OptionInfo(
        default=option.default,
        allowed=list(allowed),
        groups=[list(group) for group in allowed.groups] if isinstance(allowed, OneOf) else [],
        offered={str(seats): offered_values(game, name, seats) for seats in game.seats},
    )


def offered_values(game: Game, name: str, seats: int) -> list[object]:
    """Return the values of the option `name` that a page offers for this number of seats; [] if the option has no
    effect then. Invalid card sets are offered too, because choosing such a set shows what is wrong with it."""
    allowed = game.options[name].allowed
    if name in game.idle_options(seats):
        return []
    if isinstance(allowed, SetName):
        return list(allowed)
    return [value for value in allowed if are_valid(game, {name: value}, seats)]


def are_valid(game: Game, options: Options, seats: int) -> bool:
    """Whether the game accepts these options with this number of seats."""
    try:
        game.resolve_options(seats, options)
    except OptionError:
        return False
    return True


@get("/api/shelf", guards=[limited("reading")], tags=["shelf"], sync_to_thread=False)
def get_shelf(request: Call) -> Response[list[GameInfo] | None]:
    """List all games. The response is 304 if the client already has the present list (`If-None-Match`)."""
    content = compressed_list()
    if request.headers.get("if-none-match", "").removeprefix("W/") == content.etag:
        return Response(None, status_code=304, headers={"etag": content.etag, "cache-control": "no-cache"})
    return respond(request, content, "application/json", "no-cache")  # type: ignore[return-value]  # encoded already

"""The list of games (the shelf) that the home page shows."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import get_args

import msgspec
from litestar import Response, get
from msgspec import Struct

from sortilege import game, games
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
    """An option of a game, with the values that people can choose when they create a table."""

    default: object  # the value if nobody chooses one
    allowed: list[object] | None  # all allowed values; null if they are too many to list
    groups: list[list[str]]  # if not empty, a list with one value of each group is allowed, too
    offered: dict[str, list[object]]  # by number of seats ("2"): the values that the page offers; [] for no effect


class GameInfo(Struct):
    """A game in the list that GET /api/shelf returns: what the server offers for it, and its texts."""

    name: str  # the identifier of the game, such as "spellbook"
    seats: list[int]  # the possible numbers of seats
    options: dict[str, OptionInfo]  # the options that people can choose, by name
    sides: dict[str, list[list[int]]]  # by number of seats ("4"): the teams, as lists of seats ([[0, 2], [1, 3]])
    called: dict[str, list[str]]  # by number of seats: the keys of the seats' names in words.sides; [] for no names
    levels: list[Level]  # the levels of its bots, weakest first
    lessons: list[LessonCard]  # its lessons, in the recommended order
    puzzles: int  # the number of its puzzles
    hides: bool  # whether the game has hidden information
    words: dict[Language, Object]  # its texts from words.toml: title, tagline, options, log, …


# ---------------------------------------------------------------- building the list
def shelf() -> list[GameInfo]:
    """Return all games in alphabetical order, with the card sets that are installed now."""
    return [shelf_game(name) for name in games()]


def compressed_shelf() -> Compressed:
    """Return the shelf as compressed JSON. It is built again only if a card set was added or removed."""
    card_sets = {name: tuple(installed_sets(name)) for name in games()}
    return _compressed_shelf(tuple(card_sets.items()))


@lru_cache(1)
def _compressed_shelf(_card_sets: tuple[tuple[str, tuple[str, ...]], ...]) -> Compressed:
    return compress(msgspec.json.encode(shelf()))  # the parameter is only the key of the cache


def shelf_game(name: str) -> GameInfo:
    """Return the shelf entry of the game with this name."""
    rules = game(name)
    return GameInfo(
        name=name,
        seats=list(rules.seats),
        options={key: shelf_option(rules, key, option) for key, option in rules.options.items()},
        sides={str(seats): [list(side) for side in rules.sides(seats)] for seats in rules.seats},
        called={str(seats): list(rules.seat_names(seats)) for seats in rules.seats},
        levels=list(get_args(Level)),
        lessons=lesson_cards(rules),
        puzzles=count_puzzles(rules),
        hides=rules.hides_information,
        words={language: page_words(words) for language, words in rules.words.items()},  # type: ignore[misc]
    )


def count_puzzles(rules: Game) -> int:
    """Return the number of puzzles of a game. An unreadable puzzle file counts as 0, so that the shelf still works."""
    try:
        return len(puzzles_of(rules).puzzles)
    except PuzzleError as error:
        log.warning("%s", error)
        return 0


def page_words(words: Words) -> Object:
    """Return the texts of a game for pages: all but the refusals, which the server sends as complete sentences."""
    return {key: value for key, value in words.items() if key != "refusals"}


def shelf_option(rules: Game, name: str, option: Option) -> OptionInfo:
    """Return an option of a game for the shelf, without its values if they are too many to list."""
    allowed = option.allowed
    if not isinstance(allowed, OneOf | SeatOrRandom):
        return OptionInfo(default=option.default, allowed=None, groups=[], offered={})
    return OptionInfo(
        default=option.default,
        allowed=list(allowed),
        groups=[list(group) for group in allowed.groups] if isinstance(allowed, OneOf) else [],
        offered={str(seats): offered_values(rules, name, seats) for seats in rules.seats},
    )


def offered_values(rules: Game, name: str, seats: int) -> list[object]:
    """Return the values of the option `name` that a page offers for this number of seats; [] if the option has no
    effect then. Card sets are listed even if they are invalid, because choosing an invalid set shows what is wrong with
    it."""
    allowed = rules.options[name].allowed
    if name in rules.idle_options(seats):
        return []
    return [value for value in allowed if isinstance(allowed, SetName) or are_valid(rules, {name: value}, seats)]


def are_valid(rules: Game, options: Options, seats: int) -> bool:
    """Whether the game accepts these options with this number of seats."""
    try:
        rules.resolve_options(seats, options)
    except OptionError:
        return False
    return True


@get("/api/shelf", guards=[limited("reading")], tags=["shelf"], sync_to_thread=False)
def get_shelf(request: Call) -> Response[list[GameInfo] | None]:
    """List all games. The response is 304 if the client already has the present list (`If-None-Match`)."""
    content = compressed_shelf()
    if request.headers.get("if-none-match", "").removeprefix("W/") == content.etag:
        return Response(None, status_code=304, headers={"etag": content.etag, "cache-control": "no-cache"})
    return respond(request, content, "application/json", "no-cache")  # type: ignore[return-value]  # encoded already

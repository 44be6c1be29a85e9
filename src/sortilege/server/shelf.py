"""The shelf as the home page shows it."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import get_args

import msgspec
from litestar import Response, get

from sortilege import game, games
from sortilege.analysis.puzzles.puzzle_file import PuzzleError, puzzles_of
from sortilege.core.cards import SetName, installed_sets
from sortilege.core.errors import OptionError
from sortilege.core.game import Game
from sortilege.core.options import OneOf, Option, SeatOrRandom
from sortilege.core.shapes import Object, Options, Words
from sortilege.server.http.compression import Compressed, compress, respond
from sortilege.server.http.credentials import Call
from sortilege.server.http.guards import limited
from sortilege.server.learning.lessons import lesson_cards
from sortilege.server.messages import ShelfGame, ShelfOption
from sortilege.server.text import Level

log = logging.getLogger("sortilege.server")


def shelf() -> list[ShelfGame]:
    """Every game, in alphabetical order, with the card sets this host keeps at the moment."""
    return [shelf_game(name) for name in games()]


def compressed_shelf() -> Compressed:
    """The shelf as JSON. It is built and compressed again only when a card set was added or removed."""
    return _compressed_shelf(tuple((name, tuple(installed_sets(name))) for name in games()))


@lru_cache(1)
def _compressed_shelf(_card_sets: tuple[tuple[str, tuple[str, ...]], ...]) -> Compressed:
    return compress(msgspec.json.encode(shelf()))


def shelf_game(name: str) -> ShelfGame:
    found = game(name)
    return ShelfGame(
        name=name,
        seats=list(found.seats),
        options={key: shelf_option(found, key, option) for key, option in found.options.items()},
        sides={str(seats): [list(side) for side in found.sides(seats)] for seats in found.seats},
        called={str(seats): list(found.seat_names(seats)) for seats in found.seats},
        levels=list(get_args(Level)),
        lessons=lesson_cards(found),
        puzzles=how_many(found),
        hides=found.hides,
        words={language: page_words(said) for language, said in found.words.items()},  # type: ignore[misc]
    )


def how_many(found: Game) -> int:
    """Its puzzles; a set that cannot be read keeps nobody from the shelf."""
    try:
        return len(puzzles_of(found).puzzles)
    except PuzzleError as off:
        log.warning("%s", off)
        return 0


def page_words(said: Words) -> Object:
    """What a page may want to say; refusals come in sentences when there is one."""
    return {key: words for key, words in said.items() if key != "refusals"}


def shelf_option(game_: Game, name: str, option: Option) -> ShelfOption:
    """An option's default and its values; null where it is not a choice among a few."""
    allowed = option.allowed
    closed = isinstance(allowed, OneOf | SeatOrRandom)
    return ShelfOption(
        default=option.default,
        allowed=list(allowed) if closed else None,
        groups=[list(group) for group in allowed.groups] if isinstance(allowed, OneOf) else [],
        offered={str(seats): offered_values(game_, name, seats) for seats in game_.seats} if closed else {},
    )


def offered_values(game_: Game, name: str, seats: int) -> list[object]:
    """The values that a table of this size can be given. A card set that cannot be played is among them: the refusal
    says what is wrong with it."""
    allowed = game_.options[name].allowed
    if name in game_.idle_options(seats):
        return []
    return [value for value in allowed if isinstance(allowed, SetName) or fits(game_, {name: value}, seats)]


def fits(game_: Game, options: Options, seats: int) -> bool:
    try:
        game_.settle(seats, options)
    except OptionError:
        return False
    return True


@get("/api/shelf", guards=[limited("reading")], tags=["shelf"], sync_to_thread=False)
def get_shelf(request: Call) -> Response[list[ShelfGame] | None]:
    """Every game; 304 for a page that has the shelf as it is."""
    content = compressed_shelf()
    if request.headers.get("if-none-match", "").removeprefix("W/") == content.etag:
        return Response(None, status_code=304, headers={"etag": content.etag, "cache-control": "no-cache"})
    return respond(request, content, "application/json", "no-cache")  # type: ignore[return-value]  # encoded already

"""The log of a table: what is written to disk, line by line, and never changed afterwards. A live table is what its
lines say, applied in order.

1. A line is on disk before anybody hears of it.
2. Lines hold no secret of a person: seat tokens and recovery codes are there as hashes only. They do hold the seed.
3. A `Played` line has the decision and every outcome of chance that followed, so it replays without drawing again.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from sortilege.core.shapes import Object, Options
from sortilege.server.messages import Level


class Chair(Struct):
    """A seat of the table. A person whose chair has a level is away: a bot of that level stands in."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    level: Level | None = None


class Key(Struct):
    """What the hash of a token opens: a seat, or the host's rights, or both."""

    token: str
    recovery: str
    seat: int | None
    host: bool


class Opened(Struct, tag="opened", omit_defaults=True):
    """The first line of every table. One that begins in the midst of a game has the position it begins from."""

    at: int  # seconds since 1970
    game: str
    options: Options
    aids: bool
    seed: str
    chairs: list[Chair]
    keys: list[Key]
    invite: str
    watch: str
    start: Object | None = None
    rules: int = 1  # the rules number of the game it is played by
    cards: str = ""  # the fingerprint of its set of cards; "" in games without, and in tables older than this


class Sat(Struct, tag="sat"):
    """A person took an open seat."""

    seat: int
    name: str
    key: Key


class Recovered(Struct, tag="recovered"):
    """A recovery code gave its person a new token; the old one is void."""

    recovery: str
    token: str


class Handed(Struct, tag="handed"):
    """A bot took an open seat for good, or stands in for a person."""

    seat: int
    name: str
    level: Level


class GivenBack(Struct, tag="given_back"):
    """The bot left: its person sits again, or (before the game) the seat is open again."""

    seat: int


class Began(Struct, tag="began"):
    """Everybody sits: the first deal."""

    names: list[str]
    actions: list[Object]


class Played(Struct, tag="played", omit_defaults=True):
    """A decision and the outcomes of chance that followed; with the last one, how the game ended."""

    seat: int
    actions: list[Object]
    outcome: Object | None = None


class TookBack(Struct, tag="took_back", omit_defaults=True):
    """A seat took its last decision back, or with more steps its last turn and what bots answered to it."""

    seat: int
    steps: int = 1


class Rematched(Struct, tag="rematched", omit_defaults=True):
    """The same people play on at another table; whoever looks on can follow them with its spectators' code."""

    table: str
    watch: str = ""


Event = Opened | Sat | Recovered | Handed | GivenBack | Began | Played | TookBack | Rematched

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """An event as its line."""
    return _encoder.encode(event)


def decode(line: bytes) -> Event:
    """The event of a line."""
    return _decoder.decode(line)

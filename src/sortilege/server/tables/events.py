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
from sortilege.server.tables.clocks.clock import DAY, Reading
from sortilege.server.tables.messages import ClockPlan, Request, Sign, Talk
from sortilege.server.text import Level


class Chair(Struct):
    """A seat of the table. A person whose chair has a level is away: a bot of that level stands in, or (`lost`) plays
    on to the end."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    level: Level | None = None
    lost: bool = False
    stand_in: Level = "adept"  # of the bot that plays for an absent person: the person's own choice


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
    clock: ClockPlan | None = None
    talk: Talk = "signs"
    take_backs: bool = False
    code: str = ""  # six letters that lead to the invitation while seats are open; "" where all are taken
    shares: list[str] | None = None  # each seat's part of the luck: then `seed` is the server's half. None: all
    absence: int = DAY  # seconds without contact after which a person counts as absent; tables before this: a day


class Sat(Struct, tag="sat", omit_defaults=True):
    """A person took an open seat, and added their share to the luck."""

    seat: int
    name: str
    key: Key
    share: str = ""


class Left(Struct, tag="left"):
    """Before the game: the person of this seat gave it up, or the host freed it. Their name was taken out of the lines
    before, as for `Forgotten`."""

    seat: int


class Recovered(Struct, tag="recovered"):
    """A recovery code gave its person a new token; the old one is void."""

    recovery: str
    token: str


class Handed(Struct, tag="handed", omit_defaults=True):
    """A bot took an open seat for good, or plays for a person until they return, or (`lost`) to the end."""

    seat: int
    name: str
    level: Level
    lost: bool = False
    clock: Reading | None = None


class GivenBack(Struct, tag="given_back", omit_defaults=True):
    """The bot left: its person sits again, or (before the game) the seat is open again."""

    seat: int
    clock: Reading | None = None


class StandInChosen(Struct, tag="stand_in_chosen"):
    """A person chose the level of the bot that plays for them while they are absent."""

    seat: int
    level: Level


class Began(Struct, tag="began", omit_defaults=True):
    """Everybody sits: the first deal."""

    names: list[str]
    actions: list[Object]
    clock: Reading | None = None


class Played(Struct, tag="played", omit_defaults=True):
    """A decision and the outcomes of chance that followed; with the last one, how the game ended."""

    seat: int
    actions: list[Object]
    outcome: Object | None = None
    clock: Reading | None = None


class TookBack(Struct, tag="took_back", omit_defaults=True):
    """A seat took its last decision back, or with more steps its last turn and what bots answered to it; `agreed`: by
    consent of everybody, whatever was drawn or done since, and luck goes on from where it was."""

    seat: int
    steps: int = 1
    clock: Reading | None = None
    agreed: bool = False


class Rematched(Struct, tag="rematched", omit_defaults=True):
    """The same people play on at another table; whoever looks on can follow them with its spectators' code."""

    table: str
    watch: str = ""


class TimedOut(Struct, tag="timed_out"):
    """A seat's time is up: a bot makes its move."""

    seat: int
    clock: Reading


class Stopped(Struct, tag="stopped"):
    """No server ran for a while: nobody's clock did."""

    clock: Reading


class Brought(Struct, tag="brought"):
    """A finished match that was played elsewhere: somebody opened its record here. The second and last line."""

    record: Object


class Forgotten(Struct, tag="forgotten", omit_defaults=True):
    """The person of a seat deleted their data: the seat has this name from now on, and nothing opens it any more unless
    it was handed over to somebody else. Their name and what they wrote were removed from the lines before. No other
    change is ever made to a line."""

    seat: int
    name: str
    handed_over: bool = False


class Spoke(Struct, tag="spoke", omit_defaults=True):
    """A word of a seat: a sign, or free text."""

    seat: int
    sign: Sign | None = None
    text: str = ""


class Asked(Struct, tag="asked"):
    """Somebody asks something of the others."""

    request: Request


class Answered(Struct, tag="answered"):
    """A seat agreed, or (one is enough) did not."""

    seat: int
    yes: bool


class Paused(Struct, tag="paused", omit_defaults=True):
    """Nobody plays until somebody resumes."""

    clock: Reading | None = None


class Resumed(Struct, tag="resumed", omit_defaults=True):
    """The pause is over."""

    clock: Reading | None = None


class HandsOpened(Struct, tag="hands_opened"):
    """Everybody agreed that spectators see all hands; or (not `on`) somebody took that back."""

    on: bool


class Ended(Struct, tag="ended", omit_defaults=True):
    """The game is over before its own end."""

    why: Literal["agreed", "resigned"]
    seat: int | None = None


# each says how the clocks stand after it
Timed = Began | Played | TookBack | Handed | GivenBack | TimedOut | Stopped | Paused | Resumed
Talking = Spoke | Asked | Answered | Paused | Resumed | HandsOpened | Ended
Seating = Opened | Sat | Left | Recovered | Handed | GivenBack | StandInChosen | Forgotten
Event = Seating | Began | Played | TookBack | Rematched | Brought | TimedOut | Stopped | Talking

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """An event as its line."""
    return _encoder.encode(event)


def decode(line: bytes) -> Event:
    """The event of a line."""
    return _decoder.decode(line)

"""The events of a table's log. Each is stored as one line of JSON; applied in order, they give the state of the table.

1. An event is on disk before it is applied and shown to anybody.
2. Seat tokens and recovery codes are stored as hashes only, so a log contains no secrets of people. It contains the
   random seed.
3. A `Played` event has the decision and every chance outcome that followed, so a replay draws nothing again.
4. A stored line never changes, except when a person's name and text are removed (`PersonRemoved`, `Left`).
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from sortilege.core.types import Object, Options
from sortilege.server.tables.clocks.clock import DAY, ClockState
from sortilege.server.tables.messages import ClockPlan, PlayerRequest, Sign, Talk
from sortilege.server.text import Level


class Occupant(Struct):
    """Who occupies a seat: a person, a bot, or nobody yet ("open"). If a person has a `level`, a bot of that level
    plays for them until they return, or to the end of the game if the person is `lost`."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    level: Level | None = None  # of the bot that plays; None: a person plays, or nobody
    lost: bool = False  # whether the person cannot return
    stand_in: Level = "adept"  # the level that the person chose for the bot that plays while they are absent


class Key(Struct):
    """The rights that a secret token gives at a table: to play a seat, to use the host's functions, or both."""

    token: str  # the hash of the token
    recovery: str  # the hash of the recovery code, with which the person can get a new token
    seat: int | None  # the seat that the person may play; None: they only watch
    host: bool  # whether they may hand seats to bots and free them


class Opened(Struct, tag="opened", omit_defaults=True):
    """A table was created with these settings. This is the first event in the log of every table."""

    at: int  # when, in seconds since 1970
    game: str  # the name of the game
    options: Options  # of the game
    aids: bool  # whether practice aids are allowed although several people play
    seed: str  # of all random draws; only the server's half of it if there are `shares`
    occupants: list[Occupant] = msgspec.field(name="chairs")  # by seat
    keys: list[Key]  # the rights of the people who have a seat already
    invite: str  # the code in the invite link
    watch: str  # the code in the spectator link
    start: Object | None = None  # the position from which the game begins; None: the usual set-up
    rules: int = 1  # the version of the game's rules
    cards: str = ""  # the fingerprint of the card set; "" in games without cards and in older logs
    clock: ClockPlan | None = None  # the time limits; None: no clocks
    talk: Talk = "signs"  # which messages players may send
    take_backs: bool = False  # whether players may ask the others to undo steps that they cannot undo alone
    code: str = ""  # the invite code of six letters; "" if no seat was open
    shares: list[str] | None = None  # the seed share of each seat (seed_shares.py); None in older logs
    absence: int = DAY  # seconds without contact after which a person counts as absent; a day in older logs


class Sat(Struct, tag="sat", omit_defaults=True):
    """A person took an open seat."""

    seat: int
    name: str
    key: Key  # the rights of the person at the table
    share: str = ""  # the person's contribution to the random seed; "" in older logs


class Left(Struct, tag="left"):
    """The person in this seat left before the game, or the host freed it. Their name was removed from the log."""

    seat: int


class Recovered(Struct, tag="recovered"):
    """A person got a new token with their recovery code. Their old token is invalid from now on."""

    recovery: str  # the hash of the recovery code
    token: str  # the hash of the new token


class HandedToBot(Struct, tag="handed", omit_defaults=True):
    """A bot took an open seat, or plays from now on for the person in a seat."""

    seat: int
    name: str
    level: Level  # of the bot
    lost: bool = False  # whether the person cannot return: the bot plays to the end of the game
    clock: ClockState | None = None  # the clocks afterwards, if the event changed them


class GivenBack(Struct, tag="given_back", omit_defaults=True):
    """A bot left its seat. The person for whom it played plays again. If it had the seat for itself, which is only
    possible before the game, the seat is open again."""

    seat: int
    clock: ClockState | None = None


class StandInChosen(Struct, tag="stand_in_chosen"):
    """A person chose the level of the bot that plays for them while they are absent."""

    seat: int
    level: Level


class Began(Struct, tag="began", omit_defaults=True):
    """The game began, because no seat was open any more."""

    names: list[str]  # by seat
    actions: list[Object]  # the chance outcomes of the set-up, such as the cards that were dealt
    clock: ClockState | None = None


class Played(Struct, tag="played", omit_defaults=True):
    """A seat made a decision."""

    seat: int
    actions: list[Object]  # the decision and the chance outcomes that followed
    outcome: Object | None = None  # the result of the game, if this decision ended it
    clock: ClockState | None = None


class TookBack(Struct, tag="took_back", omit_defaults=True):
    """A seat took back its last decision or turn, and everything after it. Later chance outcomes are drawn anew."""

    seat: int
    steps: int = 1  # the number of decisions that were taken back, including those of bots
    clock: ClockState | None = None  # the clocks afterwards; None: no clocks
    agreed: bool = False  # all players agreed, so chance outcomes and decisions of other people may be included


class Rematched(Struct, tag="rematched", omit_defaults=True):
    """The same people play again at another table."""

    table: str  # the name of that table
    watch: str = ""  # its code for spectators, so that they can follow; "" in older logs


class TimedOut(Struct, tag="timed_out"):
    """The time of the seat whose turn it is ran out. A bot completes the present move."""

    seat: int
    clock: ClockState


class GapRemoved(Struct, tag="stopped"):
    """The running clock got back the time that it had lost while no server ran."""

    clock: ClockState  # the clocks afterwards


class RecordOpened(Struct, tag="brought"):
    """Somebody opened the record of a match that was played elsewhere. This is the last event of the log."""

    record: Object


class PersonRemoved(Struct, tag="forgotten", omit_defaults=True):
    """The person in a seat deleted their data. Their name and texts were removed from the log."""

    seat: int
    name: str  # the new name of the seat
    handed_over: bool = False  # whether the keys of the seat stay valid, because somebody else has it now


class Spoke(Struct, tag="spoke", omit_defaults=True):
    """A player sent a message to everybody at the table: a sign (a fixed phrase) or a free text."""

    seat: int
    sign: Sign | None = None  # None: a free text
    text: str = ""


class Asked(Struct, tag="asked"):
    """A player made a request to the other players, such as to pause the game."""

    request: PlayerRequest


class Answered(Struct, tag="answered"):
    """A player agreed to the pending request of another player, or declined it, which drops the request."""

    seat: int  # of the player who answered
    yes: bool


class Paused(Struct, tag="paused", omit_defaults=True):
    """The game was paused."""

    clock: ClockState | None = None


class Resumed(Struct, tag="resumed", omit_defaults=True):
    """The pause is over."""

    clock: ClockState | None = None


class HandsOpened(Struct, tag="hands_opened"):
    """All players agreed that spectators see all hands of cards, or a player hid the hands from them again."""

    on: bool  # whether spectators see the hands from now on


class Ended(Struct, tag="ended", omit_defaults=True):
    """The players ended the game early."""

    why: Literal["agreed", "resigned"]
    seat: int | None = None


# Events that store the state of the clocks after them
Timed = Began | Played | TookBack | HandedToBot | GivenBack | TimedOut | GapRemoved | Paused | Resumed
Talking = Spoke | Asked | Answered | Paused | Resumed | HandsOpened | Ended
Seating = Opened | Sat | Left | Recovered | HandedToBot | GivenBack | StandInChosen | PersonRemoved
Event = Seating | Began | Played | TookBack | Rematched | RecordOpened | TimedOut | GapRemoved | Talking

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """Return an event as a line of a table's log, in JSON."""
    return _encoder.encode(event)


def decode(line: bytes) -> Event:
    """Return the event that a line of a table's log contains. Raise msgspec.DecodeError if the line is not valid."""
    return _decoder.decode(line)

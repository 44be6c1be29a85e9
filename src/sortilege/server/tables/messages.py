"""Messages about creating a table, seats, clocks, chat and requests to the other players.

A *seat token* allows its holder to act for one seat. The *invite* code in a link allows somebody to sit down. The
*watch* code in a link shows the table without hidden information. The *recovery code* gives a new seat token to a
person who lost the old one.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.types import Options
from sortilege.server.text import Level


class ClockPlan(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The time limits of a table: a number of seconds for each move, or a budget for the whole game to which every
    finished move adds an increment. A move lasts as long as the same seat decides in the same turn."""

    kind: Literal["move", "budget"]
    seconds: int  # for each move, or for the whole game
    increment: int = 0  # seconds that a finished move adds to a budget
    at_zero: Literal["move", "seat"] = "move"  # when time is up, a bot makes this move, or plays the seat to the end
    level: Level = "adept"  # the level of the bot that plays when time is up


class ClockFace(Struct):
    """The clocks in a snapshot, as they were at one moment. To compute the time that the running clock has left now,
    clients use the server's present time, which a `Pong` contains."""

    plan: ClockPlan
    left: list[float]  # the seconds that were left at that moment, by seat
    seat: int | None  # the seat whose clock runs
    at: float  # the moment, in seconds since 1970 by the server's clock
    overdue: int | None  # the seat whose time is up and for which a bot makes this move
    paused: bool


Sign = Literal[
    "hello", "luck", "nice", "wow", "oops", "sorry", "thanks", "thinking", "hurry", "back_soon", "well_played", "again"
]
Talk = Literal["signs", "free"]  # only the fixed phrases, or free text as well
Matter = Literal["end", "pause", "out", "undo", "turn", "open"]


class Word(Struct, omit_defaults=True):
    """A message of a player: a sign (a fixed phrase that the page shows in the reader's language), or free text."""

    id: int  # counted from 0 at each table
    seat: int
    sign: Sign | None = None  # null for free text
    text: str = ""


class Request(Struct):
    """A request of a player that needs the consent of the others: `end` or `pause` the game, let a bot play for an
    absent person (`out`), take back the requesting player's last decision (`undo`) or turn (`turn`), or let spectators
    see all hands (`open`). Requests to take something back are dropped when a person plays on."""

    matter: Matter
    by: int  # the seat that made the request
    about: int | None  # the seat of the absent person
    wait: list[int]  # the seats that have not answered yet


class Ending(Struct):
    """Why a game ended early: all players agreed, or a seat resigned."""

    why: Literal["agreed", "resigned"]
    seat: int | None  # the seat that resigned


class Say(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/say: send a message to everybody at the table. It is a sign (a fixed phrase) or a text,
    not both."""

    sign: Sign | None = None
    text: str = ""


class Ask(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/ask: make a request to the other players (see `Request`), or `resume` the game, `resign`
    or `close` the hands to spectators again, which need no consent."""

    matter: Literal["end", "pause", "out", "undo", "turn", "open", "resume", "resign", "close"]
    about: int | None = None  # the seat of the absent person, only for `out`


class Answer(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/answer: agree to the pending request of a player, or decline it."""

    yes: bool


class SeatPlan(Struct, forbid_unknown_fields=True):
    """Who takes a seat of a new table: the person who creates it (`me`), a person with the invite link (`open`), or a
    `bot`."""

    kind: Literal["me", "open", "bot"]
    name: str = ""
    level: Level = "apprentice"  # of a bot


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: create a table."""

    game: str
    seats: list[SeatPlan]
    options: Options = {}
    lot: bool = False  # draw lots for all seats
    aids: bool = False  # allow practice aids (such as odds) although other people play
    name: str = ""  # the name of the person who creates the table
    clock: ClockPlan | None = None
    talk: Talk = "signs"  # whether players may send fixed phrases only, or free text as well
    take_backs: bool = False  # allow requests to take back a decision after chance or another player has followed
    absence: int | None = None  # seconds without contact after which a person counts as absent: 5 minutes to 30 days
    luck: str = ""  # the creator's share of the random seed: 32 to 64 hexadecimal digits; "": the server draws one


class SeatPass(Struct):
    """The response to creating a table, sitting down or recovering a seat. The token is also set as a cookie."""

    table: str
    seat: int | None  # None: the creator only watches
    token: str  # the seat token
    recovery: str  # the recovery code: five short groups of letters that a person can write down
    invite: str  # path of the invite link, e.g. /t/ab12cd?join=…; the browser adds its own origin
    watch: str  # path of the spectator link
    host: bool  # whether this token may hand seats to bots and free them


class InviteCode(Struct, forbid_unknown_fields=True):
    """POST /api/codes: the six letters that a table shows while it waits for players."""

    code: str


class Invitation(Struct):
    """The response to a valid invite code."""

    invite: str  # path of the invite link, as in SeatPass


class Sit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/sit: take an open seat."""

    invite: str  # the invite code of the link
    name: str
    seat: int | None = None  # None: the first open seat
    luck: str = ""  # the person's share of the random seed, as in NewTable


class Recover(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/recover: get a new seat token with a recovery code."""

    code: str


class HandOver(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats/{seat}/bot: fill an open seat with a bot (only the host), or let a bot play for a
    person (that person at any time; the host only while they are absent). DELETE on the same path gives the seat back
    to its person."""

    level: Level | None = None  # must be left out for an absent person, who chose it before (`StandInLevel`)


class StandInLevel(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats/{seat}/stand-in: choose the level of the bot that plays for the caller while they
    are absent."""

    level: Level

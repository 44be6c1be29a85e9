"""The messages about making a table, sitting down, clocks, talk and requests to the other players.

The words: a *seat token* lets its holder act for one seat; the *invite* in a link only lets somebody sit down; the
*watch* link shows the table without anything hidden; the *recovery code* gives a seat token back to a person who lost
their browser.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.shapes import Options
from sortilege.server.text import Level


class ClockPlan(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """So many seconds for each move, or a budget for the whole game to which every move adds some. A move lasts as long
    as the same seat decides in the same turn."""

    kind: Literal["move", "budget"]
    seconds: int
    increment: int = 0  # seconds a finished move adds to a budget
    at_zero: Literal["move", "seat"] = "move"  # a bot makes this move, or the seat is a bot's from then on
    level: Level = "adept"  # of that bot


class ClockFace(Struct):
    """The clocks in a snapshot. Of the seat whose clock runs, what was left at the moment `at`; a `Pong` says how late
    it is by the server's clock."""

    plan: ClockPlan
    left: list[float]  # seconds, by seat
    seat: int | None  # whose clock runs
    at: float  # seconds since 1970, by the server's clock
    overdue: int | None  # the seat whose time is up: a bot makes its move
    paused: bool


Sign = Literal[
    "hello", "luck", "nice", "wow", "oops", "sorry", "thanks", "thinking", "hurry", "back_soon", "well_played", "again"
]
Talk = Literal["signs", "free"]  # the set phrases alone, or free text as well
Matter = Literal["end", "pause", "out", "undo", "turn", "open"]


class Word(Struct, omit_defaults=True):
    """Something somebody said: a sign, whose words the page has in every language, or free text."""

    id: int  # counted from 0 at each table
    seat: int
    sign: Sign | None = None
    text: str = ""


class Request(Struct):
    """What somebody asks of the others: to end the game, to pause it, to let a bot play for a seat that is gone; to
    take back the last step or turn of who asks (`undo`, `turn`), which lapses when a person plays on; or to let
    spectators see all hands (`open`)."""

    matter: Matter
    by: int
    about: int | None  # the seat that is gone
    wait: list[int]  # the seats that have not answered yet


class Ending(Struct):
    """How a game ended before its own end: all agreed, or a seat resigned."""

    why: Literal["agreed", "resigned"]
    seat: int | None


class Say(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/say: one of the two."""

    sign: Sign | None = None
    text: str = ""


class Ask(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/ask. `resume`, `resign` and `close` (no more open hands) need nobody's consent."""

    matter: Literal["end", "pause", "out", "undo", "turn", "open", "resume", "resign", "close"]
    about: int | None = None


class Answer(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/answer: to what is asked."""

    yes: bool


class SeatPlan(Struct, forbid_unknown_fields=True):
    """Who is to sit in a seat: `me` (the maker), `open` (a friend by the link) or `bot`."""

    kind: Literal["me", "open", "bot"]
    name: str = ""
    level: Level = "apprentice"


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables."""

    game: str
    seats: list[SeatPlan]
    options: Options = {}
    lot: bool = False  # who sits where is drawn by lot, the maker too
    aids: bool = False  # may people switch practice aids (odds) on though others sit at the table?
    name: str = ""  # of the maker
    clock: ClockPlan | None = None
    talk: Talk = "signs"  # what people may say to each other: the set phrases, or anything
    take_backs: bool = False  # may people ask each other to take a step back that chance or others have answered?
    absence: int | None = None  # seconds without contact after which a person counts as absent: 5 minutes to 30 days
    luck: str = ""  # the maker's share of the luck: 32 to 64 hexadecimal digits; "": the server draws one and says so


class SeatPass(Struct):
    """The answer to making a table, sitting down or recovering: also set as a cookie for that table."""

    table: str
    seat: int | None  # None: the maker only watches
    token: str
    recovery: str  # five short words or groups a person can write down
    invite: str  # path of the invite link, e.g. /t/ab12cd?join=…; the browser puts its own origin before it
    watch: str  # path of the spectator link
    host: bool  # whether this token may hand seats to bots and allow aids


class InviteCode(Struct, forbid_unknown_fields=True):
    """POST /api/codes: six letters, as the waiting table shows them."""

    code: str


class Invitation(Struct):
    """The answer to an invite code."""

    invite: str  # path of the invite link, as in SeatPass


class Sit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/sit: take an open seat (a given one, or the first)."""

    invite: str
    name: str
    seat: int | None = None
    luck: str = ""  # your share of the luck, as in NewTable


class Recover(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/recover."""

    code: str


class HandOver(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats/{seat}/bot: fill an open seat with a bot (host), or let a bot play for a person:
    that person at any time, the host when they are absent. DELETE on the same path gives the seat back to its person.

    `level`: of the bot. For an absent person it must be left out: their own choice counts (`StandInLevel`)."""

    level: Level | None = None


class StandInLevel(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats/{seat}/stand-in: choose the level of the bot that plays for me while I am
    absent."""

    level: Level

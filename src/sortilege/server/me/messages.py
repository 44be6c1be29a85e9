"""What the table remembers of a person, told to that person alone."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.tables.messages import Ending
from sortilege.server.text import Level


class Me(Struct):
    """GET /api/me: who has this browser; nobody yet while `known` is false."""

    known: bool
    name: str = ""
    sigil: str = ""
    since: int = 0  # seconds since 1970
    devices: int = 0  # on how many devices, this one included
    signed_out: bool = False  # this browser was signed out from another device: what it stores of seats is void


class AboutMe(Struct, forbid_unknown_fields=True):
    """POST /api/me: be known from now on, or change the name or sigil that are given."""

    name: str | None = None
    sigil: str | None = None


class Marks(Struct, forbid_unknown_fields=True):
    """What was done, by item such as "lesson/abracada/blind", each with a value (1: done). GET /api/me/marks answers
    all of them; POST /api/me/marks merges these with them, the greater value staying, and answers all of them."""

    marks: dict[str, int]


class MySeat(Struct):
    """A seat of one of my tables."""

    name: str
    kind: Literal["person", "open", "bot"]
    level: Level | None  # of the bot, or of the bot that stands in for a person


class MyGame(Struct):
    """One of my tables in short."""

    table: str
    game: str
    at: int  # since when it is mine, in seconds since 1970
    seat: int | None  # mine; null where I look on, or opened a record
    seats: list[MySeat]
    phase: Literal["waiting", "playing", "over"]
    turn: int | None  # the seat that is to decide
    mine: bool  # it is my turn
    winners: list[int]  # seats
    scores: list[int]  # by seat
    won: bool
    counts: bool  # a whole game of mine: no copy from the midst of one, no opened record, none stopped by agreement
    watch: str  # where I have no seat: the query that lets me look on, such as watch=…
    ended: Ending | None = None  # it was over before its own end; who did not resign has won


class Tally(Struct):
    """My games of one kind: by game, number of seats and the strongest bot among the others (null: none)."""

    game: str
    seats: int
    level: Level | None
    played: int
    won: int


class Series(Struct):
    """My games with the same people: how many, how many I won, how many each of them did."""

    names: list[str]
    played: int
    mine: int
    theirs: list[int]


class SoloBest(Struct):
    """My best score of a game alone, and the table where it was."""

    game: str
    score: int
    table: str


class MyGames(Struct):
    """GET /api/me/games. The newest 100 finished games are listed; the rest counts all of them."""

    running: list[MyGame]
    finished: list[MyGame]
    results: list[Tally]
    series: list[Series]
    solo: list[SoloBest]


class QrCode(Struct):
    """A QR code to draw: the path of its dark modules in an SVG of so many units, its quiet margin not included."""

    size: int
    path: str


class DeviceCode(Struct):
    """POST /api/me/code: a code for another device, good once. `link` is the address of the page that takes it in."""

    code: str
    until: int  # seconds since 1970
    link: str
    qr: QrCode | None  # of the link; null where it is too long for one


class LookAtCode(Struct, forbid_unknown_fields=True):
    """POST /api/me/device/look: ask whose code this is."""

    code: str


class CodeOwner(Struct):
    """The person behind a device code. The code can still be used afterwards."""

    name: str
    sigil: str
    devices: int  # on how many devices the person is known
    mine: bool  # the code is my own: this browser belongs to that person already


class TakeIn(Struct, forbid_unknown_fields=True):
    """POST /api/me/device: be known here as the person whose code this is. With `bring`, everything of the person who
    was known here before (seats, games, marks, devices) belongs to that person afterwards. Without it, this browser
    loses the seats it had: they stay with the person who was known here, who is forgotten without another device."""

    code: str
    bring: bool = False


class MyDevice(Struct):
    """One of my devices."""

    id: str  # opens nothing
    browser: str  # such as Firefox; "" where unknown
    system: str  # such as Windows; "" where unknown
    since: str | None  # the day it was first known, such as 2026-10-03 (UTC); null where unknown
    seen: str  # the day it was last seen (UTC)
    this: bool  # the device that asks


class MyDevices(Struct):
    """GET /api/me/devices: my devices, this one first, then by the day they were last seen."""

    devices: list[MyDevice]

"""The messages about a person, their games and their devices. Only that person receives them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.tables.messages import Ending
from sortilege.server.text import Level


class Me(Struct):
    """GET /api/me: the person to whom this browser belongs."""

    known: bool  # false: the browser belongs to nobody whom the server knows
    name: str = ""
    sigil: str = ""  # the name of the person's symbol
    since: int = 0  # seconds since 1970
    devices: int = 0  # number of devices, including this one
    signed_out: bool = False  # another device signed this browser out: its seats are no longer valid


class AboutMe(Struct, forbid_unknown_fields=True):
    """POST /api/me: create a person for this browser, or change their name or sigil (symbol). null: no change."""

    name: str | None = None
    sigil: str | None = None


class Marks(Struct, forbid_unknown_fields=True):
    """The progress of a person: a value for each item, such as 1 (done) for "lesson/abracada/blind". GET /api/me/marks
    returns all items. POST /api/me/marks adds items, keeping the greater of two values, and returns all."""

    marks: dict[str, int]


class MySeat(Struct):
    """A seat of one of my tables."""

    name: str
    kind: Literal["person", "open", "bot"]
    level: Level | None  # of the bot, or of the bot that replaces an absent person


class MyGame(Struct):
    """The summary of one of my tables."""

    table: str
    game: str
    at: int  # when I joined, in seconds since 1970
    seat: int | None  # mine; null if I am a spectator or opened a record
    seats: list[MySeat]
    phase: Literal["waiting", "playing", "over"]
    turn: int | None  # the seat whose turn it is
    mine: bool  # whether it is my turn
    winners: list[int]  # seats
    scores: list[int]  # by seat
    won: bool
    counts: bool  # whether statistics count it: no copied game, no record, not stopped by agreement
    watch: str  # if I have no seat: the query parameter for spectators, such as watch=…
    ended: Ending | None = None  # set if the game was ended early; after a resignation the others have won


class Tally(Struct):
    """How often I played and won a game with this number of seats against bots of this level."""

    game: str
    seats: int
    level: Level | None  # of the strongest bot; null: no bot played
    played: int
    won: int  # by me


class Series(Struct):
    """How often I played with the same people, and how often each of us won."""

    names: list[str]
    played: int
    mine: int  # games that I won
    theirs: list[int]  # games that each of the others won, in the order of `names`


class SoloBest(Struct):
    """My best score in a game that I played alone, and its table."""

    game: str
    score: int
    table: str


class MyGames(Struct):
    """GET /api/me/games: my running and finished games, with statistics of all finished games."""

    running: list[MyGame]
    finished: list[MyGame]  # the newest 100
    results: list[Tally]  # by game, number of seats and level of the strongest bot
    series: list[Series]  # by group of people with whom I played
    solo: list[SoloBest]  # by game


class QrCode(Struct):
    """A QR code as an SVG path of its dark squares (modules), each one unit wide."""

    size: int  # the width in modules, without the light margin
    path: str


class DeviceCode(Struct):
    """POST /api/me/code: a code that adds another device and works once. `link` opens the page that uses the code."""

    code: str
    until: int  # seconds since 1970
    link: str
    qr: QrCode | None  # of the link; null if the link is too long


class CheckDeviceCode(Struct, forbid_unknown_fields=True):
    """POST /api/me/device/look: ask whose device code this is, without using the code."""

    code: str


class CodeOwner(Struct):
    """The person who created a device code, as the response to a request that only checks the code."""

    name: str
    sigil: str  # the name of the person's symbol
    devices: int  # number of devices of the person
    mine: bool  # whether this browser already belongs to that person


class UseDeviceCode(Struct, forbid_unknown_fields=True):
    """POST /api/me/device: make this browser a device of the person who created the code. If this browser belonged to
    another person before, that person loses this device, and is deleted if they have no other."""

    code: str
    bring: bool = False  # move the seats, games, progress and devices of the previous person to the new one instead


class MyDevice(Struct):
    """One of my devices."""

    id: str  # not a secret
    browser: str  # such as Firefox; "" if unknown
    system: str  # such as Windows; "" if unknown
    since: str | None  # the day (UTC) it was first seen, such as 2026-10-03; null if unknown
    seen: str  # the day it was last seen (UTC)
    this: bool  # whether this is the device that sent the request


class MyDevices(Struct):
    """GET /api/me/devices: my devices. This device comes first, then the others by the day they were last seen."""

    devices: list[MyDevice]

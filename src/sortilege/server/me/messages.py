"""The messages about a person, their games and their devices. Only that person receives them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.server.tables.messages import Ending
from sortilege.server.text import Level


class Me(Struct):
    """The response to GET /api/me: the person who uses this browser."""

    known: bool  # whether this browser is a device of a registered person; if not, the other fields are empty
    name: str = ""
    sigil: str = ""  # the id of the symbol that the person chose
    since: int = 0  # when the person registered, in seconds since 1970
    devices: int = 0  # the number of the person's devices, including this one
    signed_out: bool = False  # whether another device has signed this browser out, so that its seats are lost


class AboutMe(Struct, forbid_unknown_fields=True):
    """The body of POST /api/me: register the person who uses this browser, or change their name or sigil."""

    name: str | None = None  # null: not changed
    sigil: str | None = None  # the id of a symbol; null: not changed


class Marks(Struct, forbid_unknown_fields=True):
    """The marks of a person, which record their progress. A mark is a number for an item, such as 1 (finished) for
    "lesson/abracada/blind". GET /api/me/marks returns all marks. POST /api/me/marks adds marks, keeps the greater one
    of two numbers, and returns all marks."""

    marks: dict[str, int]  # the number by item


class MySeat(Struct):
    """A seat of a table in the list of the person who uses this browser."""

    name: str  # the player's name
    kind: Literal["person", "open", "bot"]  # who has the seat; "open" if nobody has taken it yet
    level: Level | None  # the level of the bot that plays; null if a person plays


class MyGame(Struct):
    """The summary of a table in the list of the person who uses this browser."""

    table: str  # the id of the table
    game: str  # the name of the game, such as "spellbook"
    at: int  # when the person took a seat or opened the record, in seconds since 1970
    seat: int | None  # the person's seat; null if they are a spectator or opened a record
    seats: list[MySeat]
    phase: Literal["waiting", "playing", "over"]  # "waiting" while some seats are open
    turn: int | None  # the seat whose turn it is; null if nobody has to act
    mine: bool  # whether it is the person's turn
    winners: list[int]  # the seats that won
    scores: list[int]  # the final score of each seat
    won: bool  # whether the person won
    counts: bool  # whether the statistics count the game; false for copies, records and games stopped by agreement
    watch: str  # the query parameter for spectators (watch=…) if the person has no seat; otherwise ""
    ended: Ending | None = None  # why the game ended early; null if it did not


class Tally(Struct):
    """How often a person played and won a game with a certain number of seats, against bots of a certain level."""

    game: str  # the name of the game, such as "spellbook"
    seats: int  # the number of seats
    level: Level | None  # the level of the strongest bot; null if no bot played
    played: int  # the number of games that the person played
    won: int  # the number of games that the person won


class Series(Struct):
    """How often a person played with the same other people, and how often each of them won."""

    names: list[str]  # the names of the others
    played: int  # the number of games that they played together
    mine: int  # the number of games that the person won
    theirs: list[int]  # the number of games that each of the others won, in the order of `names`


class SoloBest(Struct):
    """The best score of a person in a game that they played alone, and its table."""

    game: str  # the name of the game, such as "spellbook"
    score: int
    table: str  # the id of the table


class MyGames(Struct):
    """The response to GET /api/me/games: the games of the person who uses this browser, and their statistics."""

    running: list[MyGame]
    finished: list[MyGame]  # the newest 100
    results: list[Tally]  # the results against bots
    series: list[Series]  # the results against other people
    solo: list[SoloBest]  # the best scores in games that the person played alone


class QrCode(Struct):
    """A QR code, drawn as an SVG path of its dark squares. Each square is one unit wide."""

    size: int  # the width of the code in squares, without the light margin
    path: str  # the data of the SVG path


class DeviceCode(Struct):
    """The response to POST /api/me/code: a code that adds another device to this person and works once."""

    code: str
    until: int  # when the code expires, in seconds since 1970
    link: str  # the address of the page that uses the code
    qr: QrCode | None  # the QR code of the link; null if the link is too long


class CheckDeviceCode(Struct, forbid_unknown_fields=True):
    """The body of POST /api/me/device/look: ask to which person a device code belongs, without using it."""

    code: str  # the device code


class CodeOwner(Struct):
    """The response to POST /api/me/device/look: the person to whom a device code belongs."""

    name: str
    sigil: str  # the id of the symbol that the person chose
    devices: int  # the number of the person's devices
    mine: bool  # whether this browser is already one of them


class UseDeviceCode(Struct, forbid_unknown_fields=True):
    """The body of POST /api/me/device: make this browser a device of the person who created the code. If the browser
    was a device of another person, it loses their seats. That person is deleted if this was their only device."""

    code: str  # the device code
    bring: bool = False  # whether to transfer the other person's seats, games, progress and devices instead


class MyDevice(Struct):
    """One of the devices of the person who uses this browser."""

    id: str  # the id of the device, which is not a secret
    browser: str  # the name of the browser, such as Firefox; "" if unknown
    system: str  # the operating system, such as Windows; "" if unknown
    since: str | None  # the day (UTC) on which the device was first used, such as 2026-10-03; null if unknown
    seen: str  # the day (UTC) on which the device was last used
    this: bool  # whether this is the device that sent the request


class MyDevices(Struct):
    """The response to GET /api/me/devices: the devices of the person who uses this browser."""

    devices: list[MyDevice]  # this device first, then the others, the last used first

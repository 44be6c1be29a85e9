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
    """The time limits of a table. Either each move has a number of seconds, or each seat has a budget for the whole
    game, to which every finished move adds an increment. All consecutive decisions of a seat in a turn are one move."""

    kind: Literal["move", "budget"]  # a time limit for each move, or one for the whole game
    seconds: int  # the time limit of each move, or the budget for the whole game
    increment: int = 0  # the seconds that a finished move adds to the budget
    at_zero: Literal["move", "seat"] = "move"  # when time is up, a bot makes this move, or plays the seat to the end
    level: Level = "adept"  # the level of the bot that plays when time is up


class ClockFace(Struct):
    """The clocks of a table as they were when the snapshot was made. To compute the time that the running clock has
    left now, clients use the server's current time, which a `Pong` contains."""

    plan: ClockPlan
    left: list[float]  # the seconds that each seat had left at the time `at`
    seat: int | None  # the seat whose clock runs; null if no clock runs
    at: float  # when the snapshot was made: seconds since 1970 by the server's clock
    overdue: int | None  # the seat whose time is up: a bot makes its move; null if there is none
    paused: bool  # whether the players have paused the game, which stops the clocks


Sign = Literal[
    "hello", "luck", "nice", "wow", "oops", "sorry", "thanks", "thinking", "hurry", "back_soon", "well_played", "again"
]
Talk = Literal["signs", "free"]  # only the fixed phrases, or free text as well
Matter = Literal["end", "pause", "out", "undo", "turn", "open"]


class ChatMessage(Struct, omit_defaults=True):
    """A chat message: a sign (a fixed phrase that the page shows in the reader's language), or free text."""

    id: int  # the number of the message at its table, from 0
    seat: int  # the seat of the sender
    sign: Sign | None = None  # the fixed phrase; null for free text
    text: str = ""  # the free text; "" for a sign


class PlayerRequest(Struct):
    """A request of a player that needs the consent of the others. The field `matter` says what the player asks for.
    `end` and `pause` ask to end or to pause the game. `out` asks to let a bot play for an absent person. `undo` and
    `turn` ask to undo the player's own last decision or turn; they are dropped when a person plays an action. `open`
    asks to let spectators see all hands."""

    matter: Matter  # what the player asks for
    by: int  # the seat of the player who asks
    about: int | None  # the seat of the absent person, only for `out`; otherwise null
    wait: list[int]  # the seats that have not answered yet


class Ending(Struct):
    """Why a game ended early: all players agreed, or a seat resigned."""

    why: Literal["agreed", "resigned"]
    seat: int | None  # the seat that resigned; null if the players agreed


class Say(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/say: send a chat message to everybody at the table. The message is either a
    sign (a fixed phrase) or free text."""

    sign: Sign | None = None  # null for free text
    text: str = ""  # "" for a sign


class Ask(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/ask: ask the other players for something (see `PlayerRequest`). Three
    matters need no consent: `resume` the paused game, `resign`, and `close` (hide all hands from spectators again)."""

    matter: Literal["end", "pause", "out", "undo", "turn", "open", "resume", "resign", "close"]
    about: int | None = None  # the seat of the absent person, only for `out`


class Answer(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/answer: agree to a player's pending request, or decline it."""

    yes: bool  # whether the sender agrees


class SeatPlan(Struct, forbid_unknown_fields=True):
    """Who will sit in a seat of a new table: the person who creates it (`me`), a person with the invite link (`open`),
    or a `bot`."""

    kind: Literal["me", "open", "bot"]
    name: str = ""  # the player's name
    level: Level = "apprentice"  # the level of the bot


class NewTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables: create a table."""

    game: str  # the name of the game, such as "spellbook"
    seats: list[SeatPlan]  # who sits where, in the order of play
    options: Options = {}  # the options of the game that differ from their defaults
    lot: bool = False  # whether the players are assigned to the seats at random
    aids: bool = False  # whether practice aids (such as odds) are allowed although several people play
    name: str = ""  # the name of the person who creates the table
    clock: ClockPlan | None = None  # the time limits; null for none
    talk: Talk = "signs"  # which chat messages are allowed: "signs" (only fixed phrases), or "free" text as well
    take_backs: bool = False  # whether players may ask the others for an undo that they cannot do alone
    absence: int | None = None  # seconds without contact after which a person counts as absent: 5 minutes to 30 days
    luck: str = ""  # the creator's share of the random seed: 32 to 64 hexadecimal digits; "": the server draws one


class SeatPass(Struct):
    """The response to creating a table, taking a seat or recovering one. The token is also set as a cookie."""

    table: str  # the id of the table
    seat: int | None  # the number of the seat, from 0; None if the creator of the table only watches
    token: str  # the seat token, which allows its holder to act for the seat
    recovery: str  # the recovery code of the seat: five short groups of letters that a person can write down
    invite: str  # the path of the invite link, such as /t/ab12cd?join=…
    watch: str  # the path of the link for spectators
    host: bool  # whether this token may free seats before the game and let bots play for absent people


class InviteCode(Struct, forbid_unknown_fields=True):
    """The body of POST /api/codes: find the table that shows this invite code while it waits for players."""

    code: str  # six letters


class Invitation(Struct):
    """The response to a valid invite code."""

    invite: str  # the path of the invite link of the table, such as /t/ab12cd?join=…


class TakeSeat(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/sit: take an open seat."""

    invite: str  # the secret in the invite link, after "?join="
    name: str  # the name of the new player
    seat: int | None = None  # the seat to take; None for the first open seat
    luck: str = ""  # the player's share of the random seed, as in NewTable


class Recover(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/recover: get a new seat token, because the old one was lost."""

    code: str  # the recovery code of the seat


class GiveSeatToBot(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/seats/{seat}/bot: let a bot play. The host can fill an open seat or replace
    an absent person. Every player can replace themselves. DELETE on the same path gives the seat back to its person."""

    level: Level | None = None  # the bot's level; null for an absent person, who chose it before (`StandInLevel`)


class StandInLevel(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/seats/{seat}/stand-in: choose the level of the bot that plays for the sender
    while they are absent."""

    level: Level

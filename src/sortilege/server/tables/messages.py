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
    """The time limits of a table. Each player has a number of seconds for each move, or a budget of seconds for the
    whole game, to which every finished move adds an increment. A move is all that one seat decides in a turn."""

    kind: Literal["move", "budget"]
    seconds: int  # for each move, or for the whole game
    increment: int = 0  # seconds that a finished move adds to a budget
    at_zero: Literal["move", "seat"] = "move"  # when time is up, a bot makes this move, or plays the seat to the end
    level: Level = "adept"  # the level of the bot that plays when time is up


class ClockFace(Struct):
    """What a snapshot shows about the clocks of a table: their state at one moment. To compute how much time the
    running clock has left now, clients need the server's present time, which a `Pong` message contains."""

    plan: ClockPlan  # the time limits
    left: list[float]  # the seconds that were left at that moment, by seat
    seat: int | None  # the seat whose clock runs; null: no clock runs
    at: float  # the moment, in seconds since 1970 by the server's clock
    overdue: int | None  # the seat whose time is up and for which a bot makes this move; null: none
    paused: bool  # whether the players paused the game


Sign = Literal[
    "hello", "luck", "nice", "wow", "oops", "sorry", "thanks", "thinking", "hurry", "back_soon", "well_played", "again"
]
Talk = Literal["signs", "free"]  # only the fixed phrases, or free text as well
Matter = Literal["end", "pause", "out", "undo", "turn", "open"]


class ChatMessage(Struct, omit_defaults=True):
    """A message of a player: a sign (a fixed phrase that the page shows in the reader's language), or a free text."""

    id: int  # the number of the message at this table, from 0
    seat: int  # of the player
    sign: Sign | None = None  # null for a free text
    text: str = ""  # "" for a sign


class Request(Struct):
    """A request of one player that needs the consent of the others. Its `matter` is

    - `end` or `pause`: end or pause the game
    - `out`: let a bot play for an absent person
    - `undo` or `turn`: take back the requesting player's last decision or turn; dropped when a person plays on
    - `open`: let spectators see all hands."""

    matter: Matter
    by: int  # the seat of the player who made the request
    about: int | None  # the seat of the absent person for `out`; null for other matters
    wait: list[int]  # the seats that have not answered yet


class Ending(Struct):
    """Why a game ended before its end by the rules: all players agreed to end it, or one player resigned."""

    why: Literal["agreed", "resigned"]
    seat: int | None  # of the player who resigned; null if all agreed


class Say(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/say, which sends a sign (a fixed phrase) or a text to everybody."""

    sign: Sign | None = None  # null: the message is a text
    text: str = ""  # "": the message is a sign


class Ask(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/ask, which makes a request to the other players (see `Request`). Three
    matters need no consent: `resume` the paused game, `resign`, and `close` (hide the hands from spectators again)."""

    matter: Literal["end", "pause", "out", "undo", "turn", "open", "resume", "resign", "close"]
    about: int | None = None  # the seat of the absent person, only for `out`


class Answer(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/answer, which agrees to the pending request of a player or declines it."""

    yes: bool


class SeatPlan(Struct, forbid_unknown_fields=True):
    """Who is to take one seat of a new table: the person who creates the table (`me`), a person with the invite link
    (`open`), or a `bot`."""

    kind: Literal["me", "open", "bot"]
    name: str = ""  # "": the creator's name, or a random name for a bot
    level: Level = "apprentice"  # of a bot


class NewTable(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables, which creates a table."""

    game: str  # the name of the game
    seats: list[SeatPlan]  # one for each seat, in order
    options: Options = {}  # of the game
    lot: bool = False  # draw lots for all seats, so that their order is random
    aids: bool = False  # allow practice aids (such as odds) although other people play
    name: str = ""  # the name of the person who creates the table
    clock: ClockPlan | None = None
    talk: Talk = "signs"  # whether players may send fixed phrases only, or free text as well
    take_backs: bool = False  # allow requests to take back a decision after chance or another player has followed
    absence: int | None = None  # seconds without contact after which a person counts as absent: 5 minutes to 30 days
    luck: str = ""  # the creator's share of the random seed: 32 to 64 hexadecimal digits; "": the server draws one


class SeatPass(Struct):
    """The response to a request that creates a table, takes a seat or recovers one: the caller's seat and the secrets
    that give access to it. The token is also set as a cookie."""

    table: str  # the name of the table
    seat: int | None  # null: the caller created the table and only watches
    token: str  # the secret seat token
    recovery: str  # the recovery code: five short groups of letters that a person can write down
    invite: str  # path of the invite link, e.g. /t/ab12cd?join=…; the browser adds its own origin
    watch: str  # path of the spectator link
    host: bool  # whether this token may hand seats to bots and free them


class InviteCode(Struct, forbid_unknown_fields=True):
    """The body of POST /api/codes, which finds the table with an invite code."""

    code: str  # the six letters that a table shows while it waits for players


class Invitation(Struct):
    """The response to a valid invite code."""

    invite: str  # path of the invite link, as in SeatPass


class Sit(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/sit, which takes an open seat for the caller."""

    invite: str  # the code in the invite link
    name: str  # the name that the caller wants
    seat: int | None = None  # null: the first open seat
    luck: str = ""  # the person's share of the random seed, as in NewTable


class Recover(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/recover, which gives a person a new seat token."""

    code: str  # the recovery code that the person received when they sat down


class HandOver(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/seats/{seat}/bot, which lets a bot play a seat. The host may do that for an
    open seat and for an absent person, a person for their own seat. DELETE on the same path gives the seat back."""

    level: Level | None = None  # of the bot; left out for an absent person, who has chosen it (`StandInLevel`)


class StandInLevel(Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/seats/{seat}/stand-in: which bot plays while the caller is absent."""

    level: Level

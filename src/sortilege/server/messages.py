"""The wire: every message the browser, a program or another server can meet. One set of structs is the WebSocket
protocol, the HTTP API, the OpenAPI page and (through docs/wire.md) the browser's types.

The words: a *seat token* lets its holder act for one seat; the *invite* in a link only lets somebody sit down; the
*watch* link shows the table without any hidden thing; the *recovery code* gives a seat token back to a person who lost
their browser.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.core.shapes import Object, Options

Level = Literal["apprentice", "adept", "master", "archmage"]
Language = Literal["en", "fr"]


class Text(Struct, frozen=True):
    """One sentence in every language, so that a page may change its own at any moment."""

    en: str
    fr: str


# ---------------------------------------------------------------- the shelf
class ShelfOption(Struct):
    """An option of a game."""

    default: object
    allowed: list[object] | None  # null when free-form
    groups: list[list[str]]  # not empty: a list with one of each of these is allowed too
    offered: dict[str, list[object]]  # by number of seats: the values worth asking about there


class ShelfGame(Struct):
    """GET /api/shelf answers a list of these, one per game."""

    name: str
    seats: list[int]
    options: dict[str, ShelfOption]
    sides: dict[str, list[list[int]]]  # by number of seats: those who win and lose together
    called: dict[str, list[str]]  # by number of seats: what each is called, as words.sides has it; [] if only counted
    aids: bool  # whether there is a practice aid to allow
    levels: list[Level]
    words: dict[Language, Object]  # words.toml as it is: title, tagline, options, log, …


# ---------------------------------------------------------------- making a table, sitting down
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


class SeatPass(Struct):
    """The answer to making a table, sitting down or recovering: also set as a cookie for that table."""

    table: str
    seat: int | None  # None: the maker only watches
    token: str
    recovery: str  # five short words or groups a person can write down
    invite: str  # path of the invite link, e.g. /t/ab12cd?join=…; the browser puts its own origin before it
    watch: str  # path of the spectator link
    host: bool  # whether this token may hand seats to bots and allow aids


class Sit(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/sit: take an open seat (a given one, or the first)."""

    invite: str
    name: str
    seat: int | None = None


class Recover(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/recover."""

    code: str


# ---------------------------------------------------------------- the table as its people see it
class SeatPlate(Struct):
    """One seat in every snapshot."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    level: Level | None  # of the bot, or of the bot that stands in for a person
    here: bool  # a person: connected right now
    stand_in: bool  # a bot plays for the person who left; the person can take the seat back


class LinePart(Struct):
    """One of several things a line tells, and the turn it belongs to: a turn may begin in the middle of a line."""

    turn: int
    en: str
    fr: str


class LogLine(Struct):
    """A line of the log as this viewer saw it, with its sentence. `{0}`, `{1}`, … stand for the names of the seats."""

    line: Object
    en: str
    fr: str
    turn: int  # the number of the turn it belongs to, from 0
    parts: list[LinePart]  # where it tells of several things one after the other; [] otherwise
    skip: bool  # it only tells of something left out: the turn's `skipped` says that with the others


class TurnLine(Struct):
    """A turn of the log in one sentence, made from the lines this viewer saw."""

    seat: int | None  # whose turn; null: nobody's (the set-up), or a scripted opponent's
    scripted: bool  # the turn of an opponent that has no seat
    chapter: Text | None  # what begins with this turn, such as a round
    en: str
    fr: str  # both "" where there is nothing to say
    skipped: Text | None  # all that was left out in it, in one sentence


class Snapshot(Struct, tag_field="type", tag="state"):
    """The whole table for one viewer. Sent on connecting, after every change, and as the answer to anything stale."""

    table: str
    n: int  # decisions made or taken back so far (never chance: that alone could tell); send it back with `act`
    game: str
    phase: Literal["waiting", "playing", "over"]  # waiting: seats are still open
    you: int | None  # None: a spectator
    host: bool
    seats: list[SeatPlate]
    view: Object | None  # game.view for this seat, without what stands elsewhere in here; None while waiting
    board: Object | None  # game.board of that view: what only helps to draw it
    legal: list[Object]  # the actions of this viewer, empty when it is not their turn
    log: list[LogLine]  # lines from `log_from` on; the client keeps the earlier ones
    log_from: int
    turns: list[TurnLine]  # those of the log from `turns_from` on; the client keeps the earlier ones
    turns_from: int
    undo: Text | None  # None: your last step may be taken back; otherwise why it cannot
    back: Literal["turn", "copy"] | None  # your last turn may be taken back as a whole, or tried again at a copy
    aids: bool  # practice aids are allowed at this table (always true for a person alone with bots)
    commitment: str  # SHA-256 of the seed, shown before the first deal
    seed: str | None  # revealed when the game is over
    rematch: str | None  # path of the next table once somebody has asked for one
    rematch_watch: str | None  # for spectators: the same with the spectators' code of that table
    thinking: int | None  # the seat of a bot that is thinking now
    options: Options  # of the game, all of them
    notice: Text | None  # why this table can only be looked at: it was played by other rules or cards
    invite: str | None  # path of the invite link, for people at the table while seats are open
    watch: str | None  # path of the spectator link, for people at the table


class Aid(Struct, tag_field="type", tag="aid"):
    """A practice aid, answered to `{"type": "aid"}`: for abracada {"odds": [p1..p8]}."""

    n: int
    aid: Object


class Refused(Struct, tag_field="type", tag="refused"):
    """One sentence about what was wrong; nothing changed. Followed by a Snapshot where the client was out of date."""

    message: str  # in English
    fr: str
    rule: str  # the ledger id, or ""


class Act(Struct, tag_field="type", tag="act", forbid_unknown_fields=True):
    """A decision of the sender's seat, made looking at the snapshot with this n."""

    n: int
    action: Object


class Undo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take the sender's last step back; alone with bots the whole last turn, also after they answered."""

    n: int
    turn: bool = False


class Ready(Struct, tag_field="type", tag="ready", forbid_unknown_fields=True):
    """The sender has looked around at a new table: its bots need not wait any longer. Not answered."""


class AskAid(Struct, tag_field="type", tag="aid", forbid_unknown_fields=True):
    """What would the practice aid say?"""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Answered by Pong; a client that hears nothing for 20 s reconnects."""


class Pong(Struct, tag_field="type", tag="pong"):
    """The answer to Ping."""


class HandOver(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{table}/seats/{seat}/bot: let a bot play a seat whose person is away (host or that person), or
    fill an open seat (host). DELETE on the same path gives the seat back to its person."""

    level: Level = "apprentice"


FromClient = Act | Undo | Ready | AskAid | Ping
FromServer = Snapshot | Aid | Refused | Pong


# ---------------------------------------------------------------- looking back
class Moment(Struct):
    """One moment of a finished match: the line of the action that led there (null at the start, or where this seat may
    never know of it), the turns of the log from `turns_from` on, and the table as the seat saw it."""

    line: LogLine | None
    turns: list[TurnLine]
    turns_from: int
    view: Object
    board: Object


class Replay(Struct):
    """GET /api/tables/{table}/replay?seat=&at=&count=: some moments of a finished match, at most 100."""

    game: str
    names: list[str]
    seat: int | None  # whose eyes; None: a spectator's
    at: int  # number of the first moment here
    of: int  # how many there are: one more than the log has actions
    frames: list[Moment]


class Problem(Struct):
    """Every HTTP error: one sentence, and the rule where one is the reason."""

    message: str  # in English
    fr: str
    rule: str = ""


class Health(Struct):
    """GET /api/health."""

    status: Literal["ok"]
    version: str
    compiled: bool
    tables: int  # live in memory
    connections: int

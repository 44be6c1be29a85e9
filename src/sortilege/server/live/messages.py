"""The messages of the live socket: snapshots and changes of a table, actions, hints and outlooks."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.analysis.hint import Hint
from sortilege.analysis.outlook import ActionOutlook, Prospect
from sortilege.core.shapes import Object, Options, Untrusted
from sortilege.server.tables.messages import ClockFace, Ending, Request, Talk, Word
from sortilege.server.text import Level, Text

__all__ = [  # noqa: RUF022
    "AskHint",
    "AskOutlook",
    "Hint",
    "Prospect",
    "ActionOutlook",
    "Outlook",
    "SeatPlate",
    "LinePart",
    "LogLine",
    "TurnLine",
    "Luck",
    "Snapshot",
    "Change",
    "Aid",
    "Refused",
    "Act",
    "Undo",
    "Ready",
    "Sight",
    "AskAid",
    "AskWhole",
    "Ping",
    "Pong",
]


class AskHint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """What would be good here? Asked looking at the snapshot with this n, by the seat that is to decide."""

    n: int


class AskOutlook(Struct, tag_field="type", tag="outlook", forbid_unknown_fields=True):
    """What could these actions of the sender bring? At most six, all legal now."""

    n: int
    actions: list[Object]


class Outlook(Struct, tag_field="type", tag="outlook"):
    """The answer to AskOutlook."""

    n: int
    actions: list[ActionOutlook]


class SeatPlate(Struct):
    """One seat in every snapshot."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    level: Level | None  # of the bot, or of the bot that stands in for a person
    here: bool  # a person: connected right now
    stand_in: bool  # a bot plays for the person who left; the person can take the seat back
    lost: bool = False  # no longer: it plays for them to the end
    stand_in_level: Level = "adept"  # a person: of the bot that plays while they are absent, as they chose
    absent_from: float | None = None  # a person who is away: when they count as absent, in seconds since 1970


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


class Luck(Struct):
    """What the seed is mixed from (docs/fair-play.md): the server's half, fixed before anybody else sat down, and a
    share of every person, in seat order."""

    commitment: str  # SHA-256 of the half
    prints: list[str]  # SHA-256 of each seat's share; "" where no person sits
    half: str | None  # revealed when the game is over
    shares: list[str]  # and so are these; [] before. One that begins with "server-" was drawn by the server


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
    aids: bool  # practice aids and hints are allowed at this table (always true for a person alone with bots)
    commitment: str  # SHA-256 of the seed, shown before the first deal; while seats are open, of the server's half
    seed: str | None  # revealed when the game is over
    luck: Luck | None  # what the seed is mixed from; None at tables older than this
    rematch: str | None  # path of the next table once somebody has asked for one
    rematch_watch: str | None  # for spectators: the same with the spectators' code of that table
    thinking: int | None  # the seat of a bot that is thinking now
    options: Options  # of the game, all of them
    notice: Text | None  # why nothing moves: played by other rules or cards, or the store is not well just now
    invite: str | None  # path of the invite link, for people at the table while seats are open
    watch: str | None  # path of the spectator link, for people at the table
    code: str | None = None  # six letters that lead to the same place as `invite`
    clock: ClockFace | None = None  # null: there are none at this table
    talk: Talk = "signs"  # what may be said here
    words: list[Word] = []  # the newest, as far as this viewer may hear them
    asked: Request | None = None  # what somebody asks of the others
    paused: bool = False
    take_backs: bool = False  # people may ask each other to take back what cannot be taken back without asking
    taken_back: int = 0  # how often they agreed to that
    open_hands: bool = False  # everybody agreed that spectators see all hands
    absence: int = 0  # seconds without contact after which a person counts as absent, agreed when the table was made
    ended: Ending | None = None  # the game ended before its own end
    version: int = 0  # counts what this viewer was sent: a change says which version it makes of the one before


class Change(Struct, tag_field="type", tag="change"):
    """What makes the next snapshot from the last one. Only for clients that came with `?changes=1`."""

    n: int
    version: int  # of the snapshot it makes; it fits only the one before
    steps: list[list[Untrusted]]  # in order: see live/changes.py and docs/wire.md
    log: list[LogLine]  # these four as in a snapshot
    log_from: int
    turns: list[TurnLine]
    turns_from: int


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


class Sight(Struct, tag_field="type", tag="sight", forbid_unknown_fields=True):
    """Whether the sender's page is in sight. Who says nothing is taken to look; who does not look is told of their turn
    elsewhere, if they wish. Not answered."""

    visible: bool


class AskAid(Struct, tag_field="type", tag="aid", forbid_unknown_fields=True):
    """What would the practice aid say?"""


class AskWhole(Struct, tag_field="type", tag="whole", forbid_unknown_fields=True):
    """A change came that does not fit: please send the whole snapshot."""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Answered by Pong; a client that hears nothing for 20 s reconnects."""


class Pong(Struct, tag_field="type", tag="pong", omit_defaults=True):
    """The answer to Ping."""

    at: float | None = None  # at a table with clocks: seconds since 1970, by the server's


FromClient = Act | Undo | Ready | Sight | AskAid | AskHint | AskOutlook | AskWhole | Ping
FromServer = Snapshot | Change | Aid | Hint | Outlook | Refused | Pong

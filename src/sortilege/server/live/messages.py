"""The messages of the live socket: snapshots and changes of a table, actions, hints and outlooks. Clients send the
messages of `FromClient` and receive those of `FromServer`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.analysis.hint import Hint
from sortilege.analysis.outlook import ActionOutlook, Prospect
from sortilege.core.types import Object, Options, Untrusted
from sortilege.server.tables.messages import ClockFace, Ending, Request, Talk, Word
from sortilege.server.text import Level, Text

__all__ = [  # noqa: RUF022 (in the order of the generated web types)
    "AskHint", "AskOutlook", "Hint", "Prospect", "ActionOutlook", "Outlook", "SeatPlate", "LinePart", "LogLine",
    "TurnLine", "Luck", "Snapshot", "Change", "Aid", "Refused", "Act", "Undo", "Ready", "Sight", "AskAid", "AskWhole",
    "Ping", "Pong",
]  # fmt: skip


class AskHint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """Ask for a hint, for the seat whose turn it is."""

    n: int  # the number of the snapshot that the client shows


class AskOutlook(Struct, tag_field="type", tag="outlook", forbid_unknown_fields=True):
    """Ask for the possible outcomes of legal actions of the sender."""

    n: int  # the number of the snapshot that the client shows
    actions: list[Object]  # at most six


class Outlook(Struct, tag_field="type", tag="outlook"):
    """The possible outcomes of some actions, in response to AskOutlook."""

    n: int  # the number of the snapshot to which they belong
    actions: list[ActionOutlook]


class SeatPlate(Struct):
    """A seat of the table, as every snapshot shows it."""

    seat: int
    kind: Literal["person", "open", "bot"]  # open: nobody sits there yet
    name: str
    level: Level | None  # of the bot, or of the bot that stands in for a person
    here: bool  # whether the person is connected now
    stand_in: bool  # a bot plays for the person, who can take the seat back
    lost: bool = False  # the person can no longer take the seat back: the bot plays to the end
    stand_in_level: Level = "adept"  # the level that the person chose for the bot that plays while they are absent
    absent_from: float | None = None  # when a disconnected person counts as absent, in seconds since 1970


class LinePart(Struct):
    """A part of a log line. A line has several parts if a turn begins in the middle of it."""

    turn: int  # the number of the turn to which the part belongs, from 0
    en: str  # a sentence that describes the part, in English
    fr: str


class LogLine(Struct):
    """A line of the log as this viewer saw it, with a sentence that describes the line. The placeholders `{0}`, `{1}`,
    … in sentences stand for the names of the seats."""

    line: Object
    en: str  # the sentence in English
    fr: str
    turn: int  # the number of the turn to which the line belongs, from 0
    parts: list[LinePart]  # [] if the line has only one part
    skip: bool  # the line only reports an omitted step; the turn's `skipped` summarizes all of these


class TurnLine(Struct):
    """A turn of the log, summarized in one sentence. The summary contains only what this viewer saw."""

    seat: int | None  # whose turn; null for the set-up or a scripted opponent
    scripted: bool  # whether it is the turn of a scripted opponent, who has no seat
    chapter: Text | None  # the heading of the chapter that begins with this turn, such as a round
    en: str  # the summary in English; "" if there is nothing to report
    fr: str
    skipped: Text | None  # all omitted steps of the turn, in one sentence


class Luck(Struct):
    """Evidence that nobody chose the random seed of the game (docs/fair-play.md). The seed is computed from random
    digits of the server (its half) and of every person (their share). During the game only SHA-256 hashes of them are
    shown. When the game is over, everybody can compute the seed again."""

    commitment: str  # the hash of the server's half, which was fixed before anybody else sat down
    prints: list[str]  # the hash of each seat's share; "" for seats without a person
    half: str | None  # null until the game is over
    shares: list[str]  # [] until the game is over; a share that begins with "server-" was drawn by the server


class Snapshot(Struct, tag_field="type", tag="state"):
    """The whole table as one viewer may see it. Sent after connecting, after every change, and in response to an
    outdated message."""

    table: str
    n: int  # the number of decisions and undos so far, without chance events; send it back with `act`
    game: str
    phase: Literal["waiting", "playing", "over"]  # waiting: some seats are open
    you: int | None  # the viewer's seat; null for a spectator
    host: bool  # whether the viewer may hand seats to bots and allow aids
    seats: list[SeatPlate]
    view: Object | None  # the game's view for this seat, without fields that the snapshot has too; null while waiting
    board: Object | None  # drawing aids, computed from the view
    legal: list[Object]  # the legal actions of this viewer; empty if it is not their turn
    log: list[LogLine]  # lines from `log_from` on; the client keeps the earlier ones
    log_from: int  # the number of the first line in `log`
    turns: list[TurnLine]  # turns of the log from `turns_from` on; the client keeps the earlier ones
    turns_from: int  # the number of the first turn in `turns`
    undo: Text | None  # why the viewer cannot undo their last step; null if they can
    back: Literal["turn", "copy"] | None  # whether the viewer can undo the whole last turn, or retry it at a copy
    aids: bool  # whether practice aids and hints are allowed; always true for one person with bots
    commitment: str  # SHA-256 of the seed, shown before the first deal; of the server's half while seats are open
    seed: str | None  # revealed when the game is over
    luck: Luck | None  # the parts of the seed; null at tables older than this field
    rematch: str | None  # the path of the rematch table, if there is one
    rematch_watch: str | None  # the same path with the spectators' code, for spectators
    thinking: int | None  # the seat of a bot that is thinking now
    options: Options  # all options of the game
    notice: Text | None  # why the table is stalled: it is read-only, or the store is unavailable
    invite: str | None  # the path of the invite link, for people at the table while seats are open
    watch: str | None  # the path of the spectator link, for people at the table
    code: str | None = None  # an invite code of six letters, which can be used instead of `invite`
    clock: ClockFace | None = None  # null if the table has no clocks
    talk: Talk = "signs"  # which messages people may send
    words: list[Word] = []  # the latest messages that this viewer may read
    asked: Request | None = None  # an open request of one person to the others
    paused: bool = False  # whether the people agreed to pause the game
    take_backs: bool = False  # whether people may ask the others to undo steps that they cannot undo alone
    taken_back: int = 0  # the number of such undos
    open_hands: bool = False  # whether everybody agreed that spectators see all hands
    absence: int = 0  # seconds without contact after which a person counts as absent; set when the table is created
    ended: Ending | None = None  # how the game was ended early, if it was
    version: int = 0  # the number of this snapshot among those for this viewer; see `Change.version`


class Change(Struct, tag_field="type", tag="change"):
    """The difference between the previous snapshot and the current one. Clients that connected with `?changes=1`
    receive it instead of the current snapshot."""

    n: int  # the number of decisions and undos so far, as in a snapshot
    version: int  # of the current snapshot; the change applies only to the version before it
    steps: list[list[Untrusted]]  # apply them in order: see live/changes.py and docs/wire.md
    log: list[LogLine]  # this field and the next three are the same as in a snapshot
    log_from: int
    turns: list[TurnLine]
    turns_from: int


class Aid(Struct, tag_field="type", tag="aid"):
    """The practice aid of the game, in response to AskAid. The keys of `aid` depend on the game."""

    n: int  # the number of the snapshot to which it belongs
    aid: Object  # for example the odds of each spell in Abracada


class Refused(Struct, tag_field="type", tag="refused"):
    """A message of the client was refused and changed nothing. A Snapshot follows if the client was out of date."""

    message: str  # the reason in English
    fr: str
    rule: str  # the id of the rule that forbids it (its number in the ledger), or ""


class Act(Struct, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Play an action from the sender's seat."""

    n: int  # the number of the snapshot that the client shows
    action: Object


class Undo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Undo the sender's last decision."""

    n: int  # the number of the snapshot that the client shows
    turn: bool = False  # undo the whole last turn and what bots did since; only for one person who plays with bots


class Ready(Struct, tag_field="type", tag="ready", forbid_unknown_fields=True):
    """Let the bots of a new table begin, because the sender has looked at it. There is no response."""


class Sight(Struct, tag_field="type", tag="sight", forbid_unknown_fields=True):
    """Report whether the sender's page is visible. Clients are assumed visible unless they report otherwise. People
    without a visible page are notified of their turn, if they enabled notifications. There is no response."""

    visible: bool


class AskAid(Struct, tag_field="type", tag="aid", forbid_unknown_fields=True):
    """Ask for the practice aid of the game, such as odds."""


class AskWhole(Struct, tag_field="type", tag="whole", forbid_unknown_fields=True):
    """Ask for a whole snapshot, because the received change does not apply to the client's version."""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Test the connection. The response is Pong; a client that receives nothing for 20 seconds connects again."""


class Pong(Struct, tag_field="type", tag="pong", omit_defaults=True):
    """The response to Ping, which shows that the connection works."""

    at: float | None = None  # the server's time in seconds since 1970, at a table with clocks


FromClient = Act | Undo | Ready | Sight | AskAid | AskHint | AskOutlook | AskWhole | Ping
FromServer = Snapshot | Change | Aid | Hint | Outlook | Refused | Pong

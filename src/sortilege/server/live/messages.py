"""The messages of the live socket: snapshots and changes of a table, actions, hints and outlooks. Clients send the
messages of `FromClient` and receive those of `FromServer`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.analysis.hint import Hint
from sortilege.analysis.outlook import ActionOutlook, Prospect
from sortilege.core.types import Object, Options, Untrusted
from sortilege.server.tables.messages import ChatMessage, ClockFace, Ending, PlayerRequest, Talk
from sortilege.server.text import Level, Text

__all__ = [  # noqa: RUF022 (in the order of the generated web types)
    "AskHint", "AskOutlook", "Hint", "Prospect", "ActionOutlook", "Outlook", "SeatInfo", "LinePart", "LogLine",
    "TurnLine", "SeedProof", "Snapshot", "Change", "Aid", "Refused", "Act", "Undo", "Ready", "PageVisibility", "AskAid",
    "AskSnapshot", "Ping", "Pong",
]  # fmt: skip


class AskHint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """Ask for a hint (a recommended action). Only the seat whose turn it is can ask. The response is Hint."""

    n: int  # the number of the snapshot that the client shows


class AskOutlook(Struct, tag_field="type", tag="outlook", forbid_unknown_fields=True):
    """Ask for the possible outcomes of some legal actions of the sender. The response is Outlook."""

    n: int  # the number of the snapshot that the client shows
    actions: list[Object]  # at most six legal actions


class Outlook(Struct, tag_field="type", tag="outlook"):
    """The possible outcomes of some actions, in response to AskOutlook."""

    n: int  # the number of the snapshot in which the actions are legal
    actions: list[ActionOutlook]  # one item for each action of the request


class SeatInfo(Struct):
    """A seat of the table and who plays there, as every snapshot shows it. A stand-in is a bot that plays in the place
    of a person."""

    seat: int  # the number of the seat, from 0
    kind: Literal["person", "open", "bot"]  # who has the seat; "open" if nobody has taken it yet
    name: str  # the player's name; "" if nobody has taken the seat
    level: Level | None  # the level of the bot or stand-in; null if a person plays
    here: bool  # whether the person is connected now
    stand_in: bool  # whether a stand-in plays; the person can take the seat back, unless `lost` is true
    lost: bool = False  # whether the person cannot take the seat back: the stand-in plays to the end
    stand_in_level: Level = "adept"  # the level that the person chose for their stand-in
    absent_from: float | None = None  # when a disconnected person counts as absent, in seconds since 1970


class LinePart(Struct):
    """A part of a log line. A log line has several parts if a new turn begins in the middle of it."""

    turn: int  # the number of the turn to which the part belongs, from 0
    en: str  # a sentence that describes the part, in English
    fr: str  # the same sentence in French


class LogLine(Struct):
    """A line of the log as this viewer saw it, with a sentence that describes it. In the sentence, the placeholders
    `{0}`, `{1}`, … stand for the names of the players in seats 0, 1, …"""

    line: Object  # the action, the seat that acted and the effects
    en: str  # the sentence in English; "" if the line has none
    fr: str  # the same sentence in French
    turn: int  # the number of the turn to which the line belongs, from 0
    parts: list[LinePart]  # the parts of the line; [] if it has only one
    skip: bool  # whether the line only says that a step was skipped; `skipped` of the turn summarizes such lines


class TurnLine(Struct):
    """A turn of the log, summarized in one sentence. The summary contains only what this viewer saw."""

    seat: int | None  # the seat whose turn it is; null for the set-up and for a scripted opponent
    scripted: bool  # whether it is the turn of a scripted opponent, which has no seat
    chapter: Text | None  # the heading above this turn, such as "Round 2"; null if it continues the chapter before
    en: str  # the summary in English; "" if there is nothing to report
    fr: str  # the same summary in French
    skipped: Text | None  # one sentence about all skipped steps of the turn; null if none was skipped


class SeedProof(Struct):
    """The evidence that nobody chose the random seed of the game (docs/fair-play.md). The seed is computed from random
    digits of the server (its half) and of every person (their share). During the game, only the SHA-256 hashes of the
    half and the shares are shown. When the game is over, everybody can compute the seed again."""

    commitment: str  # the hash of the server's half, which was fixed before anybody else took a seat
    prints: list[str]  # the hash of each seat's share; "" for seats without a person
    half: str | None  # the server's half; null until the game is over
    shares: list[str]  # each seat's share, or "server-…" if the server drew it; [] until the game is over


class Snapshot(Struct, tag_field="type", tag="state"):
    """The whole table as one viewer may see it. The server sends it after connecting, after every change, and in
    response to an outdated message."""

    table: str  # the id of the table
    n: int  # the number of decisions and undos so far, without chance events; clients send it back with an action
    game: str  # the name of the game, such as "spellbook"
    phase: Literal["waiting", "playing", "over"]  # "waiting" while some seats are open
    you: int | None  # the viewer's seat; null for a spectator
    host: bool  # whether the viewer may free seats before the game and let bots play for absent people
    seats: list[SeatInfo]  # all seats, in the order of play
    view: Object | None  # what the viewer may see of the game; null while waiting for players
    board: Object | None  # data that helps to draw the view and is computed from it; null while waiting
    legal: list[Object]  # the legal actions of this viewer; [] if it is not their turn
    log: list[LogLine]  # the lines from number `log_from` on; the client keeps the earlier ones
    log_from: int  # the number of the first line in `log`
    turns: list[TurnLine]  # the turns from number `turns_from` on; the client keeps the earlier ones
    turns_from: int  # the number of the first turn in `turns`
    undo: Text | None  # why the viewer cannot undo their last decision; null if they can
    back: Literal["turn", "copy"] | None  # an alternative to `undo`: undo the last turn, or play it again in a copy
    aids: bool  # whether practice aids and hints are allowed; always true for one person with bots
    commitment: str  # the SHA-256 hash of the seed; while seats are open, that of the server's half
    seed: str | None  # the random seed; null until the game is over
    luck: SeedProof | None  # the parts of the seed; null at tables of an early version
    rematch: str | None  # the path of the rematch table; null if nobody has asked for a rematch
    rematch_watch: str | None  # for spectators: the path of the rematch table with the code of its spectator link
    thinking: int | None  # the seat of the bot that is choosing its action now; null if there is none
    options: Options  # all options of the game, including those with default values
    notice: Text | None  # why no action is possible: the table is read-only, or the storage is unavailable
    invite: str | None  # the path of the invite link, for people at the table while seats are open
    watch: str | None  # the path of the spectator link, for people at the table
    code: str | None = None  # an invite code of six letters, which can be typed instead of the link `invite`
    clock: ClockFace | None = None  # the clocks; null if the table has none
    talk: Talk = "signs"  # which chat messages are allowed: "signs" (only fixed phrases), or "free" text as well
    words: list[ChatMessage] = []  # the latest chat messages that this viewer may read, the newest last
    asked: PlayerRequest | None = None  # the pending request of one player to the others
    paused: bool = False  # whether the players agreed to pause the game
    take_backs: bool = False  # whether players may ask the others for an undo that they cannot do alone
    taken_back: int = 0  # the number of undos to which the others agreed
    open_hands: bool = False  # whether everybody agreed that spectators see all hands
    absence: int = 0  # the seconds without contact after which a person counts as absent
    ended: Ending | None = None  # why the game ended early; null if it did not
    version: int = 0  # the number of this snapshot among those sent to this viewer; see `Change.version`


class Change(Struct, tag_field="type", tag="change"):
    """The difference between the previous snapshot and the current one. Clients that connected with `?changes=1`
    receive it instead of the current snapshot."""

    n: int  # the number of decisions and undos so far, as in a snapshot
    version: int  # the version of the current snapshot; the change applies only to the version before it
    steps: list[list[Untrusted]]  # the edits of the previous snapshot, to apply in order: see docs/wire.md
    log: list[LogLine]  # this field and the next three are the same as in a snapshot
    log_from: int
    turns: list[TurnLine]
    turns_from: int


class Aid(Struct, tag_field="type", tag="aid"):
    """The practice aid of the game (facts such as the odds of each spell), in response to AskAid."""

    n: int  # the number of the snapshot for which the facts were computed
    aid: Object  # the facts, under keys that depend on the game


class Refused(Struct, tag_field="type", tag="refused"):
    """The response to a message of the client that the server refuses. The message has changed nothing. If it was sent
    for an old snapshot, the current Snapshot follows."""

    message: str  # the reason in English
    fr: str  # the reason in French
    rule: str  # the id of the game rule that forbids the action, such as "SB-170"; "" if there is none


class Act(Struct, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Play an action for the sender's seat."""

    n: int  # the number of the snapshot that the client shows
    action: Object  # one of the legal actions of that snapshot


class Undo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Undo the sender's last decision."""

    n: int  # the number of the snapshot that the client shows
    turn: bool = False  # undo the sender's whole last turn and the bots' turns after it; only if all others are bots


class Ready(Struct, tag_field="type", tag="ready", forbid_unknown_fields=True):
    """Let the bots of a new table begin: the person has clicked or pressed a key, so they are watching. There is no
    response."""


class PageVisibility(Struct, tag_field="type", tag="sight", forbid_unknown_fields=True):
    """Report whether the sender's page is visible. The server assumes that it is, until this message says otherwise. A
    person without a visible page gets notifications of their turn, if they enabled them. There is no response."""

    visible: bool  # false if the page is in a hidden tab or window


class AskAid(Struct, tag_field="type", tag="aid", forbid_unknown_fields=True):
    """Ask for the practice aid of the game (facts such as the odds of each spell). The response is Aid."""


class AskSnapshot(Struct, tag_field="type", tag="whole", forbid_unknown_fields=True):
    """Ask for a whole Snapshot, because a received Change does not apply to the client's version."""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """Test the connection. The response is Pong. A client that receives nothing for 20 seconds connects again."""


class Pong(Struct, tag_field="type", tag="pong", omit_defaults=True):
    """The response to Ping, which shows that the connection works."""

    at: float | None = None  # the server's time in seconds since 1970; null at a table without clocks


FromClient = Act | Undo | Ready | PageVisibility | AskAid | AskHint | AskOutlook | AskSnapshot | Ping
FromServer = Snapshot | Change | Aid | Hint | Outlook | Refused | Pong

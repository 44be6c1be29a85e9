"""The messages of the live socket: snapshots and changes of a table, actions, hints and outlooks. Clients send the
messages of `FromClient` and receive those of `FromServer`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sortilege.analysis.hint import Hint
from sortilege.analysis.outlook import ActionOutlook, Prospect
from sortilege.core.types import Object, Options, Untrusted
from sortilege.server.tables.messages import ChatMessage, ClockFace, Ending, Request, Talk
from sortilege.server.text import Level, Text

__all__ = [  # noqa: RUF022 (in the order of the generated web types)
    "AskHint", "AskOutlook", "Hint", "Prospect", "ActionOutlook", "Outlook", "SeatInfo", "LinePart", "LogLine",
    "TurnLine", "SeedEvidence", "Snapshot", "Change", "Aid", "Refused", "Act", "Undo", "Ready", "PageVisibility",
    "AskAid", "AskSnapshot", "Ping", "Pong",
]  # fmt: skip


class AskHint(Struct, tag_field="type", tag="hint", forbid_unknown_fields=True):
    """A client asks for a hint: which action is best for its seat, whose turn it is."""

    n: int  # the `n` of the snapshot that the client shows


class AskOutlook(Struct, tag_field="type", tag="outlook", forbid_unknown_fields=True):
    """A client asks for the possible outcomes of some legal actions of its seat."""

    n: int  # the `n` of the snapshot that the client shows
    actions: list[Object]  # at most six


class Outlook(Struct, tag_field="type", tag="outlook"):
    """The server's response to AskOutlook: the possible outcomes of the actions that the client named."""

    n: int  # the `n` of the snapshot to which the actions belong
    actions: list[ActionOutlook]  # one for each action, in the same order


class SeatInfo(Struct):
    """What a snapshot shows to everybody about one seat: who plays it, and whether that person is connected."""

    seat: int  # from 0
    kind: Literal["person", "open", "bot"]  # open: nobody sits there yet
    name: str  # the display name of the person or bot; "" if the seat is open
    level: Level | None  # of the bot, or of the bot that plays for a person; null if no bot plays
    here: bool  # whether the person is connected now
    stand_in: bool  # whether a bot plays for the person at present
    lost: bool = False  # whether that bot plays to the end of the game, so that the person cannot return
    stand_in_level: Level = "adept"  # the level that the person chose for the bot that plays while they are absent
    absent_from: float | None = None  # when a disconnected person counts as absent, in seconds since 1970


class LinePart(Struct):
    """A part of a log line. A line has several parts if a turn begins in the middle of it."""

    turn: int  # the number of the turn to which the part belongs, from 0
    en: str  # a sentence that describes the part, in English
    fr: str


class LogLine(Struct):
    """One action in the log of a game, as one viewer saw it, with a sentence that describes it. The placeholders `{0}`,
    `{1}`, … in the sentence stand for the names of the seats."""

    line: Object  # the action and its effects; the keys depend on the game
    en: str  # the sentence in English
    fr: str
    turn: int  # the number of the turn to which the line belongs, from 0
    parts: list[LinePart]  # [] if the line has only one part
    skip: bool  # whether the player only skipped a step of the turn; `TurnLine.skipped` sums up all these lines


class TurnLine(Struct):
    """One turn in the log of a game, summed up in one sentence, which contains only what this viewer saw."""

    seat: int | None  # whose turn it was; null for the set-up or an opponent without a seat
    scripted: bool  # whether it was the turn of an opponent without a seat, whom the rules of the game play
    chapter: Text | None  # the heading of the chapter (such as a round) that begins with this turn; null if none does
    en: str  # the sentence in English; "" if there is nothing to report
    fr: str
    skipped: Text | None  # one sentence about all steps of the turn that the player skipped; null if there were none


class SeedEvidence(Struct):
    """Evidence that nobody chose the random seed of a game. The seed is computed from random digits of the server (its
    half) and of every person (their share). Only SHA-256 hashes of these digits are shown during the game. After the
    game the digits are shown too, so that everybody can compute the seed again (docs/fair-play.md)."""

    commitment: str  # the hash of the server's half, which was fixed before anybody else sat down
    prints: list[str]  # the hash of each seat's share; "" for seats without a person
    half: str | None  # the server's digits; null until the game is over
    shares: list[str]  # each seat's digits, after "server-" if the server drew them for it; [] until the game is over


class Snapshot(Struct, tag_field="type", tag="state"):
    """Everything that one viewer (a player or spectator) may see of a table. The server sends it when the viewer
    connects, after every change, and in response to a message about an outdated snapshot."""

    table: str  # the name of the table
    n: int  # the number of decisions and undos so far, without chance events; clients send it back with each action
    game: str  # the name of the game
    phase: Literal["waiting", "playing", "over"]  # waiting: some seats are open
    you: int | None  # the viewer's seat; null for a spectator
    host: bool  # whether the viewer may hand seats to bots and allow aids
    seats: list[SeatInfo]
    view: Object | None  # what the viewer sees of the game, without fields that the snapshot has; null while waiting
    board: Object | None  # data that helps to draw the view; null while waiting
    legal: list[Object]  # the legal actions of this viewer; [] if it is not their turn
    log: list[LogLine]  # lines from `log_from` on; the client keeps the earlier ones
    log_from: int  # the number of the first line in `log`
    turns: list[TurnLine]  # turns of the log from `turns_from` on; the client keeps the earlier ones
    turns_from: int  # the number of the first turn in `turns`
    undo: Text | None  # why the viewer cannot undo their last decision; null if they can
    back: Literal["turn", "copy"] | None  # whether the viewer can undo their whole last turn, or retry it at a copy
    aids: bool  # whether practice aids and hints are allowed; always true for one person with bots
    commitment: str  # SHA-256 of the seed, shown before the first deal; of the server's half while seats are open
    seed: str | None  # the random seed of the game; null until the game is over
    luck: SeedEvidence | None  # the parts of the seed; null at tables that were created before this field existed
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
    words: list[ChatMessage] = []  # the latest messages that this viewer may read
    asked: Request | None = None  # an open request of one person to the others
    paused: bool = False  # whether the people agreed to pause the game
    take_backs: bool = False  # whether people may ask the others to undo steps that they cannot undo alone
    taken_back: int = 0  # the number of such undos
    open_hands: bool = False  # whether everybody agreed that spectators see all hands
    absence: int = 0  # seconds without contact after which a person counts as absent; set when the table is created
    ended: Ending | None = None  # how the game was ended early, if it was
    version: int = 0  # the number of this snapshot among those for this viewer; see `Change.version`


class Change(Struct, tag_field="type", tag="change"):
    """The difference between a client's snapshot and the next one. Sent to clients with `?changes=1`."""

    n: int  # as in the next snapshot: the number of decisions and undos so far
    version: int  # of the next snapshot; the client applies the change only if its own version is one less
    steps: list[list[Untrusted]]  # how the fields change, one after the other: see docs/wire.md
    log: list[LogLine]  # this field and the three below are the same as in the next snapshot
    log_from: int
    turns: list[TurnLine]
    turns_from: int


class Aid(Struct, tag_field="type", tag="aid"):
    """The server's response to AskAid: facts that help a person to practise the game."""

    n: int  # the `n` of the snapshot to which the facts belong
    aid: Object  # the keys depend on the game, for example the odds of each spell in Abracada


class Refused(Struct, tag_field="type", tag="refused"):
    """The server refused a message of the client: the message changed nothing."""

    message: str  # the reason in English
    fr: str
    rule: str  # the id of the game rule that forbids the action; "" if the reason is not a rule of the game


class Act(Struct, tag_field="type", tag="act", forbid_unknown_fields=True):
    """A client plays an action of its seat."""

    n: int  # the `n` of the snapshot that the client shows
    action: Object  # one of `Snapshot.legal`


class Undo(Struct, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """A client takes back the last decision of its seat."""

    n: int  # the `n` of the snapshot that the client shows
    turn: bool = False  # undo the whole last turn and what bots did since; only for one person who plays with bots


class Ready(Struct, tag_field="type", tag="ready", forbid_unknown_fields=True):
    """A client lets the bots of a new table begin, because the user has seen the table. There is no response."""


class PageVisibility(Struct, tag_field="type", tag="sight", forbid_unknown_fields=True):
    """A client reports that its page became visible or hidden. At first the server assumes that a page is visible. It
    notifies a person of their turn if none of their pages is visible. There is no response."""

    visible: bool


class AskAid(Struct, tag_field="type", tag="aid", forbid_unknown_fields=True):
    """A client asks for facts that help to practise the game, such as odds. The response is Aid."""


class AskSnapshot(Struct, tag_field="type", tag="whole", forbid_unknown_fields=True):
    """A client asks for a whole snapshot. It does so when it receives a Change that does not follow on its snapshot."""


class Ping(Struct, tag_field="type", tag="ping", forbid_unknown_fields=True):
    """A client tests the connection. The response is Pong. A client without messages for 20 seconds reconnects."""


class Pong(Struct, tag_field="type", tag="pong", omit_defaults=True):
    """The server's response to Ping, which shows that the connection works."""

    at: float | None = None  # the server's time in seconds since 1970, at a table with clocks


FromClient = Act | Undo | Ready | PageVisibility | AskAid | AskHint | AskOutlook | AskSnapshot | Ping
FromServer = Snapshot | Change | Aid | Hint | Outlook | Refused | Pong

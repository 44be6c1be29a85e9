"""What a table's viewers are sent, one snapshot after the other. Whoever may see the same shares one feed: its
snapshots, its changes and their very bytes are made once, however many look on.

Versions of a feed are numbered. A client that has the version before the present one is sent what changed since; one
that has any other, or none, the whole. Programs that know nothing of changes get whole snapshots, whose log goes on
from the version before.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sortilege.core.game import Game
from sortilege.core.log import SeatLog, seat_log
from sortilege.core.shapes import Action, Board, Line, Object, View
from sortilege.core.state import State
from sortilege.server.live.changes import Known, Step, difference, part_steps
from sortilege.server.live.log_lines import Sentences, turn_of
from sortilege.server.live.messages import Change, LogLine, Snapshot, TurnLine

NOTHING: Final = -1  # the version of a client that was sent nothing yet, or has lost count
OWN: Final = ("you", "host", "undo", "back", "rematch_watch", "invite", "watch", "code", "words")  # a viewer's own
PLACE: Final = {name: place for place, name in enumerate(Snapshot.__struct_fields__)}  # a change goes in this order
encoder = msgspec.json.Encoder()

SAID_ELSEWHERE: Final = frozenset({"game", "options", "you", "legal", "log"})  # of a view, beside it in a snapshot

Kind = tuple[int | None, bool, bool]  # all of a viewer that a snapshot depends on: see seats.Viewer
News = tuple[int, list[LogLine], int, list[TurnLine]]  # of the log: how many lines are kept, those after; so the turns


NO_NEWS: Final[News] = (0, [], 0, [])


class SentLog:
    """What of the log was sent: of which one, and how far it had been looked at then."""

    def __init__(self) -> None:
        self._log: SeatLog | None = None
        self._looks = 0
        self._count = 0

    def kept(self, log: SeatLog) -> int:
        """How many lines from the start this log has in common with what was sent."""
        if self._log is None:
            return 0
        kept = min(self._log.stayed[self._looks :], default=self._count)
        kept = min(kept, self._count)
        return kept if self._log is log else alike(self._log.visible[:kept], log.visible)

    def note(self, log: SeatLog | None) -> None:
        """All of this was sent."""
        self._log = log
        self._looks = 0 if log is None else len(log.stayed)
        self._count = 0 if log is None else len(log.visible)


def alike(before: list[Line], now: list[Line]) -> int:
    """How many lines two logs have in common from the start."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((k for k, (old, new) in pairs if old is not new and old != new), min(len(before), len(now)))


class Parts:
    """What a snapshot is made of: mostly the same objects from one to the next and from one viewer to another,
    so that what did not change is known at a glance."""

    def __init__(self, n: int, version: int, common: Object, own: tuple[Any, ...], news: News) -> None:
        self.n = n
        self.version = version
        self.common = common  # the fields that are alike for everybody
        self.own = own  # the values of OWN
        self.news = news
        self.view: View | None = None
        self.board: Board | None = None
        self.legal: list[Action] = []

    def snapshot(self) -> Snapshot:
        """All of it."""
        log_from, log, turns_from, turns = self.news
        return Snapshot(
            **self.common,
            **dict(zip(OWN, self.own, strict=True)),
            n=self.n,
            view=self.view,
            board=self.board,
            legal=self.legal,
            log=log,
            log_from=log_from,
            turns=turns,
            turns_from=turns_from,
            version=self.version,
        )


class Feed:
    """Snapshot after snapshot, for viewers of one kind."""

    def __init__(self) -> None:
        self.version = 0
        self.stamp = NOTHING  # of the table, when the present snapshot was made
        self.sent = SentLog()
        self.whole: bytes | None = None  # the present snapshot with the log from its beginning, once somebody asked
        self._before: Parts | None = None
        self._now: Parts | None = None
        self._since: bytes | None = None
        self._change: bytes | None = None

    def renew(self, stamp: int, now: Parts) -> None:
        """The next version."""
        self.stamp = stamp
        self.version = now.version
        self._before, self._now = self._now, now
        self.whole = self._since = self._change = None

    def forget(self) -> None:
        """Drop the snapshots: the next one is sent whole. The version stays, so that no client mistakes a later one for
        the one it has."""
        self.sent = SentLog()
        self._before = self._now = None
        self.whole = self._since = self._change = None

    def follows(self, has: int) -> bool:
        """Whether the present version is the next for a client that has this one."""
        return self._before is not None and has == self.version - 1

    def since(self) -> bytes:
        """The present snapshot for a client that has the one before, and keeps its log."""
        if self._since is None:
            assert self._now is not None
            self._since = encode(self._now.snapshot())
        return self._since

    def change(self, known: Known) -> bytes:
        """What changed, for a client that has the one before."""
        if self._change is None:
            assert self._before is not None and self._now is not None
            self._change = encode(change(self._before, self._now, known))
        return self._change


def change(before: Parts, now: Parts, known: Known) -> Change:
    """What makes the one snapshot from the other."""
    steps: list[Step] = []
    if before.view is not now.view:
        steps += difference(before.view, now.view, ["view"], known)
    if before.board is not now.board:
        steps += part_steps(before.board, now.board, ["board"], known)
    if before.legal is not now.legal:
        steps += difference(before.legal, now.legal, ["legal"])
    if before.common is not now.common or before.own != now.own:  # as seldom as somebody comes, goes or may take back
        steps += part_steps(before.common, now.common, [], known) + own_steps(before.own, now.own)
        steps.sort(key=place_of)
    log_from, log, turns_from, turns = now.news
    return Change(now.n, now.version, steps, log, log_from, turns, turns_from)


def own_steps(before: tuple[Any, ...], now: tuple[Any, ...]) -> list[Step]:
    """What changed of a viewer's own fields."""
    found = [(name, was, is_) for name, was, is_ in zip(OWN, before, now, strict=True) if was != is_]
    return [step for name, was, is_ in found for step in difference(was, is_, [name])]


def place_of(step: Step) -> int:
    """Where the field a step begins with stands in a snapshot."""
    return PLACE[step[0][0]]


def encode(message: object) -> bytes:
    return encoder.encode(message)


class Feeds:
    """The feeds of one table, and what they share."""

    def __init__(self) -> None:
        self.stamp = 0  # moves whenever there may be something else to see
        self.views: dict[int | None, View] = {}  # by seat, as the match is now
        self.bare_views: dict[int | None, View] = {}  # those without what a snapshot says elsewhere
        self.boards: dict[int | None, Board] = {}  # what helps to draw those views
        self.last_view: View | None = None  # the last a spectator could see
        self.last_boards: dict[int | None, Board] = {}
        self.common: Object | None = None  # the fields of snapshots that are alike for everybody
        self.last_common: Object | None = None
        self.news: dict[tuple[int, int], News] = {}  # by the log, where several see the same, and what they have of it
        self.known: Known = {}  # steps that were found for one feed and are the same for the next
        self.sentences = Sentences()
        self._by_kind: dict[Kind, Feed] = {}

    def step(self) -> None:
        """The match is another."""
        self.views.clear()
        self.bare_views.clear()
        self.boards.clear()
        self.sentences.grow_old()
        self.touch()

    def touch(self) -> None:
        """Something else than the match is: who is there, who sits where."""
        self.common = None
        self.news.clear()
        self.known.clear()
        self.stamp += 1

    def feed(self, kind: Kind) -> Feed:
        found = self._by_kind.get(kind)
        if found is None:
            found = self._by_kind[kind] = Feed()
        return found

    def drop(self, kind: Kind) -> None:
        """Nobody of this kind looks on any more."""
        self._by_kind.pop(kind, None)

    def forget(self) -> None:
        """Drop every snapshot made so far: somebody who is named in them deleted their data."""
        self.last_common = None
        self.touch()
        for feed in self._by_kind.values():
            feed.forget()

    # ------------------------------------------------------------ what is made once, however many look on
    def view(self, state: State, seat: int | None) -> View:
        """The game's view of the present state, made from what is alike for everybody."""
        views = self.views
        found = views.get(seat)
        if found is None:
            spectators = views.get(None)
            if spectators is None:
                spectators = views[None] = self.last_view = kept_parts(self.last_view, state.view(None))
            if seat is None:
                return spectators
            game: Game = state.game
            found = views[seat] = game.seat_view(state, seat, spectators)
        return found

    def bare_view(self, state: State, seat: int | None) -> View:
        """That view as a snapshot has it."""
        found = self.bare_views.get(seat)
        if found is None:
            found = self.bare_views[seat] = without_doubles(self.view(state, seat))
        return found

    def board(self, state: State, seat: int | None) -> Board:
        """What helps to draw that view."""
        found = self.boards.get(seat)
        if found is None:
            game: Game = state.game
            seen = self.view(state, seat)
            if seat is None or seat < 0:
                made = game.board(seen)
            else:
                made = game.seat_board(seen, lambda: self.board(state, None))
            found = made if made is self.boards.get(None) else kept_parts(self.last_boards.get(seat), made)
            self.boards[seat] = self.last_boards[seat] = found
        return found

    def news_for(self, state: State, seat: int | None, sent: SentLog) -> News:
        """The log from its first line that this client has not, or has otherwise (a secret stone opened since), and how
        many it keeps before that; the same for the turns, beginning with that of the last line kept: it may have become
        longer or shorter."""
        log = seat_log(state, seat)
        if log is None:
            sent.note(None)
            return NO_NEWS
        kept = sent.kept(log)
        sent.note(log)
        found = self.news.get((id(log), kept))
        if found is None:
            game: Game = state.game
            turns, sentences = log.by_turns(), self.sentences
            turns_from = turn_of(turns, log.numbers[kept - 1]) if kept else 0
            found = kept, sentences.lines(game, log, kept), turns_from, sentences.turns(game, turns, turns_from)
            if kept:  # whole logs are large, and few ask for them
                self.news[id(log), kept] = found
        return found


def kept_parts(before: Object | None, now: Object) -> Object:
    """The same, with the parts of the one before where they are equal: what did not change is known by being the same
    object, however many look for it."""
    if before is None:
        return now
    return {key: before[key] if key in before and before[key] == value else value for key, value in now.items()}


def without_doubles(view: View) -> View:
    """A view without what the snapshot says itself; the page puts it back."""
    return {key: value for key, value in view.items() if key not in SAID_ELSEWHERE}

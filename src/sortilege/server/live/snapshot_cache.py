"""Caches the snapshots sent to a table's viewers. Viewers with the same permissions share one `SnapshotSeries`, so each
snapshot and each change is built and encoded once.

The versions of a series are numbered. A client that has the previous version is sent what changed since then; any other
client is sent the whole snapshot. Clients that do not understand changes are sent snapshots whose log begins after the
lines of the previous version.
"""

from __future__ import annotations

from typing import Final

import msgspec

from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.log import SeatLog, seat_log
from sortilege.core.types import Action, Board, Line, Object, View
from sortilege.server.live.changes import Step, StepCache, cached_steps, difference
from sortilege.server.live.log_lines import LogTextCache, last_turn_index
from sortilege.server.live.messages import Change, LogLine, Snapshot, TurnLine

NO_VERSION: Final = -1  # the version of a client that has no snapshot, or asked for a whole one
FIELD_POSITIONS: Final = {name: position for position, name in enumerate(Snapshot.__struct_fields__)}
DUPLICATED_FIELDS: Final = frozenset({"game", "options", "you", "legal", "log"})  # fields of a view and of its snapshot
encode: Final = msgspec.json.Encoder().encode

SnapshotKey = tuple[int | None, bool, bool]  # what a snapshot depends on: see Viewer.kind
# The new part of the log: the number of lines that the client keeps, the lines after these, the number of turns that it
# keeps, the turns after these.
LogUpdate = tuple[int, list[LogLine], int, list[TurnLine]]
EMPTY_LOG: Final[LogUpdate] = (0, [], 0, [])


class SentLog:
    """Remembers which part of the game's log was sent to the viewers of one kind (for example of one seat)."""

    def __init__(self) -> None:
        self._log: SeatLog | None = None
        self._update_count = 0  # how many updates `_log` had when it was sent
        self._line_count = 0  # how many visible lines `_log` had then

    def unchanged_lines(self, log: SeatLog) -> int:
        """Return how many lines at the start of this log were already sent to the viewers unchanged."""
        if self._log is None:
            return 0
        left_by_updates = self._log.stayed[self._update_count :]  # how many lines each later update left unchanged
        unchanged = min([*left_by_updates, self._line_count])
        return unchanged if self._log is log else common_length(self._log.visible[:unchanged], log.visible)

    def mark_sent(self, log: SeatLog | None) -> None:
        """Remember that all lines of this log were sent."""
        self._log = log
        self._update_count = 0 if log is None else len(log.stayed)
        self._line_count = 0 if log is None else len(log.visible)


def common_length(before: list[Line], after: list[Line]) -> int:
    """Return how many lines at the start of two logs are equal."""
    for index, (old_line, new_line) in enumerate(zip(before, after, strict=False)):
        if old_line is not new_line and old_line != new_line:
            return index
    return min(len(before), len(after))


class SnapshotParts:
    """The parts from which a snapshot is built.

    A part that did not change is the same object as in the previous snapshot, and a part that several viewers share is
    the same object for all of them. So comparing two snapshots takes almost no time."""

    def __init__(self, n: int, version: int, common: Object, viewer_fields: Object, log_update: LogUpdate) -> None:
        self.n = n
        self.version = version
        self.common = common  # the fields that are the same for all viewers
        self.viewer_fields = viewer_fields  # see `snapshots.viewer_fields`
        self.log_update = log_update
        self.view: View | None = None
        self.board: Board | None = None
        self.legal: list[Action] = []

    def snapshot(self) -> Snapshot:
        """Build the snapshot."""
        log_from, log, turns_from, turns = self.log_update
        return Snapshot(
            **self.common,
            **self.viewer_fields,
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


class SnapshotSeries:
    """The successive snapshots for all viewers of one kind. Keeps the current and the previous one."""

    def __init__(self) -> None:
        self.version = 0
        self.stamp = NO_VERSION  # `SnapshotCache.stamp` when the current snapshot was built
        self.sent = SentLog()
        self.encoded_whole: bytes | None = None  # the current snapshot with the whole log, if it was requested
        self._previous: SnapshotParts | None = None
        self._current: SnapshotParts | None = None
        self._encoded_snapshot: bytes | None = None
        self._encoded_change: bytes | None = None

    def add(self, stamp: int, parts: SnapshotParts) -> None:
        """Make these parts the current version."""
        self.stamp = stamp
        self.version = parts.version
        self._previous, self._current = self._current, parts
        self.encoded_whole = self._encoded_snapshot = self._encoded_change = None

    def clear(self) -> None:
        """Drop the snapshots, so that the next snapshot is sent whole. The version number is kept, so that clients do
        not confuse a later snapshot with their own."""
        self.sent = SentLog()
        self._previous = self._current = None
        self.encoded_whole = self._encoded_snapshot = self._encoded_change = None

    def follows(self, version: int) -> bool:
        """Return whether this is the previous version: a client that has it needs only the change to the current
        one."""
        return self._previous is not None and version == self.version - 1

    def encoded_snapshot(self) -> bytes:
        """Return the current snapshot as JSON, but with only the new part of the log. It is for clients that do not
        understand changes: such a client adds the new lines to the log of the previous snapshot, which it must have."""
        if self._encoded_snapshot is None:
            assert self._current is not None
            self._encoded_snapshot = encode(self._current.snapshot())
        return self._encoded_snapshot

    def encoded_change(self, cache: StepCache) -> bytes:
        """Return the change from the previous to the current snapshot as JSON."""
        if self._encoded_change is None:
            assert self._previous is not None and self._current is not None
            self._encoded_change = encode(change(self._previous, self._current, cache))
        return self._encoded_change


def change(before: SnapshotParts, after: SnapshotParts, cache: StepCache) -> Change:
    """Return the message that tells a client how its snapshot `before` has to change to become the snapshot `after`.
    The steps are sorted by the order of the snapshot's fields."""
    steps: list[Step] = []
    if before.view is not after.view:
        steps += difference(before.view, after.view, ["view"], cache)
    if before.board is not after.board:
        steps += cached_steps(before.board, after.board, ["board"], cache)
    if before.legal is not after.legal:
        steps += difference(before.legal, after.legal, ["legal"])
    if before.common is not after.common or before.viewer_fields != after.viewer_fields:  # does not happen often
        steps += cached_steps(before.common, after.common, [], cache)
        steps += difference(before.viewer_fields, after.viewer_fields, [])
        steps.sort(key=field_position)
    log_from, log, turns_from, turns = after.log_update
    return Change(after.n, after.version, steps, log, log_from, turns, turns_from)


def field_position(step: Step) -> int:
    """Return the position in a snapshot of the field that a step changes."""
    path = step[0]
    return FIELD_POSITIONS[path[0]]


class SnapshotCache:
    """The snapshots of one table: a series for each kind of viewer, and the parts that several series share."""

    def __init__(self) -> None:
        self.stamp = 0  # increases whenever a viewer may see something different
        # The keys of the next three dicts are seats; None stands for spectators.
        self.views: dict[int | None, View] = {}  # of the current state
        self.bare_views: dict[int | None, View] = {}  # the same views without DUPLICATED_FIELDS
        self.boards: dict[int | None, Board] = {}  # data that helps to draw these views
        self.last_view: View | None = None  # the latest view of a spectator; it may be of an earlier state
        self.last_boards: dict[int | None, Board] = {}  # by seat: the latest board, as for `last_view`
        self.common: Object | None = None  # the fields of snapshots that are the same for all viewers
        self.last_common: Object | None = None  # the latest `common`, from which unchanged values are reused
        # Key: the `id()` of a viewer's log, and the number of its lines that the client keeps
        self.log_updates: dict[tuple[int, int], LogUpdate] = {}
        self.steps: StepCache = {}  # steps that several series share
        self.log_texts = LogTextCache()
        self._by_kind: dict[SnapshotKey, SnapshotSeries] = {}

    def match_changed(self) -> None:
        """Drop all views and mark all snapshots as outdated, because the state of the match changed."""
        self.views.clear()
        self.bare_views.clear()
        self.boards.clear()
        self.log_texts.start_generation()
        self.invalidate()

    def invalidate(self) -> None:
        """Mark all snapshots as outdated, because something besides the match changed, such as who is connected."""
        self.common = None
        self.log_updates.clear()
        self.steps.clear()
        self.stamp += 1

    def series(self, kind: SnapshotKey) -> SnapshotSeries:
        """Return the series for this kind of viewer; create it if there is none."""
        series = self._by_kind.get(kind)
        if series is None:
            series = self._by_kind[kind] = SnapshotSeries()
        return series

    def drop(self, kind: SnapshotKey) -> None:
        """Drop the series for this kind of viewer, because the last such viewer left."""
        self._by_kind.pop(kind, None)

    def clear(self) -> None:
        """Drop every snapshot, because somebody whose name is in them deleted their data."""
        self.last_common = None
        self.invalidate()
        for series in self._by_kind.values():
            series.clear()

    # ------------------------------------------------------------ parts shared by several series
    def view(self, state: State, seat: int | None) -> View:
        """Return what a seat (None: a spectator) may see of the current state. All views share the objects of their
        public parts. Parts of a spectator's view that did not change are the same objects as in the previous view."""
        views = self.views
        if seat not in views:
            if None not in views:
                self.last_view = views[None] = reuse_equal(self.last_view, state.view(None))
            if seat is not None:
                game: Game = state.game
                views[seat] = game.seat_view(state, seat, views[None])
        return views[seat]

    def bare_view(self, state: State, seat: int | None) -> View:
        """Return the view of a seat without the fields that the snapshot contains too (DUPLICATED_FIELDS)."""
        view = self.bare_views.get(seat)
        if view is None:
            view = self.bare_views[seat] = without_duplicates(self.view(state, seat))
        return view

    def board(self, state: State, seat: int | None) -> Board:
        """Return the data that helps to draw the view of a seat. `seat` may also be None (a spectator) or
        `open_view.ALL_REVEALED`, a negative number (spectators see all hands). A board without changes stays the same
        object, so that later comparisons end early."""
        board = self.boards.get(seat)
        if board is None:
            game: Game = state.game
            view = self.view(state, seat)
            is_seat = seat is not None and seat >= 0
            board = game.seat_board(view, lambda: self.board(state, None)) if is_seat else game.board(view)
            if board is not self.boards.get(None):
                board = reuse_equal(self.last_boards.get(seat), board)
            self.boards[seat] = self.last_boards[seat] = board
        return board

    def log_update(self, state: State, seat: int | None, sent: SentLog) -> LogUpdate:
        """Return the part of the log that was not sent yet, and mark it as sent.

        The lines of the update begin with the first line that is new or has changed, for example because a secret stone
        was revealed. The turns of the update begin with the turn of the last unchanged line, because that turn may have
        become longer or shorter."""
        log = seat_log(state, seat)
        if log is None:
            sent.mark_sent(None)
            return EMPTY_LOG
        unchanged = sent.unchanged_lines(log)
        sent.mark_sent(log)
        update = self.log_updates.get((id(log), unchanged))
        if update is None:
            game: Game = state.game
            turns, texts = log.by_turns(), self.log_texts
            turns_from = last_turn_index(turns, log.numbers[unchanged - 1]) if unchanged else 0
            update = unchanged, texts.lines(game, log, unchanged), turns_from, texts.turns(game, turns, turns_from)
            if unchanged:  # whole logs are large and rarely requested
                self.log_updates[id(log), unchanged] = update
        return update


def reuse_equal(before: Object | None, after: Object) -> Object:
    """Return `after` with the values of `before` wherever they are equal, so that an unchanged value stays the same
    object and later comparisons end early."""
    if before is None:
        return after
    return {key: before[key] if key in before and before[key] == value else value for key, value in after.items()}


def without_duplicates(view: View) -> View:
    """Return a view without the fields that the snapshot contains too; clients put them back."""
    return {key: value for key, value in view.items() if key not in DUPLICATED_FIELDS}

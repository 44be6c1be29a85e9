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
from sortilege.core.types import Action, Board, Object, View
from sortilege.server.live.changes import Step, StepCache, cached_steps, common_length, difference
from sortilege.server.live.log_lines import LogTextCache, last_turn_index
from sortilege.server.live.messages import Change, LogLine, Snapshot, TurnLine
from sortilege.server.tables.open_view import ALL_REVEALED

NO_VERSION: Final = -1  # the version of a client that has no snapshot, or asked for a whole one
FIELD_POSITIONS: Final = {name: position for position, name in enumerate(Snapshot.__struct_fields__)}
DUPLICATED_FIELDS: Final = frozenset({"game", "options", "you", "legal", "log"})  # fields of a view and of its snapshot
encode: Final = msgspec.json.Encoder().encode

SnapshotKey = tuple[int | None, bool, bool]  # of viewers who get the same snapshots: see Viewer.snapshot_key
# The new part of the log: the number of lines that the client keeps, the lines after these, the number of turns that it
# keeps, the turns after these.
LogUpdate = tuple[int, list[LogLine], int, list[TurnLine]]
EMPTY_LOG: Final[LogUpdate] = (0, [], 0, [])


class SentLog:
    """Remembers which lines of the game's log were sent to a group of viewers, such as all devices of one seat."""

    def __init__(self) -> None:
        self._log: SeatLog | None = None
        self._update_count = 0  # how many updates `_log` had when it was sent
        self._line_count = 0  # how many visible lines `_log` had then

    def unchanged_lines(self, log: SeatLog) -> int:
        """Return how many lines at the start of this log are the same as when they were sent. A line can change after
        it was sent, for example when hidden information in it is revealed."""
        if self._log is None:
            return 0
        unchanged = self._line_count
        for lines_left_unchanged in self._log.unchanged_counts[self._update_count :]:  # by each update since then
            unchanged = min(unchanged, lines_left_unchanged)
        if self._log is log:
            return unchanged
        return common_length(self._log.visible[:unchanged], log.visible)

    def mark_sent(self, log: SeatLog | None) -> None:
        """Remember that all lines of this log were sent; None: there is no log, because the game has not begun."""
        self._log = log
        self._update_count = 0 if log is None else len(log.unchanged_counts)
        self._line_count = 0 if log is None else len(log.visible)


class SnapshotParts:
    """The parts from which a snapshot (what one viewer may see of a table) is built.

    An unchanged part is the same object as in the previous snapshot. A part that is equal for several viewers is the
    same object for all of them. So comparing two snapshots takes almost no time."""

    def __init__(
        self, step_number: int, version: int, common_fields: Object, viewer_fields: Object, log_update: LogUpdate
    ) -> None:
        self.step_number = step_number  # the number of decisions and undos so far
        self.version = version
        self.common_fields = common_fields  # the same for all viewers
        self.viewer_fields = viewer_fields  # see `snapshots.viewer_fields`
        self.log_update = log_update
        self.view: View | None = None
        self.board: Board | None = None
        self.legal: list[Action] = []

    def snapshot(self) -> Snapshot:
        """Build the snapshot."""
        log_from, log, turns_from, turns = self.log_update
        return Snapshot(
            **self.common_fields,
            **self.viewer_fields,
            n=self.step_number,
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
    """The numbered snapshots of a table for viewers who get the same ones. Keeps the current and the previous one."""

    def __init__(self) -> None:
        self.version = 0  # of the current snapshot
        self.table_version = NO_VERSION  # `SnapshotCache.table_version` when the current snapshot was built
        self.sent_log = SentLog()
        self.encoded_whole: bytes | None = None  # the current snapshot with the whole log, if it was requested
        self._previous: SnapshotParts | None = None
        self._current: SnapshotParts | None = None
        self._encoded_snapshot: bytes | None = None
        self._encoded_change: bytes | None = None

    def add(self, table_version: int, parts: SnapshotParts) -> None:
        """Make these parts the current snapshot, which shows this version of the table."""
        self.table_version = table_version
        self.version = parts.version
        self._previous, self._current = self._current, parts
        self.encoded_whole = self._encoded_snapshot = self._encoded_change = None

    def clear(self) -> None:
        """Drop the snapshots, so that the next one is sent whole. Version numbers go on, because a number that is used
        twice would make a client apply a change to the wrong snapshot."""
        self.sent_log = SentLog()
        self._previous = self._current = None
        self.encoded_whole = self._encoded_snapshot = self._encoded_change = None

    def is_previous(self, version: int) -> bool:
        """Return whether this is the previous version: a client that has it needs only the change to the current
        one."""
        return self._previous is not None and version == self.version - 1

    def encoded_snapshot(self) -> bytes:
        """Return the current snapshot as JSON, with only the new lines of the log. It is for clients that have the
        previous snapshot and do not understand changes: they add the new lines to their log."""
        if self._encoded_snapshot is None:
            assert self._current is not None
            self._encoded_snapshot = encode(self._current.snapshot())
        return self._encoded_snapshot

    def encoded_change(self, cache: StepCache) -> bytes:
        """Return the change from the previous to the current snapshot as JSON. Only the first call computes it."""
        if self._encoded_change is None:
            assert self._previous is not None and self._current is not None
            self._encoded_change = encode(change(self._previous, self._current, cache))
        return self._encoded_change


def change(before: SnapshotParts, after: SnapshotParts, cache: StepCache) -> Change:
    """Return the message that turns a client's snapshot `before` into the snapshot `after`. Its steps (changes of
    single values) are in the order of the snapshot's fields."""
    steps: list[Step] = []
    if before.view is not after.view:
        steps += difference(before.view, after.view, ["view"], cache)
    if before.board is not after.board:
        steps += cached_steps(before.board, after.board, ["board"], cache)
    if before.legal is not after.legal:
        steps += difference(before.legal, after.legal, ["legal"])
    other_fields_changed = (
        before.common_fields is not after.common_fields or before.viewer_fields != after.viewer_fields
    )
    if other_fields_changed:
        steps += cached_steps(before.common_fields, after.common_fields, [], cache)
        steps += difference(before.viewer_fields, after.viewer_fields, [])
        steps.sort(key=field_position)
    log_from, log, turns_from, turns = after.log_update
    return Change(after.step_number, after.version, steps, log, log_from, turns, turns_from)


def field_position(step: Step) -> int:
    """Return the position in a snapshot of the field that a step (the change of one value) changes."""
    path = step[0]
    field = path[0]
    return FIELD_POSITIONS[field]


class SnapshotCache:
    """The snapshots of one table: a series for all viewers with the same key, and the parts that several series share.

    If a new part is equal to the earlier part, the earlier object is used, so that comparing two snapshots is quick."""

    def __init__(self) -> None:
        self.table_version = 0  # increases whenever a viewer may see something different
        # By seat (None: spectators), for the current state of the game:
        self.views: dict[int | None, View] = {}
        self.trimmed_views: dict[int | None, View] = {}  # the same views without DUPLICATED_FIELDS
        self.boards: dict[int | None, Board] = {}  # data that helps to draw these views
        self.common_fields: Object | None = None  # of snapshots: the same for all viewers
        # The same parts of an earlier state, or of the current one:
        self.earlier_spectator_view: View | None = None
        self.earlier_boards: dict[int | None, Board] = {}
        self.earlier_common_fields: Object | None = None
        # Key: the `id()` of a viewer's log, and the number of its lines that the client keeps
        self.log_updates: dict[tuple[int, int], LogUpdate] = {}
        self.steps: StepCache = {}  # steps that several series share
        self.log_texts = LogTextCache()
        self._series: dict[SnapshotKey, SnapshotSeries] = {}

    def invalidate_match(self) -> None:
        """Mark all snapshots and the views of the game as outdated, because the state of the match changed."""
        self.views.clear()
        self.trimmed_views.clear()
        self.boards.clear()
        self.log_texts.drop_unused()
        self.invalidate()

    def invalidate(self) -> None:
        """Mark all snapshots as outdated, because something besides the match changed, such as who is connected."""
        self.common_fields = None
        self.log_updates.clear()
        self.steps.clear()
        self.table_version += 1

    def series(self, key: SnapshotKey) -> SnapshotSeries:
        """Return the snapshots for viewers with this key. Create an empty series if there is none."""
        series = self._series.get(key)
        if series is None:
            series = self._series[key] = SnapshotSeries()
        return series

    def drop(self, key: SnapshotKey) -> None:
        """Drop the snapshots for viewers with this key, because the last such viewer left."""
        self._series.pop(key, None)

    def clear(self) -> None:
        """Drop the snapshots of all viewers, because somebody whose name is in them deleted their data."""
        self.earlier_common_fields = None
        self.invalidate()
        for series in self._series.values():
            series.clear()

    # ------------------------------------------------------------ parts shared by several series
    def view(self, state: State, seat: int | None) -> View:
        """Return what a seat (None: a spectator) may see of this game state. All views share their public parts."""
        view = self.views.get(seat)
        if view is None:
            if seat is None:
                view = self.earlier_spectator_view = reuse_equal(self.earlier_spectator_view, state.view(None))
            else:
                game: Game = state.game
                view = game.seat_view(state, seat, self.view(state, None))
            self.views[seat] = view
        return view

    def trimmed_view(self, state: State, seat: int | None) -> View:
        """Return the view of a seat without the fields that the snapshot contains too (DUPLICATED_FIELDS)."""
        view = self.trimmed_views.get(seat)
        if view is None:
            view = self.trimmed_views[seat] = without_duplicates(self.view(state, seat))
        return view

    def board(self, state: State, seat: int | None) -> Board:
        """Return the data that helps the browser to draw the view of a seat. For spectators, `seat` is None, or
        ALL_REVEALED (a negative number) if they may see all hands."""
        board = self.boards.get(seat)
        if board is None:
            game: Game = state.game
            view = self.view(state, seat)
            if seat is None or seat == ALL_REVEALED:
                board = game.board(view)
            else:
                board = game.seat_board(view, lambda: self.board(state, None))
            is_spectator_board = board is self.boards.get(None)
            if not is_spectator_board:
                board = reuse_equal(self.earlier_boards.get(seat), board)
            self.boards[seat] = self.earlier_boards[seat] = board
        return board

    def log_update(self, state: State, seat: int | None, sent_log: SentLog) -> LogUpdate:
        """Return the lines and turns of a seat's log (None: a spectator's) that were not sent yet, and mark them as
        sent in `sent_log`. Lines that have changed since they were sent are returned again."""
        log = seat_log(state, seat)
        if log is None:
            sent_log.mark_sent(None)
            return EMPTY_LOG
        unchanged_lines = sent_log.unchanged_lines(log)
        sent_log.mark_sent(log)
        update = self.log_updates.get((id(log), unchanged_lines))
        if update is None:
            update = self._build_log_update(state.game, log, unchanged_lines)
            if unchanged_lines > 0:  # whole logs are large and rarely requested
                self.log_updates[id(log), unchanged_lines] = update
        return update

    def _build_log_update(self, game: Game, log: SeatLog, unchanged_lines: int) -> LogUpdate:
        """Return the lines of a log after the first `unchanged_lines`, and the turns that may have changed. The first
        of these turns is that of the last unchanged line, because its length may have changed."""
        turns, first_turn = log.by_turns(), 0
        if unchanged_lines > 0:
            first_turn = last_turn_index(turns, log.numbers[unchanged_lines - 1])
        line_messages = self.log_texts.lines(game, log, unchanged_lines)
        return unchanged_lines, line_messages, first_turn, self.log_texts.turns(game, turns, first_turn)


def reuse_equal(before: Object | None, after: Object) -> Object:
    """Return a copy of the dict `after` in which each value that is equal in `before` is the object from `before`. So
    unchanged values stay the same objects, which are quick to compare. `before` None: return `after` itself."""
    if before is None:
        return after
    return {key: before[key] if key in before and before[key] == value else value for key, value in after.items()}


def without_duplicates(view: View) -> View:
    """Return a view without the fields that its snapshot contains too. Clients copy these from the snapshot."""
    return {key: value for key, value in view.items() if key not in DUPLICATED_FIELDS}

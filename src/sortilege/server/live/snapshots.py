"""Builds the snapshot of a table for each viewer. Hidden information is left out by the game's own view."""

from __future__ import annotations

from functools import cache
from typing import Any

from sortilege.core.chance import commitment
from sortilege.core.types import Object
from sortilege.server.live.audience import Audience
from sortilege.server.live.messages import Luck, SeatPlate, Snapshot
from sortilege.server.live.snapshot_cache import EMPTY_LOG, SentLog, SnapshotParts, encode, reuse_equal
from sortilege.server.tables import undo
from sortilege.server.tables.messages import ClockFace
from sortilege.server.tables.open_view import OPEN, open_view
from sortilege.server.tables.seats.seed_shares import fingerprint
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from sortilege.server.tables.talk import visible_messages
from sortilege.server.text import Text, say


def next_message(audience: Audience, viewer: Viewer, version: int, changes: bool) -> tuple[bytes, int]:
    """Return the encoded message that brings a client from `version` up to date, and the version it then has.

    `changes`: whether the client understands changes."""
    cache = audience.cache
    series = cache.series(viewer.kind())
    if series.stamp != cache.stamp:
        series.add(cache.stamp, snapshot_parts(audience, viewer, series.sent, series.version + 1))
    if series.follows(version):
        return series.encoded_change(cache.steps) if changes else series.encoded_snapshot(), series.version
    whole = series.whole or encode(snapshot(audience, viewer, SentLog(), series.version))
    if viewer.seat is None:  # there may be many spectators; a seat has few devices, and whole snapshots are large
        series.whole = whole
    return whole, series.version


def whole_snapshot(audience: Audience, viewer: Viewer) -> Snapshot:
    """Return the table as this viewer may see it, with the whole log."""
    return snapshot(audience, viewer, SentLog(), 0)


def snapshot(audience: Audience, viewer: Viewer, sent: SentLog, version: int) -> Snapshot:
    """Return the table as this viewer may see it, with the log lines that were not sent yet."""
    return snapshot_parts(audience, viewer, sent, version).snapshot()


def snapshot_parts(audience: Audience, viewer: Viewer, sent: SentLog, version: int) -> SnapshotParts:
    """Return the parts of a viewer's snapshot, with the log lines that were not sent yet."""
    table, seat, cache = audience.table, viewer.seat, audience.cache
    table_state = table.state
    match = table_state.match
    if match is None:
        sent.mark_sent(None)
        return SnapshotParts(table_state.n, version, common(audience), viewer_values(table, viewer), EMPTY_LOG)
    state = match.state
    shared, own = common(audience), viewer_values(table, viewer)  # before the log is marked as sent: they may raise
    parts = SnapshotParts(table_state.n, version, shared, own, cache.log_update(state, seat, sent))
    shown_seat = seat
    if seat is None and table_state.open_hands:
        shown_seat = OPEN
        if OPEN not in cache.views:
            cache.views[OPEN] = open_view(state)
    parts.view = cache.bare_view(state, shown_seat)
    parts.board = cache.board(state, shown_seat)
    if seat is not None and may_act(table_state, seat):
        parts.legal = cache.view(state, seat)["legal"]
    return parts


def viewer_values(table: Table, viewer: Viewer) -> tuple[Any, ...]:
    """Return the values of snapshot_cache.VIEWER_FIELDS."""
    table_state, seat = table.state, viewer.seat
    waiting = viewer.key is not None and table_state.match is None
    return (
        seat,
        is_host(table_state, viewer),
        no_undo(undo.why_no_undo(table_state, seat)),
        undo.retry_method(table_state, seat),
        rematch_watch(table_state) if seat is None else None,
        table.invite_path() if waiting else None,
        table.watch_path() if viewer.key else None,
        (table_state.opened.code or None) if waiting else None,
        visible_messages(table_state, seat),
    )


def common(audience: Audience) -> Object:
    """Return the fields that are the same for all viewers. The result is the same object as before if no field
    changed."""
    cache, table = audience.cache, audience.table
    table_state = table.state
    if cache.common is None:
        over = table_state.over()
        present = set(audience.connected_seats())
        now = {
            "table": table.name,
            "game": table_state.opened.game,
            "phase": "waiting" if table_state.match is None else "over" if over else "playing",
            "seats": [seat_plate(audience, seat, seat in present) for seat in range(len(table_state.occupants))],
            "aids": table_state.aids_allowed(),
            "commitment": table_state.commitment,
            "seed": str(table_state.playing().seed) if over else None,
            "luck": luck(table_state),
            "rematch": f"/t/{table_state.rematch.table}" if table_state.rematch else None,
            "thinking": table_state.bot_to_move(),
            "options": table_state.opened.options,
            "notice": notice(table),
            "clock": clock_face(table_state),
            "talk": table_state.opened.talk,
            "asked": table_state.request,
            "paused": table_state.paused,
            "take_backs": table_state.opened.take_backs,
            "taken_back": table_state.taken_back,
            "open_hands": table_state.open_hands,
            "absence": table_state.opened.absence,
            "ended": table_state.ended,
        }
        if cache.last_common != now:
            cache.last_common = reuse_equal(cache.last_common, now)
        cache.common = cache.last_common
    return cache.common or {}


def luck(table_state: TableState) -> Luck | None:
    """Return what the seed is mixed from: only hashes during the game, everything when it is over."""
    half, shares, over = table_state.opened.seed, table_state.shares, table_state.over()
    if shares is None:
        return None
    return Luck(commitment(half), list(map(fingerprint, shares)), half if over else None, list(shares) if over else [])


def is_host(table_state: TableState, viewer: Viewer) -> bool:
    """Return whether the viewer is the host now, even if they were not when their socket was opened."""
    key = table_state.keys.get(viewer.key or "")
    return viewer.host if key is None else key.host


def clock_face(table_state: TableState) -> ClockFace | None:
    """Return the state of the clocks, which are full before the first move; None if the table has none."""
    plan, now = table_state.opened.clock, table_state.clock
    if plan is None:
        return None
    if now is None:
        return ClockFace(plan, [float(plan.seconds)] * len(table_state.occupants), None, 0.0, None, paused=False)
    return ClockFace(plan, now.left, now.seat, now.at, table_state.overdue(), now.paused)


def seat_plate(audience: Audience, seat: int, present: bool) -> SeatPlate:
    """Return the message for a seat. `present`: whether it has a socket on this server; other servers are checked only
    if it has none."""
    state = audience.table.state
    occupant = state.occupants[seat]
    awaited = occupant.kind == "person" and occupant.level is None and state.match is not None
    return SeatPlate(
        seat=seat,
        kind=occupant.kind,
        name=occupant.name,
        level=occupant.level,
        here=occupant.kind == "person" and (present or audience.is_connected(seat)),
        stand_in=occupant.kind == "person" and occupant.level is not None,
        lost=occupant.lost,
        stand_in_level=occupant.stand_in,
        absent_from=audience.presence.absent_from(state, seat) if awaited and not state.over() else None,
    )


def notice(table: Table) -> Text | None:
    """Return the message to show when a table is stalled: storage is unavailable, or the table is read-only because its
    log no longer replays under the current rules or cards."""
    table_state = table.state
    if table_state.replay_error is None:
        return say("bots_wait") if table.stuck and table_state.bot_to_move() is not None else None
    opened, game = table_state.opened, table_state.game
    if opened.cards not in ("", game.card_fingerprint(opened.options)):
        return say("misfit_cards")
    if rules := game.rulings_since(opened.rules):
        return say("misfit_rules", rules=rules)
    return say("misfit", why=table_state.replay_error)


@cache
def no_undo(why: str | None) -> Text | None:
    """Return the sentence for a reason why the last step cannot be undone; None if it can."""
    return None if why is None else say("no_undo", why=why)


def may_act(table_state: TableState, seat: int) -> bool:
    """Return whether the table lets the person of this seat act; not while a bot plays for them. The rules of the game
    decide whose turn it is."""
    if table_state.replay_error or table_state.paused or table_state.over():
        return False
    return table_state.bot_level(seat) is None


def rematch_watch(table_state: TableState) -> str | None:
    """Return the path of the rematch for spectators; None if there is no rematch, or an old one stored without it."""
    next_ = table_state.rematch
    return f"/t/{next_.table}?watch={next_.watch}" if next_ is not None and next_.watch else None

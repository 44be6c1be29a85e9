"""Builds the snapshot of a table for each viewer. Hidden information is left out by the game's own view."""

from __future__ import annotations

from functools import cache

from sortilege.core.chance import commitment
from sortilege.core.types import Object
from sortilege.server.live.audience import Audience
from sortilege.server.live.messages import SeatInfo, SeedProof, Snapshot
from sortilege.server.live.snapshot_cache import EMPTY_LOG, SentLog, SnapshotParts, encode, reuse_equal
from sortilege.server.tables import undo
from sortilege.server.tables.clocks.clock import initial_clocks
from sortilege.server.tables.messages import ClockFace
from sortilege.server.tables.open_view import ALL_REVEALED, open_view
from sortilege.server.tables.seats.seed_shares import fingerprint
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from sortilege.server.tables.talk import visible_messages
from sortilege.server.text import Text, say


def next_message(audience: Audience, viewer: Viewer, version: int, understands_changes: bool) -> tuple[bytes, int]:
    """Return the encoded message that brings a client up to date, and the version that the client has afterwards.

    `version` is the version of the snapshot that the client has now. If it is the previous version, the message is a
    `Change`, or for clients that do not understand changes a snapshot with only the new part of the log. Otherwise the
    message is a whole snapshot."""
    cache = audience.cache
    series = cache.series(viewer.kind())
    if series.stamp != cache.stamp:
        series.add(cache.stamp, snapshot_parts(audience, viewer, series.sent, series.version + 1))
    if series.follows(version):
        message = series.encoded_change(cache.steps) if understands_changes else series.encoded_snapshot()
        return message, series.version
    message = series.encoded_whole or encode(whole_snapshot(audience, viewer, series.version))
    if viewer.seat is None:  # there may be many spectators; a seat has few devices, and whole snapshots are large
        series.encoded_whole = message
    return message, series.version


def whole_snapshot(audience: Audience, viewer: Viewer, version: int = 0) -> Snapshot:
    """Return the table as this viewer may see it, with the whole log."""
    return snapshot_parts(audience, viewer, SentLog(), version).snapshot()


def snapshot_parts(audience: Audience, viewer: Viewer, sent: SentLog, version: int) -> SnapshotParts:
    """Return the parts of a viewer's snapshot with this version number. `sent` records which log lines viewers like
    this one have received: the snapshot gets only the other lines, which are then recorded as sent."""
    table, seat, cache = audience.table, viewer.seat, audience.cache
    state = table.state
    # The fields are built before the log is marked as sent, because that may raise an error.
    shared_fields, own_fields = cached_common_fields(audience), viewer_fields(table, viewer)
    if state.match is None:
        sent.mark_sent(None)
        return SnapshotParts(state.n, version, shared_fields, own_fields, EMPTY_LOG)
    game_state = state.match.state
    log_update = cache.log_update(game_state, seat, sent)
    parts = SnapshotParts(state.n, version, shared_fields, own_fields, log_update)
    view_of = seat
    if seat is None and state.open_hands:
        view_of = ALL_REVEALED
        if ALL_REVEALED not in cache.views:
            cache.views[ALL_REVEALED] = open_view(game_state)
    parts.view = cache.bare_view(game_state, view_of)
    parts.board = cache.board(game_state, view_of)
    if seat is not None and may_act(state, seat):
        parts.legal = cache.view(game_state, seat)["legal"]
    return parts


def viewer_fields(table: Table, viewer: Viewer) -> Object:
    """Return the fields of a snapshot that depend on the viewer, without the view, the board, `legal` and the log."""
    state, seat = table.state, viewer.seat
    may_invite = viewer.key is not None and state.match is None
    return {
        "you": seat,
        "host": is_host(state, viewer),
        "undo": undo_refusal(undo.why_no_undo(state, seat)),
        "back": undo.retry_method(state, seat),
        "rematch_watch": rematch_watch(state) if seat is None else None,
        "invite": table.invite_path() if may_invite else None,
        "watch": table.watch_path() if viewer.key else None,
        "code": (state.opened.code or None) if may_invite else None,
        "words": visible_messages(state, seat),
    }


def cached_common_fields(audience: Audience) -> Object:
    """Return the fields of a snapshot that are the same for all viewers. Unless a field changed, the result is the same
    object as before, so that comparing snapshots is quick."""
    cache = audience.cache
    if cache.common is None:
        fields = common_fields(audience)
        if cache.last_common != fields:
            cache.last_common = reuse_equal(cache.last_common, fields)
        cache.common = cache.last_common
    return cache.common or {}


def common_fields(audience: Audience) -> Object:
    """Build the fields of a snapshot that are the same for all viewers."""
    table, state = audience.table, audience.table.state
    connected_here = set(audience.connected_seats())
    phase = "waiting" if state.match is None else "playing"
    return {
        "table": table.name,
        "game": state.opened.game,
        "phase": "over" if state.over() else phase,
        "seats": [seat_plate(audience, seat, seat in connected_here) for seat in range(len(state.occupants))],
        "aids": state.aids_allowed(),
        "commitment": state.commitment,
        "seed": str(state.started_match().seed) if state.over() else None,
        "luck": luck(state),
        "rematch": f"/t/{state.rematch.table}" if state.rematch else None,
        "thinking": state.bot_to_move(),
        "options": state.opened.options,
        "notice": stall_notice(table),
        "clock": clock_face(state),
        "talk": state.opened.talk,
        "asked": state.request,
        "paused": state.paused,
        "take_backs": state.opened.take_backs,
        "taken_back": state.taken_back,
        "open_hands": state.open_hands,
        "absence": state.opened.absence,
        "ended": state.ended,
    }


def luck(state: TableState) -> SeedProof | None:
    """Return what the random seed of the game was computed from, so that players can check that nobody chose it:
    only hashes during the game, everything when it is over. Return None at old tables, where the server alone chose the
    seed."""
    server_half, shares = state.opened.seed, state.shares
    if shares is None:
        return None
    hashes = [fingerprint(share) for share in shares]
    if state.over():
        return SeedProof(commitment(server_half), hashes, half=server_half, shares=list(shares))
    return SeedProof(commitment(server_half), hashes, half=None, shares=[])


def is_host(state: TableState, viewer: Viewer) -> bool:
    """Return whether the viewer is the host of the table now. They may have become the host after they connected."""
    key = None if viewer.key is None else state.keys.get(viewer.key)
    return viewer.host if key is None else key.host


def clock_face(state: TableState) -> ClockFace | None:
    """Return the state of the clocks; None if the table has no clocks. Before the first move all clocks are full."""
    plan, clocks = state.opened.clock, state.clock
    if plan is None:
        return None
    if clocks is None:
        clocks = initial_clocks(plan, len(state.occupants), now=0.0)
    return ClockFace(plan, clocks.left, clocks.seat, clocks.at, state.overdue(), clocks.paused)


def seat_plate(audience: Audience, seat: int, connected_here: bool) -> SeatInfo:
    """Return the message that describes a seat to all viewers: who plays it and whether they are connected.
    `connected_here`: whether the seat's person is connected to this server. If not, they may be connected to another
    server."""
    state = audience.table.state
    occupant = state.occupants[seat]
    is_person = occupant.kind == "person"
    is_expected = is_person and occupant.level is None and state.match is not None and not state.over()
    return SeatInfo(
        seat=seat,
        kind=occupant.kind,
        name=occupant.name,
        level=occupant.level,
        here=is_person and (connected_here or audience.is_connected(seat)),
        stand_in=is_person and occupant.level is not None,
        lost=occupant.lost,
        stand_in_level=occupant.stand_in,
        absent_from=audience.presence.absent_from(state, seat) if is_expected else None,
    )


def stall_notice(table: Table) -> Text | None:
    """Return the message to show when a table is stalled: storage is unavailable, or the table is read-only because its
    log no longer replays under the current rules or cards."""
    state = table.state
    if state.replay_error is None:
        return say("bots_wait") if table.stuck and state.bot_to_move() is not None else None
    opened, game = state.opened, state.game
    if opened.cards not in ("", game.card_fingerprint(opened.options)):
        return say("misfit_cards")
    if rules := game.rulings_since(opened.rules):
        return say("misfit_rules", rules=rules)
    return say("misfit", why=state.replay_error)


@cache
def undo_refusal(why: str | None) -> Text | None:
    """Return the sentence for a reason why the last step cannot be undone; None if it can."""
    return None if why is None else say("no_undo", why=why)


def may_act(state: TableState, seat: int) -> bool:
    """Return whether the table lets the person of this seat act, for example not while a bot plays for them. Whether it
    is their turn is not checked here, because the rules of the game decide that."""
    if state.replay_error or state.paused or state.over():
        return False
    return state.bot_level(seat) is None


def rematch_watch(state: TableState) -> str | None:
    """Return the path of the rematch for spectators. Return None if there is no rematch, or if it was stored by an
    older version, which did not store the spectators' code."""
    rematch = state.rematch
    if rematch is None or not rematch.watch:
        return None
    return f"/t/{rematch.table}?watch={rematch.watch}"

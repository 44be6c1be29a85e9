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
from sortilege.server.text import Text, sentence


def next_message(audience: Audience, viewer: Viewer, version: int, understands_changes: bool) -> tuple[bytes, int]:
    """Return the encoded message that brings a client up to date, and the version of the snapshot that the client has
    afterwards. `version` is the version that it has now.

    If that is the previous version, the message is a `Change`. A client that does not understand changes gets a
    snapshot with only the new lines of the log instead. Otherwise the message is a whole snapshot."""
    cache = audience.cache
    series = cache.series(viewer.snapshot_key())
    if series.table_version != cache.table_version:
        parts = snapshot_parts(audience, viewer, series.sent_log, series.version + 1)
        series.add(cache.table_version, parts)
    if series.is_previous(version):
        message = series.encoded_change(cache.steps) if understands_changes else series.encoded_snapshot()
        return message, series.version
    message = series.encoded_whole or encode(whole_snapshot(audience, viewer, series.version))
    if viewer.seat is None:  # there may be many spectators; a seat has few devices, and whole snapshots are large
        series.encoded_whole = message
    return message, series.version


def whole_snapshot(audience: Audience, viewer: Viewer, version: int = 0) -> Snapshot:
    """Return everything that a viewer may see of their table, with the whole log of the game."""
    return snapshot_parts(audience, viewer, SentLog(), version).snapshot()


def snapshot_parts(audience: Audience, viewer: Viewer, sent_log: SentLog, version: int) -> SnapshotParts:
    """Return the parts of a viewer's snapshot with this version number. The snapshot gets only the log lines that were
    not sent yet to viewers with the same rights; `sent_log` records the sent lines, and these lines are added to it."""
    table, seat, cache = audience.table, viewer.seat, audience.cache
    state = table.state
    # These fields are built first: if that fails, no line of the log is marked as sent.
    common, for_viewer = cached_common_fields(audience), viewer_fields(table, viewer)
    if state.match is None:
        sent_log.mark_sent(None)
        return SnapshotParts(state.step_number, version, common, for_viewer, EMPTY_LOG)
    game_state = state.match.state
    log_update = cache.log_update(game_state, seat, sent_log)
    parts = SnapshotParts(state.step_number, version, common, for_viewer, log_update)
    sees_all_hands = seat is None and state.open_hands
    if sees_all_hands and ALL_REVEALED not in cache.views:
        cache.views[ALL_REVEALED] = open_view(game_state)
    view_key = ALL_REVEALED if sees_all_hands else seat
    parts.view = cache.trimmed_view(game_state, view_key)
    parts.board = cache.board(game_state, view_key)
    if seat is not None and can_act(state, seat):
        parts.legal = cache.view(game_state, seat)["legal"]
    return parts


def viewer_fields(table: Table, viewer: Viewer) -> Object:
    """Return the fields of a snapshot that depend on the viewer (see `Snapshot`). Four more such fields are added
    elsewhere: the view, the board, the legal actions and the log."""
    state, seat = table.state, viewer.seat
    has_key = viewer.key is not None
    can_invite = has_key and state.match is None
    invite_code = state.opened.code or None
    return {
        "you": seat,
        "host": is_host(state, viewer),
        "undo": undo_refusal(undo.why_no_undo(state, seat)),
        "back": undo.retry_method(state, seat),
        "rematch_watch": rematch_watch(state) if seat is None else None,
        "invite": table.invite_path() if can_invite else None,
        "watch": table.watch_path() if has_key else None,
        "code": invite_code if can_invite else None,
        "words": visible_messages(state, seat),  # of the chat
    }


def cached_common_fields(audience: Audience) -> Object:
    """Return the fields of a snapshot that are the same for all viewers. If no field has changed since the previous
    snapshot, return the same object again, so that comparing the two snapshots is quick."""
    cache = audience.cache
    if cache.common_fields is not None:
        return cache.common_fields
    fields = common_fields(audience)
    if cache.earlier_common_fields is None or cache.earlier_common_fields != fields:
        cache.earlier_common_fields = reuse_equal(cache.earlier_common_fields, fields)
    cache.common_fields = cache.earlier_common_fields
    return cache.common_fields


def common_fields(audience: Audience) -> Object:
    """Build the fields of a snapshot that are the same for all viewers (see `Snapshot`)."""
    table, state = audience.table, audience.table.state
    seats_here = set(audience.connected_seats())  # connected to this server
    phase = "waiting" if state.match is None else "playing"
    return {
        "table": table.name,
        "game": state.opened.game,
        "phase": "over" if state.over() else phase,
        "seats": [seat_info(audience, seat, seat in seats_here) for seat in range(len(state.occupants))],
        "aids": state.aids_allowed(),
        "commitment": state.commitment,
        "seed": str(state.started_match().seed) if state.over() else None,
        "luck": seed_proof(state),
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


def seed_proof(state: TableState) -> SeedProof | None:
    """Return the proof that nobody chose the random seed of the game. The seed is computed from a random number of the
    server (its half) and one of each player (their shares). During the game, the proof contains only the hashes of
    these numbers. After the game, it also contains the numbers. Return None for old tables, which have no shares."""
    server_half, shares = state.opened.seed, state.shares
    if shares is None:
        return None
    server_hash = commitment(server_half)
    share_hashes = [fingerprint(share) for share in shares]
    if state.over():
        return SeedProof(server_hash, share_hashes, half=server_half, shares=list(shares))
    return SeedProof(server_hash, share_hashes, half=None, shares=[])


def is_host(state: TableState, viewer: Viewer) -> bool:
    """Return whether the viewer is the host of the table now. They may have become the host after they connected."""
    current_key = state.keys.get(viewer.key) if viewer.key is not None else None
    return viewer.host if current_key is None else current_key.host


def clock_face(state: TableState) -> ClockFace | None:
    """Return what a snapshot shows about the clocks of the table; None if it has none. Before the game all are full."""
    plan = state.opened.clock
    if plan is None:
        return None
    clocks = state.clock or initial_clocks(plan, len(state.occupants), now=0.0)
    return ClockFace(plan, clocks.left, clocks.seat, clocks.at, state.overdue(), clocks.paused)


def seat_info(audience: Audience, seat: int, connected_here: bool) -> SeatInfo:
    """Return what a snapshot shows about a seat: who plays it, and whether that person is connected to any server.
    `connected_here` says whether they are connected to this server."""
    state = audience.table.state
    occupant = state.occupants[seat]
    is_person, is_played_by_bot = occupant.kind == "person", occupant.level is not None
    is_game_running = state.match is not None and not state.over()
    can_become_absent = is_person and not is_played_by_bot and is_game_running
    return SeatInfo(
        seat=seat,
        kind=occupant.kind,
        name=occupant.name,
        level=occupant.level,
        here=is_person and (connected_here or audience.is_connected(seat)),
        stand_in=is_person and is_played_by_bot,
        lost=occupant.lost,
        stand_in_level=occupant.stand_in,
        absent_from=audience.presence.absent_from(state, seat) if can_become_absent else None,
    )


def stall_notice(table: Table) -> Text | None:
    """Return the message to show when a table is stalled: a bot waits because the store is unavailable, or the table is
    read-only because its log no longer fits the current rules or cards. Return None if it is not stalled."""
    state, opened, game = table.state, table.state.opened, table.state.game
    if state.replay_error is None:
        bot_waits = table.stuck and state.bot_to_move() is not None
        return sentence("bots_wait") if bot_waits else None
    cards_changed = opened.cards != "" and opened.cards != game.card_fingerprint(opened.options)
    if cards_changed:
        return sentence("misfit_cards")
    changed_rules = game.rulings_since(opened.rules)
    if changed_rules:
        return sentence("misfit_rules", rules=changed_rules)
    return sentence("misfit", why=state.replay_error)


@cache
def undo_refusal(reason: str | None) -> Text | None:
    """Return the sentence for a reason (a key of `undo` in words.toml) why a step cannot be taken back, or None."""
    return None if reason is None else sentence("no_undo", why=reason)


def can_act(state: TableState, seat: int) -> bool:
    """Return whether the person of this seat could act if it were their turn: the game is running, and no bot plays for
    them. The rules of the game decide whether it is their turn."""
    is_running = state.replay_error is None and not state.paused and not state.over()
    return is_running and state.bot_level(seat) is None


def rematch_watch(state: TableState) -> str | None:
    """Return the path at which spectators can follow the rematch; None without a rematch or a spectators' code."""
    rematch = state.rematch
    if rematch is None or not rematch.watch:
        return None
    return f"/t/{rematch.table}?watch={rematch.watch}"

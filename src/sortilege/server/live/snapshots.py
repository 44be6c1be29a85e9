"""What each viewer is sent: the table from their chair. Everything hidden is left out by the game's own view."""

from __future__ import annotations

from functools import cache
from typing import Any

from sortilege.core.chance import commitment
from sortilege.core.shapes import Object
from sortilege.server.live.audience import Audience
from sortilege.server.live.messages import Luck, SeatPlate, Snapshot
from sortilege.server.live.snapshot_cache import NO_NEWS, Parts, SentLog, encode, kept_parts
from sortilege.server.tables import undo
from sortilege.server.tables.messages import ClockFace
from sortilege.server.tables.open_view import OPEN, open_view
from sortilege.server.tables.seats.seed_shares import fingerprint
from sortilege.server.tables.seats.viewers import Viewer
from sortilege.server.tables.state import TableState
from sortilege.server.tables.table import Table
from sortilege.server.tables.talk import visible_words
from sortilege.server.text import Text, say


def snapshot_text(audience: Audience, viewer: Viewer, has: int, changes: bool) -> tuple[bytes, int]:
    """What a client that has this version is sent now, and the version it has then."""
    feeds = audience.feeds
    feed = feeds.feed(viewer.kind())
    if feed.stamp != feeds.stamp:
        feed.renew(feeds.stamp, parts_of(audience, viewer, feed.sent, feed.version + 1))
    if feed.follows(has):
        return feed.change(feeds.known) if changes else feed.since(), feed.version
    whole = feed.whole or encode(snapshot(audience, viewer, SentLog(), feed.version))
    if viewer.seat is None:  # many may look on; a seat has few devices, and whole snapshots are large
        feed.whole = whole
    return whole, feed.version


def whole_snapshot(audience: Audience, viewer: Viewer) -> Snapshot:
    """The table as this viewer may see it, with the whole log."""
    return snapshot(audience, viewer, SentLog(), 0)


def snapshot(audience: Audience, viewer: Viewer, sent: SentLog, version: int) -> Snapshot:
    """The table as this viewer may see it, with the log lines that were not sent yet."""
    return parts_of(audience, viewer, sent, version).snapshot()


def parts_of(audience: Audience, viewer: Viewer, sent: SentLog, version: int) -> Parts:
    """The same in its parts."""
    table, seat, feeds = audience.table, viewer.seat, audience.feeds
    table_state = table.state
    match = table_state.match
    if match is None:
        sent.note(None)
        return Parts(table_state.n, version, common(audience), own(table, viewer), NO_NEWS)
    state = match.state
    now = Parts(table_state.n, version, common(audience), own(table, viewer), feeds.news_for(state, seat, sent))
    eyes = seat
    if seat is None and table_state.open_hands:
        eyes = OPEN
        if OPEN not in feeds.views:
            feeds.views[OPEN] = open_view(state)
    now.view = feeds.bare_view(state, eyes)
    now.board = feeds.board(state, eyes)
    if seat is not None and may_act(table_state, seat):
        now.legal = feeds.view(state, seat)["legal"]
    return now


def own(table: Table, viewer: Viewer) -> tuple[Any, ...]:
    """The viewer's own fields, as feeds.OWN names them."""
    table_state, seat = table.state, viewer.seat
    waiting = viewer.key is not None and table_state.match is None
    return (
        seat,
        is_host(table_state, viewer),
        no_undo(undo.why_no_undo(table_state, seat)),
        undo.way_back(table_state, seat),
        rematch_watch(table_state) if seat is None else None,
        table.invite_path() if waiting else None,
        table.watch_path() if viewer.key else None,
        (table_state.opened.code or None) if waiting else None,
        visible_words(table_state, seat),
    )


def common(audience: Audience) -> Object:
    """What everybody is sent alike; the same object as before, where all of it is the same."""
    feeds, table = audience.feeds, audience.table
    table_state = table.state
    if feeds.common is None:
        over = table_state.over()
        present = set(audience.connected_seats())
        now = {
            "table": table.name,
            "game": table_state.opened.game,
            "phase": "waiting" if table_state.match is None else "over" if over else "playing",
            "seats": [plate(audience, seat, seat in present) for seat in range(len(table_state.chairs))],
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
        if feeds.last_common != now:
            feeds.last_common = kept_parts(feeds.last_common, now)
        feeds.common = feeds.last_common
    return feeds.common or {}


def luck(table_state: TableState) -> Luck | None:
    """Return what the seed is mixed from: fingerprints during the game, everything when it is over."""
    half, shares, over = table_state.opened.seed, table_state.shares, table_state.over()
    if shares is None:
        return None
    return Luck(commitment(half), list(map(fingerprint, shares)), half if over else None, list(shares) if over else [])


def is_host(table_state: TableState, viewer: Viewer) -> bool:
    """Whoever came as somebody else's guest may be the host by now."""
    key = table_state.keys.get(viewer.key or "")
    return viewer.host if key is None else key.host


def clock_face(table_state: TableState) -> ClockFace | None:
    """The clocks; before the first move they are full."""
    plan, now = table_state.opened.clock, table_state.clock
    if plan is None:
        return None
    if now is None:
        return ClockFace(plan, [float(plan.seconds)] * len(table_state.chairs), None, 0.0, None, paused=False)
    return ClockFace(plan, now.left, now.seat, now.at, table_state.overdue(), now.paused)


def plate(audience: Audience, seat: int, present: bool) -> SeatPlate:
    """A seat; whether somebody looks at the table from it here is known, elsewhere it is asked."""
    state = audience.table.state
    chair = state.chairs[seat]
    awaited = chair.kind == "person" and chair.level is None and state.match is not None
    return SeatPlate(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        level=chair.level,
        here=chair.kind == "person" and (present or audience.is_connected(seat)),
        stand_in=chair.kind == "person" and chair.level is not None,
        lost=chair.lost,
        stand_in_level=chair.stand_in,
        absent_from=audience.presence.absent_from(state, seat) if awaited and not state.over() else None,
    )


def notice(table: Table) -> Text | None:
    """Why nothing moves: the store is not well just now, or the table can only be looked at. The latter is shorter than
    its refusal, which says where the log stopped fitting."""
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
    """Why a step cannot be taken back, as people read it."""
    return None if why is None else say("no_undo", why=why)


def may_act(table_state: TableState, seat: int) -> bool:
    """Whether it is for the person of this seat to act, as far as the table is concerned; not while a bot stands in."""
    if table_state.replay_error or table_state.paused or table_state.over():
        return False
    return table_state.bot_level(seat) is None


def rematch_watch(table_state: TableState) -> str | None:
    """Where a spectator sees the rematch; tables that were played before this was noted have none."""
    next_ = table_state.rematch
    return f"/t/{next_.table}?watch={next_.watch}" if next_ is not None and next_.watch else None

"""What each viewer is sent: the table from their chair. Everything hidden is left out by the game's own view."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sortilege import Match
from sortilege.core.log import seat_log
from sortilege.core.shapes import Board, Object, View
from sortilege.server import undo
from sortilege.server.feeds import News, SentLog, Told, encode
from sortilege.server.log_lines import turn_of
from sortilege.server.messages.clock import ClockFace
from sortilege.server.messages.table import SeatPlate, Snapshot
from sortilege.server.messages.words import Text
from sortilege.server.replay import OPEN, open_view
from sortilege.server.seats import Viewer
from sortilege.server.table import Table
from sortilege.server.table_state import TableState
from sortilege.server.talk import words_for
from sortilege.server.words import say

SAID_ELSEWHERE: Final = frozenset({"game", "options", "you", "legal", "log"})


def snapshot_text(table: Table, viewer: Viewer, has: int, changes: bool) -> tuple[bytes, int]:
    """What a client that has this version is sent now, and the version it has then."""
    feeds = table.feeds
    feed = feeds.feed(viewer)
    if feed.stamp != feeds.stamp:
        feed.renew(feeds.stamp, told(table, viewer, feed.sent, feed.version + 1))
    if feed.follows(has):
        return feed.change(feeds.known) if changes else feed.since(), feed.version
    whole = feed.whole or encode(snapshot(table, viewer, SentLog(), feed.version))
    if viewer.seat is None:  # many may look on; a seat has few devices, and whole snapshots are large
        feed.whole = whole
    return whole, feed.version


def whole_snapshot(table: Table, viewer: Viewer) -> Snapshot:
    """The table as this viewer may see it, with the whole log."""
    return snapshot(table, viewer, SentLog(), 0)


def snapshot(table: Table, viewer: Viewer, sent: SentLog, version: int) -> Snapshot:
    """The table as this viewer may see it, with the log lines that were not sent yet."""
    return told(table, viewer, sent, version).snapshot()


def told(table: Table, viewer: Viewer, sent: SentLog, version: int) -> Told:
    """The same in its parts."""
    table_state, seat = table.state, viewer.seat
    eyes = OPEN if seat is None and table_state.open_hands else seat
    now = Told(table_state.n, version, common(table), own(table, viewer), news(table, seat, sent))
    if table_state.match is not None:
        now.view = shown(table, table_state.match, eyes)
        now.board = board(table, table_state.match, eyes)
        if seat is not None and may_act(table_state, seat):
            now.legal = view(table, table_state.match, seat)["legal"]
    return now


def own(table: Table, viewer: Viewer) -> tuple[Any, ...]:
    """The viewer's own fields, as feeds.OWN names them."""
    table_state, seat = table.state, viewer.seat
    waiting = viewer.key is not None and table_state.match is None
    return (
        seat,
        is_host(table_state, viewer),
        no_undo(undo.why_no_undo(table_state, seat)),
        undo.back(table_state, seat),
        rematch_watch(table_state) if seat is None else None,
        invite_path(table) if waiting else None,
        watch_path(table) if viewer.key else None,
        (table_state.opened.code or None) if waiting else None,
        words_for(table_state, seat),
    )


def common(table: Table) -> Object:
    """What everybody is sent alike; the same object as before, where all of it is the same."""
    feeds, table_state = table.feeds, table.state
    if feeds.common is None:
        over = table_state.over()
        present = {one.viewer.seat for one in table.onlookers}
        now = {
            "table": table.name,
            "game": table_state.opened.game,
            "phase": "waiting" if table_state.match is None else "over" if over else "playing",
            "seats": [plate(table, seat, seat in present) for seat in range(len(table_state.chairs))],
            "aids": table_state.aids_allowed(),
            "commitment": table_state.commitment,
            "seed": str(table_state.playing().seed) if over else None,
            "luck": table_state.luck(),
            "rematch": f"/t/{table_state.rematch.table}" if table_state.rematch else None,
            "thinking": table_state.bot_to_move(),
            "options": table_state.opened.options,
            "notice": notice(table),
            "clock": clock_face(table_state),
            "talk": table_state.opened.talk,
            "asked": table_state.asked,
            "paused": table_state.paused(),
            "take_backs": table_state.opened.take_backs,
            "taken_back": table_state.taken_back,
            "open_hands": table_state.open_hands,
            "ended": table_state.ended,
        }
        if feeds.last_common != now:
            feeds.last_common = kept_parts(feeds.last_common, now)
        feeds.common = feeds.last_common
    return feeds.common or {}


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


def plate(table: Table, seat: int, present: bool) -> SeatPlate:
    """A seat; whether somebody looks at the table from it here is known, elsewhere it is asked."""
    chair = table.state.chairs[seat]
    return SeatPlate(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        level=chair.level,
        here=chair.kind == "person" and (present or table.here(seat)),
        stand_in=chair.kind == "person" and chair.level is not None,
        lost=chair.lost,
    )


def view(table: Table, match: Match, seat: int | None) -> View:
    """The game's view. What is alike for everybody is made once per change, however many look on; that of OPEN hides
    nothing."""
    views = table.feeds.views
    if None not in views:
        views[None] = table.feeds.last_view = kept_parts(table.feeds.last_view, match.state.view(None))
    if seat is not None and seat not in views:
        views[seat] = open_view(match.state) if seat == OPEN else match.game.seat_view(match.state, seat, views[None])
    return views[seat]


def shown(table: Table, match: Match, seat: int | None) -> View:
    """That view as a snapshot has it."""
    shown = table.feeds.shown
    if seat not in shown:
        shown[seat] = without_doubles(view(table, match, seat))
    return shown[seat]


def board(table: Table, match: Match, seat: int | None) -> Board:
    """What helps to draw that view, made once as well."""
    boards, last, game = table.feeds.boards, table.feeds.last_boards, match.game
    if seat not in boards:
        seen = view(table, match, seat)
        made = game.board(seen) if seat in (None, OPEN) else game.seat_board(seen, lambda: board(table, match, None))
        boards[seat] = last[seat] = made if made is boards.get(None) else kept_parts(last.get(seat), made)
    return boards[seat]


def kept_parts(before: Object | None, now: Object) -> Object:
    """The same, with the parts of the one before where they are equal: what did not change is known by being the same
    object, however many look for it."""
    if before is None:
        return now
    return {key: before[key] if key in before and before[key] == value else value for key, value in now.items()}


def without_doubles(view: View) -> View:
    """A view without what the snapshot says itself; the page puts it back."""
    return {key: value for key, value in view.items() if key not in SAID_ELSEWHERE}


def notice(table: Table) -> Text | None:
    """Why nothing moves: the store is not well just now, or the table can only be looked at. The latter is shorter than
    its refusal, which says where the log stopped fitting."""
    table_state = table.state
    if table_state.misfit is None:
        return say("bots_wait") if table.stuck and table_state.bot_to_move() is not None else None
    opened, game = table_state.opened, table_state.game
    if opened.cards not in ("", game.card_print(opened.options)):
        return say("misfit_cards")
    if rules := game.rulings_since(opened.rules):
        return say("misfit_rules", rules=rules)
    return say("misfit", why=table_state.misfit)


@cache
def no_undo(why: str | None) -> Text | None:
    """Why a step cannot be taken back, as people read it."""
    return None if why is None else say("no_undo", why=why)


def may_act(table_state: TableState, seat: int) -> bool:
    """Whether it is for the person of this seat to act, as far as the table is concerned; not while a bot stands in."""
    if table_state.misfit or table_state.paused() or table_state.over():
        return False
    return table_state.bot_level(seat) is None


def news(table: Table, seat: int | None, sent: SentLog) -> News:
    """The log from its first line that this client has not, or has otherwise (a secret stone opened since), and how
    many it keeps before that; the same for the turns, beginning with that of the last line kept: it may have become
    longer or shorter."""
    match = table.state.match
    log = None if match is None else seat_log(match.state, seat)
    if match is None or log is None:
        sent.note(None)
        return 0, [], 0, []
    kept = sent.kept(log)
    sent.note(log)
    found = table.feeds.news.get((id(log), kept))
    if found is None:
        game, turns, sentences = match.game, log.by_turns(), table.feeds.sentences
        turns_from = turn_of(turns, log.numbers[kept - 1]) if kept else 0
        found = kept, sentences.lines(game, log, kept), turns_from, sentences.turns(game, turns, turns_from)
        if kept:  # whole logs are large, and few ask for them
            table.feeds.news[id(log), kept] = found
    return found


def rematch_watch(table_state: TableState) -> str | None:
    """Where a spectator sees the rematch; tables that were played before this was noted have none."""
    next_ = table_state.rematch
    return f"/t/{next_.table}?watch={next_.watch}" if next_ is not None and next_.watch else None


def invite_path(table: Table) -> str:
    return f"/t/{table.name}?join={table.state.opened.invite}"


def watch_path(table: Table) -> str:
    return f"/t/{table.name}?watch={table.state.opened.watch}"

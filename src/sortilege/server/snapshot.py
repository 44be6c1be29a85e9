"""What each viewer is sent: the table from their chair. Everything hidden is left out by the game's own view."""

from __future__ import annotations

from typing import Any

import msgspec

from sortilege.core.game import Line
from sortilege.core.log import story, turns_of
from sortilege.server.messages import LogLine, SeatPlate, Snapshot, Text, TurnLine
from sortilege.server.retelling import line_of, turn_lines, turn_of
from sortilege.server.seats import Viewer
from sortilege.server.table import Table
from sortilege.server.table_state import Standing
from sortilege.server.words import say

encoder = msgspec.json.Encoder()


class Told:
    """Which lines of the log a client has already. Lines are told as they happen; when what one of them hid is opened
    (a secret stone, once its round is scored), it is told again, with all that came after it."""

    def __init__(self) -> None:
        self.seen = 0  # actions of the match looked at
        self.sent: list[int] = []  # those that made a line for this viewer
        self.unsettled: dict[int, Line | None] = {}  # actions whose line may yet change, and the line as it was told

    def rewind(self, length: int) -> None:
        """Forget what was told of actions from this one on."""
        self.seen = min(self.seen, length)
        while self.sent and self.sent[-1] >= length:
            self.sent.pop()
        self.unsettled = {at: line for at, line in self.unsettled.items() if at < length}

    def copy(self) -> Told:
        twin = Told()
        twin.become(self)
        return twin

    def become(self, other: Told) -> None:
        self.seen, self.sent, self.unsettled = other.seen, other.sent.copy(), other.unsettled.copy()


def snapshot_text(table: Table, viewer: Viewer, told: Told) -> str:
    """The snapshot as it goes out. Spectators who have heard the same so far share one text."""
    key = (viewer, told.seen, len(told.sent))
    found: tuple[str, Told] | None = table.texts.get(key)
    if found is None:
        text = encoder.encode(snapshot(table, viewer, told)).decode()
        table.texts[key] = text, told.copy()
        return text
    text, after = found
    told.become(after)
    return text


def snapshot(table: Table, viewer: Viewer, told: Told) -> Snapshot:
    """The table as this viewer may see it, with the log lines they do not have yet."""
    stands, seat = table.stands, viewer.seat
    over = stands.over()
    log_from, log, turns_from, turns = news(stands, seat, told)
    return Snapshot(
        table=table.name,
        n=stands.n,
        game=stands.opened.game,
        phase="waiting" if stands.match is None else "over" if over else "playing",
        you=seat,
        host=viewer.host,
        seats=[plate(table, seat) for seat in range(len(stands.chairs))],
        view=view(table, seat),
        legal=legal(stands, seat),
        log=log,
        log_from=log_from,
        turns=turns,
        turns_from=turns_from,
        undo=no_undo(stands.why_no_undo(seat)),
        aids=stands.aids_allowed(),
        commitment=stands.commitment,
        seed=stands.opened.seed if over else None,
        back=stands.back(seat),
        rematch=f"/t/{stands.rematch.table}" if stands.rematch else None,
        rematch_watch=rematch_watch(stands) if seat is None else None,
        thinking=stands.bot_to_move(),
        options=stands.opened.options,
        invite=invite_path(table) if viewer.key and stands.match is None else None,
        watch=watch_path(table) if viewer.key else None,
    )


def plate(table: Table, seat: int) -> SeatPlate:
    chair = table.stands.chairs[seat]
    return SeatPlate(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        level=chair.level,
        here=chair.kind == "person" and table.here(seat),
        stand_in=chair.kind == "person" and chair.level is not None,
    )


def view(table: Table, seat: int | None) -> dict[str, Any] | None:
    """The game's view without its log, made once per change however many look on."""
    match = table.stands.match
    if match is None:
        return None
    if seat not in table.views:
        table.views[seat] = match.state.view(seat) | {"log": []}
    return table.views[seat]


def no_undo(why: str | None) -> Text | None:
    """Why a step cannot be taken back, as people read it."""
    return None if why is None else say("no_undo", why=why)


def legal(stands: Standing, seat: int | None) -> list[dict[str, Any]]:
    """What this viewer may do now; nothing while a bot stands in."""
    if stands.match is None or seat is None or stands.chairs[seat].level is not None:
        return []
    state = stands.match.state
    return [stands.game.describe(action) for action in state.legal()] if state.turn() == seat else []


def news(stands: Standing, seat: int | None, told: Told) -> tuple[int, list[LogLine], int, list[TurnLine]]:
    """The log lines this viewer has not been told yet, or not so, and how many of those they have still stand; the same
    for the turns, beginning with that of the last line that stands: it may have become longer or shorter."""
    if stands.match is None:
        return 0, [], 0, []
    state, game = stands.match.state, stands.game
    story_, turns = story(state), turns_of(state, seat)
    changed = (at for at, line in told.unsettled.items() if game.shown(story_[at], seat, state) != line)
    told.rewind(min(changed, default=told.seen))
    told.unsettled = {at: line for at, line in told.unsettled.items() if not game.settled(story_[at], seat, state)}
    log_from = len(told.sent)
    turns_from = turn_of(turns, told.sent[-1]) if told.sent else 0
    lines: list[LogLine] = []
    for at, line in enumerate(story_[told.seen :], told.seen):
        shown = game.shown(line, seat, state)
        if shown is not None:
            lines.append(line_of(game, turns, at, shown))
            told.sent.append(at)
        if at == len(story_) - 1 or not game.settled(line, seat, state):  # the last may yet be amended
            told.unsettled[at] = shown
    told.seen = len(state.past)
    return log_from, lines, turns_from, turn_lines(game, turns, turns_from)


def rematch_watch(stands: Standing) -> str | None:
    """Where a spectator sees the rematch; tables that were played before this was noted have none."""
    next_ = stands.rematch
    return f"/t/{next_.table}?watch={next_.watch}" if next_ is not None and next_.watch else None


def invite_path(table: Table) -> str:
    return f"/t/{table.name}?join={table.stands.opened.invite}"


def watch_path(table: Table) -> str:
    return f"/t/{table.name}?watch={table.stands.opened.watch}"

"""What each viewer is sent: the table from their chair. Everything hidden is left out by the game's own view."""

from __future__ import annotations

from typing import Any

from sortilege.core.game import Game, Line
from sortilege.core.story import story
from sortilege.server.messages import LogLine, SeatPlate, Snapshot
from sortilege.server.seats import Viewer
from sortilege.server.tables import Table


class Told:
    """Which lines of the log a client has already. Lines are told as they happen; an earlier one is never told again,
    even when a scored round has opened what it hid."""

    def __init__(self) -> None:
        self.seen = 0  # actions of the match looked at
        self.sent: list[int] = []  # those that made a line for this viewer

    def rewind(self, length: int) -> None:
        """Forget what was told of actions from this one on."""
        self.seen = min(self.seen, length)
        while self.sent and self.sent[-1] >= length:
            self.sent.pop()


def snapshot(table: Table, viewer: Viewer, told: Told) -> Snapshot:
    """The table as this viewer may see it, with the log lines they do not have yet."""
    log_from = len(told.sent)
    over = table.over()
    return Snapshot(
        table=table.name,
        n=table.n,
        game=table.opened.game,
        phase="waiting" if table.match is None else "over" if over else "playing",
        you=viewer.seat,
        host=viewer.host,
        seats=[plate(table, seat) for seat in range(len(table.chairs))],
        view=view(table, viewer.seat),
        legal=legal(table, viewer.seat),
        log=new_lines(table, viewer.seat, told),
        log_from=log_from,
        undo=table.why_no_undo(viewer.seat),
        aids=table.aids_allowed(),
        commitment=table.commitment,
        seed=table.opened.seed if over else None,
        rematch=f"/t/{table.rematch}" if table.rematch else None,
        thinking=table.bot_to_move(),
        options=table.opened.options,
        invite=invite_path(table) if viewer.known and table.match is None else None,
        watch=watch_path(table) if viewer.known else None,
    )


def plate(table: Table, seat: int) -> SeatPlate:
    chair = table.chairs[seat]
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
    if table.match is None:
        return None
    if seat not in table.views:
        table.views[seat] = table.match.state.view(seat) | {"log": []}
    return table.views[seat]


def legal(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """What this viewer may do now; nothing while a bot stands in."""
    if table.match is None or seat is None or table.match.state.turn() != seat or table.chairs[seat].level is not None:
        return []
    return [table.game.describe(action) for action in table.match.state.legal()]


def new_lines(table: Table, seat: int | None, told: Told) -> list[LogLine]:
    """The log lines this viewer has not been told yet."""
    if table.match is None:
        return []
    state = table.match.state
    lines: list[LogLine] = []
    for at, line in enumerate(story(state)[told.seen :], told.seen):
        shown = table.game.shown(line, seat, state)
        if shown is not None:
            lines.append(said(table.game, shown))
            told.sent.append(at)
    told.seen = len(state.past)
    return lines


def said(game: Game, line: Line) -> LogLine:
    return LogLine(line, game.say(line, "en"), game.say(line, "fr"))


def invite_path(table: Table) -> str:
    return f"/t/{table.name}?join={table.opened.invite}"


def watch_path(table: Table) -> str:
    return f"/t/{table.name}?watch={table.opened.watch}"

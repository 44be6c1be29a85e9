"""What each viewer is sent: the table from their chair. Everything hidden is left out by the game's own view."""

from __future__ import annotations

from typing import Final

import msgspec

from sortilege.core.log import seat_log, turns_of
from sortilege.core.shapes import Action, Line, Object
from sortilege.server.log_lines import log_line, turn_lines, turn_of
from sortilege.server.messages import LogLine, SeatPlate, Snapshot, Text, TurnLine
from sortilege.server.seats import Viewer
from sortilege.server.table import Table
from sortilege.server.table_state import TableState
from sortilege.server.words import say

SAID_ELSEWHERE: Final = ("game", "options", "you", "legal", "log")
encoder = msgspec.json.Encoder()


class SentLog:
    """What of the log a client has already, line by line as it was sent."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.numbers: list[int] = []  # of those lines: each tells of this action of the match

    def keep(self, count: int) -> None:
        """Forget all but the first so many lines: the others are sent again."""
        del self.lines[count:], self.numbers[count:]

    def become(self, other: SentLog) -> None:
        """Have what the other has."""
        self.lines, self.numbers = other.lines.copy(), other.numbers.copy()

    def copy(self) -> SentLog:
        twin = SentLog()
        twin.become(self)
        return twin


def snapshot_text(table: Table, viewer: Viewer, sent: SentLog) -> str:
    """The snapshot as it goes out. Spectators who were sent the same so far share one text."""
    key = viewer, len(sent.lines)
    found: tuple[str, SentLog, SentLog] | None = table.texts.get(key)
    if found is not None and found[1].lines == sent.lines:
        text, _, after = found
        sent.become(after)
        return text
    before = sent.copy()
    text = encoder.encode(snapshot(table, viewer, sent)).decode()
    table.texts[key] = text, before, sent.copy()
    return text


def snapshot(table: Table, viewer: Viewer, sent: SentLog) -> Snapshot:
    """The table as this viewer may see it, with the log lines they do not have yet."""
    table_state, seat = table.state, viewer.seat
    over = table_state.over()
    log_from, log, turns_from, turns = news(table_state, seat, sent)
    return Snapshot(
        table=table.name,
        n=table_state.n,
        game=table_state.opened.game,
        phase="waiting" if table_state.match is None else "over" if over else "playing",
        you=seat,
        host=viewer.host,
        seats=[plate(table, seat) for seat in range(len(table_state.chairs))],
        view=without_doubles(view(table, seat)),
        board=board(table, seat),
        legal=legal(table_state, seat),
        log=log,
        log_from=log_from,
        turns=turns,
        turns_from=turns_from,
        undo=no_undo(table_state.why_no_undo(seat)),
        aids=table_state.aids_allowed(),
        commitment=table_state.commitment,
        seed=table_state.opened.seed if over else None,
        back=table_state.back(seat),
        rematch=f"/t/{table_state.rematch.table}" if table_state.rematch else None,
        rematch_watch=rematch_watch(table_state) if seat is None else None,
        thinking=table_state.bot_to_move(),
        options=table_state.opened.options,
        notice=notice(table_state),
        invite=invite_path(table) if viewer.key and table_state.match is None else None,
        watch=watch_path(table) if viewer.key else None,
    )


def plate(table: Table, seat: int) -> SeatPlate:
    chair = table.state.chairs[seat]
    return SeatPlate(
        seat=seat,
        kind=chair.kind,
        name=chair.name,
        level=chair.level,
        here=chair.kind == "person" and table.here(seat),
        stand_in=chair.kind == "person" and chair.level is not None,
    )


def view(table: Table, seat: int | None) -> Object | None:
    """The game's view, made once per change however many look on."""
    match = table.state.match
    if match is None:
        return None
    if seat not in table.views:
        table.views[seat] = match.state.view(seat)
    return table.views[seat]


def board(table: Table, seat: int | None) -> Object | None:
    """What helps to draw that view, made once as well."""
    seen = view(table, seat)
    if seen is None:
        return None
    if seat not in table.boards:
        table.boards[seat] = table.state.game.board(seen)
    return table.boards[seat]


def without_doubles(view: Object | None) -> Object | None:
    """A view without what the snapshot says itself; the page puts it back."""
    return None if view is None else {key: value for key, value in view.items() if key not in SAID_ELSEWHERE}


def notice(table_state: TableState) -> Text | None:
    """Why the table can only be looked at, shorter than its refusal, which says where the log stopped fitting."""
    if table_state.misfit is None:
        return None
    opened, game = table_state.opened, table_state.game
    if opened.cards not in ("", game.card_print(opened.options)):
        return say("misfit_cards")
    if rules := game.rulings_since(opened.rules):
        return say("misfit_rules", rules=rules)
    return say("misfit", why=table_state.misfit)


def no_undo(why: str | None) -> Text | None:
    """Why a step cannot be taken back, as people read it."""
    return None if why is None else say("no_undo", why=why)


def legal(table_state: TableState, seat: int | None) -> list[Action]:
    """What this viewer may do now; nothing while a bot stands in."""
    if table_state.match is None or table_state.misfit or seat is None or table_state.chairs[seat].level is not None:
        return []
    state = table_state.match.state
    return [table_state.game.describe(action) for action in state.legal()] if state.turn() == seat else []


def news(
    table_state: TableState, seat: int | None, sent: SentLog
) -> tuple[int, list[LogLine], int, list[TurnLine]]:
    """The log from its first line that this client has not, or has otherwise (a secret stone opened since), and how
    many it keeps before that; the same for the turns, beginning with that of the last line kept: it may have become
    longer or shorter."""
    if table_state.match is None:
        return 0, [], 0, []
    state, game = table_state.match.state, table_state.game
    log, turns = seat_log(state, seat), turns_of(state, seat)
    numbered = [] if log is None else [(at, line) for at, line in enumerate(log.lines) if line is not None]
    sent.keep(alike(sent.lines, [line for _, line in numbered]))
    kept = len(sent.lines)
    turns_from = turn_of(turns, sent.numbers[-1]) if kept else 0
    fresh = numbered[kept:]
    sent.numbers += [at for at, _ in fresh]
    sent.lines += [line for _, line in fresh]
    lines = [log_line(game, turns, at, line) for at, line in fresh]
    return kept, lines, turns_from, turn_lines(game, turns, turns_from)


def alike(before: list[Line], now: list[Line]) -> int:
    """How many lines two logs have in common from the start. Lines are shared, so most are the same object."""
    pairs = enumerate(zip(before, now, strict=False))
    return next((k for k, (old, new) in pairs if old is not new and old != new), min(len(before), len(now)))


def rematch_watch(table_state: TableState) -> str | None:
    """Where a spectator sees the rematch; tables that were played before this was noted have none."""
    next_ = table_state.rematch
    return f"/t/{next_.table}?watch={next_.watch}" if next_ is not None and next_.watch else None


def invite_path(table: Table) -> str:
    return f"/t/{table.name}?join={table.state.opened.invite}"


def watch_path(table: Table) -> str:
    return f"/t/{table.name}?watch={table.state.opened.watch}"

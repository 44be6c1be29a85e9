"""Snapshots of practice tables, for lessons and puzzles. Such a table has one person and is not stored."""

from __future__ import annotations

from sortilege.core.engine.state import OVER, State
from sortilege.core.game import Game
from sortilege.core.log import seat_log, turns_of
from sortilege.server.live.log_lines import log_line, turn_lines
from sortilege.server.live.messages import SeatInfo, Snapshot
from sortilege.server.live.snapshot_cache import without_duplicates
from sortilege.server.text import sentence


def practice_snapshot(game: Game, state: State, seat: int, action_count: int, can_act: bool, level: str) -> Snapshot:
    """Return what the browser shows of a practice table after this number of actions. The learner in `seat` can act now
    if `can_act`. Bots of this level sit in the other seats."""
    view = state.view(seat)
    log, turns = seat_log(state, seat), turns_of(state, seat)
    visible_lines = [] if log is None else zip(log.numbers, log.visible, strict=True)
    return Snapshot(
        table="",
        n=action_count,
        game=game.name,
        phase="over" if state.turn() == OVER else "playing",
        you=seat,
        host=False,
        seats=[seat_message(number, seat, level) for number in range(state.seats)],
        view=without_duplicates(view),
        board=game.board(view),
        legal=[dict(action) for action in view["legal"]] if can_act else [],
        log=[log_line(game, turns, number, line) for number, line in visible_lines],
        log_from=0,
        turns=turn_lines(game, turns, 0),
        turns_from=0,
        undo=None if action_count else sentence("no_undo", why="nothing"),
        back=None,
        aids=False,
        commitment="",
        seed=None,
        luck=None,
        rematch=None,
        rematch_watch=None,
        thinking=None,
        options=state.options,
        notice=None,
        invite=None,
        watch=None,
    )


def seat_message(seat: int, learner: int, level: str) -> SeatInfo:
    """Return the message about a seat: the seat of the learner, or a bot. The browser adds the names."""
    if seat == learner:
        return SeatInfo(seat, "person", name="", level=None, here=True, stand_in=False)
    return SeatInfo(seat, "bot", name="", level=level, here=False, stand_in=False)  # type: ignore[arg-type]

"""A finished match looked at again, moment by moment, through the eyes of a seat."""

from __future__ import annotations

from typing import Final

from sortilege import Match
from sortilege.core.log import full_log, turns_of
from sortilege.core.state import State
from sortilege.server.log_lines import log_line, turn_lines
from sortilege.server.messages import Frame, Replay

MOST: Final = 100  # frames in one answer


def replay(match: Match, seat: int | None, at: int, count: int) -> Replay:
    """Frames `at` and following; frame k is the match after k actions."""
    state = match.state_at(0)
    frames: list[Frame] = []
    last = min(at + min(count, MOST), len(match.ids) + 1)
    silent = False  # the frame before has no line: it may have waited for the outcome that now completes it
    for k in range(last):
        if k > 0:
            state.apply(match.ids[k - 1])
        if k >= at - 1:
            now = frame(state, seat, silent)
            silent = now.told is None
            frames += [now] if k >= at else []
    return Replay(match.game.name, match.names, seat, at, len(match.ids) + 1, frames)


def frame(state: State, seat: int | None, silent: bool) -> Frame:
    view = {**state.view(seat), "log": []}
    game, turns = state.game, turns_of(state, seat)
    lines = full_log(state)
    for at in range(len(lines) - 1, max(-1, len(lines) - (3 if silent else 2)), -1):
        line = game.visible_line(lines[at], seat, state)
        if line is not None:
            here = log_line(game, turns, at, line)
            return Frame(here, turn_lines(game, turns, here.turn), here.turn, view)
    return Frame(None, [], len(turns), view)

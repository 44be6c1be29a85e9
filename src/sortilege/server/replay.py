"""A finished match looked at again, moment by moment, through the eyes of a seat."""

from __future__ import annotations

from typing import Final

from sortilege import Match
from sortilege.core.log import full_log, turns_of
from sortilege.core.state import State
from sortilege.server.log_lines import log_line, turn_lines
from sortilege.server.messages import Moment, Replay

MOST: Final = 100  # moments in one answer


def replay(match: Match, seat: int | None, at: int, count: int) -> Replay:
    """Moments `at` and following; moment k is the match after k actions."""
    state = match.state_at(0)
    moments: list[Moment] = []
    last = min(at + min(count, MOST), len(match.ids) + 1)
    silent = False  # the moment before has no line: it may have waited for the outcome that now completes it
    for k in range(last):
        if k > 0:
            state.apply(match.ids[k - 1])
        if k >= at - 1:
            now = moment(state, seat, silent)
            silent = now.line is None
            moments += [now] if k >= at else []
    return Replay(match.game.name, match.names, seat, at, len(match.ids) + 1, moments)


def moment(state: State, seat: int | None, silent: bool) -> Moment:
    seen = state.view(seat)
    view, board = {**seen, "log": []}, state.game.board(seen)
    game, turns = state.game, turns_of(state, seat)
    lines = full_log(state)
    for at in range(len(lines) - 1, max(-1, len(lines) - (3 if silent else 2)), -1):
        line = game.visible_line(lines[at], seat, state)
        if line is not None:
            here = log_line(game, turns, at, line)
            return Moment(here, turn_lines(game, turns, here.turn), here.turn, view, board)
    return Moment(None, [], len(turns), view, board)

"""A finished match looked at again, moment by moment, through the eyes of a seat."""

from __future__ import annotations

from typing import Final

from sortilege import Match
from sortilege.core.state import State
from sortilege.core.story import story
from sortilege.server.messages import Frame, Replay
from sortilege.server.snapshot import said

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
            silent = now.line is None
            frames += [now] if k >= at else []
    return Replay(match.game.name, match.names, seat, at, len(match.ids) + 1, frames)


def frame(state: State, seat: int | None, silent: bool) -> Frame:
    view = state.view(seat) | {"log": []}
    newest = story(state)[-2 if silent else -1 :]
    line = next((line for told in reversed(newest) if (line := state.game.shown(told, seat, state)) is not None), None)
    if line is None:
        return Frame(None, "", "", view)
    spoken = said(state.game, line)
    return Frame(line, spoken.en, spoken.fr, view)

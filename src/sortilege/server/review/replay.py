"""A finished match looked at again, moment by moment, through the eyes of a seat.

A finished match never changes, so each moment is made once: in parts, kept as they go out. Whoever reads on goes on
where the part before ended; whoever reads the same gets what was kept. One part is made at a time, beside the event
loop.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar.di import NamedDependency

from sortilege import Match
from sortilege.core.log import full_log, turns_of
from sortilege.core.state import State
from sortilege.core.turns import turns_in
from sortilege.server.live.log_lines import log_line, turn_lines
from sortilege.server.review.messages import Moment, Replay
from sortilege.server.tables.messages import Ending
from sortilege.server.tables.open_view import OPEN, open_view

MOST: Final = 100  # moments in one answer
PART: Final = 25  # moments made at once
encoder = msgspec.json.Encoder()


class Replays:
    """The replays that were looked at last, as much as fits into so many bytes."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.walks: dict[tuple[str, int | None], Walk] = {}  # by table and seat, the one looked at last at the end
        self._one_at_a_time = asyncio.Lock()

    async def moments(self, table: str, match: Match, seat: int | None, at: int, count: int) -> Replay:
        """Moments `at` and following; moment k is the match after k actions."""
        of = len(match.ids) + 1
        end = min(at + min(count, MOST), of)
        frames: list[bytes] = []
        for number in range(at // PART, -(-end // PART)):
            part = await self._part(table, match, seat, number)
            frames += part[max(0, at - number * PART) : end - number * PART]
        raw: list[Moment] = [msgspec.Raw(frame) for frame in frames]  # type: ignore[misc]
        ended = None if match.ended is None else Ending(match.ended["why"], match.ended["seat"])
        return Replay(match.game.name, match.names, seat, at, of, raw, ended, len(match.undone))

    def forget(self, table: str) -> None:
        """Drop the replays of a table."""
        for key in [key for key in self.walks if key[0] == table]:
            del self.walks[key]

    async def _part(self, table: str, match: Match, seat: int | None, number: int) -> list[bytes]:
        walk = self.walks.pop((table, seat), None) or Walk(match, seat)
        self.walks[table, seat] = walk
        if number not in walk.parts:
            async with self._one_at_a_time:
                if number not in walk.parts:
                    walk.parts[number] = await asyncio.to_thread(walk.make, number)
                    self._forget_oldest()
        return walk.parts[number]

    def _forget_oldest(self) -> None:
        size = sum(walk.size() for walk in self.walks.values())
        while size > self.most_bytes and len(self.walks) > 1:
            size -= self.walks.pop(next(iter(self.walks))).size()


ReplaysDep = NamedDependency[Replays]


class Walk:
    """A match walked through with the eyes of one seat."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self.parts: dict[int, list[bytes]] = {}
        self._go_to(0)

    def size(self) -> int:
        return sum(len(frame) for part in self.parts.values() for frame in part)

    def _go_to(self, k: int) -> None:
        """Stand before moment k."""
        self.k = k
        self.state = self.match.state_at(max(0, k - 1))
        # whether the moment before has no line: it may have waited for the outcome that now completes it
        self.silent = k > 0 and moment(self.state, self.seat, False).line is None

    def make(self, number: int) -> list[bytes]:
        """The moments of one part, as they go out."""
        first = number * PART
        if self.k != first:
            self._go_to(first)
        return [self._next() for _ in range(first, min(first + PART, len(self.match.ids) + 1))]

    def _next(self) -> bytes:
        if self.k > 0:
            self.state.apply(self.match.ids[self.k - 1])
        self.k += 1
        now = moment(self.state, self.seat, self.silent)
        self.silent = now.line is None
        return encoder.encode(now)


def moment(state: State, seat: int | None, silent: bool) -> Moment:
    if seat == OPEN:
        return open_moment(state)
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


def open_moment(state: State) -> Moment:
    """The same where everything is open: hands, and lines that hide nothing."""
    game = state.game
    view = open_view(state)
    lines = full_log(state)
    turns = turns_in(game, lines)
    shape = {**view, "log": []}
    if not lines:
        return Moment(None, [], 0, shape, game.board(view))
    here = log_line(game, turns, len(lines) - 1, lines[-1])
    return Moment(here, turn_lines(game, turns, here.turn), here.turn, shape, game.board(view))

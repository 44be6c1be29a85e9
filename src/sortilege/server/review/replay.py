"""Replays of finished matches: every moment of a match as one seat saw it.

A finished match never changes, so its moments are made in parts, encoded and cached. Sequential reads continue from the
state at which the previous part ended. Parts are made in a thread, one at a time.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar.di import NamedDependency

from sortilege import Match
from sortilege.core.engine.state import State
from sortilege.core.log import full_log, turns_of
from sortilege.core.turns import turns_in
from sortilege.server.live.log_lines import log_line, turn_lines
from sortilege.server.review.messages import Moment, Replay
from sortilege.server.tables.messages import Ending
from sortilege.server.tables.open_view import OPEN, open_view

MOST: Final = 100  # moments in one response
PART: Final = 25  # moments in one part
encoder = msgspec.json.Encoder()


class Replays:
    """Caches the most recently requested replays, up to `most_bytes` of encoded moments."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.by_seat: dict[tuple[str, int | None], SeatReplay] = {}  # by table and seat, most recently used last
        self._one_at_a_time = asyncio.Lock()

    async def moments(self, table: str, match: Match, seat: int | None, at: int, count: int) -> Replay:
        """Return up to `count` moments from number `at` on. Moment k is the match after k actions."""
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
        """Drop the cached replays of a table."""
        for key in [key for key in self.by_seat if key[0] == table]:
            del self.by_seat[key]

    async def _part(self, table: str, match: Match, seat: int | None, number: int) -> list[bytes]:
        replay = self.by_seat.pop((table, seat), None) or SeatReplay(match, seat)
        self.by_seat[table, seat] = replay
        if number not in replay.parts:
            async with self._one_at_a_time:
                if number not in replay.parts:
                    replay.parts[number] = await asyncio.to_thread(replay.make_part, number)
                    self._drop_oldest()
        return replay.parts[number]

    def _drop_oldest(self) -> None:
        size = sum(replay.size() for replay in self.by_seat.values())
        while size > self.most_bytes and len(self.by_seat) > 1:
            size -= self.by_seat.pop(next(iter(self.by_seat))).size()


ReplaysDep = NamedDependency[Replays]


class SeatReplay:
    """One match as one seat saw it, and the state from which the next part is made."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self.parts: dict[int, list[bytes]] = {}
        self._go_to(0)

    def size(self) -> int:
        """Return the number of bytes of the encoded moments."""
        return sum(len(frame) for part in self.parts.values() for frame in part)

    def _go_to(self, k: int) -> None:
        """Set the state so that moment k is made next."""
        self.k = k
        self.state = self.match.state_at(max(0, k - 1))
        # whether the previous moment has no visible line: the next outcome may complete that line
        self.previous_hidden = k > 0 and moment(self.state, self.seat, False).line is None

    def make_part(self, number: int) -> list[bytes]:
        """Return the encoded moments of the part with this number."""
        first = number * PART
        if self.k != first:
            self._go_to(first)
        return [self._next() for _ in range(first, min(first + PART, len(self.match.ids) + 1))]

    def _next(self) -> bytes:
        if self.k > 0:
            self.state.apply(self.match.ids[self.k - 1])
        self.k += 1
        now = moment(self.state, self.seat, self.previous_hidden)
        self.previous_hidden = now.line is None
        return encoder.encode(now)


def moment(state: State, seat: int | None, previous_hidden: bool) -> Moment:
    """Return a state as a seat sees it, with the line that led to it. `previous_hidden`: whether the moment before has
    no visible line, so that the line may be the one before the last."""
    if seat == OPEN:
        return open_moment(state)
    full_view = state.view(seat)
    view, board = {**full_view, "log": []}, state.game.board(full_view)
    game, turns = state.game, turns_of(state, seat)
    lines = full_log(state)
    for at in range(len(lines) - 1, max(-1, len(lines) - (3 if previous_hidden else 2)), -1):
        line = game.visible_line(lines[at], seat, state)
        if line is not None:
            last_line = log_line(game, turns, at, line)
            return Moment(last_line, turn_lines(game, turns, last_line.turn), last_line.turn, view, board)
    return Moment(None, [], len(turns), view, board)


def open_moment(state: State) -> Moment:
    """Return a state with all hidden information revealed, in hands and log lines."""
    game = state.game
    view = open_view(state)
    lines = full_log(state)
    turns = turns_in(game, lines)
    without_log, board = {**view, "log": []}, game.board(view)
    if not lines:
        return Moment(None, [], 0, without_log, board)
    last_line = log_line(game, turns, len(lines) - 1, lines[-1])
    return Moment(last_line, turn_lines(game, turns, last_line.turn), last_line.turn, without_log, board)

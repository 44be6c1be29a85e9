"""Replays of finished matches as one seat saw them. Moment k of a match is the table after k actions.

A finished match never changes, so its moments are built in parts of PART moments, encoded and cached. A part that
follows the previous one continues from its last state. Parts are built in a thread, one at a time."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar.di import NamedDependency

from sortilege import Match
from sortilege.core.engine.state import State
from sortilege.core.game import Game
from sortilege.core.log import full_log, turns_of
from sortilege.core.turns import Turn, turns_in
from sortilege.core.types import Object
from sortilege.server.live.log_lines import log_line, turn_lines
from sortilege.server.live.messages import LogLine
from sortilege.server.review.messages import Moment, Replay
from sortilege.server.tables.messages import Ending
from sortilege.server.tables.open_view import ALL_REVEALED, open_view

MAX_MOMENTS: Final = 100  # in one response
PART: Final = 25  # moments that are built and cached together
encoder = msgspec.json.Encoder()


class Replays:
    """Builds replays, and caches the most recently requested ones up to `max_bytes` of encoded moments."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self.by_seat: dict[tuple[str, int | None], SeatReplay] = {}  # by table and seat, most recently used last
        self._one_at_a_time = asyncio.Lock()

    async def moments(self, table: str, match: Match, seat: int | None, first: int, count: int) -> Replay:
        """Return up to `count` moments of a match as a seat saw them, from the moment with number `first` on. A moment
        is the state after an action; moment 0 is the start of the match."""
        total = moment_count(match)
        end = min(first + min(count, MAX_MOMENTS), total)
        frames: list[Moment] = []
        for number in range(first, end):
            part = await self._part(table, match, seat, number // PART)
            frames.append(msgspec.Raw(part[number % PART]))  # type: ignore[arg-type]  # encoded already
        ended = None if match.ended is None else Ending(match.ended["why"], match.ended["seat"])
        return Replay(match.game.name, match.names, seat, first, total, frames, ended, taken_back=len(match.undone))

    def forget(self, table: str) -> None:
        """Delete the cached replays of a table."""
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
        while size > self.max_bytes and len(self.by_seat) > 1:
            size -= self.by_seat.pop(next(iter(self.by_seat))).size()


ReplaysDep = NamedDependency[Replays]


def moment_count(match: Match) -> int:
    """Return the number of moments of a match: its start, and the table after each action."""
    return len(match.ids) + 1


class SeatReplay:
    """The encoded moments of one match as one seat saw them, built in parts of PART moments on the first request."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self.parts: dict[int, list[bytes]] = {}  # by number of the part; part 1 begins with moment PART
        self._go_to(0)

    def size(self) -> int:
        """Return the number of bytes of all encoded moments."""
        return sum(len(encoded) for part in self.parts.values() for encoded in part)

    def _go_to(self, number: int) -> None:
        """Replay the match to the moment before this one, so that the moment with this number is built next."""
        self.next_moment = number
        self.state = self.match.state_at(max(0, number - 1))
        # Whether the log line of the previous action was hidden from the seat. The next action may reveal it.
        self.previous_hidden = number > 0 and moment(self.state, self.seat, previous_hidden=False).line is None

    def make_part(self, number: int) -> list[bytes]:
        """Build the part with this number (PART moments, or fewer at the end) and return its encoded moments."""
        first = number * PART
        end = min(first + PART, moment_count(self.match))
        if self.next_moment != first:
            self._go_to(first)
        return [self._build_next() for _ in range(first, end)]

    def _build_next(self) -> bytes:
        if self.next_moment > 0:
            self.state.apply(self.match.ids[self.next_moment - 1])
        self.next_moment += 1
        built = moment(self.state, self.seat, self.previous_hidden)
        self.previous_hidden = built.line is None
        return encoder.encode(built)


def moment(state: State, seat: int | None, previous_hidden: bool) -> Moment:
    """Return one moment of a replay: the state as a seat sees it, with the log line of the last action. The seat None
    is a spectator, and ALL_REVEALED sees everything.

    If that line is hidden from the seat, the line before it is used, provided that it was hidden until now
    (`previous_hidden`) and the last action revealed it. Otherwise the moment has no line."""
    if seat == ALL_REVEALED:
        return open_moment(state)
    view = state.view(seat)
    game, turns, lines = state.game, turns_of(state, seat), full_log(state)
    last = len(lines) - 1
    line_numbers = [last, last - 1] if previous_hidden else [last]
    for number in line_numbers:
        visible_line = game.visible_line(lines[number], seat, state) if number >= 0 else None
        if visible_line is not None:
            return new_moment(game, turns, log_line(game, turns, number, visible_line), view)
    return new_moment(game, turns, line=None, view=view)


def open_moment(state: State) -> Moment:
    """Return the moment of a state with all hidden information revealed, in its view and in its log line."""
    game, lines = state.game, full_log(state)
    turns = turns_in(game, lines)
    last_line = log_line(game, turns, len(lines) - 1, lines[-1]) if lines else None
    return new_moment(game, turns, last_line, open_view(state))


def new_moment(game: Game, turns: list[Turn], line: LogLine | None, view: Object) -> Moment:
    """Return a moment with this log line and its turn. The log of the view is removed, because the browser collects the
    lines of all moments instead."""
    board, view_without_log = game.board(view), {**view, "log": []}
    if line is None:
        return Moment(line=None, turns=[], turns_from=len(turns), view=view_without_log, board=board)
    turns_from_line = turn_lines(game, turns, line.turn)
    return Moment(line=line, turns=turns_from_line, turns_from=line.turn, view=view_without_log, board=board)

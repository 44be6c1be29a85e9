"""The log of a state: one line per past action with its effects, and for each seat the lines as the seat saw them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from sortilege.core.engine.cells import copy
from sortilege.core.engine.state import State
from sortilege.core.game_rules import GameRules
from sortilege.core.turns import PartsCache, Turn, Turns
from sortilege.core.types import Line


class SeatLog:
    """The log as one viewer sees it. The number of a line is its index in the log. A line is open while it can still
    change, for example when hidden information is revealed; `update` checks the open lines again."""

    def __init__(self, game: GameRules, parts_cache: PartsCache) -> None:
        self.lines: list[Line | None] = []  # None where the viewer may not know of the line
        self.numbers: list[int] = []  # the numbers of the visible lines
        self.visible: list[Line] = []  # the visible lines
        self.unchanged_counts: list[int] = []  # for each update with a change: how many visible lines stayed the same
        self.open_numbers: list[int] = []  # the numbers of the lines that can still change
        self.turns = Turns(game, parts_cache)
        self.grouped = 0  # how many lines are already grouped into `turns`

    def update(self, state: State, seat: int | None, full_lines: list[Line], other_logs: Iterable[SeatLog]) -> None:
        """Add the new lines of `full_lines`, the log that hides nothing, and check the open lines again. `seat` is the
        viewer (None: a spectator). If a log in `other_logs` has an equal line, both logs share one object."""
        if len(full_lines) == len(self.lines):  # no action since the last update
            return
        game: GameRules = state.game
        self.open_numbers += range(len(self.lines), len(full_lines))
        self.lines += [None] * (len(full_lines) - len(self.lines))
        first_changed = len(full_lines)
        for number in self.open_numbers:
            full_line, old_line = full_lines[number], self.lines[number]
            line = game.visible_line(full_line, seat, state)
            if line is old_line or (old_line is not None and line == old_line):
                continue
            if line is not None and line is not full_line:
                line = next((log.lines[number] for log in other_logs if log.has(number, line)), line)
            if number < self.grouped:
                self.turns.remove_lines_from(number)
                self.grouped = number
            first_changed = min(first_changed, number)
            self.lines[number] = line
        last = len(full_lines) - 1  # always open, because the next chance outcome may amend it
        self.open_numbers = [i for i in self.open_numbers if i == last or not game.is_final(full_lines[i], seat, state)]
        self.update_visible(first_changed)

    def has(self, number: int, line: Line) -> bool:
        """Return whether this viewer sees the line with this number, and sees it exactly like `line`."""
        return number < len(self.lines) and self.lines[number] == line

    def update_visible(self, first_changed: int) -> None:
        """List the visible lines again, from line number `first_changed` on. Earlier lines stay the same."""
        unchanged = bisect_left(self.numbers, first_changed)
        del self.numbers[unchanged:], self.visible[unchanged:]
        self.unchanged_counts.append(unchanged)
        for number in range(first_changed, len(self.lines)):
            line = self.lines[number]
            if line is not None:
                self.numbers.append(number)
                self.visible.append(line)

    def by_turns(self) -> list[Turn]:
        """Return the visible lines grouped into turns."""
        for number in range(self.grouped, len(self.lines)):
            line = self.lines[number]
            if line is not None:
                self.turns.add(number, line)
        self.grouped = len(self.lines)
        return self.turns.turns


class Log:
    """The log of a state: all lines, which hide nothing, and the log of each viewer."""

    def __init__(self, state: State) -> None:
        self.lines: list[Line] = []
        self.seats: dict[int | None, SeatLog] = {}  # by viewer; None: all spectators
        self.parts_cache: PartsCache = {}
        self.state = state.bare_copy()
        self.state.cells = copy(state.first_cells)


def full_log(state: State) -> list[Line]:
    """Return one log line, hiding nothing, for every action in the state's history. The lines are cached."""
    if not state.history:
        return []
    if state.log is None:
        state.log = Log(state)
    log: Log = state.log
    game: GameRules = state.game
    for action in state.history[len(log.lines) :]:
        before = log.state.bare_copy()
        log.state.do(action)
        line = dict(game.line(before, action, log.state))
        if "amends" in line:  # a chance outcome that completes the previous line
            log.lines[-1] = {**log.lines[-1], **line.pop("amends")}
        log.lines.append(line)
    return log.lines


def log_of(state: State, seat: int | None) -> list[Line]:
    """Return the log as a seat saw it (None: a spectator). Hidden values are None, and lines that the seat may not know
    of are missing. Do not change the lines: they are shared by several viewers."""
    own_log = seat_log(state, seat)
    if own_log is None:
        return list(state.recalled_lines)
    return state.recalled_lines + own_log.visible


def turns_of(state: State, seat: int | None) -> list[Turn]:
    """Return the log as a seat saw it (None: a spectator), by turns. It is cached: do not change it."""
    own_log = seat_log(state, seat)
    return [] if own_log is None else own_log.by_turns()


def seat_log(state: State, seat: int | None) -> SeatLog | None:
    """Return the up-to-date log of a seat (None: the spectators), or None if nothing has happened yet."""
    lines = full_log(state)
    if not lines:
        return None
    log: Log = state.log
    game: GameRules = state.game
    viewer = seat if game.hides_information else None  # if the game hides nothing, all seats share one log
    if viewer not in log.seats:
        log.seats[viewer] = SeatLog(game, log.parts_cache)
    log.seats[viewer].update(state, viewer, lines, log.seats.values())
    return log.seats[viewer]

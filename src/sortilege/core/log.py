"""The log of a state: one line per past action with its effects, and for each seat the part of it that the seat saw."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from sortilege.core.engine.cells import copy
from sortilege.core.engine.state import State
from sortilege.core.game_rules import GameRules
from sortilege.core.turns import PartsCache, Turn, Turns
from sortilege.core.types import Line


class SeatLog:
    """The log as one viewer sees it: the lines (None where the viewer may not know of one), which of them may still
    change, and the turns they form."""

    def __init__(self, game: GameRules, parts_cache: PartsCache) -> None:
        self.lines: list[Line | None] = []
        self.numbers: list[int] = []  # the numbers of the visible lines
        self.visible: list[Line] = []  # the visible lines
        self.stayed: list[int] = []  # for every update with a change: how many visible lines stayed the same
        self.open: list[int] = []  # the numbers of the lines that may still change
        self.turns = Turns(game, parts_cache)
        self.cut = 0  # how many lines have been added to `turns`

    def update(self, state: State, seat: int | None, lines: list[Line], others: Iterable[SeatLog]) -> None:
        """Update the lines that are new or may have changed; the last one may still be amended. A line that another
        viewer sees alike is the same object for both."""
        if len(lines) == len(self.lines):  # no action since the last update
            return
        game: GameRules = state.game
        self.open += range(len(self.lines), len(lines))
        self.lines += [None] * (len(lines) - len(self.lines))
        changed = len(lines)  # the first line that changed for this viewer
        for i in self.open:
            line, before = game.visible_line(lines[i], seat, state), self.lines[i]
            if line is before or (before is not None and line == before):
                continue
            if line is not lines[i] and line is not None:
                line = next((one for other in others if (one := other.line_at(i)) == line and one is not None), line)
            if i < self.cut:
                self.turns.rewind(i)
                self.cut = i
            changed = min(changed, i)
            self.lines[i] = line
        last = len(lines) - 1
        self.open = [i for i in self.open if i == last or not game.is_final(lines[i], seat, state)]
        self.note_visible(changed)

    def line_at(self, number: int) -> Line | None:
        return self.lines[number] if number < len(self.lines) else None

    def note_visible(self, first: int) -> None:
        """Rebuild `numbers` and `visible` from this line on."""
        unchanged = bisect_left(self.numbers, first)
        del self.numbers[unchanged:], self.visible[unchanged:]
        self.stayed.append(unchanged)
        for i in range(first, len(self.lines)):
            line = self.lines[i]
            if line is not None:
                self.numbers.append(i)
                self.visible.append(line)

    def by_turns(self) -> list[Turn]:
        """Return the visible lines grouped into turns. Lines keep the number of their action."""
        for i in range(self.cut, len(self.lines)):
            line = self.lines[i]
            if line is not None:
                self.turns.add(i, line)
        self.cut = len(self.lines)
        return self.turns.turns


class Log:
    """The lines so far, the view of them by seat, and the state after the last line."""

    def __init__(self, state: State) -> None:
        self.lines: list[Line] = []
        self.seats: dict[int | None, SeatLog] = {}
        self.parts_cache: PartsCache = {}
        self.here = state.bare_copy()
        self.here.cells = copy(state.first_cells)


def full_log(state: State) -> list[Line]:
    """Return every action in the state's history as a line that hides nothing. Only new actions are replayed."""
    if not state.history:
        return []
    if state.log is None:
        state.log = Log(state)
    log: Log = state.log
    game: GameRules = state.game
    for action in state.history[len(log.lines) :]:
        before = log.here.bare_copy()
        log.here.do(action)
        line = dict(game.line(before, action, log.here))
        if "amends" in line:  # an outcome that completes the previous line
            log.lines[-1] = {**log.lines[-1], **line.pop("amends")}
        log.lines.append(line)
    return log.lines


def log_of(state: State, seat: int | None) -> list[Line]:
    """Return the log as this seat saw it: hidden faces are null, lines it may not know of are omitted. The list is a
    copy, but its lines are shared and must not be changed."""
    own_log = seat_log(state, seat)
    if own_log is None:
        return list(state.recalled_lines)
    return state.recalled_lines + own_log.visible


def turns_of(state: State, seat: int | None) -> list[Turn]:
    """Return the log as this seat saw it, grouped into turns. Lines keep the number of their action. The result is
    shared and must not be changed."""
    own_log = seat_log(state, seat)
    return [] if own_log is None else own_log.by_turns()


def seat_log(state: State, seat: int | None) -> SeatLog | None:
    """Return the up-to-date SeatLog of this seat, or None if nothing has happened yet."""
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

"""The log of a state: one line for each past action, with what it did; then for each seat what it saw of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sortilege.core.cells import copy
from sortilege.core.shapes import Line
from sortilege.core.state import State
from sortilege.core.turns import Turn, Turns

if TYPE_CHECKING:
    from sortilege.core.game import Game


class SeatLog:
    """The lines as one viewer sees them (None where they may not know of one), which of them may still change, and the
    turns they make."""

    def __init__(self, game: Game) -> None:
        self.lines: list[Line | None] = []
        self.open: list[int] = []
        self.turns = Turns(game)
        self.cut = 0  # lines that are in their turns

    def look(self, state: State, seat: int | None, lines: list[Line]) -> None:
        """Look again at what may have changed and at what is new. The last line may yet be amended."""
        game: Game = state.game
        self.open += range(len(self.lines), len(lines))
        self.lines += [None] * (len(lines) - len(self.lines))
        for i in self.open:
            now = game.visible_line(lines[i], seat, state)
            if i < self.cut and now != self.lines[i]:
                self.turns.rewind(i)
                self.cut = i
            self.lines[i] = now
        last = len(lines) - 1
        self.open = [i for i in self.open if i == last or not game.is_final(lines[i], seat, state)]

    def by_turns(self) -> list[Turn]:
        """The lines seen so far, cut into turns; a line is numbered as the action it tells."""
        for i in range(self.cut, len(self.lines)):
            line = self.lines[i]
            if line is not None:
                self.turns.add(i, line)
        self.cut = len(self.lines)
        return self.turns.turns


class Log:
    """The lines so far, what each viewer saw of them, and a state that stands where they end."""

    def __init__(self, state: State) -> None:
        self.lines: list[Line] = []
        self.seats: dict[int | None, SeatLog] = {}
        self.here = state.twin()
        self.here.cells = copy(state.origin)


def full_log(state: State) -> list[Line]:
    """Every action since the state's origin as a line that hides nothing. Only what is new is replayed."""
    if not state.past:
        return []
    if state.log is None:
        state.log = Log(state)
    log: Log = state.log
    game: Game = state.game
    for action in state.past[len(log.lines) :]:
        before = log.here.twin()
        log.here.do(action)
        line = dict(game.line(before, action, log.here))
        if "amends" in line:  # an outcome that completes what the line before it began
            log.lines[-1] = {**log.lines[-1], **line.pop("amends")}
        log.lines.append(line)
    return log.lines


def log_of(state: State, seat: int | None) -> list[Line]:
    """The log as this seat saw it: hidden faces are null, and what it may not even know of is left out. The list is
    the caller's own; its lines are shared and only to be read."""
    seen = seat_log(state, seat)
    if seen is None:
        return list(state.recalled)
    return state.recalled + [line for line in seen.lines if line is not None]


def turns_of(state: State, seat: int | None) -> list[Turn]:
    """The log as this seat saw it, by turns; a line is numbered as the action of the match that it tells. What is
    answered is only to be read."""
    seen = seat_log(state, seat)
    return [] if seen is None else seen.by_turns()


def seat_log(state: State, seat: int | None) -> SeatLog | None:
    """What this seat saw of the log so far; None before it has begun."""
    lines = full_log(state)
    if not lines:
        return None
    log: Log = state.log
    if seat not in log.seats:
        log.seats[seat] = SeatLog(state.game)
    log.seats[seat].look(state, seat, lines)
    return log.seats[seat]

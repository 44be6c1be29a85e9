"""The log of a state: one line for each past action, with what it did; then for each seat what it saw of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sortilege.core.cells import copy
from sortilege.core.shapes import Line
from sortilege.core.state import State
from sortilege.core.turns import Cuts, Turn, Turns

if TYPE_CHECKING:
    from sortilege.core.game import Game


class SeatLog:
    """The lines as one viewer sees them (None where they may not know of one), which of them may still change, and the
    turns they make."""

    def __init__(self, game: Game, cuts: Cuts) -> None:
        self.lines: list[Line | None] = []
        self.numbers: list[int] = []  # of the lines that are seen
        self.visible: list[Line] = []  # those lines
        self.stayed: list[int] = []  # look by look that found something: how many of those stayed as they were
        self.open: list[int] = []
        self.turns = Turns(game, cuts)
        self.cut = 0  # lines that are in their turns

    def look(self, state: State, seat: int | None, lines: list[Line], others: Iterable[SeatLog]) -> None:
        """Look again at what may have changed and at what is new. The last line may yet be amended. A line that others
        saw alike is the same object for all of them."""
        if len(lines) == len(self.lines):  # nothing was done since: a state changes only by what is done
            return
        game: Game = state.game
        self.open += range(len(self.lines), len(lines))
        self.lines += [None] * (len(lines) - len(self.lines))
        changed = len(lines)  # the first line that is seen otherwise than before
        for i in self.open:
            now, before = game.visible_line(lines[i], seat, state), self.lines[i]
            if now is before or (before is not None and now == before):
                continue
            if now is not lines[i] and now is not None:
                now = next((one for other in others if (one := other.line_at(i)) == now and one is not None), now)
            if i < self.cut:
                self.turns.rewind(i)
                self.cut = i
            changed = min(changed, i)
            self.lines[i] = now
        last = len(lines) - 1
        self.open = [i for i in self.open if i == last or not game.is_final(lines[i], seat, state)]
        self.note_visible(changed)

    def line_at(self, number: int) -> Line | None:
        return self.lines[number] if number < len(self.lines) else None

    def note_visible(self, first: int) -> None:
        """Count anew what is seen of the lines from this one on."""
        kept = bisect_left(self.numbers, first)
        del self.numbers[kept:], self.visible[kept:]
        self.stayed.append(kept)
        for i in range(first, len(self.lines)):
            line = self.lines[i]
            if line is not None:
                self.numbers.append(i)
                self.visible.append(line)

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
        self.cuts: Cuts = {}
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
    return state.recalled + seen.visible


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
    game: Game = state.game
    eyes = seat if game.hides else None  # where nothing is hidden, one log is everybody's
    if eyes not in log.seats:
        log.seats[eyes] = SeatLog(game, log.cuts)
    log.seats[eyes].look(state, eyes, lines, log.seats.values())
    return log.seats[eyes]

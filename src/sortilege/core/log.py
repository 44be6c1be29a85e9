"""The log of a state: each past action told once, with what it did; then, for each seat, what that seat saw of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sortilege.core.cells import copy
from sortilege.core.state import State
from sortilege.core.turns import Turn, Turns

if TYPE_CHECKING:
    from sortilege.core.game import Game, Line


class Seen:
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
            shown = game.shown(lines[i], seat, state)
            if i < self.cut and shown != self.lines[i]:
                self.turns.rewind(i)
                self.cut = i
            self.lines[i] = shown
        last = len(lines) - 1
        self.open = [i for i in self.open if i == last or not game.settled(lines[i], seat, state)]

    def by_turns(self) -> list[Turn]:
        """The lines seen so far, cut into turns; a line is numbered as the action it tells."""
        for i in range(self.cut, len(self.lines)):
            line = self.lines[i]
            if line is not None:
                self.turns.add(i, line)
        self.cut = len(self.lines)
        return self.turns.turns


class Told:
    """The lines told so far, what each viewer saw of them, and a state standing where the telling has arrived."""

    def __init__(self, state: State) -> None:
        self.lines: list[Line] = []
        self.seen: dict[int | None, Seen] = {}
        self.here = state.twin()
        self.here.cells = copy(state.origin)


def story(state: State) -> list[Line]:
    """Every action since the state's origin as a line that hides nothing. Only what is new is replayed."""
    if not state.past:
        return []
    if state.told is None:
        state.told = Told(state)
    told: Told = state.told
    game: Game = state.game
    for action in state.past[len(told.lines) :]:
        before = told.here.twin()
        told.here.do(action)
        line = game.tell(before, action, told.here)
        if "amends" in line:  # an outcome that completes what the line before it began
            told.lines[-1] |= line.pop("amends")
        told.lines.append(line)
    return told.lines


def log_of(state: State, seat: int | None) -> list[dict[str, Any]]:
    """The log as this seat saw it: hidden faces are null, and what it may not even know of is left out. The list is
    the caller's own; its lines are shared and only to be read."""
    seen = seen_by(state, seat)
    if seen is None:
        return list(state.recalled)
    return state.recalled + [line for line in seen.lines if line is not None]


def turns_of(state: State, seat: int | None) -> list[Turn]:
    """The log as this seat saw it, by turns; a line is numbered as the action of the match that it tells. What is
    answered is only to be read."""
    seen = seen_by(state, seat)
    return [] if seen is None else seen.by_turns()


def seen_by(state: State, seat: int | None) -> Seen | None:
    """What this seat saw of the story so far; None before it has begun."""
    lines = story(state)
    if not lines:
        return None
    if seat not in state.told.seen:
        state.told.seen[seat] = Seen(state.game)
    seen: Seen = state.told.seen[seat]
    seen.look(state, seat, lines)
    return seen

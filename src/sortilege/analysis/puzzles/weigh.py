"""What each action at a table is worth: all of them roughly, then the promising ones as finely as a puzzle needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sortilege.analysis.evaluate import Candidate, candidates
from sortilege.analysis.intervals import Interval, difference
from sortilege.core.game import Game
from sortilege.core.state import CHANCE, OVER, State

ROUGHLY: Final = 60  # worlds for every action
FINELY: Final = 400  # worlds for those that may be best
FINALISTS: Final = 5


def weigh(game: Game, state: State, seed: int, keep: Sequence[int] = (), worlds: int = FINELY) -> list[Candidate]:
    """The promising actions of the seat to decide (and those to keep), the best first: given what it may know."""
    view = state.view(state.turn())
    rough = ranked(candidates(game, view, seed, worlds=min(ROUGHLY, worlds)))
    promising = [one.action for one in rough[:FINALISTS]]
    chosen = [*promising, *(action for action in keep if action not in promising)]
    return ranked(candidates(game, view, seed, actions=chosen, worlds=worlds))


def ranked(found: Sequence[Candidate]) -> list[Candidate]:
    """The best first."""
    return sorted(found, key=lambda one: (-one.mean, one.action))


def lead(found: Sequence[Candidate]) -> Interval:
    """How far the best is ahead of the second, in the same worlds."""
    return difference(found[0].values, found[1].values)


def best_line(game: Game, start: State, first: int, seed: int, worlds: int) -> tuple[list[int], State]:
    """From a first action to where the task ends, always the best; and the state there. Chance ends a line."""
    state = start.clone()
    line: list[int] = []
    action = first
    while True:
        state.apply(action)
        line.append(action)
        if is_end(game, start, state):
            return line, state
        legal = state.legal()
        action = legal[0] if len(legal) == 1 else weigh(game, state, seed, worlds=worlds)[0].action


def is_end(game: Game, start: State, state: State) -> bool:
    """Whether a solver has no more to do here."""
    turn = state.turn()
    return turn in (OVER, CHANCE) or turn != start.turn() or game.tasks.is_done(start, state)

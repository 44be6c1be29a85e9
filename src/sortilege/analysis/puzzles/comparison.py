"""Ranking of the actions in a position: all of them in a few worlds, then the promising ones in many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sortilege.analysis.evaluate import Candidate, candidates, ranked
from sortilege.analysis.intervals import Interval, difference
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.game import Game

ROUGH_WORLDS: Final = 60  # for every action
FINE_WORLDS: Final = 400  # for the finalists
FINALISTS: Final = 5


def rank_actions(
    game: Game, state: State, seed: int, keep: Sequence[int] = (), worlds: int = FINE_WORLDS
) -> list[Candidate]:
    """Return the promising actions of the seat to decide, and those in `keep`, best first. The analysis uses only what
    the seat can see."""
    view = state.view(state.turn())
    rough = ranked(candidates(game, view, seed, worlds=min(ROUGH_WORLDS, worlds)))
    promising = [candidate.action for candidate in rough[:FINALISTS]]
    compared = [*promising, *(action for action in keep if action not in promising)]
    return ranked(candidates(game, view, seed, actions=compared, worlds=worlds))


def lead(ordered: Sequence[Candidate]) -> Interval:
    """Return the difference between the best and the second-best candidate, paired by world."""
    return difference(ordered[0].values, ordered[1].values)


def best_sequence(game: Game, start: State, first: int, seed: int, worlds: int) -> tuple[list[int], State]:
    """Return the best actions from a first one to the end of the task, and the state at the end."""
    state = start.clone()
    sequence: list[int] = []
    action = first
    while True:
        state.apply(action)
        sequence.append(action)
        if is_end(game, start, state):
            return sequence, state
        legal = state.legal()
        action = legal[0] if len(legal) == 1 else rank_actions(game, state, seed, worlds=worlds)[0].action


def is_end(game: Game, start: State, state: State) -> bool:
    """Return whether the task ends here: at chance, at another seat's decision, or where the game says so."""
    turn = state.turn()
    return turn in (OVER, CHANCE) or turn != start.turn() or game.tasks.is_done(start, state)

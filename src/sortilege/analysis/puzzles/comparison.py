"""Ranking of the actions in a position, by simulated games from sampled states (complete states that agree with the
view). `worlds` is the number of sampled states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sortilege.analysis.evaluate import Candidate, candidates, ranked
from sortilege.analysis.intervals import Interval, difference
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.game import Game

SELECTION_WORLDS: Final = 60  # sampled states from which every action is tried
RANKING_WORLDS: Final = 400  # sampled states from which the finalists are tried
FINALISTS: Final = 5


def rank_actions(
    game: Game, state: State, seed: int, keep: Sequence[int] = (), worlds: int = RANKING_WORLDS
) -> list[Candidate]:
    """Return the most promising actions of the seat to move, best first, by what this seat can see. All actions are
    tried from a few sampled states; the best ones, and the actions in `keep`, are compared from `worlds` of them."""
    view = state.view(state.turn())
    selection = ranked(candidates(game, view, seed, worlds=min(SELECTION_WORLDS, worlds)))
    finalists = [candidate.action for candidate in selection[:FINALISTS]]
    compared = [*finalists, *(action for action in keep if action not in finalists)]
    return ranked(candidates(game, view, seed, actions=compared, worlds=worlds))


def lead_of_best(ranking: Sequence[Candidate]) -> Interval:
    """Return by how much win probability the best candidate leads the second-best, with its confidence interval."""
    return difference(ranking[0].values, ranking[1].values)


def best_sequence(game: Game, start: State, first: int, seed: int, worlds: int) -> tuple[list[int], State]:
    """Find the solution of a puzzle that begins with the action `first`: play it, and then the best action each time,
    up to the end of the task. Return the actions and the last state. `worlds` is the number of sampled states."""
    state = start.clone()
    sequence: list[int] = []
    action = first
    while True:
        state.apply(action)
        sequence.append(action)
        if is_end(game, start, state):
            return sequence, state
        legal = state.legal()
        if len(legal) == 1:
            action = legal[0]
        else:
            action = rank_actions(game, state, seed, worlds=worlds)[0].action


def is_end(game: Game, start: State, state: State) -> bool:
    """Return whether a puzzle that starts in the state `start` ends in `state`. It ends at a chance event, at another
    seat's decision, at the end of the game, or where `game.tasks` says that it is solved."""
    turn = state.turn()
    is_own_decision = turn not in (OVER, CHANCE) and turn == start.turn()
    return not is_own_decision or game.tasks.is_done(start, state)

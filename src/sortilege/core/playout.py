"""Random play inside the compiled engine: whole games, each node as the rules give it, chance by its weights."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST, State


def pick_outcome(state: State, rng: Rng, legal: Cells, weights: Cells) -> i64:
    """One outcome of chance, drawn by weight. `legal` and `weights` are scratch space."""
    n = state.fill_legal(legal)
    state.fill_weights(weights)
    total: i64 = 0
    i: i64 = 0
    while i < n:
        total += weights[i]
        i += 1
    left = rng.below(total)
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return legal[i]


def play_out(state: State, rng: Rng, legal: Cells, weights: Cells) -> i64:
    """Play to the end, every legal action equally likely; answers the number of nodes passed."""
    nodes: i64 = 0
    turn = state.turn()
    while turn != OVER:
        if turn == CHANCE:
            state.do(pick_outcome(state, rng, legal, weights))
        else:
            state.do(legal[rng.below(state.fill_legal(legal))])
        nodes += 1
        turn = state.turn()
    return nodes


def play_many(start: State, games: int, seed: int) -> int:
    """Nodes passed in `games` random games from `start`, which stays as it is."""
    rng = Rng(seed)
    legal = blank(WIDEST)
    weights = blank(WIDEST)
    nodes: i64 = 0
    for _ in range(games):
        nodes += play_out(start.twin(), rng, legal, weights)
    return nodes


def random_game(start: State, seed: int) -> list[int]:
    """The actions of one random game from `start`: how tests and golden files get a game to look at."""
    rng = Rng(seed)
    legal = blank(WIDEST)
    weights = blank(WIDEST)
    state = start.twin()
    actions: list[int] = []
    turn = state.turn()
    while turn != OVER:
        if turn == CHANCE:
            action = pick_outcome(state, rng, legal, weights)
        else:
            action = legal[rng.below(state.fill_legal(legal))]
        state.do(action)
        actions.append(action)
        turn = state.turn()
    return actions


def compiled() -> bool:
    """Whether this engine runs as machine code."""
    return not __file__.endswith(".py")

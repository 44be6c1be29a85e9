"""Random play inside the compiled engine: whole games, each node as the rules give it, chance by its weights."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.cells import blank
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST, State


def play_many(start: State, games: int, seed: int) -> int:
    """Nodes passed in `games` random games from `start`, which stays as it is."""
    rng = Rng(seed)
    scratch = blank(WIDEST)
    nodes: i64 = 0
    for _ in range(games):
        nodes += start.twin().play_out(rng, scratch)
    return nodes


def random_game(start: State, seed: int) -> list[int]:
    """The actions of one random game from `start`: how tests and golden files get a game to look at."""
    rng = Rng(seed)
    scratch = blank(WIDEST)
    state = start.twin()
    actions: list[int] = []
    turn = state.turn()
    while turn != OVER:
        if turn == CHANCE:
            action = state.draw(rng, scratch)
        else:
            action = scratch[rng.below(state.fill_legal(scratch))]
        state.do(action)
        actions.append(action)
        turn = state.turn()
    return actions


def compiled() -> bool:
    """Whether this engine runs as machine code."""
    return not __file__.endswith(".py")

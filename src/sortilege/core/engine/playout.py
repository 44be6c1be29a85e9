"""Random play inside the compiled engine: whole games in which every legal action is equally likely, and chance
outcomes are drawn by their weights."""

from __future__ import annotations

from mypy_extensions import i64

from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER, State


def play_many(start: State, games: int, seed: int) -> int:
    """Play random games from the state `start` and return the number of actions and chance outcomes in all games."""
    rng = Rng(seed)
    scratch = blank(MAX_LEGAL)
    nodes: i64 = 0
    for _ in range(games):
        nodes += start.bare_copy().play_out(rng, scratch)
    return nodes


def random_game(start: State, seed: int) -> list[int]:
    """Return the actions and chance outcomes of one random game from `start`, for tests and golden files."""
    rng = Rng(seed)
    scratch = blank(MAX_LEGAL)
    state = start.bare_copy()
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
    """Return whether the game engine runs as compiled machine code; if not, Python interprets it."""
    return not __file__.endswith(".py")

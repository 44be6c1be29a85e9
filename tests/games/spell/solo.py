"""A solo position, and functions that play the script's turn."""

from typing import Any

from sortilege import OVER
from sortilege.core.engine.state import State
from tests.games.spell.board import do, load

RUNES = {n: [f"B{n}-2", f"B{n}-1"] for n in "1234"}
SOLO: dict[str, Any] = {
    "game": "spell",
    "seats": 1,
    "arena": ["pkpk", "kPNK", "pkpk", "kpp."],
    "mages": {"k": ["13"], "p": ["11"]},
    "turn": "p",
    "round": 1,
    "gem": "p",
    "runes": RUNES,
}


def after_end_turn(position: dict[str, Any]) -> State:
    """Return the state after the human ends the turn and the script has gone as far as it can."""
    return do(load(position), do="end")


def play_round(state: State) -> State:
    """End the human's turn and play the script's, always with the first legal action or outcome."""
    do(state, do="end")
    while state.turn() != OVER and state.view(None)["phase"] != "play":
        state.apply(state.legal()[0])
    return state

"""A solo game to start from, and the script's turn played out."""

from typing import Any

from sortilege import OVER
from sortilege.core.state import State
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


def ended(position: dict[str, Any]) -> State:
    """The human has ended the turn; the script has run as far as it can."""
    return do(load(position), do="end")


def whole_turn(state: State) -> State:
    """The human ends the turn; every choice and every chance after it falls the first way."""
    do(state, do="end")
    while state.turn() != OVER and state.view(None)["phase"] != "play":
        state.apply(state.legal()[0])
    return state

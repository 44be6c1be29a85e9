"""The words of Abracada's tests: a position as the contract writes it, and actions applied one after the other."""

from typing import Any

import sortilege
from sortilege.core.engine.state import State

GAME = sortilege.game("abracada")
END = {"do": "end"}


def call(spell: Any) -> dict[str, Any]:
    return {"do": "call", "spell": spell}


def stone(spell: int) -> dict[str, Any]:
    return {"do": "stone", "spell": spell}


def roll(die: int) -> dict[str, Any]:
    return {"do": "roll", "die": die}


def secret(spell: int) -> dict[str, Any]:
    return {"do": "secret", "spell": spell}


def lift(slot: int) -> dict[str, Any]:
    return {"do": "lift", "slot": slot}


def at(**position: Any) -> State:
    """A position of this game, its keys as in the contract; seats are counted off the hands."""
    return GAME.load({"game": "abracada", "seats": len(position["hands"]), **position})


def play(state: State, *actions: dict[str, Any]) -> State:
    """Apply decisions and outcomes of chance, in order."""
    for action in actions:
        state.apply(GAME.find(action))
    return state


def legal(state: State) -> list[dict[str, Any]]:
    return [GAME.describe(a) for a in state.legal()]


def life(state: State) -> list[int]:
    """Everybody's lives, at any node."""
    lives: list[int] = state.view(None)["life"]
    return lives


def points(state: State) -> list[int]:
    """What the round just scored brought each seat."""
    earned: list[int] = previous_round(state)["points"]
    return earned


def previous_round(state: State, seat: int | None = None) -> dict[str, Any]:
    """How the round just scored ended, as this seat reads it in the log."""
    ends: list[dict[str, Any]] = [line["ended"] for line in state.view(seat)["log"] if "ended" in line]
    return ends[-1]

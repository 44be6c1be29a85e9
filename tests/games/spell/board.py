"""The two positions of the ledger, and its notation of moves: M12>22, A12+22, U11D, R:B1-3, S:B1-3/1@22 and so on."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from sortilege import CHANCE, OVER, IllegalAction
from sortilege.core.engine.state import State
from sortilege.games.spell import GAME

Position = dict[str, Any]

REF: Position = {
    "game": "spell",
    "seats": 2,
    "arena": ["kpkp", "KNPk", "pkpk", "kpp."],
    "mages": {"k": ["10"], "p": ["12"]},
    "turn": "p",
    "round": 1,
    "gem": "p",
    "runes": {"1": ["B1-3", "B1-5"], "2": ["B2-1", "B2-4"], "3": ["B3-2", "B3-6"], "4": ["B4-1", "B4-3"]},
}
MID: Position = {
    "game": "spell",
    "seats": 2,
    "arena": ["pPPk", "KPNk", "kPpK", "kPk."],
    "mages": {"k": ["21"], "p": ["12"]},
    "turn": "p",
    "round": 4,
    "gem": "p",
    "score": {"k": 2, "p": 5},
    "runes": {"1": ["B1-1", "B1-2"], "2": ["B2-2", "B2-5"], "3": ["B3-1", "B3-4"], "4": ["B4-2", "B4-6"]},
    "hands": {"k": ["B1-3"], "p": ["B2-1"]},
    "discard": ["B1-4", "B3-5"],
}
# one card of every level is formed: a turn of ten points
TEN: Position = {
    "game": "spell",
    "seats": 2,
    "arena": ["PPPk", "PPPk", "kPkk", "kkN."],
    "mages": {"k": ["30"], "p": ["00"]},
    "turn": "p",
    "round": 5,
    "gem": "p",
    "score": {"k": 0, "p": 15},
    "runes": {"1": ["B1-2", "B1-1"], "2": ["B2-1", "B2-3"], "3": ["B3-1", "B3-4"], "4": ["B4-1", "B4-6"]},
    "discard": ["B4-2", "B4-3", "B4-4", "B3-2"],
}

TARGETS = {"@": r"(\d\d)(?:>(\d\d))?", ":": r"(\d\d)>(\d\d)", "=": r"([MA].*)"}


def asymmetric(position: Position, k: str, p: str) -> Position:
    """Return the same position with amulets."""
    return position | {"options": {"mode": "asymmetric"}, "amulets": {"k": k, "p": p}}


# ---------------------------------------------------------------- moves
def actions(move: str) -> list[dict[str, Any]]:
    """Return the actions of a move in the ledger's notation; a spell is a cast and its targets."""
    if move == "E":
        return [{"do": "end"}]
    if match := re.fullmatch(r"M(\d\d)>(\d\d)", move):
        return [{"do": "move", "from": match[1], "to": match[2]}]
    if match := re.fullmatch(r"A(\d\d)\+(\d\d)", move):
        return [{"do": "activate", "from": match[1], "at": match[2]}]
    if match := re.fullmatch(r"U(\d\d)([UDLR-])", move):
        return [{"do": "upheave", "lift": match[1], "side": match[2]}]
    if match := re.fullmatch(r"R:(.*)", move):
        return [{"do": "claim", "card": match[1]}]
    if match := re.fullmatch(r"X:(.*)", move):
        return [{"do": "special", "at": match[1]}]
    if match := re.fullmatch(r"T(-?\d,-?\d)", move):
        return [{"do": "lay", "at": match[1]}]
    if match := re.fullmatch(r"P(\d\d)", move):
        return [{"do": "stand", "at": match[1]}]
    if match := re.fullmatch(r"S:.(\d)-\d/(\d)([@:=])(.*)", move):
        return [
            {"do": "cast", "level": int(match[1]), "spell": int(match[2])},
            *targets(int(match[2]), match[3], match[4]),
        ]
    raise ValueError(move)


def targets(spell: int, sign: str, rest: str) -> list[dict[str, Any]]:
    match = re.fullmatch(TARGETS[sign], rest)
    assert match is not None, rest
    if sign == "=":
        return actions(match[1])
    if sign == ":":
        return [{"do": "levitate" if spell == 2 else "force", "from": match[1], "to": match[2]}]
    return [{"do": "summon", "at": match[1]}] + ([{"do": "push", "to": match[2]}] if match[2] else [])


def load(position: Position, *moves: str) -> State:
    """Return the state of a position after these moves."""
    return play(GAME.load(position), *moves)


def play(state: State, *moves: str) -> State:
    """Play moves; after each of them the first outcomes of chance are drawn."""
    for move in moves:
        for action in actions(move):
            state.apply(GAME.find(action))
        while state.turn() == CHANCE:
            state.apply(state.legal()[0])
    return state


def can(state: State, move: str) -> bool:
    """Return whether a move is legal, including its targets."""
    copy = state.clone()
    for action in actions(move):
        if not copy.allows(GAME.find(action)):
            return False
        copy.apply(GAME.find(action))
    return True


def rule(state: State, move: str) -> str:
    """Return the rule that forbids the last action of a move, without changing the state."""
    copy = state.clone()
    *before, last = actions(move)
    for action in before:
        copy.apply(GAME.find(action))
    return refused(copy, **last)


def refused(state: State, **action: Any) -> str:
    """Return the rule that forbids an action, and check that the state has not changed."""
    before = list(state.cells)
    with pytest.raises(IllegalAction) as refusal:
        state.apply(GAME.find(action))
    assert list(state.cells) == before
    return refusal.value.rule


# ---------------------------------------------------------------- reading a state
def offers(state: State, do: str) -> list[dict[str, Any]]:
    """Return the legal actions of a verb."""
    return [action for a in state.legal() if (action := GAME.describe(a))["do"] == do]


def cells(state: State, do: str, key: str = "at") -> set[str]:
    """Return the cells in the legal actions of a verb."""
    return {action[key] for action in offers(state, do)}


def claims(state: State) -> set[str]:
    """Return the cards that may be claimed now."""
    return cells(state, "claim", "card")


def arena(state: State) -> str:
    """Return the arena in the ledger's notation."""
    return "/".join(state.view(None)["arena"])


def mages(state: State, side: str) -> list[str]:
    """Return the cells of a side's mages."""
    cells: list[str] = state.view(None)["mages"][side]
    return cells


def own(state: State, side: str) -> set[str]:
    """Return the own cells of a side, as on its turn."""
    return set(drawing(state, None)["own"][side])


def drawing(state: State, seat: int | None) -> dict[str, Any]:
    """Return the data that helps to draw a seat's view."""
    return dict(GAME.board(state.view(seat)))


def do(state: State, **action: Any) -> State:
    """Play an action and return the state."""
    state.apply(GAME.find(action))
    return state


# ---------------------------------------------------------------- random games
def walk(state: State, seed: int) -> Iterator[State]:
    """Yield every node of a random game, including the end. Seats prefer to claim and to cast."""
    rng = random.Random(seed)
    while True:
        yield state
        if state.turn() == OVER:
            return
        legal = state.legal()
        preferred = [a for a in legal if GAME.describe(a)["do"] in ("claim", "cast")]
        state.apply(rng.choice(preferred if preferred and state.turn() != CHANCE and rng.random() < 0.8 else legal))


def games(count: int = 4) -> Iterator[State]:
    """Yield the nodes of random games of every mode."""
    tables: list[tuple[int, dict[str, Any]]] = [
        (2, {"tournament": True}),
        (2, {"mode": "asymmetric", "tournament": True}),
        (2, {}),
        (1, {"setup": "S3"}),
    ]
    for seed in range(count):
        seats, options = tables[seed % len(tables)]
        yield from walk(GAME.new(seats, options), seed)

"""The two positions of the ledger, and its shorthand for moves: M12>22, A12+22, U11D, R:B1-3, S:B1-3/1@22 and so on."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from sortilege import CHANCE, OVER, IllegalAction
from sortilege.core.state import State
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
    """The same position with amulets."""
    return position | {"options": {"mode": "asymmetric"}, "amulets": {"k": k, "p": p}}


# ---------------------------------------------------------------- moves
def actions(move: str) -> list[dict[str, Any]]:
    """A move of the ledger's shorthand as actions; a spell is its cast and its targets."""
    if move == "E":
        return [{"do": "end"}]
    if found := re.fullmatch(r"M(\d\d)>(\d\d)", move):
        return [{"do": "move", "from": found[1], "to": found[2]}]
    if found := re.fullmatch(r"A(\d\d)\+(\d\d)", move):
        return [{"do": "activate", "from": found[1], "at": found[2]}]
    if found := re.fullmatch(r"U(\d\d)([UDLR-])", move):
        return [{"do": "upheave", "lift": found[1], "side": found[2]}]
    if found := re.fullmatch(r"R:(.*)", move):
        return [{"do": "claim", "card": found[1]}]
    if found := re.fullmatch(r"X:(.*)", move):
        return [{"do": "special", "at": found[1]}]
    if found := re.fullmatch(r"T(-?\d,-?\d)", move):
        return [{"do": "lay", "at": found[1]}]
    if found := re.fullmatch(r"P(\d\d)", move):
        return [{"do": "stand", "at": found[1]}]
    if found := re.fullmatch(r"S:.(\d)-\d/(\d)([@:=])(.*)", move):
        return [
            {"do": "cast", "level": int(found[1]), "spell": int(found[2])},
            *targets(int(found[2]), found[3], found[4]),
        ]
    raise ValueError(move)


def targets(spell: int, sign: str, rest: str) -> list[dict[str, Any]]:
    found = re.fullmatch(TARGETS[sign], rest)
    assert found is not None, rest
    if sign == "=":
        return actions(found[1])
    if sign == ":":
        return [{"do": "levitate" if spell == 2 else "force", "from": found[1], "to": found[2]}]
    return [{"do": "summon", "at": found[1]}] + ([{"do": "push", "to": found[2]}] if found[2] else [])


def load(position: Position, *moves: str) -> State:
    """The position after these moves."""
    return play(GAME.load(position), *moves)


def play(state: State, *moves: str) -> State:
    """Moves one after the other; after each, chance turns up the lowest card there is."""
    for move in moves:
        for action in actions(move):
            state.apply(GAME.find(action))
        while state.turn() == CHANCE:
            state.apply(state.legal()[0])
    return state


def can(state: State, move: str) -> bool:
    """Whether a move is legal, its targets included."""
    tried = state.clone()
    for action in actions(move):
        if not tried.allows(GAME.find(action)):
            return False
        tried.apply(GAME.find(action))
    return True


def rule(state: State, move: str) -> str:
    """The rule that refuses a move; the state stays as it is."""
    tried = state.clone()
    *before, last = actions(move)
    for action in before:
        tried.apply(GAME.find(action))
    return refused(tried, **last)


def refused(state: State, **action: Any) -> str:
    """The rule that refuses an action object; the state stays as it is."""
    before = list(state.cells)
    with pytest.raises(IllegalAction) as refusal:
        state.apply(GAME.find(action))
    assert list(state.cells) == before
    return refusal.value.rule


# ---------------------------------------------------------------- looking
def offers(state: State, do: str) -> list[dict[str, Any]]:
    """The legal actions of one verb."""
    return [action for a in state.legal() if (action := GAME.describe(a))["do"] == do]


def cells(state: State, do: str, key: str = "at") -> set[str]:
    """The cells that one verb may name."""
    return {action[key] for action in offers(state, do)}


def claims(state: State) -> set[str]:
    """The cards that may be claimed now."""
    return cells(state, "claim", "card")


def arena(state: State) -> str:
    """The arena as the ledger writes it."""
    return "/".join(state.view(None)["arena"])


def mages(state: State, side: str) -> list[str]:
    """Where the mages of a side stand."""
    found: list[str] = state.view(None)["mages"][side]
    return found


def own(state: State, side: str) -> set[str]:
    """The own cells of a side, as on its turn."""
    return set(drawing(state, None)["own"][side])


def drawing(state: State, seat: int | None) -> dict[str, Any]:
    """What helps to draw the table for a seat."""
    return dict(GAME.board(state.view(seat)))


def do(state: State, **action: Any) -> State:
    """One action object."""
    state.apply(GAME.find(action))
    return state


# ---------------------------------------------------------------- random games
def walk(state: State, seed: int) -> Iterator[State]:
    """Every node of a random game, the end included, in which players like to claim and to cast."""
    rng = random.Random(seed)
    while True:
        yield state
        if state.turn() == OVER:
            return
        legal = state.legal()
        liked = [a for a in legal if GAME.describe(a)["do"] in ("claim", "cast")]
        state.apply(rng.choice(liked if liked and state.turn() != CHANCE and rng.random() < 0.8 else legal))


def games(count: int = 4) -> Iterator[State]:
    """Games of every mode, node by node."""
    tables: list[tuple[int, dict[str, Any]]] = [
        (2, {"tournament": True}),
        (2, {"mode": "asymmetric", "tournament": True}),
        (2, {}),
        (1, {"setup": "S3"}),
    ]
    for seed in range(count):
        seats, options = tables[seed % len(tables)]
        yield from walk(GAME.new(seats, options), seed)

"""JSON positions in and out : consistent, though perhaps not reachable."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from sortilege.core.cells import Cells
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.shapes import Options, Untrusted
from sortilege.core.state import State
from sortilege.games.abracada.box import HAND, KINDS, LIVES, SECRETS, SUMMIT
from sortilege.games.abracada.layout import (
    ACTIVE,
    BOARD,
    CALL,
    DEALT,
    DONE,
    FOUND,
    HANDS,
    LAST,
    LIFE,
    LYING,
    PHASE,
    POINTS,
    POOL,
    ROUND,
    SCORE,
    SEATS,
    SIZE,
    TAKEN,
    UNSEEN,
    VARIANT_LAST,
    count_up,
    spell_at,
)
from sortilege.games.abracada.rules.setup import fresh as fresh_cells
from sortilege.games.abracada.rules.state import AbracadaState

FIELDS = ("round", "scores", "life", "hands", "board", "secrets", "taken", "turn", "points")
KEYS = ("game", "seats", "options", *FIELDS, "then")


def new_cells(seats: int, options: Options) -> Cells:
    """The table before the first node, from settled options."""
    return fresh_cells(
        seats,
        options["variant"] == "last",
        options["easy"],
        options["low_call"] == "penalty",
        options["die"],
        -1 if options["first"] == "random" else options["first"],
    )


def fresh(game: Game, seats: int, options: Options) -> State:
    """The state before the first node."""
    return AbracadaState(new_cells(seats, options), game, options)


def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """The state of a position whose game, seats and options are checked already."""
    return AbracadaState(read(position, options), game, options)


def position(state: State) -> dict[str, Any]:
    """The way back."""
    return write(state.cells, state.options)


# ---------------------------------------------------------------- out
def hand(t: Cells, seat: int) -> str:
    """A hand as its digits, slots left to right."""
    return "".join(str(spell_at(t, seat, i)) for i in range(t[SIZE + seat]))


def taken(t: Cells, seat: int) -> str:
    """The secret stones a seat holds, oldest first."""
    return "".join(str(t[FOUND + seat * 4 + i]) for i in range(t[TAKEN + seat]))


def write(t: Cells, options: Options) -> dict[str, Any]:
    """The position of a table where a seat is about to act, or where the game is over."""
    if t[PHASE] not in (CALL, DONE):
        raise NotQuiet("a position can be taken only where a seat is about to call, or after the game")
    seats = range(t[SEATS])
    over = t[PHASE] == DONE
    position = {
        "game": "abracada",
        "seats": t[SEATS],
        "options": deepcopy(options),
        "round": t[ROUND],
        "scores": [t[SCORE + s] for s in seats],
        "life": [t[LIFE + s] for s in seats],
        "hands": [hand(t, s) for s in seats],
        "board": [t[BOARD + k] for k in range(1, KINDS + 1)],
        "secrets": t[LYING],
        "taken": [taken(t, s) for s in seats],
        "turn": None if over else {"seat": t[ACTIVE], "last": t[LAST]},
    }
    if over:
        position["points"] = [t[POINTS + s] for s in seats]
    return position


# ---------------------------------------------------------------- in
def read(position: dict[str, Any], options: Options) -> Cells:
    """The cells of a position whose game, seats and options are checked already."""
    for key in position:
        if key not in KEYS:
            raise PositionError(key, "a position of abracada has no such field")
    for key in ("hands", "turn"):
        if key not in position:
            raise PositionError(key, "is required")
    n = position["seats"]
    over = position["turn"] is None
    t = new_cells(n, options)
    t[ROUND] = whole("round", position.get("round", 1), 1, 10**6)
    read_scores(t, position, n, over)
    read_lives(t, position, n, over)
    read_stones(t, position, n, over)
    if over:
        t[PHASE] = DONE
    else:
        read_turn(t, position["turn"], n)
    count_up(t)
    return t


def whole(field: str, value: Any, low: int, high: int, rule: str = "") -> int:
    if type(value) is not int or not low <= value <= high:
        raise PositionError(field, f"is a whole number from {low} to {high}, not {value!r}", rule)
    return value


def listed(field: str, value: Any, length: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != length:
        raise PositionError(field, f"is a list of {length}")
    return value


def read_scores(t: Cells, position: dict[str, Any], n: int, over: bool) -> None:
    for seat, total in enumerate(listed("scores", position.get("scores", [0] * n), n)):
        t[SCORE + seat] = whole(f"scores[{seat}]", total, 0, 14 if over else SUMMIT - 1, "AQ-701")
    if over != ("points" in position):
        raise PositionError("points", "the last round's points go with a game that is over, and only with one")
    if over:
        for seat, points in enumerate(listed("points", position["points"], n)):
            t[POINTS + seat] = whole(f"points[{seat}]", points, 0, min(7, t[SCORE + seat]), "AQ-015")
        if not any(t[SCORE + seat] >= SUMMIT for seat in range(n)):
            raise PositionError("scores", "a game is over only when somebody has 8 points", "AQ-701")


def read_lives(t: Cells, position: dict[str, Any], n: int, over: bool) -> None:
    may_be_out = over or t[VARIANT_LAST] == 1
    for seat, life in enumerate(listed("life", position.get("life", [LIVES] * n), n)):
        t[LIFE + seat] = whole(f"life[{seat}]", life, 0 if may_be_out else 1, LIVES, "AQ-008")
    if not over and sum(t[LIFE + seat] > 0 for seat in range(n)) < 2:
        raise PositionError("life", "a round goes on only while two are in it", "AQ-810")


def stones(field: str, value: Any, most: int, rule: str) -> list[int]:
    if not isinstance(value, str) or any(c not in "12345678" for c in value):
        raise PositionError(field, f"is a string of digits 1 to 8, not {value!r}", "AQ-001")
    if len(value) > most:
        raise PositionError(field, f"holds {len(value)} stones, at most {most} are possible", rule)
    return [int(c) for c in value]


def read_stones(t: Cells, position: dict[str, Any], n: int, over: bool) -> None:
    serial = 0
    for seat, value in enumerate(listed("hands", position["hands"], n)):
        spells = stones(f"hands[{seat}]", value, HAND, "AQ-010")
        if not spells and t[LIFE + seat] > 0 and not over:
            raise PositionError(f"hands[{seat}]", "a player still in the round has a stone standing", "AQ-009")
        t[SIZE + seat] = len(spells)
        for i, spell in enumerate(spells):
            t[HANDS + seat * HAND + i] = serial * 16 + spell
            t[POOL + spell] -= 1
            serial += 1
    t[DEALT] = serial
    for k, lying in enumerate(listed("board", position.get("board", [0] * KINDS), KINDS), 1):
        t[BOARD + k] = whole(f"board[{k - 1}]", lying, 0, k, "AQ-001")
        t[POOL + k] -= lying
    held = 0
    for seat, value in enumerate(listed("taken", position.get("taken", [""] * n), n)):
        found = stones(f"taken[{seat}]", value, SECRETS, "AQ-110")
        t[TAKEN + seat] = len(found)
        held += len(found)
        for i, spell in enumerate(found):
            t[FOUND + seat * 4 + i] = spell
            t[POOL + spell] -= 1
    for k in range(1, KINDS + 1):
        if t[POOL + k] < 0:
            raise PositionError("hands", f"{k - t[POOL + k]} stones of spell {k} on the table, there are {k}", "AQ-001")
    t[UNSEEN] = sum(t[POOL + k] for k in range(1, KINDS + 1))
    if held > SECRETS:
        raise PositionError("taken", f"{held} secret stones taken, there are {SECRETS}", "AQ-110")
    t[LYING] = whole("secrets", position.get("secrets", SECRETS - held), 0, SECRETS, "AQ-110")
    if t[LYING] + held > SECRETS:
        raise PositionError("secrets", f"{t[LYING]} left and {held} taken, there are {SECRETS}", "AQ-110")
    if t[LYING] > t[UNSEEN]:
        raise PositionError("secrets", f"{t[LYING]} left in the middle, only {t[UNSEEN]} stones are unseen", "AQ-002")


def read_turn(t: Cells, turn: Any, n: int) -> None:
    if not isinstance(turn, dict) or not {"seat"} <= set(turn) <= {"seat", "last"}:
        raise PositionError("turn", "is an object with seat and last, or null when the game is over")
    t[ACTIVE] = whole("turn.seat", turn["seat"], 0, n - 1)
    t[LAST] = whole("turn.last", turn.get("last", 0), 0, KINDS, "AQ-301")
    if t[LIFE + t[ACTIVE]] == 0:
        raise PositionError("turn.seat", f"seat {t[ACTIVE]} is out of the round", "AQ-811")
    t[PHASE] = CALL

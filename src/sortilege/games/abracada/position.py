"""Reading and writing JSON positions. A position must be consistent, but need not be reachable."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from sortilege.core.contract.position_fields import check_keys, read_integer, read_list
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.types import Options, Untrusted
from sortilege.games.abracada import box, notation
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.rules.setup import fresh as fresh_cells
from sortilege.games.abracada.rules.state import AbracadaState


class Position(TypedDict):
    """A table where a seat is about to call, or where the game is over."""

    game: Literal["abracada"]
    seats: int
    options: box.AbracadaOptions
    round: int
    scores: list[int]
    life: list[int]
    hands: list[str]
    board: list[int]  # stones on the row of each spell, dragon first
    secrets: int  # left in the middle
    taken: list[str]  # the secret stones each seat holds
    turn: notation.Caller | None
    points: NotRequired[list[int]]  # points of the last round, if the game is over


# ---------------------------------------------------------------- new tables
def new_cells(seats: int, options: Options) -> Cells:
    """Return the cells before the first node."""
    return fresh_cells(
        seats,
        options["variant"] == "last",
        options["easy"],
        options["low_call"] == "penalty",
        options["die"],
        -1 if options["first"] == "random" else options["first"],
    )


def initial_state(game: Game, seats: int, options: Options) -> State:
    """Return the state before the first node."""
    return AbracadaState(new_cells(seats, options), game, options)


# ---------------------------------------------------------------- writing
def position(state: State) -> Position:
    """Return the position of a state. Raise NotQuiet if a chance outcome is pending."""
    t = state.cells
    if t[L.PHASE] not in (L.CALL, L.DONE):
        raise NotQuiet("a position can be taken only where a seat is about to call, or after the game")
    seats = range(t[L.SEATS])
    over = t[L.PHASE] == L.DONE
    out: Position = {
        "game": "abracada",
        "seats": t[L.SEATS],
        "options": notation.options_of(state.options),
        "round": t[L.ROUND],
        "scores": [t[L.SCORE + s] for s in seats],
        "life": [t[L.LIFE + s] for s in seats],
        "hands": [notation.hand(t, s) for s in seats],
        "board": [t[L.BOARD + k] for k in range(1, box.KINDS + 1)],
        "secrets": t[L.LYING],
        "taken": [notation.secret_stones(t, s) for s in seats],
        "turn": None if over else {"seat": t[L.ACTIVE], "last": t[L.LAST]},
    }
    if over:
        out["points"] = [t[L.POINTS + s] for s in seats]
    return out


# ---------------------------------------------------------------- reading
def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """Return the state of a position whose game, seats and options are already checked."""
    check_keys(position, "abracada", Position.__annotations__, required=("hands", "turn"))
    n = position["seats"]
    over = position["turn"] is None
    t = new_cells(n, options)
    t[L.ROUND] = read_integer("round", position.get("round", 1), 1, 10**6)
    read_scores(t, position, n, over)
    read_lives(t, position, n, over)
    read_stones(t, position, n, over)
    if over:
        t[L.PHASE] = L.DONE
    else:
        read_turn(t, position["turn"], n)
    L.update_counts(t)
    return AbracadaState(t, game, options)


def read_scores(t: Cells, position: Untrusted, n: int, over: bool) -> None:
    for seat, total in enumerate(read_list("scores", position.get("scores", [0] * n), n)):
        t[L.SCORE + seat] = read_integer(
            f"scores[{seat}]", total, 0, box.SUMMIT - 1 + (box.MOST if over else 0), "AQ-701"
        )
    if over != ("points" in position):
        raise PositionError("points", "the last round's points go with a game that is over, and only with one")
    if over:
        for seat, points in enumerate(read_list("points", position["points"], n)):
            t[L.POINTS + seat] = read_integer(f"points[{seat}]", points, 0, min(box.MOST, t[L.SCORE + seat]), "AQ-015")
        if not any(t[L.SCORE + seat] >= box.SUMMIT for seat in range(n)):
            raise PositionError("scores", "a game is over only when somebody has 8 points", "AQ-701")


def read_lives(t: Cells, position: Untrusted, n: int, over: bool) -> None:
    may_be_out = over or t[L.VARIANT_LAST] == 1
    for seat, life in enumerate(read_list("life", position.get("life", [box.LIVES] * n), n)):
        t[L.LIFE + seat] = read_integer(f"life[{seat}]", life, 0 if may_be_out else 1, box.LIVES, "AQ-008")
    if not over and sum(t[L.LIFE + seat] > 0 for seat in range(n)) < 2:
        raise PositionError("life", "a round goes on only while two are in it", "AQ-810")


def read_stones(t: Cells, position: Untrusted, n: int, over: bool) -> None:
    """Read all stones. Those that the position does not mention are in the pool."""
    read_hands(t, position, n, over)
    for k, lying in enumerate(read_list("board", position.get("board", [0] * box.KINDS), box.KINDS), 1):
        t[L.BOARD + k] = read_integer(f"board[{k - 1}]", lying, 0, k, "AQ-001")
        t[L.POOL + k] -= lying
    read_taken(t, position, n)
    for k in range(1, box.KINDS + 1):
        if t[L.POOL + k] < 0:
            raise PositionError(
                "hands", f"{k - t[L.POOL + k]} stones of spell {k} on the table, there are {k}", "AQ-001"
            )
    t[L.UNSEEN] = sum(t[L.POOL + k] for k in range(1, box.KINDS + 1))
    read_secrets(t, position, n)


def read_hands(t: Cells, position: Untrusted, n: int, over: bool) -> None:
    for seat, value in enumerate(read_list("hands", position["hands"], n)):
        spells = stones(f"hands[{seat}]", value, box.HAND, "AQ-010")
        if not spells and t[L.LIFE + seat] > 0 and not over:
            raise PositionError(f"hands[{seat}]", "a player still in the round has a stone standing", "AQ-009")
        t[L.SIZE + seat] = len(spells)
        for i, spell in enumerate(spells):
            t[L.HANDS + seat * box.HAND + i] = t[L.DEALT] * 16 + spell
            t[L.POOL + spell] -= 1
            t[L.DEALT] += 1


def read_taken(t: Cells, position: Untrusted, n: int) -> None:
    for seat, value in enumerate(read_list("taken", position.get("taken", [""] * n), n)):
        found = stones(f"taken[{seat}]", value, box.SECRETS, "AQ-110")
        t[L.TAKEN + seat] = len(found)
        for i, spell in enumerate(found):
            t[L.FOUND + seat * 4 + i] = spell
            t[L.POOL + spell] -= 1


def read_secrets(t: Cells, position: Untrusted, n: int) -> None:
    held = sum(t[L.TAKEN + seat] for seat in range(n))
    if held > box.SECRETS:
        raise PositionError("taken", f"{held} secret stones taken, there are {box.SECRETS}", "AQ-110")
    t[L.LYING] = read_integer("secrets", position.get("secrets", box.SECRETS - held), 0, box.SECRETS, "AQ-110")
    if t[L.LYING] + held > box.SECRETS:
        raise PositionError("secrets", f"{t[L.LYING]} left and {held} taken, there are {box.SECRETS}", "AQ-110")
    if t[L.LYING] > t[L.UNSEEN]:
        raise PositionError(
            "secrets", f"{t[L.LYING]} left in the middle, only {t[L.UNSEEN]} stones are unseen", "AQ-002"
        )


def stones(field: str, value: Untrusted, most: int, rule: str) -> list[int]:
    """Return the spells of a row of stones."""
    if not isinstance(value, str) or any(c not in "12345678" for c in value):
        raise PositionError(field, f"is a string of digits 1 to 8, not {value!r}", "AQ-001")
    if len(value) > most:
        raise PositionError(field, f"holds {len(value)} stones, at most {most} are possible", rule)
    return [int(c) for c in value]


def read_turn(t: Cells, turn: Untrusted, n: int) -> None:
    if not isinstance(turn, dict) or not {"seat"} <= set(turn) <= {"seat", "last"}:
        raise PositionError("turn", "is an object with seat and last, or null when the game is over")
    t[L.ACTIVE] = read_integer("turn.seat", turn["seat"], 0, n - 1)
    t[L.LAST] = read_integer("turn.last", turn.get("last", 0), 0, box.KINDS, "AQ-301")
    if t[L.LIFE + t[L.ACTIVE]] == 0:
        raise PositionError("turn.seat", f"seat {t[L.ACTIVE]} is out of the round", "AQ-811")
    t[L.PHASE] = L.CALL

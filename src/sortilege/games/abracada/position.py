"""Reading and writing JSON positions. A position must be consistent, but need not be reachable by play."""

from __future__ import annotations

from typing import Final, Literal, NotRequired, TypedDict

from sortilege.core.contract.position_fields import check_keys, read_integer, read_list
from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import State
from sortilege.core.errors import NotQuiet, PositionError
from sortilege.core.game import Game
from sortilege.core.types import Options, Untrusted
from sortilege.games.abracada import box, notation
from sortilege.games.abracada import layout as L
from sortilege.games.abracada.rules.setup import RANDOM_STARTER, empty_state_vector
from sortilege.games.abracada.rules.state import AbracadaState

MAX_ROUND: Final = 10**6


class Position(TypedDict):
    """A table where a seat is about to call, or where the game is over."""

    game: Literal["abracada"]
    seats: int
    options: box.AbracadaOptions
    round: int
    scores: list[int]  # of each seat
    life: list[int]  # of each seat: its lives
    hands: list[str]  # of each seat: its stones from left to right, one digit per spell
    board: list[int]  # by spell from 1 to 8: how many of its stones are on the board
    secrets: int  # secret stones left in the middle
    taken: list[str]  # the secret stones each seat holds
    turn: notation.Caller | None  # None if the game is over
    points: NotRequired[list[int]]  # points of the last round, if the game is over


# ---------------------------------------------------------------- new tables
def new_cells(seats: int, options: Options) -> Cells:
    """Return the state vector of a game with these options, before anything is dealt."""
    return empty_state_vector(
        seats,
        variant_last=options["variant"] == "last",
        easy=options["easy"],
        penalty=options["low_call"] == "penalty",
        faces=options["die"],
        first=RANDOM_STARTER if options["first"] == "random" else options["first"],
    )


def initial_state(game: Game, seats: int, options: Options) -> State:
    """Return the state before anything is dealt."""
    return AbracadaState(new_cells(seats, options), game, options)


# ---------------------------------------------------------------- writing
def position(state: State) -> Position:
    """Return a state as a JSON position. Raise NotQuiet if a chance outcome is pending."""
    t = state.cells
    if t[L.PHASE] not in (L.CALL, L.DONE):
        raise NotQuiet("a position can be taken only where a seat is about to call, or after the game")
    seats = range(t[L.SEATS])
    is_over = t[L.PHASE] == L.DONE
    result: Position = {
        "game": "abracada",
        "seats": t[L.SEATS],
        "options": notation.copy_options(state.options),
        "round": t[L.ROUND],
        "scores": [t[L.SCORE + seat] for seat in seats],
        "life": [t[L.LIFE + seat] for seat in seats],
        "hands": [notation.hand(t, seat) for seat in seats],
        "board": [t[L.BOARD + spell] for spell in range(1, box.KINDS + 1)],
        "secrets": t[L.SECRETS_LEFT],
        "taken": [notation.secret_stones(t, seat) for seat in seats],
        "turn": None if is_over else {"seat": t[L.ACTIVE], "last": t[L.LAST_SPELL]},
    }
    if is_over:
        result["points"] = [t[L.POINTS + seat] for seat in seats]
    return result


# ---------------------------------------------------------------- reading
def from_position(game: Game, position: Untrusted, options: Options) -> State:
    """Return the state that a position describes. Its game, number of seats and options are already checked."""
    check_keys(position, "abracada", Position.__annotations__, required=("hands", "turn"))
    seats = position["seats"]
    is_over = position["turn"] is None
    t = new_cells(seats, options)
    t[L.ROUND] = read_integer("round", position.get("round", 1), 1, MAX_ROUND)
    read_scores(t, position, seats, is_over)
    read_lives(t, position, seats, is_over)
    read_stones(t, position, seats, is_over)
    if is_over:
        t[L.PHASE] = L.DONE
    else:
        read_turn(t, position["turn"], seats)
    L.update_counts(t)
    return AbracadaState(t, game, options)


def read_scores(t: Cells, position: Untrusted, seats: int, is_over: bool) -> None:
    """Read the scores of a position, and the points of the last round if the game is over."""
    max_score = box.WINNING_SCORE - 1
    if is_over:
        max_score += box.MAX_POINTS
    for seat, score in enumerate(read_list("scores", position.get("scores", [0] * seats), seats)):
        t[L.SCORE + seat] = read_integer(f"scores[{seat}]", score, 0, max_score, "AQ-701")
    if is_over != ("points" in position):
        raise PositionError("points", "the last round's points go with a game that is over, and only with one")
    if is_over:
        for seat, points in enumerate(read_list("points", position["points"], seats)):
            max_points = min(box.MAX_POINTS, t[L.SCORE + seat])
            t[L.POINTS + seat] = read_integer(f"points[{seat}]", points, 0, max_points, "AQ-015")
        if not any(t[L.SCORE + seat] >= box.WINNING_SCORE for seat in range(seats)):
            raise PositionError("scores", "a game is over only when somebody has 8 points", "AQ-701")


def read_lives(t: Cells, position: Untrusted, seats: int, is_over: bool) -> None:
    least = 0 if is_over or t[L.VARIANT_LAST] == 1 else 1
    for seat, life in enumerate(read_list("life", position.get("life", [box.LIVES] * seats), seats)):
        t[L.LIFE + seat] = read_integer(f"life[{seat}]", life, least, box.LIVES, "AQ-008")
    if not is_over and sum(L.in_round(t, seat) for seat in range(seats)) < 2:
        raise PositionError("life", "a round goes on only while two are in it", "AQ-810")


def read_stones(t: Cells, position: Untrusted, seats: int, is_over: bool) -> None:
    """Read all stones of a position. Stones that the position does not mention are in the pool of unseen stones."""
    read_hands(t, position, seats, is_over)
    counts = read_list("board", position.get("board", [0] * box.KINDS), box.KINDS)
    for spell, count in enumerate(counts, start=1):
        t[L.BOARD + spell] = read_integer(f"board[{spell - 1}]", count, 0, spell, "AQ-001")
        t[L.POOL + spell] -= count
    read_taken(t, position, seats)
    t[L.UNSEEN] = 0
    for spell in range(1, box.KINDS + 1):
        unseen = t[L.POOL + spell]
        if unseen < 0:
            message = f"{spell - unseen} stones of spell {spell} on the table, there are {spell}"
            raise PositionError("hands", message, "AQ-001")
        t[L.UNSEEN] += unseen
    read_secrets(t, position, seats)


def read_hands(t: Cells, position: Untrusted, seats: int, is_over: bool) -> None:
    for seat, value in enumerate(read_list("hands", position["hands"], seats)):
        spells = read_spells(f"hands[{seat}]", value, box.HAND, "AQ-010")
        if not spells and L.in_round(t, seat) and not is_over:
            raise PositionError(f"hands[{seat}]", "a player still in the round has a stone standing", "AQ-009")
        t[L.HAND_SIZE + seat] = len(spells)
        for slot, spell in enumerate(spells):
            t[L.hand_cell(seat, slot)] = L.stone(t[L.DEALT], spell)
            t[L.POOL + spell] -= 1
            t[L.DEALT] += 1


def read_taken(t: Cells, position: Untrusted, seats: int) -> None:
    """Read the secret stones that each seat of a position has taken."""
    for seat, value in enumerate(read_list("taken", position.get("taken", [""] * seats), seats)):
        spells = read_spells(f"taken[{seat}]", value, box.SECRETS, "AQ-110")
        t[L.SECRETS_HELD + seat] = len(spells)
        for i, spell in enumerate(spells):
            t[L.secret_cell(seat, i)] = spell
            t[L.POOL + spell] -= 1


def read_secrets(t: Cells, position: Untrusted, seats: int) -> None:
    """Read the number of secret stones left in the middle. By default it is the number not taken by any seat."""
    taken_count = sum(t[L.SECRETS_HELD + seat] for seat in range(seats))
    if taken_count > box.SECRETS:
        raise PositionError("taken", f"{taken_count} secret stones taken, there are {box.SECRETS}", "AQ-110")
    left = read_integer("secrets", position.get("secrets", box.SECRETS - taken_count), 0, box.SECRETS, "AQ-110")
    if left + taken_count > box.SECRETS:
        raise PositionError("secrets", f"{left} left and {taken_count} taken, there are {box.SECRETS}", "AQ-110")
    unseen = t[L.UNSEEN]
    if left > unseen:
        raise PositionError("secrets", f"{left} left in the middle, only {unseen} stones are unseen", "AQ-002")
    t[L.SECRETS_LEFT] = left


def read_spells(field: str, value: Untrusted, max_stones: int, rule: str) -> list[int]:
    """Return the spells in a string of digits: "48" -> [4, 8]. Raise PositionError for another value or for more than
    `max_stones` digits; `rule` is the id of the rule that limits them."""
    if not isinstance(value, str) or any(c not in "12345678" for c in value):
        raise PositionError(field, f"is a string of digits 1 to 8, not {value!r}", "AQ-001")
    if len(value) > max_stones:
        raise PositionError(field, f"holds {len(value)} stones, at most {max_stones} are possible", rule)
    return [int(c) for c in value]


def read_turn(t: Cells, turn: Untrusted, seats: int) -> None:
    if not isinstance(turn, dict) or not {"seat"} <= set(turn) <= {"seat", "last"}:
        raise PositionError("turn", "is an object with seat and last, or null when the game is over")
    t[L.ACTIVE] = read_integer("turn.seat", turn["seat"], 0, seats - 1)
    t[L.LAST_SPELL] = read_integer("turn.last", turn.get("last", 0), 0, box.KINDS, "AQ-301")
    if not L.in_round(t, t[L.ACTIVE]):
        raise PositionError("turn.seat", f"seat {t[L.ACTIVE]} is out of the round", "AQ-811")
    t[L.PHASE] = L.CALL

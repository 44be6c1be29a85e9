"""What a seat may know: everybody's stones but its own."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict, cast

from sortilege.core.cells import Cells, blank
from sortilege.core.log import log_of
from sortilege.core.shapes import Outcome
from sortilege.core.state import State
from sortilege.games.abracada.actions import Action, describe
from sortilege.games.abracada.box import KINDS, AbracadaOptions
from sortilege.games.abracada.layout import (
    ACTIVE,
    BOARD,
    CALL,
    CAUSE,
    DEAL,
    DEALT,
    DONE,
    FIRST,
    GATHER,
    HIT,
    LAST,
    LIFE,
    LIFT,
    LYING,
    NEXT,
    PHASE,
    POINTS,
    REFILL,
    ROLL,
    ROUND,
    SCORE,
    SEATS,
    SECRET,
    SHOW,
    SIZE,
    SPELL,
    TAKEN,
    in_round,
    pile,
)
from sortilege.games.abracada.log import Line
from sortilege.games.abracada.notation import CAUSES, HIDDEN, Caller, Cause, hand, options_of, secret_stones, stone_ids
from sortilege.games.abracada.rules.nodes import fill_calls

Awaited: TypeAlias = Literal["first", "deal", "show", "roll", "secret", "refill", "gather"]
# What chance is to say; not which of several equal stones leaves, since nobody may notice that it is asked.
AWAITED: Final[dict[int, Awaited]] = {
    FIRST: "first",
    DEAL: "deal",
    SHOW: "show",
    ROLL: "roll",
    SECRET: "secret",
    REFILL: "refill",
    GATHER: "gather",
}


class Resolving(TypedDict):
    """A call that waits for chance."""

    spell: int
    hit: bool


class View(TypedDict):
    """All that a seat may know."""

    game: Literal["abracada"]
    seats: int
    options: AbracadaOptions
    you: int | None  # None: a spectator
    round: int
    turn: Caller | None
    awaits: Awaited | None  # what chance is to say
    active: int
    resolving: Resolving | None
    scores: list[int]
    points: list[int]  # of the last scored round
    life: list[int]
    hands: list[str]
    stones: list[list[int]]  # the id of each stone in the hands
    dealt: int  # how many stones were dealt in this round
    board: list[int]  # stones on the row of each spell, dragon first
    secrets: int  # still lying in the middle
    pile: int
    taken: list[str]  # the secret stones each seat holds
    cause: Cause
    next: int | None  # who starts the next round, where one is scored
    legal: list[Action]
    log: list[Line]
    outcome: Outcome | None


def view(state: State, seat: int | None) -> View:
    """All that this seat may know; None is a spectator, who sees no standing stone at all (AQ-913)."""
    t = state.cells
    seats = range(t[SEATS])
    open_table = t[PHASE] in (GATHER, DONE)  # the round is scored: AQ-013
    # While chance picks which of several equal stones leaves, nobody may notice that it is asked: the call has not
    # happened yet for any viewer.
    calling = t[PHASE] in (CALL, LIFT)
    return {
        "game": "abracada",
        "seats": t[SEATS],
        "options": options_of(state.options),
        "you": seat,
        "round": t[ROUND],
        "turn": {"seat": t[ACTIVE], "last": t[LAST]} if calling else None,
        "awaits": AWAITED.get(t[PHASE]),
        "active": t[ACTIVE],
        "resolving": {"spell": t[SPELL], "hit": t[HIT] == 1} if t[PHASE] in (ROLL, SECRET) else None,
        "scores": [t[SCORE + s] for s in seats],
        "points": [t[POINTS + s] for s in seats],
        "life": [t[LIFE + s] for s in seats],
        "hands": [hand(t, s) if open_table or sees_hand(t, seat, s) else HIDDEN * t[SIZE + s] for s in seats],
        "stones": [stone_ids(t, s) for s in seats],
        "dealt": t[DEALT],
        "board": [t[BOARD + k] for k in range(1, KINDS + 1)],
        "secrets": t[LYING],
        "pile": pile(t),
        "taken": [secret_stones(t, s) if open_table or s == seat else HIDDEN * t[TAKEN + s] for s in seats],
        "cause": CAUSES[t[CAUSE]],
        "next": t[NEXT] if t[PHASE] == GATHER else None,
        "legal": legal_calls(t) if calling and seat == t[ACTIVE] else [],
        "log": cast("list[Line]", log_of(state, seat)),  # core keeps the logs of all games alike
        "outcome": state.outcome(),
    }


def sees_hand(t: Cells, viewer: int | None, seat: int) -> bool:
    """AQ-003, AQ-004; whoever is out of the round sees their own stones too (AQ-816)."""
    if viewer is None:
        return False
    return viewer != seat or not in_round(t, seat)


def legal_calls(t: Cells) -> list[Action]:
    """What the seat to call may do."""
    buffer = blank(16)
    return [describe(buffer[i]) for i in range(fill_calls(t, buffer))]

"""What a seat may know: everybody's stones but its own."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict, cast

from sortilege.core.cells import Cells, blank
from sortilege.core.log import log_of
from sortilege.core.shapes import Outcome
from sortilege.core.state import State
from sortilege.games.abracada import layout as L
from sortilege.games.abracada import notation
from sortilege.games.abracada.actions import Action, describe
from sortilege.games.abracada.box import KINDS, AbracadaOptions
from sortilege.games.abracada.log import Line
from sortilege.games.abracada.rules.nodes import fill_calls

Awaited: TypeAlias = Literal["first", "deal", "show", "roll", "secret", "refill", "gather"]
# What chance is to say; not which of several equal stones leaves, since nobody may notice that it is asked.
AWAITED: Final[dict[int, Awaited]] = {
    L.FIRST: "first",
    L.DEAL: "deal",
    L.SHOW: "show",
    L.ROLL: "roll",
    L.SECRET: "secret",
    L.REFILL: "refill",
    L.GATHER: "gather",
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
    turn: notation.Caller | None
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
    cause: notation.Cause
    next: int | None  # who starts the next round, where one is scored
    legal: list[Action]
    log: list[Line]
    outcome: Outcome | None


class Own(TypedDict):
    """What of a seat's view is its own; all else is as a spectator sees it."""

    you: int | None
    hands: list[str]
    taken: list[str]
    legal: list[Action]
    log: list[Line]


def view(state: State, seat: int | None) -> View:
    """All that this seat may know; None is a spectator, who sees no standing stone at all (AQ-913)."""
    return {**open_table(state), **own(state, seat)}


def open_table(state: State) -> View:
    """What everybody sees alike; the places of what is a seat's own are empty."""
    t = state.cells
    seats = range(t[L.SEATS])
    return {
        "game": "abracada",
        "seats": t[L.SEATS],
        "options": notation.options_of(state.options),
        "you": None,
        "round": t[L.ROUND],
        "turn": {"seat": t[L.ACTIVE], "last": t[L.LAST]} if is_calling(t) else None,
        "awaits": AWAITED.get(t[L.PHASE]),
        "active": t[L.ACTIVE],
        "resolving": {"spell": t[L.SPELL], "hit": t[L.HIT] == 1} if t[L.PHASE] in (L.ROLL, L.SECRET) else None,
        "scores": [t[L.SCORE + s] for s in seats],
        "points": [t[L.POINTS + s] for s in seats],
        "life": [t[L.LIFE + s] for s in seats],
        "hands": [],
        "stones": [notation.stone_ids(t, s) for s in seats],
        "dealt": t[L.DEALT],
        "board": [t[L.BOARD + k] for k in range(1, KINDS + 1)],
        "secrets": t[L.LYING],
        "pile": L.pile(t),
        "taken": [],
        "cause": notation.CAUSES[t[L.CAUSE]],
        "next": t[L.NEXT] if t[L.PHASE] == L.GATHER else None,
        "legal": [],
        "log": [],
        "outcome": state.outcome(),
    }


def own(state: State, seat: int | None) -> Own:
    """The stones this seat sees, what it may call, and what it saw happen."""
    t = state.cells
    seats = range(t[L.SEATS])
    is_open = t[L.PHASE] in (L.GATHER, L.DONE)  # the round is scored: AQ-013
    return {
        "you": seat,
        "hands": [
            notation.hand(t, s) if is_open or sees_hand(t, seat, s) else notation.HIDDEN * t[L.SIZE + s] for s in seats
        ],
        "taken": [
            notation.secret_stones(t, s) if is_open or s == seat else notation.HIDDEN * t[L.TAKEN + s] for s in seats
        ],
        "legal": legal_calls(t) if is_calling(t) and seat == t[L.ACTIVE] else [],
        "log": cast("list[Line]", log_of(state, seat)),  # core keeps the logs of all games alike
    }


def is_calling(t: Cells) -> bool:
    """Whether a seat is about to call. While chance picks which of several equal stones leaves, nobody may notice that
    it is asked: the call has not happened yet for any viewer."""
    return t[L.PHASE] in (L.CALL, L.LIFT)


def sees_hand(t: Cells, viewer: int | None, seat: int) -> bool:
    """AQ-003, AQ-004; whoever is out of the round sees their own stones too (AQ-816)."""
    if viewer is None:
        return False
    return viewer != seat or not L.in_round(t, seat)


def legal_calls(t: Cells) -> list[Action]:
    """What the seat to call may do."""
    buffer = blank(16)
    return [describe(buffer[i]) for i in range(fill_calls(t, buffer))]

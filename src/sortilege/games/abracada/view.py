"""The view of a seat: all stones but its own."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypedDict, cast

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import State
from sortilege.core.log import log_of
from sortilege.core.types import Outcome
from sortilege.games.abracada import layout as L
from sortilege.games.abracada import notation
from sortilege.games.abracada.actions import Action, describe
from sortilege.games.abracada.box import KINDS, AbracadaOptions
from sortilege.games.abracada.log import Line
from sortilege.games.abracada.rules.nodes import fill_calls

Awaited: TypeAlias = Literal["first", "deal", "show", "roll", "secret", "refill", "gather"]
# Pending chance outcomes by phase. LIFT is missing: no viewer may notice that chance chooses between equal stones.
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
    """Everything a seat may know."""

    game: Literal["abracada"]
    seats: int
    options: AbracadaOptions
    you: int | None  # None: a spectator
    round: int
    turn: notation.Caller | None
    awaits: Awaited | None  # the pending chance outcome
    active: int
    resolving: Resolving | None
    scores: list[int]
    points: list[int]  # of the last scored round
    life: list[int]
    hands: list[str]
    stones: list[list[int]]  # the id of each stone in the hands
    dealt: int  # how many stones were dealt in this round
    board: list[int]  # stones on the row of each spell, dragon first
    secrets: int  # left in the middle
    pile: int
    taken: list[str]  # the secret stones each seat holds
    cause: notation.Cause
    next: int | None  # who starts the next round, if a round has just been scored
    legal: list[Action]
    log: list[Line]
    outcome: Outcome | None


class Own(TypedDict):
    """The entries of a seat's view that differ from the spectators' view."""

    you: int | None
    hands: list[str]
    taken: list[str]
    legal: list[Action]
    log: list[Line]


def view(state: State, seat: int | None) -> View:
    """Return everything this seat may know. None is a spectator, who sees no stones in hands at all (AQ-913)."""
    return {**public_entries(state), **own_entries(state, seat)}


def public_entries(state: State) -> View:
    """Return the entries that all viewers share; those of `Own` are empty."""
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


def own_entries(state: State, seat: int | None) -> Own:
    """Return the entries that depend on the seat: visible stones, legal calls, log."""
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
        "log": cast("list[Line]", log_of(state, seat)),  # core does not know the game's line type
    }


def is_calling(t: Cells) -> bool:
    """Return whether a seat is about to call, as far as viewers can tell: while chance chooses which of several equal
    stones leaves, the call has not happened yet for them."""
    return t[L.PHASE] in (L.CALL, L.LIFT)


def sees_hand(t: Cells, viewer: int | None, seat: int) -> bool:
    """AQ-003, AQ-004, AQ-816: whether the viewer sees the stones of a seat. Players see their own only when they are
    out of the round."""
    if viewer is None:
        return False
    return viewer != seat or not L.in_round(t, seat)


def legal_calls(t: Cells) -> list[Action]:
    """Return the legal actions of the seat to call."""
    buffer = blank(16)
    return [describe(buffer[i]) for i in range(fill_calls(t, buffer))]

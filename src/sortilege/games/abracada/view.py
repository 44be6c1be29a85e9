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
from sortilege.games.abracada.log import Line, is_scored
from sortilege.games.abracada.rules.nodes import MAX_LEGAL, fill_calls

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
    """A call that waits for a chance outcome."""

    spell: int
    hit: bool  # whether the call succeeded


class View(TypedDict):
    """Everything a seat may know."""

    game: Literal["abracada"]
    seats: int
    options: AbracadaOptions
    you: int | None  # None: a spectator
    round: int  # its number, from 1
    turn: notation.Caller | None  # None if nobody is about to call
    awaits: Awaited | None  # the pending chance outcome
    active: int  # the seat whose turn it is
    resolving: Resolving | None  # None if no call waits for chance
    scores: list[int]  # by seat
    points: list[int]  # by seat: from the last scored round
    life: list[int]  # by seat: its lives
    hands: list[str]  # by seat: its stones from left to right, a digit or "?" each
    stones: list[list[int]]  # the id of each stone in the hands
    dealt: int  # how many stones were dealt in this round
    board: list[int]  # stones on the row of each spell, dragon first
    secrets: int  # left in the middle
    pile: int  # stones that can still be drawn
    taken: list[str]  # the secret stones each seat holds
    cause: notation.Cause  # why the round ended
    next: int | None  # who starts the next round, if a round has just been scored
    legal: list[Action]
    log: list[Line]
    outcome: Outcome | None  # None if the game is not over


class OwnEntries(TypedDict):
    """The entries of a view that depend on the seat that sees it."""

    you: int | None
    hands: list[str]
    taken: list[str]
    legal: list[Action]
    log: list[Line]


def view(state: State, seat: int | None) -> View:
    """Return everything that a seat may know. A spectator (None) sees no stones in hands at all (AQ-913)."""
    return {**public_entries(state), **own_entries(state, seat)}


def public_entries(state: State) -> View:
    """Return a view with the entries that are the same for all viewers. The entries of `OwnEntries` are empty."""
    t = state.cells
    seats = range(t[L.SEATS])
    return {
        "game": "abracada",
        "seats": t[L.SEATS],
        "options": notation.copy_options(state.options),
        "you": None,
        "round": t[L.ROUND],
        "turn": {"seat": t[L.ACTIVE], "last": t[L.LAST_SPELL]} if is_calling(t) else None,
        "awaits": AWAITED.get(t[L.PHASE]),
        "active": t[L.ACTIVE],
        "resolving": {"spell": t[L.SPELL], "hit": t[L.HIT] == 1} if t[L.PHASE] in (L.ROLL, L.SECRET) else None,
        "scores": [t[L.SCORE + seat] for seat in seats],
        "points": [t[L.POINTS + seat] for seat in seats],
        "life": [t[L.LIFE + seat] for seat in seats],
        "hands": [],
        "stones": [notation.stone_ids(t, seat) for seat in seats],
        "dealt": t[L.DEALT],
        "board": [t[L.BOARD + spell] for spell in range(1, KINDS + 1)],
        "secrets": t[L.SECRETS_LEFT],
        "pile": L.pile(t),
        "taken": [],
        "cause": notation.CAUSES[t[L.CAUSE]],
        "next": t[L.NEXT_STARTER] if t[L.PHASE] == L.GATHER else None,
        "legal": [],
        "log": [],
        "outcome": state.outcome(),
    }


def own_entries(state: State, seat: int | None) -> OwnEntries:
    """Return the entries of a view that depend on the seat that sees it: visible stones, legal calls and log."""
    t = state.cells
    seats = range(t[L.SEATS])
    is_active = is_calling(t) and seat == t[L.ACTIVE]
    return {
        "you": seat,
        "hands": [visible_hand(t, seat, other) for other in seats],
        "taken": [visible_secrets(t, seat, other) for other in seats],
        "legal": legal_calls(t) if is_active else [],
        "log": cast("list[Line]", log_of(state, seat)),  # core does not know the game's line type
    }


def is_calling(t: Cells) -> bool:
    """Return whether viewers see a seat that is about to call. They do not see its call while chance still has to
    choose which of several matching stones leaves the hand (the phase LIFT)."""
    return t[L.PHASE] in (L.CALL, L.LIFT)


def visible_hand(t: Cells, viewer: int | None, seat: int) -> str:
    """Return the hand of a seat as the viewer (None: a spectator) sees it. Players do not see their own hand while they
    are in the round; spectators see no hand until the round is scored (AQ-003, AQ-004, AQ-816)."""
    is_hidden_from_owner = viewer == seat and L.in_round(t, seat)
    if is_scored(t) or (viewer is not None and not is_hidden_from_owner):
        return notation.hand(t, seat)
    return notation.HIDDEN * t[L.HAND_SIZE + seat]


def visible_secrets(t: Cells, viewer: int | None, seat: int) -> str:
    """Return a seat's secret stones as the viewer sees them. Until the round is scored, only the seat sees its own."""
    if is_scored(t) or viewer == seat:
        return notation.secret_stones(t, seat)
    return notation.HIDDEN * t[L.SECRETS_HELD + seat]


def legal_calls(t: Cells) -> list[Action]:
    """Return the legal actions of the seat that is about to call."""
    buffer = blank(MAX_LEGAL)
    return [describe(buffer[i]) for i in range(fill_calls(t, buffer))]

"""The view of a seat: everything except which token leaves the pouch next (SB-005, SB-006)."""

from __future__ import annotations

from typing import Final, NotRequired, TypedDict

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.state import OVER, State
from sortilege.core.errors import no_such_seat
from sortilege.core.log import log_of
from sortilege.core.types import Object, Options
from sortilege.games.spellbook import box, notation
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.actions import Action, describe
from sortilege.games.spellbook.rules.scoring import opponent_points, score

STEP_NAMES: Final = {
    L.LINEUP: "lineup",
    L.FIRST_PLAYER: "first",
    L.DRAW: "draw",
    L.CHOOSE: "choose",
    L.INSTANT: "instant",
    L.TAKE: "take",
    L.TAKE_UP_TO: "take_up_to",
    L.TAKE_TO_BOARD: "take_to_board",
    L.OTHER_TAKES: "other_takes",
    L.DISCARD_SOME: "discard",
    L.STORE: "store",
    L.SWAP_ALTAR: "swap_altar",
    L.SWAP_BOARD: "swap_board",
    L.SWEEP: "sweep",
    L.OFFER: "offer",
    L.LEARN: "learn",
    L.PLACE: "place",
    L.PAY: "pay",
    L.STORE_SPENT: "keep",
    L.COPY: "copy",
    L.CLONE_COST: "clone_cost",
    L.RAISE: "raise",
}
ACTION_CELLS: Final = range(L.LEARNED_TODAY, L.DEPTH)  # the single cells of an action in progress


class Prompt(TypedDict):
    """What the table waits for: a step, how many picks of it are left, which tokens are allowed and where they go.
    `given` is the token already given in a swap."""

    step: str
    left: int
    rune: str | None
    colour: str | None
    to: str | None
    given: NotRequired[str]


class Transmuting(TypedDict):
    """The wilds that Transmutation still allows, and their rune."""

    wilds: int
    rune: str


class Learning(TypedDict):
    """The spell being paid for, and how many units of its price are left."""

    spell: str
    level: int
    owed: int
    placed: str | None
    wild: str | None
    wild_owed: int
    transmuting: Transmuting | None


class ScoringOpponent(notation.Opponent):
    """The solo opponent's tokens and points."""

    points: int


class PartialAction(TypedDict):
    """The action in progress as raw engine cells, for programs that restore a state from a view."""

    cells: list[int]
    steps: list[int]
    laid: list[int]
    got: list[int]


class View(TypedDict):
    """All that a seat may know. `now` is the present Day; `turn` is the same for the seat to decide."""

    game: str
    seats: int
    options: Options
    you: int | None
    spells: list[str]
    first: int
    day: int
    now: notation.Day
    turn: notation.Day | None
    decides: int | None
    asks: Prompt | None
    doing: Action | None
    copying: Action | None
    learning: Learning | None
    end_by: int | None
    altar: str
    discard: str
    pouch: str
    spent: str
    players: list[notation.Player]
    opponent: ScoringOpponent | None
    scores: list[int]
    half_done: PartialAction
    legal: list[Action]
    log: list[Object]
    outcome: Object | None


def view(state: State, seat: int | None) -> View:
    """Return the view of a seat; None is a spectator, who sees the same."""
    t = state.cells
    if seat is not None and not (type(seat) is int and 0 <= seat < t[L.SEATS]):
        raise no_such_seat(t[L.SEATS], seat)
    seats = range(t[L.SEATS])
    return {
        "game": "spellbook",
        "seats": t[L.SEATS],
        "options": dict(state.options),
        "you": seat,
        "spells": notation.spells_of(t),
        "first": t[L.FIRST],
        "day": t[L.DAY],
        "now": notation.day_of(t),
        "turn": None if t[L.TURN] < 0 else {**notation.day_of(t), "seat": t[L.TURN]},
        "decides": t[L.TURN] if t[L.TURN] >= 0 else None,
        "asks": asks(t),
        "doing": describe(t[L.PHASE_ACTION]) if t[L.PHASE_ACTION] >= 0 else None,
        "copying": describe(t[L.COPIED_ACTION]) if t[L.COPIED_ACTION] >= 0 else None,
        "learning": learning(t),
        "end_by": None if t[L.END_BY] < 0 else t[L.END_BY],
        "altar": notation.tokens_in(t, L.ALTAR),
        "discard": notation.tokens_in(t, L.DISCARD),
        "pouch": notation.tokens_in(t, L.POUCH),
        "spent": notation.tokens_in(t, L.SPENT),
        "players": [notation.player_of(t, s) for s in seats],
        "opponent": opponent(t),
        "scores": [score(t, s) for s in seats],
        "half_done": half_done(t),
        "legal": [describe(a) for a in state.legal()] if seat is not None and seat == t[L.TURN] else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def opponent(t: Cells) -> ScoringOpponent | None:
    """SB-212: return the solo opponent's tokens and points, or None with more seats."""
    zones = notation.opponent_of(t)
    return None if zones is None else {**zones, "points": opponent_points(t)}


def asks(t: Cells) -> Prompt | None:
    """Return what the table waits for, or None if the game is over."""
    if t[L.TURN] == OVER:
        return None
    top = L.top_step(t)
    step, n, argument = t[top], t[top + 1], t[top + 2]
    prompt: Prompt = {"step": STEP_NAMES[step], "left": n, "rune": None, "colour": None, "to": None}
    if step in (L.TAKE, L.TAKE_UP_TO, L.DISCARD_SOME, L.STORE):
        if L.OF_RUNE <= argument < L.STORED_COLOUR:
            prompt["rune"] = box.RUNE_LETTERS[argument - L.OF_RUNE]
        elif L.OF_COLOUR <= argument < L.IN_SET_OF:
            prompt["colour"] = box.COLOUR_LETTERS[argument - L.OF_COLOUR]
    elif step in (L.DRAW, L.OFFER):
        prompt["to"] = notation.zone_name(argument)
    elif step == L.OTHER_TAKES:
        prompt["to"] = notation.zone_name(L.pool_of(argument))
    elif step in (L.SWAP_ALTAR, L.SWAP_BOARD) and t[L.GIVEN_TOKEN] >= 0:
        prompt["given"] = box.TOKEN_NAMES[t[L.GIVEN_TOKEN]]
    return prompt


def learning(t: Cells) -> Learning | None:
    """Return the spell being paid for, or None."""
    if t[L.LEARNING] < 0:
        return None
    return {
        "spell": box.SPELLS[L.spell_of(t, t[L.LEARNING])],
        "level": t[L.LEARN_LEVEL],
        "owed": t[L.UNITS_OWED],
        "placed": box.TOKEN_NAMES[t[L.PLACED_TOKEN]] if t[L.UNITS_OWED] < t[L.LEARN_LEVEL] else None,
        "wild": box.RUNE_LETTERS[t[L.WILD_RUNE]] if t[L.WILD_RUNE] >= 0 else None,
        "wild_owed": t[L.WILD_TOKENS_OWED] if t[L.WILD_RUNE] >= 0 else 0,
        "transmuting": {"wilds": t[L.SINGLE_WILDS], "rune": box.RUNE_LETTERS[t[L.SINGLE_WILD_RUNE]]}
        if t[L.SINGLE_WILDS] >= 0
        else None,
    }


def half_done(t: Cells) -> PartialAction:
    """Return the action in progress as raw cells."""
    swapping = t[L.DEPTH] > 0 and t[L.top_step(t)] in (L.SWAP_ALTAR, L.SWAP_BOARD)
    return {
        "cells": [t[i] for i in ACTION_CELLS],
        "steps": [t[L.STEPS + i] for i in range(3 * t[L.DEPTH])],
        "laid": [token for token in box.TOKEN_NAMES for _ in range(t[L.SWAPPED_OUT + token])] if swapping else [],
        "got": [token for token in box.TOKEN_NAMES for _ in range(t[L.SWAPPED_IN + token])] if swapping else [],
    }

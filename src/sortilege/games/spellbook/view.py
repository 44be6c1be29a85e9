"""What a seat may know: everything but which token leaves the pouch next (SB-005, SB-006)."""

from __future__ import annotations

from typing import Final, NotRequired, TypedDict

from sortilege.core.cells import Cells
from sortilege.core.errors import no_such_seat
from sortilege.core.log import log_of
from sortilege.core.shapes import Object, Options
from sortilege.core.state import OVER, State
from sortilege.games.spellbook.actions import Action, describe
from sortilege.games.spellbook.box import COLOUR_LETTERS, RUNE_LETTERS, SPELLS, TOKEN_NAMES
from sortilege.games.spellbook.layout import (
    ALTAR,
    CHOOSE,
    CLONE_COST,
    COPY,
    COPYING,
    DAY,
    DEPTH,
    DISCARD,
    DISCARD_SOME,
    DOING,
    DRAW,
    END_BY,
    FIRST,
    FRESH,
    GIVEN,
    GOAL,
    GOT,
    INSTANT,
    JOKER_RUNE,
    JOKERS,
    KEEP,
    LAID,
    LEARN,
    LEARNING,
    LINEUP,
    OF_COLOUR,
    OF_RUNE,
    OFFER,
    OTHER_TAKES,
    OWED,
    PAY,
    PLACE,
    PLACED,
    POUCH,
    RAISE,
    SEATS,
    SET_OF,
    SPENT,
    STEPS,
    STORE,
    STORED_COLOUR,
    SWAP_ALTAR,
    SWAP_BOARD,
    SWEEP,
    TAKE,
    TAKE_TO_BOARD,
    TAKE_UP_TO,
    TURN,
    WHO_STARTS,
    WILD,
    WILD_OWED,
    pool_of,
    spell_of,
    top_of,
)
from sortilege.games.spellbook.notation import (
    Day,
    Opponent,
    Player,
    day_of,
    opponent_of,
    place_name,
    player_of,
    spells_of,
    tokens_in,
)
from sortilege.games.spellbook.rules.scoring import opponent_points, score

AWAITS: Final = {
    LINEUP: "lineup",
    WHO_STARTS: "first",
    DRAW: "draw",
    CHOOSE: "choose",
    INSTANT: "instant",
    TAKE: "take",
    TAKE_UP_TO: "take_up_to",
    TAKE_TO_BOARD: "take_to_board",
    OTHER_TAKES: "other_takes",
    DISCARD_SOME: "discard",
    STORE: "store",
    SWAP_ALTAR: "swap_altar",
    SWAP_BOARD: "swap_board",
    SWEEP: "sweep",
    OFFER: "offer",
    LEARN: "learn",
    PLACE: "place",
    PAY: "pay",
    KEEP: "keep",
    COPY: "copy",
    CLONE_COST: "clone_cost",
    RAISE: "raise",
}
SMALL: Final = range(FRESH, DEPTH)  # the single cells of an action under way


class Asks(TypedDict):
    """What the table waits for: a step, how many of it are left, which tokens it speaks of, where they go, and the
    token that was given where its other half is asked for."""

    step: str
    left: int
    rune: str | None
    colour: str | None
    to: str | None
    given: NotRequired[str]


class Transmuting(TypedDict):
    """The wilds Transmutation still grants, and their rune."""

    wilds: int
    rune: str


class Learning(TypedDict):
    """The spell being paid for, and what is still owed of it."""

    spell: str
    level: int
    owed: int
    placed: str | None
    wild: str | None
    wild_owed: int
    transmuting: Transmuting | None


class ScoringOpponent(Opponent):
    """The solo opponent's board and its points."""

    points: int


class HalfDone(TypedDict):
    """The action under way as the engine keeps it, for programs that want to play on from a view."""

    cells: list[int]
    steps: list[int]
    laid: list[int]
    got: list[int]


class View(TypedDict):
    """All that a seat may know. `now` is the Day under way, `turn` the same for the seat to decide, `decides`."""

    game: str
    seats: int
    options: Options
    you: int | None
    spells: list[str]
    first: int
    day: int
    now: Day
    turn: Day | None
    decides: int | None
    asks: Asks | None
    doing: Action | None
    copying: Action | None
    learning: Learning | None
    end_by: int | None
    altar: str
    discard: str
    pouch: str
    spent: str
    players: list[Player]
    opponent: ScoringOpponent | None
    scores: list[int]
    half_done: HalfDone
    legal: list[Action]
    log: list[Object]
    outcome: Object | None


def view(state: State, seat: int | None) -> View:
    """All that this seat may know; None is a spectator, who sees the same."""
    t = state.cells
    if seat is not None and not (type(seat) is int and 0 <= seat < t[SEATS]):
        raise no_such_seat(t[SEATS], seat)
    seats = range(t[SEATS])
    return {
        "game": "spellbook",
        "seats": t[SEATS],
        "options": dict(state.options),
        "you": seat,
        "spells": spells_of(t),
        "first": t[FIRST],
        "day": t[DAY],
        "now": day_of(t),
        "turn": None if t[TURN] < 0 else {**day_of(t), "seat": t[TURN]},
        "decides": t[TURN] if t[TURN] >= 0 else None,
        "asks": asks(t),
        "doing": describe(t[DOING]) if t[DOING] >= 0 else None,
        "copying": describe(t[COPYING]) if t[COPYING] >= 0 else None,
        "learning": learning(t),
        "end_by": None if t[END_BY] < 0 else t[END_BY],
        "altar": tokens_in(t, ALTAR),
        "discard": tokens_in(t, DISCARD),
        "pouch": tokens_in(t, POUCH),
        "spent": tokens_in(t, SPENT),
        "players": [player_of(t, s) for s in seats],
        "opponent": opponent(t),
        "scores": [score(t, s) for s in seats],
        "half_done": half_done(t),
        "legal": [describe(a) for a in state.legal()] if seat is not None and seat == t[TURN] else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def opponent(t: Cells) -> ScoringOpponent | None:
    """The solo opponent's board and points (SB-212)."""
    lying = opponent_of(t)
    return None if lying is None else {**lying, "points": opponent_points(t)}


def asks(t: Cells) -> Asks | None:
    """What the table waits for: a step, how many of it are left, and which tokens it speaks of."""
    if t[TURN] == OVER:
        return None
    top = top_of(t)
    step, n, what = t[top], t[top + 1], t[top + 2]
    asked: Asks = {"step": AWAITS[step], "left": n, "rune": None, "colour": None, "to": None}
    if step in (TAKE, TAKE_UP_TO, DISCARD_SOME, STORE):
        if OF_RUNE <= what < STORED_COLOUR:
            asked["rune"] = RUNE_LETTERS[what - OF_RUNE]
        elif OF_COLOUR <= what < SET_OF:
            asked["colour"] = COLOUR_LETTERS[what - OF_COLOUR]
    elif step in (DRAW, OFFER):
        asked["to"] = place_name(what)
    elif step == OTHER_TAKES:
        asked["to"] = place_name(pool_of(what))
    elif step in (SWAP_ALTAR, SWAP_BOARD) and t[GIVEN] >= 0:
        asked["given"] = TOKEN_NAMES[t[GIVEN]]
    return asked


def learning(t: Cells) -> Learning | None:
    """The spell being paid for, and what is still owed of it."""
    if t[LEARNING] < 0:
        return None
    return {
        "spell": SPELLS[spell_of(t, t[LEARNING])],
        "level": t[GOAL],
        "owed": t[OWED],
        "placed": TOKEN_NAMES[t[PLACED]] if t[OWED] < t[GOAL] else None,
        "wild": RUNE_LETTERS[t[WILD]] if t[WILD] >= 0 else None,
        "wild_owed": t[WILD_OWED] if t[WILD] >= 0 else 0,
        "transmuting": {"wilds": t[JOKERS], "rune": RUNE_LETTERS[t[JOKER_RUNE]]} if t[JOKERS] >= 0 else None,
    }


def half_done(t: Cells) -> HalfDone:
    """The steps still to come, for programs that want to play on from a view."""
    swapping = t[DEPTH] > 0 and t[top_of(t)] in (SWAP_ALTAR, SWAP_BOARD)
    return {
        "cells": [t[i] for i in SMALL],
        "steps": [t[STEPS + i] for i in range(3 * t[DEPTH])],
        "laid": [token for token in TOKEN_NAMES for _ in range(t[LAID + token])] if swapping else [],
        "got": [token for token in TOKEN_NAMES for _ in range(t[GOT + token])] if swapping else [],
    }

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
from sortilege.games.spellbook.rules.learning import is_transmuting
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
# the cells of an action in progress, except its steps and the tokens that were swapped
ACTION_CELLS: Final = range(L.LEARNED_TODAY, L.DEPTH)


class Prompt(TypedDict):
    """What the table waits for: a choice of a seat or an outcome of chance."""

    step: str  # such as "take" or "pay"
    left: int  # how many tokens are still to be picked
    rune: str | None  # the rune that these tokens must have; null for any
    colour: str | None  # the colour that these tokens must have; null for any
    to: str | None  # the zone to which the tokens go
    given: NotRequired[str]  # the token already given in a swap


class Transmuting(TypedDict):
    """The effect of Transmutation: single tokens of a rune count as tokens of any colour in a payment."""

    wilds: int  # how many more such tokens may be paid
    rune: str  # the rune that these tokens have


class Learning(TypedDict):
    """The spell that a seat is learning, and what it still has to pay."""

    spell: str
    level: int
    owed: int  # units still to pay: a unit is a token of the spell's colour, or a wild (several tokens of one rune)
    placed: str | None  # the token that will lie on the card; null if it is not chosen yet
    wild: str | None  # the rune of a wild that is begun; null if none is
    wild_owed: int  # tokens still to pay for this wild
    transmuting: Transmuting | None  # null if the effect of Transmutation is not used


class ScoringOpponent(notation.Opponent):
    """The solo opponent's tokens and points."""

    points: int  # the opponent's points now


class PartialAction(TypedDict):
    """The action in progress, as cells of the state vector. A program can restore the state from it and the view."""

    cells: list[int]  # all cells of the action except those of the next three fields
    steps: list[int]  # the stack of steps to carry out, three cells for each step
    laid: list[int]  # the tokens given away in the swap in progress
    got: list[int]  # the tokens received in the swap in progress


class View(TypedDict):
    """All that a seat may know."""

    game: str  # the name of the game
    seats: int  # the number of seats
    options: Options  # the options of the table
    you: int | None  # the seat; null for a spectator
    spells: list[str]  # the seven spells in play
    first: int  # the seat of the first player
    day: int  # the number of the Day, counting the Days of all seats
    now: notation.Day  # the present Day
    turn: notation.Day | None  # as `now`, but with the seat to move; null at chance and after the game
    decides: int | None  # the seat to move; null at chance and after the game
    asks: Prompt | None  # what the table waits for; null at the end
    doing: Action | None  # the action chosen for this phase
    copying: Action | None  # the action that Clone copies
    learning: Learning | None  # null if no spell is being learned
    end_by: int | None  # the seat that triggered the end
    altar: str  # tokens such as "Ro Gt", as in all zones
    discard: str  # the tokens of the discard pile
    pouch: str  # the tokens in the pouch
    spent: str  # tokens paid for a spell and not yet discarded
    players: list[notation.Player]
    opponent: ScoringOpponent | None  # null unless the game is solo
    scores: list[int]  # by seat: its points
    half_done: PartialAction  # the action in progress
    legal: list[Action]  # the legal actions of the seat
    log: list[Object]
    outcome: Object | None


def view(state: State, seat: int | None) -> View:
    """Return what a seat sees of a state, as a JSON object. `seat` is None for a spectator, who sees the same."""
    t = state.cells
    if seat is not None and not (type(seat) is int and 0 <= seat < t[L.SEATS]):
        raise no_such_seat(t[L.SEATS], seat)
    decides = t[L.TURN] if t[L.TURN] >= 0 else None
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
        "turn": None if decides is None else {**notation.day_of(t), "seat": decides},
        "decides": decides,
        "asks": prompt_of(t),
        "doing": describe(t[L.PHASE_ACTION]) if t[L.PHASE_ACTION] != L.NONE else None,
        "copying": describe(t[L.COPIED_ACTION]) if t[L.COPIED_ACTION] != L.NONE else None,
        "learning": learning(t),
        "end_by": t[L.END_BY] if L.is_end_triggered(t) else None,
        "altar": notation.tokens_in(t, L.ALTAR),
        "discard": notation.tokens_in(t, L.DISCARD),
        "pouch": notation.tokens_in(t, L.POUCH),
        "spent": notation.tokens_in(t, L.SPENT),
        "players": [notation.player_of(t, owner) for owner in seats],
        "opponent": opponent(t),
        "scores": [score(t, owner) for owner in seats],
        "half_done": partial_action(t),
        "legal": [describe(action) for action in state.legal()] if seat is not None and seat == decides else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def opponent(t: Cells) -> ScoringOpponent | None:
    """Return the solo opponent's tokens and points, or None in a game with several seats (SB-212)."""
    zones = notation.opponent_of(t)
    return None if zones is None else {**zones, "points": opponent_points(t)}


def prompt_of(t: Cells) -> Prompt | None:
    """Return what the table waits for and which tokens it asks for, or None if the game is over."""
    if t[L.TURN] == OVER:
        return None
    top = L.top_step_start(t)
    step, step_count, argument = t[top], t[top + L.STEP_COUNT], t[top + L.STEP_ARGUMENT]
    prompt: Prompt = {"step": STEP_NAMES[step], "left": step_count, "rune": None, "colour": None, "to": None}
    if step in (L.TAKE, L.TAKE_UP_TO, L.DISCARD_SOME, L.STORE):
        if L.is_rune_kind(argument):
            prompt["rune"] = box.RUNE_LETTERS[argument - L.OF_RUNE]
        elif L.is_colour_kind(argument):
            prompt["colour"] = box.COLOUR_LETTERS[argument - L.OF_COLOUR]
    elif step in (L.DRAW, L.OFFER):
        prompt["to"] = notation.zone_name(argument)
    elif step == L.OTHER_TAKES:
        prompt["to"] = notation.zone_name(L.pool_of(argument))
    elif step in (L.SWAP_ALTAR, L.SWAP_BOARD) and t[L.GIVEN_TOKEN] != L.NONE:
        prompt["given"] = box.TOKEN_NAMES[t[L.GIVEN_TOKEN]]
    return prompt


def learning(t: Cells) -> Learning | None:
    """Return the spell that a seat is learning and what it still has to pay, or None if no spell is being learned."""
    if t[L.LEARNING] == L.NONE:
        return None
    transmuting: Transmuting | None = None
    if is_transmuting(t):
        transmuting = {"wilds": t[L.SINGLE_WILDS], "rune": box.RUNE_LETTERS[t[L.SINGLE_WILD_RUNE]]}
    is_placed = t[L.UNITS_OWED] < t[L.LEARN_LEVEL]  # the placed token pays the first unit
    is_in_wild = t[L.WILD_RUNE] != L.NONE
    return {
        "spell": box.SPELLS[L.spell_of(t, t[L.LEARNING])],
        "level": t[L.LEARN_LEVEL],
        "owed": t[L.UNITS_OWED],
        "placed": box.TOKEN_NAMES[t[L.PLACED_TOKEN]] if is_placed else None,
        "wild": box.RUNE_LETTERS[t[L.WILD_RUNE]] if is_in_wild else None,
        "wild_owed": t[L.WILD_TOKENS_OWED] if is_in_wild else 0,
        "transmuting": transmuting,
    }


def partial_action(t: Cells) -> PartialAction:
    """Return the action in progress as cells, from which a program can restore the state."""
    is_swapping = t[L.DEPTH] > 0 and L.current_step(t) in (L.SWAP_ALTAR, L.SWAP_BOARD)
    tokens = box.TOKEN_NAMES if is_swapping else ()
    return {
        "cells": [t[cell] for cell in ACTION_CELLS],
        "steps": [t[cell] for cell in range(L.STEPS, L.STEPS + L.STEP_CELLS * t[L.DEPTH])],
        "laid": [token for token in tokens for _ in range(t[L.SWAPPED_OUT + token])],
        "got": [token for token in tokens for _ in range(t[L.SWAPPED_IN + token])],
    }

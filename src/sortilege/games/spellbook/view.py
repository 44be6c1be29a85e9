"""What a seat may know: everything but which token leaves the pouch next (SB-005, SB-006); and the way back from it."""

from __future__ import annotations

from typing import Any, Final

from sortilege.core.cells import Cells
from sortilege.core.errors import no_such_seat
from sortilege.core.log import log_of
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games.spellbook import board
from sortilege.games.spellbook.actions import describe
from sortilege.games.spellbook.box import COLOUR_LETTERS, COLOURS, RUNE_LETTERS, SOLO_SPACES, SPELLS, TOKEN_NAMES
from sortilege.games.spellbook.layout import (
    ACTIVE,
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
    LOWER,
    MORNINGS,
    OF_COLOUR,
    OF_RUNE,
    OFFER,
    OTHER_TAKES,
    OWED,
    PAY,
    PHASE,
    PLACE,
    PLACED,
    PLAYER,
    PLAYERS,
    POUCH,
    RAISE,
    SEATS,
    SET_OF,
    SIZE,
    SPELL,
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
    TRACK,
    TURN,
    WHO_STARTS,
    WILD,
    WILD_OWED,
    board_of,
    is_solo,
    level_of,
    pool_of,
    spell_of,
    top_of,
)
from sortilege.games.spellbook.position import (
    book_of,
    lay_spells,
    opponent_of,
    read_book,
    read_tokens,
    spells_of,
    tokens_in,
)
from sortilege.games.spellbook.rules.day import empty_table
from sortilege.games.spellbook.rules.scoring import board_points, opponent_points, score, spell_points
from sortilege.games.spellbook.rules.state import SpellBookState

PARTS: Final = ("morning", "midday", "evening", "night", "setup", "over")
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


# ---------------------------------------------------------------- the view
def view(state: State, seat: int | None) -> dict[str, Any]:
    """All that this seat may know; None is a spectator, who sees the same."""
    t = state.cells
    if seat is not None and not (type(seat) is int and 0 <= seat < t[SEATS]):
        raise no_such_seat(t[SEATS], seat)
    seats = range(t[SEATS])
    could_learn = board.learnable(state)
    return {
        "game": "spellbook",
        "seats": t[SEATS],
        "options": dict(state.options),
        "you": seat,
        "spells": spells_of(t),
        "first": t[FIRST],
        "day": t[DAY],
        "now": {"seat": t[ACTIVE], "phase": PARTS[t[PHASE]], "mornings": t[MORNINGS]},
        "turn": None if t[TURN] < 0 else {"seat": t[TURN], "phase": PARTS[t[PHASE]], "mornings": t[MORNINGS]},
        "decides": t[TURN] if t[TURN] >= 0 else None,
        "asks": asks(t),
        "doing": describe(t[DOING]) if t[DOING] >= 0 else None,
        "copying": describe(t[COPYING]) if t[COPYING] >= 0 else None,
        "learning": learning(t),
        "proposal": board.proposal(state),
        "learnable": could_learn,
        "waste": board.waste(state, could_learn),
        "worth": board.worth(t),
        "end_by": None if t[END_BY] < 0 else t[END_BY],
        "end_why": board.end_why(t),
        "last_day": board.is_last_day(t),
        "altar": tokens_in(t, ALTAR),
        "discard": tokens_in(t, DISCARD),
        "pouch": tokens_in(t, POUCH),
        "spent": tokens_in(t, SPENT),
        "players": [player(t, s) for s in seats],
        "opponent": opponent(t),
        "scores": [score(t, s) for s in seats],
        "half_done": half_done(t),
        "legal": [describe(a) for a in state.legal()] if seat is not None and seat == t[TURN] else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def player(t: Cells, seat: int) -> dict[str, Any]:
    """A seat's place at the table, with what each part of it is worth now (SB-176)."""
    return {
        "pool": tokens_in(t, pool_of(seat)),
        "board": tokens_in(t, board_of(seat)),
        "book": book_of(t, seat),
        "points": {
            "board": board_points(t, seat),
            **{
                SPELLS[spell_of(t, colour)]: spell_points(t, seat, colour)
                for colour in range(COLOURS)
                if level_of(t, seat, colour)
            },
        },
        "plan": board.plan(t, seat),
    }


def opponent(t: Cells) -> dict[str, Any] | None:
    """The solo opponent's board and points (SB-212)."""
    lying = opponent_of(t)
    if lying is None:
        return None
    stored = t[TRACK + SIZE]
    return {
        **lying,
        "spaces": stored,
        "left": SOLO_SPACES - stored,
        "points": opponent_points(t),
        **board.SCHEDULE,
    }


def asks(t: Cells) -> dict[str, Any] | None:
    """What the table waits for: a step, how many of it are left, and which tokens it speaks of."""
    if t[TURN] == OVER:
        return None
    top = top_of(t)
    step, n, what = t[top], t[top + 1], t[top + 2]
    asked: dict[str, Any] = {"step": AWAITS[step], "left": n, "rune": None, "colour": None, "to": None}
    if step in (TAKE, TAKE_UP_TO, DISCARD_SOME, STORE):
        if OF_RUNE <= what < STORED_COLOUR:
            asked["rune"] = RUNE_LETTERS[what - OF_RUNE]
        elif OF_COLOUR <= what < SET_OF:
            asked["colour"] = COLOUR_LETTERS[what - OF_COLOUR]
    elif step in (DRAW, OFFER):
        asked["to"] = place_name(t, what)
    elif step == OTHER_TAKES:
        asked["to"] = place_name(t, pool_of(what))
    elif step in (SWAP_ALTAR, SWAP_BOARD) and t[GIVEN] >= 0:
        asked["given"] = TOKEN_NAMES[t[GIVEN]]
    return asked


def place_name(t: Cells, zone: int) -> str:
    """A zone's name in views and logs: altar, lower, pool 0, board 0, …"""
    named = {POUCH: "pouch", DISCARD: "discard", ALTAR: "altar", SPENT: "spent", TRACK: "track", LOWER: "lower"}
    if zone in named:
        return named[zone]
    seat, part = divmod(zone - PLAYERS, PLAYER)
    return f"{'board' if part else 'pool'} {seat}"


def learning(t: Cells) -> dict[str, Any] | None:
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


def half_done(t: Cells) -> dict[str, Any]:
    """The steps still to come, for programs that want to play on from a view."""
    swapping = t[DEPTH] > 0 and t[top_of(t)] in (SWAP_ALTAR, SWAP_BOARD)
    return {
        "cells": [t[i] for i in SMALL],
        "steps": [t[STEPS + i] for i in range(3 * t[DEPTH])],
        "laid": [token for token in TOKEN_NAMES for _ in range(t[LAID + token])] if swapping else [],
        "got": [token for token in TOKEN_NAMES for _ in range(t[GOT + token])] if swapping else [],
    }


# ---------------------------------------------------------------- imagining
class Dealer:
    """Deals states a view cannot tell from the true one: there is only one, for the pouch has no order yet."""

    def __init__(self, table: SpellBookState) -> None:
        self.table = table

    def deal(self, rng: Rng) -> SpellBookState:
        """The state of the view."""
        return self.table.twin()


def dealer(game: Any, view: dict[str, Any]) -> Dealer:
    """The table as this view shows it."""
    t = empty_table(view["seats"])
    for colour in range(COLOURS):
        t[SPELL + colour] = -1
    lay_spells(t, view["spells"])
    t[FIRST], t[DAY] = view["first"], view["day"]
    t[ACTIVE], t[MORNINGS] = view["now"]["seat"], view["now"]["mornings"]
    t[PHASE] = PARTS.index(view["now"]["phase"])
    t[END_BY] = -1 if view["end_by"] is None else view["end_by"]
    lay_tokens(t, view)
    take_up(t, view["half_done"])
    over = view["outcome"] is not None
    t[TURN] = OVER if over else CHANCE if view["decides"] is None else view["decides"]
    return Dealer(SpellBookState(t, game, view["options"]))


def lay_tokens(t: Cells, view: dict[str, Any]) -> None:
    """Put every token the view shows where it lies; the pouch keeps the rest."""
    for field, zone in (("altar", ALTAR), ("discard", DISCARD), ("spent", SPENT)):
        read_tokens(t, field, view[field], zone, 105, "")
    for seat, told in enumerate(view["players"]):
        read_tokens(t, "pool", told["pool"], pool_of(seat), 105, "")
        read_tokens(t, "board", told["board"], board_of(seat), 105, "")
        read_book(t, "book", told["book"], seat)
    if is_solo(t):
        read_tokens(t, "track", view["opponent"]["track"], TRACK, 105, "")
        read_tokens(t, "lower", view["opponent"]["lower"], LOWER, 105, "")


def take_up(t: Cells, half: dict[str, Any]) -> None:
    """The action under way."""
    for i, value in zip(SMALL, half["cells"], strict=True):
        t[i] = value
    t[DEPTH] = len(half["steps"]) // 3
    for i, value in enumerate(half["steps"]):
        t[STEPS + i] = value
    for token in half["laid"]:
        t[LAID + token] += 1
    for token in half["got"]:
        t[GOT + token] += 1

"""Rebuilds the state of a game from a view. Nothing is hidden in SpellBook (the pouch has no order), so exactly one
state fits a view."""

from __future__ import annotations

from sortilege.core.engine.cells import Cells
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER
from sortilege.core.game import Game
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook import notation
from sortilege.games.spellbook.box import TOKENS
from sortilege.games.spellbook.rules.day import empty_state_vector
from sortilege.games.spellbook.rules.state import SpellBookState
from sortilege.games.spellbook.view import ACTION_CELLS, PartialAction, View


class Dealer:
    """Gives bots copies of the state that a view shows. SpellBook hides nothing, so there is only one."""

    def __init__(self, state: SpellBookState) -> None:
        self.state = state

    def deal(self, rng: Rng) -> SpellBookState:
        return self.state.bare_copy()


def dealer(game: Game, view: View) -> Dealer:
    """Return a dealer, which gives bots copies of the state that this view shows."""
    return Dealer(SpellBookState(state_vector(view), game, view["options"]))


def state_vector(view: View) -> Cells:
    """Return the state vector of the state that a view shows."""
    t = empty_state_vector(view["seats"])
    notation.set_spells(t, view["spells"])
    now = view["now"]
    t[L.FIRST] = view["first"]
    t[L.DAY] = view["day"]
    t[L.ACTIVE] = now["seat"]
    t[L.PHASE] = notation.PHASE_NAMES.index(now["phase"])
    t[L.MORNINGS] = now["mornings"]
    t[L.END_BY] = L.NONE if view["end_by"] is None else view["end_by"]
    place_tokens(t, view)
    restore_action(t, view["half_done"])
    t[L.TURN] = seat_to_move(view)
    return t


def seat_to_move(view: View) -> int:
    """Return the seat that decides next, CHANCE before a chance event, or OVER after the game."""
    if view["outcome"] is not None:
        return OVER
    return CHANCE if view["decides"] is None else view["decides"]


def place_tokens(t: Cells, view: View) -> None:
    """Move every token that the view shows from the pouch, where all tokens are at first, to its zone."""
    zones = [
        ("altar", view["altar"], L.ALTAR),
        ("discard", view["discard"], L.DISCARD),
        ("spent", view["spent"], L.SPENT),
    ]
    if view["opponent"] is not None:
        zones += [("track", view["opponent"]["track"], L.TRACK), ("lower", view["opponent"]["lower"], L.LOWER)]
    for seat, player in enumerate(view["players"]):
        zones += [("pool", player["pool"], L.pool_of(seat)), ("board", player["board"], L.board_of(seat))]
        notation.read_book(t, "book", player["book"], seat)
    for field, tokens, zone in zones:
        notation.read_tokens(t, field, tokens, zone, TOKENS, "")


def restore_action(t: Cells, partial: PartialAction) -> None:
    """Restore an action in progress: its cells, its steps, and the tokens swapped so far."""
    for cell, value in zip(ACTION_CELLS, partial["cells"], strict=True):
        t[cell] = value
    t[L.DEPTH] = len(partial["steps"]) // L.STEP_CELLS
    for offset, value in enumerate(partial["steps"]):
        t[L.STEPS + offset] = value
    for token in partial["laid"]:
        t[L.SWAPPED_OUT + token] += 1
    for token in partial["got"]:
        t[L.SWAPPED_IN + token] += 1

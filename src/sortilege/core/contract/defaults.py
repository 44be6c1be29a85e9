"""Default functions of a game that hides nothing. The view contains the whole position, the dealer returns the only
possible state, a turn ends when another seat acts, and refusals give no reason. In such a game, every state in which a
seat must decide can be written as a position."""

from __future__ import annotations

from copy import deepcopy

from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.core.errors import IllegalAction, NotQuiet
from sortilege.core.game_rules import GameRules, Opening, Part
from sortilege.core.log import log_of
from sortilege.core.text.phrases import shared
from sortilege.core.types import Line, Object, Untrusted, View, Words


def view(state: State, seat: int | None) -> View:
    """Return what a seat (None: a spectator) may know: the position, the turn, the legal actions and the log."""
    return common_view(state, seat) | {"position": position_of(state)}


def common_view(state: State, seat: int | None) -> dict[str, object]:
    """Return the entries that the view of a seat (None: a spectator) has in every game."""
    game: GameRules = state.game
    turn = state.turn()
    return {
        "game": game.name,
        "seats": state.seats,
        "options": deepcopy(state.options),
        "you": seat,
        "turn": {"seat": turn} if turn >= 0 else None,
        "scores": state.scores(),
        "legal": [game.describe(action) for action in state.legal()] if turn == seat else [],
        "log": log_of(state, seat),
        "outcome": state.outcome(),
    }


def own_entries(state: State, seat: int) -> dict[str, object]:
    """Return the entries of a view that depend on the seat, in a game that hides nothing."""
    game: GameRules = state.game
    legal = [game.describe(action) for action in state.legal()] if state.turn() == seat else []
    return {"you": seat, "legal": legal}


def position_of(state: State) -> Object | None:
    """Return the state as a JSON position, or None if a chance outcome is pending."""
    try:
        return state.position()
    except NotQuiet:
        return None


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Return the error for an action that is not legal now. Raise IllegalAction if `action` is no action id."""
    game: GameRules = state.game
    game.describe(action)
    return IllegalAction(game.turn_rule, shared("not_now"))


class OpenDealer:
    """Samples the state behind a view in a game that hides nothing. There is only one such state."""

    def __init__(self, game: GameRules, view: View) -> None:
        self.state = game.load(view["position"])

    def deal(self, rng: Rng) -> State:
        return self.state.bare_copy()


def parts(line: Line, current: Opening | None) -> list[Part]:
    """Return a log line as one part of a turn. A new turn begins with the line if another seat acts than in the current
    turn. A chance outcome belongs to the current turn or, before the first turn, to the set-up."""
    acting_seat = line["by"]  # None for chance
    if current is None or (acting_seat is not None and acting_seat != current.seat):
        return [Part(line, Opening(acting_seat))]
    return [Part(line)]


def line(before: State, action: int, after: State) -> Line:
    """Return the log line of an action: the action object, its seat (`by`) and the seat whose turn it was (`turn`)."""
    game: GameRules = before.game
    actor = before.turn()
    is_seat = actor >= 0
    turn_seat = game.turn_of(before)[0]
    return {"by": actor if is_seat else None, "turn": turn_seat, **game.describe(action)}


def sentence(words: Words, line: Line) -> str:
    """Return the sentence for the verb of a log line, or "". Its placeholder `who` is the seat whose turn it was."""
    verb = line["do"]
    phrase = str(words["log"].get(verb, ""))
    return phrase.format(who=f"{{{line['turn']}}}", **line)

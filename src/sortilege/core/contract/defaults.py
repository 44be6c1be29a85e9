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
    """Return what a seat may know (None: a spectator): the position, whose turn it is, the legal actions and the
    log."""
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
    """Return the entries of a seat's view that differ from the spectators' view."""
    game: GameRules = state.game
    legal = [game.describe(action) for action in state.legal()] if state.turn() == seat else []
    return {"you": seat, "legal": legal}


def position_of(state: State) -> Object | None:
    """Return the position, or None at a chance node."""
    try:
        return state.position()
    except NotQuiet:
        return None


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Return the error for an action that is not legal now. Raise IllegalAction if the value is no action id."""
    game: GameRules = state.game
    game.describe(action)
    return IllegalAction(game.turn_rule, shared("not_now"))


class OpenDealer:
    """The dealer of a game that hides nothing: it always returns the state that the view shows."""

    def __init__(self, game: GameRules, view: View) -> None:
        self.state = game.load(view["position"])

    def deal(self, rng: Rng) -> State:
        return self.state.bare_copy()


def parts(line: Line, current: Opening | None) -> list[Part]:
    """Return the line as one part. A new turn begins with the line if another seat acts than in the current turn. A
    chance outcome belongs to the current turn or, before the first turn, to the set-up."""
    by = line["by"]
    if current is None or (by is not None and by != current.seat):
        return [Part(line, Opening(by))]
    return [Part(line)]


def line(before: State, action: int, after: State) -> Line:
    """Return the log line of an action: its object, who took it (`by`; None for chance) and whose turn it was."""
    game: GameRules = before.game
    by = before.turn()
    return {"by": by if by >= 0 else None, "turn": game.turn_of(before)[0], **game.describe(action)}


def sentence(words: Words, line: Line) -> str:
    """Return the sentence for the verb of this line, or "" if there is none. `who` is the seat whose turn it was."""
    return str(words["log"].get(line["do"], "")).format(who=f"{{{line['turn']}}}", **line)

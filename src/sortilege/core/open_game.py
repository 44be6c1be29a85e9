"""What a game that hides nothing need not write itself: a view with the whole position in it, a dealer that has nothing
to guess, turns that change with the seat that acts, a log that says who did what, and a refusal without a reason. Bots
are asked at decisions, where every such game is quiet."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from sortilege.core.errors import IllegalAction, NotQuiet
from sortilege.core.log import log_of
from sortilege.core.phrases import shared
from sortilege.core.rng import Rng
from sortilege.core.shapes import Line, Object, Untrusted, View, Words
from sortilege.core.state import State
from sortilege.core.turns import Opening, Part

if TYPE_CHECKING:
    from sortilege.core.game import Game


def view(state: State, seat: int | None) -> View:
    """All there is to know: the position, whose turn it is, what may be done, and the log."""
    return common_view(state, seat) | {"position": position_of(state)}


def common_view(state: State, seat: int | None) -> dict[str, object]:
    """What the views of all games begin with."""
    game: Game = state.game
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


def own(state: State, seat: int) -> dict[str, object]:
    """What is a seat's own where nothing is hidden: what it may do."""
    game: Game = state.game
    return {"you": seat, "legal": [game.describe(a) for a in state.legal()] if state.turn() == seat else []}


def position_of(state: State) -> Object | None:
    """The position; None while chance is to decide something."""
    try:
        return state.position()
    except NotQuiet:
        return None


def refusal(state: State, action: Untrusted) -> IllegalAction:
    """Not now; what is no action at all is refused by its own rule."""
    game: Game = state.game
    game.describe(action)
    return IllegalAction(game.turn_rule, shared("not_now"))


class OpenDealer:
    """Deals the state a view shows: there is nothing to imagine."""

    def __init__(self, game: Game, view: View) -> None:
        self.state = game.load(view["position"])

    def deal(self, rng: Rng) -> State:
        """A copy of it."""
        return self.state.twin()


def parts(line: Line, now: Opening | None) -> list[Part]:
    """A turn is a seat's; what chance does belongs to the turn under way, and before the first one to nobody's."""
    by = line["by"]
    if now is None or (by is not None and by != now.seat):
        return [Part(line, Opening(by))]
    return [Part(line)]


def line(before: State, action: int, after: State) -> Line:
    """The action, who took it (`by`; None for chance), and whose turn it was."""
    game: Game = before.game
    by = before.turn()
    return {"by": by if by >= 0 else None, "turn": game.turn_of(before)[0], **game.describe(action)}


def sentence(words: Words, line: Line) -> str:
    """The sentence of the line's verb, with whose turn it was as `who`; "" for a verb that has none."""
    return str(words["log"].get(line["do"], "")).format(who=f"{{{line['turn']}}}", **line)

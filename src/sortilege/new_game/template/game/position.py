"""Reading and writing JSON positions, where a seat is to decide or the game is over."""

from typing import Any

from sortilege.core.errors import NotQuiet
from sortilege.core.game import Game
from sortilege.core.contract.position_fields import check_keys, read_integer, read_list
from sortilege.core.types import Options, Untrusted
from sortilege.core.engine.state import CHANCE, State
from sortilege.games.__game__ import layout as L
from sortilege.games.__game__.box import FACES
from sortilege.games.__game__.rules import RaceState, set_up

FIELDS = ("scores", "active", "stake")


def initial_state(game: Game, seats: int, options: Options) -> State:
    return RaceState(set_up(seats), game, options, seats, FACES)


def position(state: State) -> dict[str, Any]:
    if state.turn() == CHANCE:
        raise NotQuiet("the die is still rolling")
    heading = {"game": state.game.name, "seats": state.seats, "options": dict(state.options)}
    return {**heading, "scores": state.scores(), "active": state.cells[L.ACTIVE], "stake": state.cells[L.STAKE]}


def from_position(game: Game, position: Untrusted, options: Options) -> State:
    check_keys(position, game.name, FIELDS, FIELDS)
    state = initial_state(game, position["seats"], options)
    for seat, score in enumerate(read_list("scores", position["scores"], state.seats)):
        state.cells[L.SCORE + seat] = read_integer(f"scores[{seat}]", score, 0, 999)
    state.cells[L.ACTIVE] = read_integer("active", position["active"], 0, state.seats - 1)
    state.cells[L.STAKE] = read_integer("stake", position["stake"], 0, 999)
    return state

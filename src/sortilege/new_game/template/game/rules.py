"""The rules, in the order of the ledger. mypyc can compile them (docs/decisions/002-python-that-compiles.md)."""

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.games.__game__ import actions
from sortilege.games.__game__ import layout as L
from sortilege.games.__game__.box import FACES, GOAL


def set_up(seats: i64) -> Cells:
    """XX-101, XX-102: return the cells of a new game, all 0 except the number of seats."""
    t = blank(L.SCORE + seats)
    t[L.SEATS] = seats
    return t


def resolve_roll(t: Cells, face: i64) -> None:
    """XX-201, XX-202: a 1 loses the stake and ends the turn; any other face adds its points to the stake."""
    t[L.ROLLING] = 0
    if face == 1:
        end_turn(t)
    else:
        t[L.STAKE] += face


def hold(t: Cells) -> None:
    """XX-203: score the stake and end the turn."""
    t[L.SCORE + t[L.ACTIVE]] += t[L.STAKE]
    end_turn(t)


def end_turn(t: Cells) -> None:
    """XX-102: the next seat plays, with an empty stake."""
    t[L.STAKE] = 0
    t[L.ACTIVE] = (t[L.ACTIVE] + 1) % t[L.SEATS]


class RaceState(State):
    """The state of a race. The class State in core/engine/state.py explains the methods."""

    def turn(self) -> i64:
        if max(self.scores()) >= GOAL:  # XX-301
            return OVER
        return CHANCE if self.cells[L.ROLLING] else self.cells[L.ACTIVE]

    def fill_legal(self, into: Cells) -> i64:
        if self.turn() >= 0:
            into[0], into[1] = actions.ROLL, actions.HOLD
            return 2 if self.cells[L.STAKE] > 0 else 1
        for face in range(1, FACES + 1):
            into[face - 1] = actions.DIE + face
        return FACES if self.turn() == CHANCE else 0

    def do(self, action: i64) -> None:
        if action == actions.ROLL:
            self.cells[L.ROLLING] = 1
        elif action == actions.HOLD:
            hold(self.cells)
        else:
            resolve_roll(self.cells, face=action - actions.DIE)

    def scores(self) -> list[int]:
        return [self.cells[L.SCORE + i64(seat)] for seat in range(self.seats)]

"""The rules, in the order of the ledger. Typed so that they compile: docs/decisions/002-python-that-compiles.md."""

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games.__game__.actions import DIE, HOLD, ROLL
from sortilege.games.__game__.box import FACES, GOAL
from sortilege.games.__game__.layout import ACTIVE, ROLLING, SCORE, SEATS, STAKE


def set_up(seats: i64) -> Cells:
    """XX-101, XX-102: every cell is 0 but the number of seats."""
    t = blank(SCORE + seats)
    t[SEATS] = seats
    return t


def add(t: Cells, face: i64) -> None:
    """XX-201, XX-202: a 1 takes the stake, everything else adds to it."""
    t[ROLLING] = 0
    if face == 1:
        pass_on(t)
    else:
        t[STAKE] += face


def hold(t: Cells) -> None:
    """XX-203: the stake is safe now."""
    t[SCORE + t[ACTIVE]] += t[STAKE]
    pass_on(t)


def pass_on(t: Cells) -> None:
    """XX-102: the next seat's turn."""
    t[STAKE] = 0
    t[ACTIVE] = (t[ACTIVE] + 1) % t[SEATS]


class RaceState(State):
    """What core asks of the rules; core/state.py says what each answer means."""

    def turn(self) -> i64:
        if max(self.scores()) >= GOAL:  # XX-301
            return OVER
        return CHANCE if self.cells[ROLLING] else self.cells[ACTIVE]

    def fill_legal(self, into: Cells) -> i64:
        if self.turn() >= 0:
            into[0], into[1] = ROLL, HOLD
            return 2 if self.cells[STAKE] > 0 else 1
        for face in range(1, FACES + 1):
            into[face - 1] = DIE + face
        return FACES if self.turn() == CHANCE else 0

    def do(self, action: i64) -> None:
        if action == ROLL:
            self.cells[ROLLING] = 1
        elif action == HOLD:
            hold(self.cells)
        else:
            add(self.cells, action - DIE)

    def scores(self) -> list[int]:
        return [self.cells[SCORE + i64(seat)] for seat in range(self.seats)]

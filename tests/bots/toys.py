"""Three toy games, each a question to the search whose answer is known."""

from __future__ import annotations

from typing import Any

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import cells_of, copy
from sortilege.core.engine.state import CHANCE, OVER, State


class Toy(State):
    """A state whose cells are whatever the toy needs; cell 0 is the seat to move."""

    def __init__(self, cells: list[int], seats: int = 2) -> None:
        super().__init__(cells_of(cells), None, {}, seats, 8)

    def fill_weights(self, into: Any) -> int:
        buffer = self.buffer()
        n = self.fill_legal(buffer)
        for i in range(n):
            into[i] = 1
        return n

    def bare_copy(self) -> Toy:
        other = type(self)([0], self.seats)
        other.cells = copy(self.cells)
        return other

    def scores(self) -> list[int]:
        return [0] * self.seats

    def winners(self) -> list[int]:
        return []

    def reason(self) -> str:
        return ""

    def share(self, seat: int) -> float:
        """What the seat gets at the end."""
        raise NotImplementedError


class Pile(Toy):
    """Cells: seat, counters left. Each seat in turn takes one, two or three; whoever takes the last one wins."""

    def turn(self) -> int:
        return self.cells[0] if self.cells[1] else OVER

    def fill_legal(self, into: Any) -> int:
        most = min(3, self.cells[1])
        for i in range(most):
            into[i] = i + 1
        return most

    def do(self, action: int) -> None:
        self.cells[1] -= action
        if self.cells[1]:
            self.cells[0] = (self.cells[0] + 1) % self.seats

    def share(self, seat: int) -> float:
        return float(seat == self.cells[0])


class Cup(Toy):
    """Cells: seat, the cup the pea is under (hidden), the action taken. Lift cup 0 or 1, or 2: take 0.6 and go."""

    def turn(self) -> int:
        return 0 if self.cells[2] < 0 else OVER

    def fill_legal(self, into: Any) -> int:
        for i in range(3):
            into[i] = i
        return 3

    def do(self, action: int) -> None:
        self.cells[2] = action

    def share(self, seat: int) -> float:
        if self.cells[2] == 2:
            return 0.6
        return float(self.cells[1] == self.cells[2])


class Coin(Toy):
    """Cells: phase, seat that chose. Action 0: a coin decides, four times in five for us; 1: a sure 0.7; 2: nothing."""

    def turn(self) -> int:
        return (0, CHANCE, OVER)[self.cells[0]]

    def fill_legal(self, into: Any) -> int:
        n = 3 if self.cells[0] == 0 else 5
        for i in range(n):
            into[i] = i
        return n

    def do(self, action: int) -> None:
        if self.cells[0] == 1:
            self.cells[0], self.cells[1] = 2, 100 if action < 4 else 0
        elif action == 0:
            self.cells[0] = 1
        else:
            self.cells[0], self.cells[1] = 2, 70 if action == 1 else 0

    def share(self, seat: int) -> float:
        return self.cells[1] / 100


class Plain(Insight):
    """Knows nothing: every decision looks alike, and only the end counts."""

    def fill_priors(self, state: State, legal: Any, n: int, into: Any) -> None:
        for i in range(n):
            into[i] = 1

    def evaluate(self, state: State, seat: int) -> float:
        assert isinstance(state, Toy)
        return state.share(seat)

    def is_cutoff(self, state: State, root: State) -> bool:
        return False


class Hand:
    """Deals one of these states, by lot."""

    def __init__(self, *states: Toy) -> None:
        self.states = states

    def deal(self, rng: Any) -> State:
        return self.states[rng.below(len(self.states))].bare_copy()


class Won(Pile):
    """The pile of counters, with whoever took the last one as the winner."""

    def winners(self) -> list[int]:
        return [int(self.cells[0])]

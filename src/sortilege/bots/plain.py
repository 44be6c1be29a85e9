"""The search a researcher writes in an afternoon: the yardstick that our levels are measured against.

Every simulation is played in a newly imagined state. One tree, open loop, holds the decisions of all seats, whatever
chance and hidden cards were; UCB1 picks among the branches tried, each legal one being tried once first; beyond the
tree everybody plays at random to the end of the game. It knows the rules and nothing else about a game.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final

from mypy_extensions import i64

from sortilege.bots.tree import Branch, branch_of, most_tried
from sortilege.core.cells import blank
from sortilege.core.clock import now
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST, State

CURIOSITY: Final = 1.0  # UCB1's constant, for shares of victory from 0 to 1


class PlainSearch:
    """The tree grown for one decision."""

    def __init__(self, dealer: Any, side_of: list[int], rng: Rng) -> None:
        """`side_of` says which seats win together: seats with the same number."""
        self.dealer = dealer
        self.side_of = side_of
        self.sides: i64 = max(side_of) + 1
        self.rng = rng
        self.root = Branch(CHANCE, 0)
        self.simulations: i64 = 0
        self.legal = blank(WIDEST)
        self.untried = blank(WIDEST)

    def run(self, until: float, simulations: int) -> int:
        """Simulate until either limit is reached (once at least): the time `until` of the clock, or so many. Answers
        the action tried most."""
        left = simulations
        while True:
            self.simulate()
            left -= 1
            if left <= 0 or now() >= until:
                return most_tried(self.root)

    def simulate(self) -> None:
        """Down the tree, out of it by one new branch, on at random to the end, and back with the shares."""
        state: State = self.dealer.deal(self.rng)
        node = self.root
        path = [node]
        growing = True
        while growing:
            turn = state.turn()
            if turn == CHANCE:
                state.do(state.draw(self.rng, self.legal))
            elif turn == OVER:
                break
            else:
                node = self.pick(node, state, turn)
                growing = node.visits > 0
                path.append(node)
                state.do(node.action)
        state.play_out(self.rng, self.legal)
        shares = self.shares(state.winners())
        for branch in path:
            branch.visits += 1
            if branch.seat >= 0:
                branch.gain += shares[self.side_of[branch.seat]]
        self.simulations += 1

    def pick(self, node: Branch, state: State, turn: i64) -> Branch:
        """A legal branch not tried yet, drawn by lot; the one UCB1 prefers where all were tried."""
        n = state.fill_legal(self.legal)
        fresh: i64 = 0
        spread = CURIOSITY * sqrt(log(float(node.visits + 1)))
        best_score = -1.0
        best: Branch | None = None
        here = node.first
        i: i64 = 0
        while i < n:
            action = self.legal[i]
            while here is not None and (here.seat < turn or (here.seat == turn and here.action < action)):
                here = here.next
            if here is None or here.seat != turn or here.action != action:
                self.untried[fresh] = action
                fresh += 1
            else:
                score = here.gain / float(here.visits) + spread / sqrt(float(here.visits))
                if score > best_score:
                    best_score, best = score, here
            i += 1
        if fresh == 0:
            assert best is not None
            return best
        return branch_of(node, turn, self.untried[self.rng.below(fresh)])

    def shares(self, winners: list[int]) -> list[float]:
        """Every side's share of the victory; nobody's victory is a draw, but alone at the table it is a loss."""
        sides = {self.side_of[seat] for seat in winners}
        out = [0.0] * self.sides
        if not sides and self.sides > 1:
            return [1.0 / float(self.sides)] * self.sides
        for side in sides:
            out[side] = 1.0 / len(sides)
        return out

"""Search for one decision: a tree of what the seat decides up to the first draw, and beyond it games played on at first
sight for a few rounds. Up to the first draw nothing is unknown, so a node is rated once, when it is found.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, State
from sortilege.games.spellbook.insight.rating import WIDEST, Rater, highest
from sortilege.games.spellbook.insight.shares import Shares
from sortilege.games.spellbook.insight.weights import CURIOSITY, DOUBT, HORIZON
from sortilege.games.spellbook.layout import DAY, PAY, SEATS, top_of

PATIENCE: Final = 32  # simulations between two looks at the clock's end


class Node:
    """A moment at which the seat decides, with what is known of each decision."""

    def __init__(self, legal: Cells, rates: Cells, n: i64) -> None:
        self.n: i64 = n
        self.visits: i64 = 0
        self.actions = legal[:n]
        self.tried = blank(n)
        self.sums = [0.0] * n
        self.hopes = [0.0] * n
        self.after: list[Node | None] = [None] * n
        total = 0.0
        i: i64 = 0
        while i < n:
            total += float(rates[i])
            i += 1
        i = 0
        while i < n:
            self.hopes[i] = CURIOSITY * ((1.0 - DOUBT) * float(rates[i]) / total + DOUBT / float(n))
            i += 1

    def choose(self) -> i64:
        """The decision that promises most: its mean share so far, and curiosity by rating."""
        gained = 0.0
        for got in self.sums:
            gained += got
        unknown = 0.5
        if self.visits > 0:
            unknown = gained / float(self.visits)
        curious = sqrt(float(self.visits + 1))
        best: i64 = 0
        best_score = -1.0
        i: i64 = 0
        while i < self.n:
            tried = self.tried[i]
            score = unknown
            if tried > 0:
                score = self.sums[i] / float(tried)
            score += self.hopes[i] * curious / float(tried + 1)
            if score > best_score:
                best_score, best = score, i
            i += 1
        return best


class Plans:
    """The search of one seat at one moment: its view leaves nothing open, so every game begins in the same state."""

    def __init__(self, rater: Rater, shares: Shares, start: State, seat: i64, rng: Rng) -> None:
        self.began = perf_counter()
        self.rater = rater
        self.shares = shares
        self.start = start
        self.seat: i64 = seat
        self.rng = rng
        self.legal = blank(WIDEST)
        self.rates = blank(WIDEST)
        self.simulations: i64 = 0
        self.until: i64 = start.cells[DAY] + HORIZON * start.cells[SEATS]
        self.paying = start.cells[top_of(start.cells)] == PAY
        self.root = self.node_of(start)
        self.first_sight: i64 = highest(self.rates, self.root.n)

    def run(self, milliseconds: float, most: int) -> int:
        """Simulate until either limit is reached or no other decision can be tried most any more; answers that one.
        How a price is paid is clear at first sight."""
        until = self.began + milliseconds / 1000.0
        left = most
        if self.paying:
            left = 0
        while left > 0 and perf_counter() < until:
            self.simulate()
            left -= 1
            if self.simulations % PATIENCE == 0 and self.is_decided(until):
                break
        if self.root.visits == 0:
            return self.root.actions[self.first_sight]
        return self.root.actions[highest(self.root.tried, self.root.n)]

    def is_decided(self, until: float) -> bool:
        """Whether the lead of the decision tried most is greater than what is left to try."""
        tried = self.root.tried
        best = highest(tried, self.root.n)
        second: i64 = 0
        i: i64 = 0
        while i < self.root.n:
            if i != best and tried[i] > second:
                second = tried[i]
            i += 1
        now = perf_counter()
        to_come = (until - now) * float(self.simulations) / (now - self.began + 0.000001)
        return float(tried[best] - second) > to_come

    def node_of(self, state: State) -> Node:
        """A node for this state, rated."""
        n = state.fill_legal(self.legal)
        self.rater.rate(state, self.legal, n, self.rates)
        return Node(self.legal, self.rates, n)

    def simulate(self) -> None:
        """Down the tree, on at first sight, and back with the share."""
        state = self.start.twin()
        node = self.root
        nodes = [node]
        ways: list[i64] = []
        while True:
            way = node.choose()
            ways.append(way)
            state.do(node.actions[way])
            self.skip_forced(state)
            if state.turn() != self.seat:
                break
            after = node.after[way]
            if after is None:
                node.after[way] = self.node_of(state)
                break
            node = after
            nodes.append(node)
        self.play_on(state)
        self.carry_back(nodes, ways, self.shares.soft(state, self.seat))
        self.simulations += 1

    def skip_forced(self, state: State) -> None:
        """Decisions of the seat that are none."""
        while state.turn() == self.seat and state.fill_legal(self.legal) == 1:
            state.do(self.legal[0])

    def play_on(self, state: State) -> None:
        """Everybody decides at first sight until the horizon."""
        legal = self.legal
        turn = state.turn()
        while turn != OVER and state.cells[DAY] <= self.until:
            if turn == CHANCE:
                state.do(state.draw(self.rng, legal))
            else:
                n = state.fill_legal(legal)
                at: i64 = 0
                if n > 1:
                    at = self.rater.best(state, legal, n)
                state.do(legal[at])
            turn = state.turn()

    def carry_back(self, nodes: list[Node], ways: list[i64], share: float) -> None:
        """Each decision on the way remembers the share."""
        for i, node in enumerate(nodes):
            way = ways[i]
            node.visits += 1
            node.tried[way] += 1
            node.sums[way] += share

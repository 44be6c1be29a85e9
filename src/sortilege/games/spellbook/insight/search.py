"""Tree search for one decision. Chance is sampled again in every simulation. A node stands for the decisions that led
to it, whatever was drawn in between, and only currently legal branches are considered.

From a leaf the rater plays the Day to its end, and the position is evaluated. With `extra_days` the rollout continues
and is evaluated after each further Day: a single evaluation misses what the next seat can do at once, and the mean of
several is more accurate. The last round is always played to its end.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Predictor
from sortilege.core.engine.cells import blank
from sortilege.core.engine.pace import possible_gain
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.engine.timer import now
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.shares import Shares
from sortilege.games.spellbook.insight.weights import EXPLORATION, UNIFORM_PART
from sortilege.games.spellbook.rules.state import MAX_LEGAL

CHECK_INTERVAL: Final = 32  # simulations between two checks whether the result is decided
CATCH_UP_RATE: Final = 0.6  # part of the remaining simulations that the second branch may gain on the first
MOST_SEATS: Final = 4


class Branch:
    """A decision at a node, with its statistics."""

    def __init__(self, seat: i64, action: i64, prior: float) -> None:
        self.seat = seat
        self.action = action
        self.prior = prior  # weight of exploration, from the rating
        self.visits: i64 = 0
        self.total = 0.0  # sum of the seat's win probabilities
        self.child: Node | None = None


class Node:
    """A point at which a seat decides, with the branches seen so far."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.total = 0.0
        self.branches: list[Branch] = []

    def find_branch(self, seat: i64, action: i64, guess: i64) -> i64:
        """Return the index of a decision's branch, or -1 if there is none. `guess` is tried first."""
        n: i64 = len(self.branches)
        if guess < n:
            branch = self.branches[guess]
            if branch.action == action and branch.seat == seat:
                return guess
        for i in range(n):
            branch = self.branches[i]
            if branch.action == action and branch.seat == seat:
                return i
        return -1


class Search:
    """The search for one decision. The view leaves nothing hidden, so every simulation begins in the same state."""

    def __init__(
        self,
        rater: Rater,
        shares: Shares,
        net: Predictor | None,
        start: State,
        seat: i64,
        rng: Rng,
        extra_days: i64 = 0,
    ) -> None:
        self.began = now()
        self.rater = rater
        self.shares = shares
        self.net = net
        self.start = start
        self.seat: i64 = seat
        self.rng = rng
        self.extra_days: i64 = extra_days  # Days rolled out after that of a leaf
        self.legal = blank(MAX_LEGAL)
        self.priors = blank(MAX_LEGAL)
        self.simulations: i64 = 0
        self.paying = start.cells[L.top_step(start.cells)] == L.PAY
        self.root = Node()
        self.results = [0.0, 0.0, 0.0, 0.0]
        self.objectives = [0.0, 0.0, 0.0, 0.0]

    def run(self, milliseconds: float, most: int) -> int:
        """Simulate until a limit is reached or the most visited decision can hardly change, and return that decision. A
        payment is not searched: the rater decides it."""
        until = self.began + milliseconds / 1000.0
        left = most
        if self.paying:
            left = 0
        while left > 0 and now() < until:
            self.simulate()
            left -= 1
            if self.simulations % CHECK_INTERVAL == 0 and self.is_decided(until, left):
                break
        if self.root.visits == 0:
            n = self.start.fill_legal(self.legal)
            return self.legal[self.rater.best(self.start, self.legal, n)]
        best = self.root.branches[0]
        for branch in self.root.branches:
            if branch.visits > best.visits:
                best = branch
        return best.action

    def is_decided(self, until: float, left: int) -> bool:
        """Return whether the most visited branch leads by more than the second can probably catch up."""
        first: i64 = 0
        second: i64 = 0
        for branch in self.root.branches:
            if branch.visits > first:
                second = first
                first = branch.visits
            elif branch.visits > second:
                second = branch.visits
        time = now()
        spent = time - self.began
        return float(first - second) > possible_gain(self.simulations, spent, until - time, left, CATCH_UP_RATE)

    # ------------------------------------------------------------ one simulation
    def simulate(self) -> None:
        """Descend the tree, roll out from the leaf and propagate the result back."""
        state = self.start.bare_copy()
        legal = self.legal
        node = self.root
        nodes: list[Node] = []
        path: list[Branch] = []
        while True:
            turn = state.turn()
            if turn == CHANCE:
                state.do(state.draw(self.rng, legal))
                continue
            if turn == OVER:
                break
            n = state.fill_legal(legal)
            if n == 1:
                state.do(legal[0])
                continue
            branch = self.choose(node, state, turn, n)
            nodes.append(node)
            path.append(branch)
            state.do(branch.action)
            if branch.visits == 0:
                break
            child = branch.child
            if child is None:
                child = Node()
                branch.child = child
            node = child
        self.roll_out(state)
        self.back_propagate(nodes, path, state)
        self.simulations += 1

    def choose(self, node: Node, state: State, turn: i64, n: i64) -> Branch:
        """Return the legal branch with the highest score: its mean result plus exploration by its prior."""
        legal = self.legal
        default = 0.5
        if node.visits > 0:
            default = node.total / float(node.visits)
        exploration = sqrt(float(node.visits + 1))
        rated = False
        best: Branch | None = None
        best_score = -1.0
        for i in range(n):
            at = node.find_branch(turn, legal[i], i)
            if at < 0:
                if not rated:
                    self.rater.fill_priors(state, legal, n, self.priors)
                    rated = True
                at = self.add(node, turn, i, n)
            branch = node.branches[at]
            score = default
            if branch.visits > 0:
                score = branch.total / float(branch.visits)
            score += branch.prior * exploration / float(branch.visits + 1)
            if score > best_score:
                best_score, best = score, branch
        assert best is not None
        return best

    def add(self, node: Node, turn: i64, i: i64, n: i64) -> i64:
        """Add a branch for the i-th of n legal decisions and return its index."""
        total = 0.0
        for k in range(n):
            total += float(self.priors[k])
        trust = (1.0 - UNIFORM_PART) * float(self.priors[i]) / total
        node.branches.append(Branch(turn, self.legal[i], EXPLORATION * (trust + UNIFORM_PART / float(n))))
        return len(node.branches) - 1

    def roll_out(self, state: State) -> None:
        """Let the rater decide for all seats until the Day is over; in the last round until the game is over."""
        legal = self.legal
        turn = state.turn()
        day = state.cells[L.DAY]
        while turn != OVER and self.continues(state, day):
            if turn == CHANCE:
                state.do(state.draw(self.rng, legal))
            else:
                n = state.fill_legal(legal)
                at: i64 = 0
                if n > 1:
                    at = self.rater.best(state, legal, n)
                state.do(legal[at])
            turn = state.turn()

    def continues(self, state: State, day: i64) -> bool:
        """Return whether a rollout continues: it is still in the Day of the leaf, or in the last round."""
        return state.cells[L.DAY] == day or state.cells[L.END_BY] >= 0

    # ------------------------------------------------------------ results
    def back_propagate(self, nodes: list[Node], path: list[Branch], state: State) -> None:
        """Evaluate the final state and add each seat's result to its decisions on the path."""
        self.evaluate(state)
        results = self.results
        i: i64 = 0
        for branch in path:
            share = results[branch.seat]
            branch.visits += 1
            branch.total += share
            node = nodes[i]
            node.visits += 1
            node.total += share
            i += 1

    def evaluate(self, state: State) -> None:
        """Store the result of every seat: the mean over the evaluations at the end of one or more Days."""
        results = self.results
        for seat in range(i64(MOST_SEATS)):
            results[seat] = 0.0
        evaluations = 0.0
        left = self.extra_days
        while True:
            self.add_shares(state)
            evaluations += 1.0
            if left <= 0 or state.turn() == OVER:
                break
            self.roll_out(state)
            left -= 1
        for seat in range(i64(MOST_SEATS)):
            results[seat] /= evaluations

    def add_shares(self, state: State) -> None:
        """Add the estimated win probability of each seat to `results`. The estimates of all seats are combined, which
        reduces the error: with two seats by averaging, with more by scaling their sum to 1."""
        results = self.results
        seats = state.cells[L.SEATS]
        if seats == 2:
            mine = self.shares.objective(self.net, state, self.seat)
            if state.turn() != OVER:
                mine = 0.5 * (mine + 1.0 - self.shares.objective(self.net, state, 1 - self.seat))
            results[self.seat] += mine
            results[1 - self.seat] += 1.0 - mine
            return
        objectives = self.objectives
        total = 0.0
        for seat in range(seats):
            objectives[seat] = self.shares.objective(self.net, state, seat)
            total += objectives[seat]
        if seats == 1 or state.turn() == OVER:
            total = 1.0
        for seat in range(seats):
            results[seat] += objectives[seat] / total

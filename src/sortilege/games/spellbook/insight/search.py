"""Tree search for one decision. Chance is sampled again in every simulation. A node is reached by a sequence of
decisions, with any draws between them, so a simulation considers only those branches that are legal in its own state.

From a leaf the rater plays the Day to its end, and the position is evaluated. With `extra_days` the rollout continues
and the position is evaluated after each further Day too. A single evaluation misses what the next seat can do at once,
and the mean of several evaluations is more accurate. The last round is always played to its end.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from mypy_extensions import i64

from sortilege.core.contract.insight import Predictor
from sortilege.core.engine.cells import blank, total
from sortilege.core.engine.pace import possible_gain
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, OVER, State
from sortilege.core.engine.timer import now
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.rating import Rater
from sortilege.games.spellbook.insight.weights import EXPLORATION, UNIFORM_PART
from sortilege.games.spellbook.insight.win_estimates import WinEstimator
from sortilege.games.spellbook.rules.state import MAX_LEGAL

CHECK_INTERVAL: Final = 32  # simulations between two checks whether the decision can still change
CATCH_UP_RATE: Final = 0.6  # part of the remaining simulations that the second branch may gain on the first
MAX_SEATS: Final = 4


class Branch:
    """An action of a seat at a node of the search tree, with the results of the simulations that chose it."""

    def __init__(self, seat: i64, action: i64, prior: float) -> None:
        self.seat = seat
        self.action = action
        self.prior = prior  # how promising the action is before the search
        self.visits: i64 = 0  # number of simulations that chose the action
        self.result_sum = 0.0  # sum of the seat's win probabilities in these simulations
        self.child: Node | None = None  # the node after the action; None until a second simulation visits it


class Node:
    """A node of the search tree, at which a seat decides. It has a branch for each action that was ever legal there."""

    def __init__(self) -> None:
        self.visits: i64 = 0
        self.result_sum = 0.0
        self.branches: list[Branch] = []

    def branch_index(self, seat: i64, action: i64, likely_index: i64) -> i64:
        """Return the index of the branch of an action, or -1. For speed, `likely_index` is tried first."""
        if likely_index < len(self.branches) and self.is_branch_of(likely_index, seat, action):
            return likely_index
        for i in range(i64(len(self.branches))):
            if self.is_branch_of(i, seat, action):
                return i
        return -1

    def is_branch_of(self, index: i64, seat: i64, action: i64) -> bool:
        branch = self.branches[index]
        return branch.action == action and branch.seat == seat


class Search:
    """A tree search for one decision of a seat. Nothing is hidden, so each simulation begins in the same state."""

    def __init__(
        self,
        rater: Rater,
        win_estimator: WinEstimator,
        net: Predictor | None,
        start: State,
        seat: i64,
        rng: Rng,
        extra_days: i64 = 0,
    ) -> None:
        self.began = now()
        self.rater = rater
        self.win_estimator = win_estimator
        self.net = net
        self.start = start
        self.seat: i64 = seat
        self.rng = rng
        self.extra_days: i64 = extra_days  # Days rolled out after that of a leaf
        self.legal = blank(MAX_LEGAL)
        self.priors = blank(MAX_LEGAL)
        self.simulations: i64 = 0
        self.is_payment = L.current_step(start.cells) == L.PAY
        self.root = Node()
        self.results = [0.0, 0.0, 0.0, 0.0]
        self.objectives = [0.0, 0.0, 0.0, 0.0]

    def run(self, milliseconds: float, max_simulations: int) -> int:
        """Run simulations until a limit is reached or the most visited action can hardly change, and return this
        action. Without time for a simulation, or to pay for a spell, return the action with the best rating."""
        deadline = self.began + milliseconds / 1000.0
        simulations_left = max_simulations
        if self.is_payment:
            simulations_left = 0
        while simulations_left > 0 and now() < deadline:
            self.simulate()
            simulations_left -= 1
            if self.simulations % CHECK_INTERVAL == 0 and self.is_decided(deadline, simulations_left):
                break
        if self.root.visits == 0:
            legal_count = self.start.fill_legal(self.legal)
            return self.legal[self.rater.best_index(self.start, self.legal, legal_count)]
        best = self.root.branches[0]
        for branch in self.root.branches:
            if branch.visits > best.visits:
                best = branch
        return best.action

    def is_decided(self, deadline: float, simulations_left: int) -> bool:
        """Return whether the most visited branch will probably remain the most visited one: it leads by more visits
        than the second branch can gain before the deadline and in the simulations left."""
        most_visits: i64 = 0
        second_visits: i64 = 0
        for branch in self.root.branches:
            if branch.visits > most_visits:
                second_visits = most_visits
                most_visits = branch.visits
            elif branch.visits > second_visits:
                second_visits = branch.visits
        time = now()
        gain = possible_gain(self.simulations, time - self.began, deadline - time, simulations_left, CATCH_UP_RATE)
        return float(most_visits - second_visits) > gain

    # ------------------------------------------------------------ one simulation
    def simulate(self) -> None:
        """Run one simulation: follow branches down the tree to a new one, roll out (let the rater play on), and add the
        result to all branches on the path. Forced actions and draws are played on the way."""
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
            legal_count = state.fill_legal(legal)
            if legal_count == 1:
                state.do(legal[0])
                continue
            branch = self.choose(node, state, turn, legal_count)
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

    def choose(self, node: Node, state: State, turn: i64, legal_count: i64) -> Branch:
        """Return the legal branch to follow in this simulation: the one with the highest sum of its mean result and an
        exploration term, which is higher for a high prior and few visits. Create missing branches."""
        legal = self.legal
        node_mean = 0.5
        if node.visits > 0:
            node_mean = node.result_sum / float(node.visits)
        exploration = sqrt(float(node.visits + 1))
        rated = False
        best: Branch | None = None
        best_score = -1.0
        for i in range(legal_count):
            index = node.branch_index(turn, legal[i], i)
            if index < 0:
                if not rated:
                    self.rater.fill_priors(state, legal, legal_count, self.priors)
                    rated = True
                index = self.add_branch(node, turn, i, legal_count)
            branch = node.branches[index]
            score = node_mean  # for a branch without visits
            if branch.visits > 0:
                score = branch.result_sum / float(branch.visits)
            score += branch.prior * exploration / float(branch.visits + 1)
            if score > best_score:
                best_score, best = score, branch
        assert best is not None
        return best

    def add_branch(self, node: Node, turn: i64, legal_index: i64, legal_count: i64) -> i64:
        """Add a branch for a legal action to a node and return its index. Its prior depends on its rating."""
        rated_part = (1.0 - UNIFORM_PART) * float(self.priors[legal_index]) / float(total(self.priors, legal_count))
        prior = EXPLORATION * (rated_part + UNIFORM_PART / float(legal_count))
        node.branches.append(Branch(turn, self.legal[legal_index], prior))
        return len(node.branches) - 1

    def roll_out(self, state: State) -> None:
        """Let the rater act for all seats to the end of the Day or, in the last round, of the game."""
        legal = self.legal
        turn = state.turn()
        day = state.cells[L.DAY]
        while turn != OVER and self.is_rollout_to_continue(state, day):
            if turn == CHANCE:
                state.do(state.draw(self.rng, legal))
            else:
                legal_count = state.fill_legal(legal)
                best: i64 = 0
                if legal_count > 1:
                    best = self.rater.best_index(state, legal, legal_count)
                state.do(legal[best])
            turn = state.turn()

    def is_rollout_to_continue(self, state: State, day: i64) -> bool:
        """Return whether a rollout that began on this Day has to continue: on the same Day, or in the last round."""
        return state.cells[L.DAY] == day or L.is_end_triggered(state.cells)

    # ------------------------------------------------------------ results
    def back_propagate(self, nodes: list[Node], path: list[Branch], state: State) -> None:
        """Evaluate the final state of a simulation and add the results to the branches on its path."""
        self.evaluate(state)
        for i in range(i64(len(path))):
            branch, node = path[i], nodes[i]
            result = self.results[branch.seat]
            branch.visits += 1
            branch.result_sum += result
            node.visits += 1
            node.result_sum += result

    def evaluate(self, state: State) -> None:
        """Store the result of every seat in `results`. It is the mean of the evaluations at the end of the present Day
        and of `extra_days` further Days, which are rolled out."""
        results = self.results
        for seat in range(i64(MAX_SEATS)):
            results[seat] = 0.0
        self.add_results(state)
        evaluations = 1.0
        while evaluations <= float(self.extra_days) and state.turn() != OVER:
            self.roll_out(state)
            self.add_results(state)
            evaluations += 1.0
        for seat in range(i64(MAX_SEATS)):
            results[seat] /= evaluations

    def add_results(self, state: State) -> None:
        """Add the win probabilities of all seats to `results`, scaled so that their sum is 1."""
        seats = state.cells[L.SEATS]
        if seats == 2:
            self.add_results_of_two(state)
            return
        objectives = self.objectives
        divisor = 0.0
        for seat in range(seats):
            objectives[seat] = self.win_estimator.objective(self.net, state, seat)
            divisor += objectives[seat]
        if seats == 1 or state.turn() == OVER:
            divisor = 1.0
        for seat in range(seats):
            self.results[seat] += objectives[seat] / divisor

    def add_results_of_two(self, state: State) -> None:
        """Add the estimated win probabilities of two seats to `results`. Before the end of the game, average the own
        win probability with 1 minus the rival's, because two estimates are more accurate."""
        rival = 1 - self.seat
        own = self.win_estimator.objective(self.net, state, self.seat)
        if state.turn() != OVER:
            own = 0.5 * (own + 1.0 - self.win_estimator.objective(self.net, state, rival))
        self.results[self.seat] += own
        self.results[rival] += 1.0 - own

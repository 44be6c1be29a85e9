"""Information-set tree search: every simulation starts in a newly sampled state, so the result does not depend on a
single guess of the hidden cards.

The tree is open loop: a node stands for the decisions that led to it; the chance outcomes and the hidden cards do not
matter. A simulation can only select branches that are legal in its sampled state, so every branch counts how often it
was available. Every seat maximises its own win probability. `Insight` weighs the actions, stops the playouts and
evaluates the leaves.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from mypy_extensions import i64

from sortilege.bots.tree import Branch, find_or_add, insert_branch, is_branch_for, most_visited, sorts_before
from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import blank, total
from sortilege.core.engine.pace import possible_gain
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER, State
from sortilege.core.engine.timer import now

EXPLORATION: Final = 0.8  # the weight of exploration against the mean win probability
UNIFORM_PART: Final = 0.2  # the part of the exploration that is spread evenly, whatever the prior weights
PRIOR_SAMPLES: Final = 8  # states sampled by highest_prior_action
CHECK_INTERVAL: Final = 16  # simulations between two checks whether to stop
UNKNOWN_VALUE: Final = 0.5  # the win probability that is assumed if nothing is known
UNEVALUATED: Final = -1.0  # in place of a win probability


class Search:
    """The search for one decision of one seat."""

    def __init__(self, insight: Insight, dealer: Any, seat: int, rng: Rng) -> None:
        self.start = now()  # before the first sample, which may take a while
        self.insight = insight
        self.dealer = dealer
        self.seat: i64 = seat
        self.rng = rng
        self.root = Branch(CHANCE, 0)
        self.simulations: i64 = 0
        self.branches_on_other_seats = insight.branches_on_other_seats()
        self.uses_rollouts = insight.uses_rollouts()
        self.root_state: State = dealer.deal(rng)
        self.legal = blank(MAX_LEGAL)
        self.priors = blank(MAX_LEGAL)

    def run(self, milliseconds: float, simulations: int) -> int:
        """Simulate games until the time or the number of simulations is reached, but at least one. Return the id of the
        best action. The time began when this object was created."""
        until = self.start + milliseconds / 1000.0
        remaining = simulations
        while True:
            self.simulate()
            remaining -= 1
            if remaining <= 0 or now() >= until:
                return self.best()

    def decide(self, milliseconds: float, simulations: int, spare_ms: float) -> int:
        """Return the id of the best action after a search whose time is adapted to the decision. The search stops early
        if no other action is likely to become the most visited. If two actions are still close at the end of the time,
        it continues for up to `spare_ms` milliseconds."""
        soft_deadline = self.start + milliseconds / 1000.0
        deadline = soft_deadline + spare_ms / 1000.0
        has_no_time = milliseconds + spare_ms <= 0.0
        remaining = simulations
        while True:
            self.simulate()
            remaining -= 1
            if remaining <= 0:
                return self.best()
            if self.simulations % CHECK_INTERVAL == 0 or has_no_time:
                time = now()
                if time >= deadline or (time >= soft_deadline and not self.is_close()):
                    return self.best()
                reachable_visits = possible_gain(self.simulations, time - self.start, deadline - time, remaining)
                if float(self.lead()) > reachable_visits:
                    return self.best()

    def most_visits(self) -> tuple[i64, i64]:
        """Return how often the most visited action and the second most visited action were visited."""
        best: i64 = 0
        second: i64 = 0
        branch = self.root.first_child
        while branch is not None:
            if branch.visits > best:
                second = best
                best = branch.visits
            elif branch.visits > second:
                second = branch.visits
            branch = branch.next_sibling
        return best, second

    def lead(self) -> i64:
        """Return the difference in visits between the two most visited actions."""
        best, second = self.most_visits()
        return best - second

    def is_close(self) -> bool:
        """Return whether another action has more than two thirds of the visits of the most visited one."""
        best, second = self.most_visits()
        return second * 3 > best * 2

    def best(self) -> int:
        """Return the most visited action."""
        return most_visited(self.root)

    def report(self) -> list[tuple[int, int, float]]:
        """Return (action id, visits, mean win probability) for each action at the root."""
        rows: list[tuple[int, int, float]] = []
        branch = self.root.first_child
        while branch is not None:
            rows.append((branch.action, branch.visits, branch.value_sum / float(branch.visits)))
            branch = branch.next_sibling
        return rows

    # ------------------------------------------------------------ one simulation
    def simulate(self) -> None:
        """Simulate one game: follow the branches of the tree, add a branch, play on to a state that can be evaluated
        (see Insight.is_cutoff), and update the branches on the path."""
        state: State = self.dealer.deal(self.rng)
        path = self.walk_tree(state)
        if self.uses_rollouts:
            self.roll_out(state)
        self.update_path(path, state)
        self.simulations += 1

    def walk_tree(self, state: State) -> list[Branch]:
        """Play `state` along the branches of the tree until a new branch is added, or until a state where the tree
        ends. Return the path from the root."""
        path = [self.root]
        node = self.root
        while True:
            turn = state.turn()
            if turn == CHANCE:
                if self.insight.is_cutoff(state, self.root_state):
                    return path
                outcome = state.draw(self.rng, self.legal)
                if self.insight.branches_on_chance(state):
                    node = find_or_add(node, CHANCE, outcome)
                    path.append(node)
                state.do(outcome)
            elif turn == OVER or (turn != self.seat and not self.branches_on_other_seats):
                return path
            else:
                node = self.pick(node, state, turn)
                path.append(node)
                state.do(node.action)
                is_new_branch = node.visits == 0
                if is_new_branch or self.insight.is_cutoff(state, self.root_state):
                    return path

    def pick(self, node: Branch, state: State, turn: i64) -> Branch:
        """Return the legal branch with the highest score, and add it to the node if it is new. The score is the mean
        win probability plus a bonus for exploration, which grows with the prior weight of the action."""
        legal_count = state.fill_legal(self.legal)
        self.insight.fill_priors(state, self.legal, legal_count, self.priors)
        per_weight = (1.0 - UNIFORM_PART) / float(total(self.priors, legal_count))
        uniform = UNIFORM_PART / float(legal_count)
        new_branch_mean = self.mean_of_branches(node, turn)
        best_score = -1.0
        best_action: i64 = -1
        best: Branch | None = None  # None while a new branch for `best_action` is best
        previous: Branch | None = None  # the last branch that sorts before the action
        best_previous: Branch | None = None
        branch = node.first_child
        i: i64 = 0
        while i < legal_count:
            action = self.legal[i]
            while branch is not None and sorts_before(branch, turn, action):
                previous = branch
                branch = branch.next_sibling
            exploration = EXPLORATION * (per_weight * float(self.priors[i]) + uniform)
            if branch is not None and is_branch_for(branch, turn, action):
                branch.available += 1
                mean = branch.value_sum / float(branch.visits)
                score = mean + exploration * sqrt(float(branch.available)) / float(branch.visits + 1)
                if score > best_score:
                    best_score, best, best_action = score, branch, action
            else:
                score = new_branch_mean + exploration * sqrt(float(node.visits + 1))
                if score > best_score:
                    best_score, best, best_action, best_previous = score, None, action, previous
            i += 1
        if best is not None:
            return best
        return insert_branch(node, best_previous, Branch(turn, best_action))

    def mean_of_branches(self, node: Branch, turn: i64) -> float:
        """Return the seat's mean win probability in its branches at a node, or UNKNOWN_VALUE if it has none."""
        value_sum = 0.0
        visits: i64 = 0
        branch = node.first_child
        while branch is not None:
            if branch.seat == turn:
                value_sum += branch.value_sum
                visits += branch.visits
            branch = branch.next_sibling
        if visits == 0:
            return UNKNOWN_VALUE
        return value_sum / float(visits)

    def roll_out(self, state: State) -> None:
        """Play to a state that can be evaluated (see Insight.is_cutoff) or to the end of the game. Every seat chooses
        at random in proportion to the prior weights of its actions."""
        legal = self.legal
        priors = self.priors
        turn = state.turn()
        while turn != OVER and not self.insight.is_cutoff(state, self.root_state):
            if turn == CHANCE:
                state.do(state.draw(self.rng, legal))
            else:
                legal_count = state.fill_legal(legal)
                if legal_count == 1:
                    state.do(legal[0])
                else:
                    self.insight.fill_priors(state, legal, legal_count, priors)
                    state.do(legal[self.rng.weighted_index(priors, legal_count)])
            turn = state.turn()

    def update_path(self, path: list[Branch], state: State) -> None:
        """Finish a simulated game that ended in `state`: for every branch of the path, count a visit and add the win
        probability of the branch's seat. Each seat is evaluated at most once."""
        values = [UNEVALUATED] * int(state.seats)  # by seat: its win probability
        for branch in path:
            branch.visits += 1
            is_decision = branch.seat >= 0
            if is_decision:
                if values[branch.seat] == UNEVALUATED:
                    values[branch.seat] = self.insight.evaluate(state, branch.seat)
                branch.value_sum += values[branch.seat]


def highest_prior_action(insight: Insight, dealer: Any, rng: Rng) -> int:
    """Return the id of the action with the highest prior weight in a few sampled states, without a search."""
    return actions_by_prior(insight, dealer, rng, PRIOR_SAMPLES)[0]


def actions_by_prior(insight: Insight, dealer: Any, rng: Rng, samples: int) -> list[int]:
    """Return the ids of the legal actions, the highest prior weight first. The prior weights of each action are added
    up over `samples` sampled states. Actions with equal weights are in ascending order of id."""
    legal = blank(MAX_LEGAL)
    priors = blank(MAX_LEGAL)
    weights: dict[int, int] = {}
    for _ in range(samples):
        state: State = dealer.deal(rng)
        legal_count = state.fill_legal(legal)
        insight.fill_priors(state, legal, legal_count, priors)
        i: i64 = 0
        while i < legal_count:
            weights[legal[i]] = weights.get(legal[i], 0) + priors[i]
            i += 1
    ordered = sorted([(-weight, action) for action, weight in weights.items()])
    return [action for _, action in ordered]

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

from sortilege.bots.tree import Branch, find_or_add, insert_branch, most_visited, sorts_before
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
        """Simulate at least once, until the time or the number of simulations is reached. Return the best action."""
        until = self.start + milliseconds / 1000.0
        remaining = simulations
        while True:
            self.simulate()
            remaining -= 1
            if remaining <= 0 or now() >= until:
                return self.best()

    def decide(self, milliseconds: float, simulations: int, spare: float) -> int:
        """Like `run`, but adapt the time to the decision. Stop early if no other action is likely to become the most
        visited. If two actions are still close at the end of the time, go on for up to `spare` milliseconds."""
        until = self.start + milliseconds / 1000.0
        limit = until + spare / 1000.0
        remaining = simulations
        while True:
            self.simulate()
            remaining -= 1
            if remaining <= 0:
                return self.best()
            if self.simulations % CHECK_INTERVAL == 0 or spare + milliseconds <= 0.0:
                moment = now()
                if moment >= limit or (moment >= until and not self.is_close()):
                    return self.best()
                if float(self.lead()) > possible_gain(self.simulations, moment - self.start, limit - moment, remaining):
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
        return (best - second) * 3 < best

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
        """Run one simulation: go down the tree, add a branch, play on to a cutoff (see Insight), update the path."""
        state: State = self.dealer.deal(self.rng)
        path = [self.root]
        node = self.root
        growing = True
        while growing:
            turn = state.turn()
            if turn == CHANCE:
                if self.insight.is_cutoff(state, self.root_state):
                    break
                outcome = state.draw(self.rng, self.legal)
                if self.insight.branches_on_chance(state):
                    node = find_or_add(node, CHANCE, outcome)
                    path.append(node)
                state.do(outcome)
            elif turn == OVER or (turn != self.seat and not self.branches_on_other_seats):
                break
            else:
                node = self.pick(node, state, turn)
                growing = node.visits > 0
                path.append(node)
                state.do(node.action)
                if growing and self.insight.is_cutoff(state, self.root_state):
                    break
        if self.uses_rollouts:
            self.roll_out(state)
        self.update_path(path, state)
        self.simulations += 1

    def pick(self, node: Branch, state: State, turn: i64) -> Branch:
        """Return the legal branch with the highest score, and add it to the node if it is new. The score is the mean
        win probability plus a bonus for exploration, which grows with the prior weight of the action."""
        n = state.fill_legal(self.legal)
        self.insight.fill_priors(state, self.legal, n, self.priors)
        per_weight = (1.0 - UNIFORM_PART) / float(total(self.priors, n))
        unvisited_value = 0.5
        if node.visits > 0:
            unvisited_value = self.unvisited_value(node, turn)
        best_score = -1.0
        best_action: i64 = -1
        best: Branch | None = None
        previous: Branch | None = None  # the last branch that sorts before the action
        best_previous: Branch | None = None
        branch = node.first_child
        i: i64 = 0
        while i < n:
            action = self.legal[i]
            while branch is not None and sorts_before(branch, turn, action):
                previous = branch
                branch = branch.next_sibling
            exploration = EXPLORATION * (per_weight * float(self.priors[i]) + UNIFORM_PART / float(n))
            if branch is not None and branch.seat == turn and branch.action == action:
                branch.available += 1
                mean = branch.value_sum / float(branch.visits)
                score = mean + exploration * sqrt(float(branch.available)) / float(branch.visits + 1)
                if score > best_score:
                    best_score, best, best_action = score, branch, action
            else:
                score = unvisited_value + exploration * sqrt(float(node.visits + 1))
                if score > best_score:
                    best_score, best, best_action, best_previous = score, None, action, previous
            i += 1
        if best is not None:
            return best
        return insert_branch(node, best_previous, Branch(turn, best_action))

    def unvisited_value(self, node: Branch, turn: i64) -> float:
        """Return the value assumed for an unvisited branch: the mean of the seat's other branches at this node."""
        value_sum = 0.0
        visits: i64 = 0
        branch = node.first_child
        while branch is not None:
            if branch.seat == turn:
                value_sum += branch.value_sum
                visits += branch.visits
            branch = branch.next_sibling
        if visits == 0:
            return 0.5
        return value_sum / float(visits)

    def roll_out(self, state: State) -> None:
        """Play to a cutoff or the end of the game. Every seat chooses at random in proportion to the prior weights."""
        legal = self.legal
        priors = self.priors
        turn = state.turn()
        while turn != OVER and not self.insight.is_cutoff(state, self.root_state):
            if turn == CHANCE:
                state.do(state.draw(self.rng, legal))
            else:
                n = state.fill_legal(legal)
                if n == 1:
                    state.do(legal[0])
                else:
                    self.insight.fill_priors(state, legal, n, priors)
                    state.do(legal[self.rng.weighted_index(priors, n)])
            turn = state.turn()

    def update_path(self, path: list[Branch], state: State) -> None:
        """Finish a simulation that ended in `state`: for every branch of the path, count a visit and add the win
        probability of the branch's seat. Each seat is evaluated at most once."""
        values = [-1.0] * int(state.seats)  # by seat; negative until it is evaluated
        for branch in path:
            branch.visits += 1
            if branch.seat >= 0:
                if values[branch.seat] < 0.0:
                    values[branch.seat] = self.insight.evaluate(state, branch.seat)
                branch.value_sum += values[branch.seat]


def highest_prior_action(insight: Insight, dealer: Any, rng: Rng) -> int:
    """Choose an action without search: the action with the highest prior weight in a few sampled states."""
    return actions_by_prior(insight, dealer, rng, PRIOR_SAMPLES)[0]


def actions_by_prior(insight: Insight, dealer: Any, rng: Rng, samples: int) -> list[int]:
    """Return the ids of the legal actions, the highest prior weight first. The prior weights of each action are added
    up over `samples` sampled states. Actions with equal weights are in ascending order of id."""
    legal = blank(MAX_LEGAL)
    priors = blank(MAX_LEGAL)
    weights: dict[int, int] = {}
    for _ in range(samples):
        state: State = dealer.deal(rng)
        n = state.fill_legal(legal)
        insight.fill_priors(state, legal, n, priors)
        i: i64 = 0
        while i < n:
            weights[legal[i]] = weights.get(legal[i], 0) + priors[i]
            i += 1
    ordered = sorted([(-weight, action) for action, weight in weights.items()])
    return [action for _, action in ordered]

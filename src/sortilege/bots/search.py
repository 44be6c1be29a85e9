"""Information-set tree search: every simulation runs in a newly sampled state, so no guess is taken for the truth.

The tree is open loop: a node stands for the decisions that led to it, whatever chance and hidden cards were. Only
branches that are legal in the sampled state can be selected; each counts how often it was available. Every seat
maximises its own share of victory. `Insight` orders the actions, plays the rollouts and evaluates the leaves.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from mypy_extensions import i64

from sortilege.bots.tree import Branch, find_or_add, insert_branch, most_visited
from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import blank, total
from sortilege.core.engine.pace import possible_gain
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER, State
from sortilege.core.engine.timer import now

EXPLORATION: Final = 0.8  # the weight of exploration against the mean share
UNIFORM_PART: Final = 0.2  # the part of the exploration that is spread evenly, whatever the ratings
SAMPLES: Final = 8  # states sampled by highest_rated
CHECK_INTERVAL: Final = 16  # simulations between two checks whether to stop


class Search:
    """The tree for one decision of one seat."""

    def __init__(self, insight: Insight, dealer: Any, seat: int, rng: Rng) -> None:
        self.start = now()  # includes the first sample, which may take a while
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
        """Simulate until either limit is reached, at least once. Return the most visited action."""
        until = self.start + milliseconds / 1000.0
        left = simulations
        while True:
            self.simulate()
            left -= 1
            if left <= 0 or now() >= until:
                return self.best()

    def decide(self, milliseconds: float, simulations: int, spare: float) -> int:
        """Like `run`, but stop early when no other action can, or is likely to, become the most visited. Use the spare
        milliseconds if two actions are still close."""
        until = self.start + milliseconds / 1000.0
        limit = until + spare / 1000.0
        left = simulations
        while True:
            self.simulate()
            left -= 1
            if left <= 0:
                return self.best()
            if self.simulations % CHECK_INTERVAL == 0 or spare + milliseconds <= 0.0:
                moment = now()
                if moment >= limit or (moment >= until and not self.is_close()):
                    return self.best()
                if float(self.lead()) > possible_gain(self.simulations, moment - self.start, limit - moment, left):
                    return self.best()

    def lead(self) -> i64:
        """Return the difference in visits between the two most visited actions."""
        best: i64 = 0
        second: i64 = 0
        here = self.root.first
        while here is not None:
            if here.visits > best:
                second = best
                best = here.visits
            elif here.visits > second:
                second = here.visits
            here = here.next
        return best - second

    def is_close(self) -> bool:
        """Return whether another action has at least two thirds of the visits of the most visited one."""
        best: i64 = 0
        here = self.root.first
        while here is not None:
            if here.visits > best:
                best = here.visits
            here = here.next
        return self.lead() * 3 < best

    def best(self) -> int:
        return most_visited(self.root)

    def report(self) -> list[tuple[int, int, float]]:
        """Return the actions at the root as (action, visits, mean share of victory)."""
        out: list[tuple[int, int, float]] = []
        here = self.root.first
        while here is not None:
            out.append((here.action, here.visits, here.gain / float(here.visits)))
            here = here.next
        return out

    # ------------------------------------------------------------ one simulation
    def simulate(self) -> None:
        """Run one simulation: select down the tree, add one branch, roll out to a quiet position, update the path."""
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
        """Return the legal branch with the highest score: mean share plus exploration by rating. Add the branch if it
        is new."""
        n = state.fill_legal(self.legal)
        self.insight.fill_priors(state, self.legal, n, self.priors)
        trust = (1.0 - UNIFORM_PART) / float(total(self.priors, n))
        unvisited_value = 0.5
        if node.visits > 0:
            unvisited_value = self.unvisited_value(node, turn)
        best_score = -1.0
        best_action: i64 = -1
        best: Branch | None = None
        before: Branch | None = None  # the last branch that sorts before the action
        best_before: Branch | None = None
        here = node.first
        i: i64 = 0
        while i < n:
            action = self.legal[i]
            while here is not None and (here.seat < turn or (here.seat == turn and here.action < action)):
                before = here
                here = here.next
            exploration = EXPLORATION * (trust * float(self.priors[i]) + UNIFORM_PART / float(n))
            if here is not None and here.seat == turn and here.action == action:
                here.available += 1
                mean = here.gain / float(here.visits)
                score = mean + exploration * sqrt(float(here.available)) / float(here.visits + 1)
                if score > best_score:
                    best_score, best, best_action = score, here, action
            else:
                score = unvisited_value + exploration * sqrt(float(node.visits + 1))
                if score > best_score:
                    best_score, best, best_action, best_before = score, None, action, before
            i += 1
        if best is not None:
            return best
        return insert_branch(node, best_before, Branch(turn, best_action))

    def unvisited_value(self, node: Branch, turn: i64) -> float:
        """Return the initial value of an unvisited branch: the mean share of the seat's visited branches."""
        gain = 0.0
        visits: i64 = 0
        here = node.first
        while here is not None:
            if here.seat == turn:
                gain += here.gain
                visits += here.visits
            here = here.next
        if visits == 0:
            return 0.5
        return gain / float(visits)

    def roll_out(self, state: State) -> None:
        """Play to a quiet position or the end; every seat decides at random in proportion to its ratings."""
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
        """Add the seats' shares to the branches of the path. Only seats that decided are evaluated, each once."""
        shares = [-1.0] * int(state.seats)
        for node in path:
            node.visits += 1
            if node.seat >= 0:
                if shares[node.seat] < 0.0:
                    shares[node.seat] = self.insight.evaluate(state, node.seat)
                node.gain += shares[node.seat]


def highest_rated(insight: Insight, dealer: Any, rng: Rng) -> int:
    """Return the action with the highest total rating over a few sampled states, without search."""
    return by_rating(insight, dealer, rng, SAMPLES)[0]


def by_rating(insight: Insight, dealer: Any, rng: Rng, samples: int) -> list[int]:
    """Return the legal actions, highest total rating over the sampled states first; equals in ascending order."""
    legal = blank(MAX_LEGAL)
    priors = blank(MAX_LEGAL)
    sums: dict[int, int] = {}
    for _ in range(samples):
        state: State = dealer.deal(rng)
        n = state.fill_legal(legal)
        insight.fill_priors(state, legal, n, priors)
        i: i64 = 0
        while i < n:
            sums[legal[i]] = sums.get(legal[i], 0) + priors[i]
            i += 1
    ordered = sorted([(-total_rating, action) for action, total_rating in sums.items()])
    return [action for _, action in ordered]

"""A plain tree search that knows only the rules: the baseline against which the levels are measured.

Every simulation starts in a newly sampled state. The tree contains the decisions of all seats. It is open loop: the
chance outcomes and the hidden cards do not matter for which node is reached. Every legal branch is tried once; after
that UCB1 selects. Beyond the tree all seats play at random to the end of the game.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final

from mypy_extensions import i64

from sortilege.bots.tree import Branch, find_or_add, is_branch_for, most_visited, sorts_before
from sortilege.core.contract.insight import final_shares
from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER, State
from sortilege.core.engine.timer import now

EXPLORATION: Final = 1.0  # UCB1's constant, for win probabilities from 0 to 1


class PlainSearch:
    """The search for one decision."""

    def __init__(self, dealer: Any, side_of: list[int], rng: Rng) -> None:
        """Prepare a search from states of `dealer`. `side_of` has each seat's side; a side wins together."""
        self.dealer = dealer
        self.side_of = side_of
        self.rng = rng
        self.root = Branch(CHANCE, 0)
        self.simulations: i64 = 0
        self.legal = blank(MAX_LEGAL)  # buffer
        self.untried = blank(MAX_LEGAL)  # buffer

    def run(self, until: float, simulations: int) -> int:
        """Simulate games until the time `until` (of `now`, in seconds) or the number of simulations is reached, but at
        least one. Return the id of the best action."""
        remaining = simulations
        while True:
            self.simulate()
            remaining -= 1
            if remaining <= 0 or now() >= until:
                return most_visited(self.root)

    def simulate(self) -> None:
        """Run one simulation: go down the tree, add a branch, play at random to the end, and update the path."""
        state: State = self.dealer.deal(self.rng)
        node = self.root
        path = [node]
        is_in_tree = True
        while is_in_tree:
            turn = state.turn()
            if turn == CHANCE:
                state.do(state.draw(self.rng, self.legal))
            elif turn == OVER:
                break
            else:
                node = self.pick(node, state, turn)
                is_in_tree = node.visits > 0
                path.append(node)
                state.do(node.action)
        state.play_out(self.rng, self.legal)
        shares = final_shares(state.winners(), self.side_of)
        for branch in path:
            branch.visits += 1
            if branch.seat >= 0:
                branch.value_sum += shares[self.side_of[branch.seat]]
        self.simulations += 1

    def pick(self, node: Branch, state: State, turn: i64) -> Branch:
        """Return the branch to follow from a node: a random legal branch that has not been tried yet or, if all have
        been tried, the best branch by the formula UCB1. The legal actions and the branches have the same order."""
        legal_count = state.fill_legal(self.legal)
        untried_count: i64 = 0
        exploration = EXPLORATION * sqrt(log(float(node.visits + 1)))
        best_score = -1.0
        best: Branch | None = None
        branch = node.first_child
        i: i64 = 0
        while i < legal_count:
            action = self.legal[i]
            while branch is not None and sorts_before(branch, turn, action):
                branch = branch.next_sibling
            if branch is None or not is_branch_for(branch, turn, action):
                self.untried[untried_count] = action
                untried_count += 1
            else:
                mean = branch.value_sum / float(branch.visits)
                score = mean + exploration / sqrt(float(branch.visits))
                if score > best_score:
                    best_score, best = score, branch
            i += 1
        if untried_count == 0:
            assert best is not None
            return best
        return find_or_add(node, turn, self.untried[self.rng.below(untried_count)])

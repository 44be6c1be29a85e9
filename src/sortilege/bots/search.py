"""Information-set tree search: every simulation plays in a newly imagined state, so no guess is ever taken for truth.

Open loop: a node stands for the decisions that led to it, whatever chance and hidden cards were; of its branches only
those legal in the present imagined state count, and each remembers how often it could have been chosen. Every seat
maximises its own share of victory. `Insight` orders the decisions, plays on beyond the tree and judges where it stops.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Any, Final

from mypy_extensions import i64

from sortilege.core.cells import Cells, blank
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST, State

CURIOSITY: Final = 0.8  # how much a promising, little-tried branch is preferred to a proven one
DOUBT: Final = 0.2  # how far the ratings are not trusted: this part of the curiosity goes to all branches alike
GLANCES: Final = 8


class Branch:
    """One decision out of a node, and the node it leads to."""

    def __init__(self, seat: i64, action: i64) -> None:
        self.seat: i64 = seat
        self.action: i64 = action
        self.visits: i64 = 0
        self.chances: i64 = 0  # how often it was legal when the node was passed
        self.gain = 0.0  # sum of the seat's shares of victory
        self.first: Branch | None = None  # the branches out of the node it leads to, by seat, then action
        self.next: Branch | None = None  # the next branch out of the same node


class Search:
    """The tree grown for one decision of one seat."""

    def __init__(self, insight: Insight, dealer: Any, seat: int, rng: Rng) -> None:
        self.began = perf_counter()  # the first imagined state may take a while: it counts
        self.insight = insight
        self.dealer = dealer
        self.seat: i64 = seat
        self.rng = rng
        self.root = Branch(CHANCE, 0)
        self.simulations: i64 = 0
        self.learns = insight.learns()
        self.since: State = dealer.deal(rng)
        self.legal = blank(WIDEST)
        self.rates = blank(WIDEST)

    def run(self, milliseconds: float, simulations: int) -> int:
        """Simulate until either limit is reached (once at least); answers the action tried most."""
        until = self.began + milliseconds / 1000.0
        left = simulations
        while True:
            self.simulate()
            left -= 1
            if left <= 0 or perf_counter() >= until:
                return self.best()

    def best(self) -> int:
        """The root's most tried action, the better one of equals."""
        best = self.root.first
        here = best
        while here is not None:
            assert best is not None
            if here.visits > best.visits or (here.visits == best.visits and here.gain > best.gain):
                best = here
            here = here.next
        assert best is not None
        return best.action

    def report(self) -> list[tuple[int, int, float]]:
        """The root's actions as (action, visits, mean share of victory): what a hint or a test looks at."""
        out: list[tuple[int, int, float]] = []
        here = self.root.first
        while here is not None:
            out.append((here.action, here.visits, here.gain / float(here.visits)))
            here = here.next
        return out

    # ------------------------------------------------------------ one simulation
    def simulate(self) -> None:
        """Down the tree, out of it by one new branch, on by `rate` until the game rests, and back with the shares."""
        state: State = self.dealer.deal(self.rng)
        path = [self.root]
        node = self.root
        growing = True
        while growing:
            turn = state.turn()
            if turn == CHANCE:
                if self.insight.rests(state, self.since):
                    break
                state.do(state.draw(self.rng, self.legal))
            elif turn == OVER or (turn != self.seat and not self.learns):
                break
            else:
                node = self.pick(node, state, turn)
                growing = node.visits > 0
                path.append(node)
                state.do(node.action)
                if growing and self.insight.rests(state, self.since):
                    break
        self.play_on(state)
        self.carry_back(path, state)
        self.simulations += 1

    def pick(self, node: Branch, state: State, turn: i64) -> Branch:
        """The legal branch that promises most: proven share plus curiosity by rating. A new one is added if it wins."""
        n = state.fill_legal(self.legal)
        self.insight.rate(state, self.legal, n, self.rates)
        trust = (1.0 - DOUBT) / float(total(self.rates, n))
        hope = 0.5
        if node.visits > 0:
            hope = self.hope(node, turn)
        best_score = -1.0
        best_action: i64 = -1
        best: Branch | None = None
        before: Branch | None = None  # the last branch that comes before the action looked at
        best_before: Branch | None = None
        here = node.first
        i: i64 = 0
        while i < n:
            action = self.legal[i]
            while here is not None and (here.seat < turn or (here.seat == turn and here.action < action)):
                before = here
                here = here.next
            appeal = CURIOSITY * (trust * float(self.rates[i]) + DOUBT / float(n))
            if here is not None and here.seat == turn and here.action == action:
                here.chances += 1
                proven = here.gain / float(here.visits)
                score = proven + appeal * sqrt(float(here.chances)) / float(here.visits + 1)
                if score > best_score:
                    best_score, best, best_action = score, here, action
            else:
                score = hope + appeal * sqrt(float(node.visits + 1))
                if score > best_score:
                    best_score, best, best_action, best_before = score, None, action, before
            i += 1
        if best is not None:
            return best
        return graft(node, best_before, Branch(turn, best_action))

    def hope(self, node: Branch, turn: i64) -> float:
        """What to expect of a branch never tried: what the seat's tried ones gave on average."""
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

    def play_on(self, state: State) -> None:
        """Every seat decides by lot in proportion to its ratings, until the game rests or is over."""
        legal = self.legal
        rates = self.rates
        turn = state.turn()
        while turn != OVER and not self.insight.rests(state, self.since):
            if turn == CHANCE:
                state.do(state.draw(self.rng, legal))
            else:
                n = state.fill_legal(legal)
                if n == 1:
                    state.do(legal[0])
                else:
                    self.insight.rate(state, legal, n, rates)
                    left = self.rng.below(total(rates, n))
                    i: i64 = 0
                    while left >= rates[i]:
                        left -= rates[i]
                        i += 1
                    state.do(legal[i])
            turn = state.turn()

    def carry_back(self, path: list[Branch], state: State) -> None:
        """Each branch on the way remembers what its seat got; every seat is judged once, and only if it decided."""
        shares = [-1.0] * int(state.seats)
        for node in path:
            node.visits += 1
            if node.seat >= 0:
                if shares[node.seat] < 0.0:
                    shares[node.seat] = self.insight.worth(state, node.seat)
                node.gain += shares[node.seat]


def total(numbers: Cells, n: i64) -> i64:
    out: i64 = 0
    i: i64 = 0
    while i < n:
        out += numbers[i]
        i += 1
    return out


def graft(node: Branch, before: Branch | None, new: Branch) -> Branch:
    """Add a branch behind `before`, or as the node's first."""
    new.chances = node.visits + 1  # as if it had been there all along
    if before is None:
        new.next = node.first
        node.first = new
    else:
        new.next = before.next
        before.next = new
    return new


def glance(insight: Insight, dealer: Any, rng: Rng) -> int:
    """The action rated highest over a few imagined states: a decision at first sight."""
    legal = blank(WIDEST)
    rates = blank(WIDEST)
    sums: dict[int, int] = {}
    for _ in range(GLANCES):
        state: State = dealer.deal(rng)
        n = state.fill_legal(legal)
        insight.rate(state, legal, n, rates)
        i: i64 = 0
        while i < n:
            sums[legal[i]] = sums.get(legal[i], 0) + rates[i]
            i += 1
    best = max(sums.values())
    return min([action for action, rated in sums.items() if rated == best])

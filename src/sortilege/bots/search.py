"""Information-set tree search: every simulation plays in a newly imagined state, so no guess is ever taken for truth.

Open loop: a node stands for the decisions that led to it, whatever chance and hidden cards were; of its branches only
those legal in the present imagined state count, and each remembers how often it could have been chosen. Every seat
maximises its own share of victory. `Insight` orders the decisions, plays on beyond the tree and judges where it stops.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from mypy_extensions import i64

from sortilege.bots.tree import Branch, branch_of, graft, most_tried
from sortilege.core.cells import blank, total
from sortilege.core.clock import now
from sortilege.core.insight import Insight
from sortilege.core.pace import possible_gain
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST, State

CURIOSITY: Final = 0.8  # how much a promising, little-tried branch is preferred to a proven one
DOUBT: Final = 0.2  # how far the ratings are not trusted: this part of the curiosity goes to all branches alike
GLANCES: Final = 8
PATIENCE: Final = 16  # simulations between two looks at the clock and at who leads


class Search:
    """The tree grown for one decision of one seat."""

    def __init__(self, insight: Insight, dealer: Any, seat: int, rng: Rng) -> None:
        self.began = now()  # the first imagined state may take a while: it counts
        self.insight = insight
        self.dealer = dealer
        self.seat: i64 = seat
        self.rng = rng
        self.root = Branch(CHANCE, 0)
        self.simulations: i64 = 0
        self.learns = insight.learns()
        self.plays_on = insight.plays_on()
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
            if left <= 0 or now() >= until:
                return self.best()

    def decide(self, milliseconds: float, simulations: int, spare: float) -> int:
        """The same, but stop as soon as no other action can be tried most any more, or none is likely to be, and go on
        into the spare milliseconds where two are still close."""
        until = self.began + milliseconds / 1000.0
        limit = until + spare / 1000.0
        left = simulations
        while True:
            self.simulate()
            left -= 1
            if left <= 0:
                return self.best()
            if self.simulations % PATIENCE == 0 or spare + milliseconds <= 0.0:
                moment = now()
                if moment >= limit or (moment >= until and not self.is_close()):
                    return self.best()
                if float(self.lead()) > possible_gain(self.simulations, moment - self.began, limit - moment, left):
                    return self.best()

    def lead(self) -> i64:
        """By how many visits the most tried action is ahead of every other."""
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
        """Whether another action was tried two thirds as often as the most tried one, or more."""
        best: i64 = 0
        here = self.root.first
        while here is not None:
            if here.visits > best:
                best = here.visits
            here = here.next
        return self.lead() * 3 < best

    def best(self) -> int:
        """The root's most tried action."""
        return most_tried(self.root)

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
                outcome = state.draw(self.rng, self.legal)
                if self.insight.shows_draw(state):
                    node = branch_of(node, CHANCE, outcome)
                    path.append(node)
                state.do(outcome)
            elif turn == OVER or (turn != self.seat and not self.learns):
                break
            else:
                node = self.pick(node, state, turn)
                growing = node.visits > 0
                path.append(node)
                state.do(node.action)
                if growing and self.insight.rests(state, self.since):
                    break
        if self.plays_on:
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
                    state.do(legal[self.rng.weighted_index(rates, n)])
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

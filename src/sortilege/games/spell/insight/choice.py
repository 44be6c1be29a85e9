"""How a level chooses: among whole turns by points, by sight, or by looking ahead; among set-ups by looking ahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.cells import blank
from sortilege.core.clock import now
from sortilege.core.rng import Rng
from sortilege.core.state import WIDEST
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.ahead import GLIMPSE, STARE, Ahead, search
from sortilege.games.spell.insight.nodes import NODE, USED
from sortilege.games.spell.insight.packed import awake, cards_held, points_of
from sortilege.games.spell.insight.plan import planned
from sortilege.games.spell.insight.turns import Turns
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

TURNS: Final = 20000  # nodes of a turn searched at sight
MORE_TURNS: Final = 40000
FEW_TURNS: Final = 1000  # in training
FOREVER: Final = 1e12
SEARCHING: Final = 0.3  # the most of the time that goes into finding turns; looking ahead needs the rest
WIDTH: Final = 32  # turns looked at further; the best of 300 is among them but for some 0.004 of a victory
FINALISTS: Final = 8  # of these, turns whose replies are weighed in their turn
SIFTING: Final = 0.25  # of the time, to find the finalists
ENOUGH: Final = 100  # looks at one candidate between two cuts

ANSWERED: Final = 0  # instead of a depth: the rival weighs its replies


class Choice:
    """Chooses for one deck of runes; nothing is kept from one choice to the next."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turns = Turns(runes)
        self.ahead = Ahead(runes)
        self.enough: int = ENOUGH

    # ------------------------------------------------------------ whole turns
    def most_points(self, state: SpellState, until: float) -> list[int]:
        """The turn with the most points now; then the most tiles awake, then the most cards kept."""
        search(self.turns, state, TURNS, until)
        cells = self.turns.nodes.cells
        best: i64 = 0
        best_value: i64 = -1
        node: i64 = 0
        while node < self.turns.nodes.size:
            used = cells[node * NODE + USED]
            value = points_of(used) * 1000 + 10 * L.count(awake(cells[node * NODE])) + cards_held(used)
            if value > best_value:
                best_value = value
                best = node
            node += 1
        return planned(state.twin(), self.turns, best)

    def at_sight(self, state: SpellState, until: float) -> list[int]:
        """The turn that leaves the best table."""
        search(self.turns, state, TURNS, until)
        return planned(state.twin(), self.turns, self.turns.nodes.best())

    def in_practice(self, state: SpellState) -> list[int]:
        """The same after a look that takes a millisecond or two, whatever the clock says."""
        search(self.turns, state, FEW_TURNS, FOREVER)
        return planned(state.twin(), self.turns, self.turns.nodes.best())

    def by_replies(self, state: SpellState, rng: Rng, until: float) -> list[int]:
        """The turn that leaves the best table after the rival's reply."""
        contest = self.entered(state, rng, TURNS, until)
        return contest.plans[contest.narrow(1, 1, until)]

    def by_answers(self, state: SpellState, rng: Rng, until: float) -> list[int]:
        """The turn that leaves the best table after a reply weighed by its answers."""
        self.ahead.nodes = STARE
        contest = self.entered(state, rng, MORE_TURNS, until)
        moment = now()
        contest.narrow(1, FINALISTS, moment + SIFTING * (until - moment))
        contest.start_again()
        best = contest.narrow(ANSWERED, 1, until)
        self.ahead.nodes = GLIMPSE
        return contest.plans[best]

    def entered(self, state: SpellState, rng: Rng, most: i64, until: float) -> Contest:
        """The turns that look best, ready to be looked at further."""
        moment = now()
        search(self.turns, state, most, moment + SEARCHING * (until - moment))
        contest = Contest(self.ahead, state.cells[L.SIDE], rng, self.enough)
        for node in self.turns.nodes.best_few(WIDTH):
            after = state.twin()
            plan = planned(after, self.turns, node)
            contest.enter(plan, after)
        return contest

    # ------------------------------------------------------------ what is not a turn
    def one_step(self, state: SpellState, rng: Rng, enough: int, until: float) -> int:
        """A tile to lay, a place to stand, or what the script of a solo game leaves open."""
        contest = Contest(self.ahead, state.cells[L.SIDE], rng, enough)
        legal = blank(WIDEST)
        n = state.fill_legal(legal)
        i: i64 = 0
        while i < n:
            after = state.twin()
            after.do(legal[i])
            contest.enter([legal[i]], after)
            i += 1
        return contest.plans[contest.narrow(far_to_see(state), 1, until)][0]


def far_to_see(state: SpellState) -> i64:
    """How many turns on a set-up begins to tell: with one tile awake nobody claims before the third round."""
    phase = state.cells[L.PHASE]
    if phase < L.LAY or phase > L.SECOND:
        return 1
    if state.cells[L.TOURNAMENT] != 0:
        return 2
    return 6


class Contest:
    """Candidates tried on the same draws, again and again, the worse half dropped at every cut."""

    def __init__(self, ahead: Ahead, side: i64, rng: Rng, enough: int) -> None:
        self.ahead = ahead
        self.side = side
        self.rng = rng
        self.enough = enough
        self.plans: list[list[int]] = []  # the actions of each candidate
        self.ends: list[SpellState] = []  # and where they lead
        self.shares: list[float] = []  # sums over the looks taken
        self.looks: list[int] = []
        self.alive: list[int] = []  # best first

    def enter(self, plan: list[int], end: SpellState) -> None:
        """One candidate more, to be entered best first."""
        self.alive.append(len(self.plans))
        self.plans.append(plan)
        self.ends.append(end)
        self.shares.append(0.0)
        self.looks.append(0)

    def start_again(self) -> None:
        """Forget the shares, not who is left and in which order."""
        self.shares = [0.0] * len(self.plans)
        self.looks = [0] * len(self.plans)

    def narrow(self, depth: i64, keep: int, until: float) -> int:
        """Halve the field until `keep` are left, every half taking the same time. Answers the best."""
        cuts = 0
        while keep << cuts < len(self.alive):
            cuts += 1
        began = now()
        cut = 1
        while cut <= cuts:
            self.compare(depth, began + (until - began) * float(cut) / float(cuts))
            self.alive = self.alive[: max(keep, (len(self.alive) + 1) // 2)]
            cut += 1
        return self.alive[0]

    def compare(self, depth: i64, until: float) -> None:
        """Look at everybody left as often as there is time for; then sort them."""
        rounds = 0
        while rounds < self.enough and now() < until:
            seed = self.rng.word()
            for candidate in self.alive:
                self.shares[candidate] += self.share(candidate, depth, seed)
                self.looks[candidate] += 1
                if now() >= until:
                    break
            rounds += 1
        self.alive.sort(key=lambda one: -self.shares[one] / self.looks[one] if self.looks[one] else 0.0)

    def share(self, candidate: int, depth: i64, seed: i64) -> float:
        """One look at one candidate."""
        if depth == ANSWERED:
            return self.ahead.answered(self.ends[candidate].twin(), self.side, seed)
        return self.ahead.look(self.ends[candidate].twin(), self.side, depth, seed)

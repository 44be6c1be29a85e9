"""The choices of each bot level: whole turns by points, by evaluation or by lookahead, and set-up steps by
lookahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import MAX_LEGAL
from sortilege.core.engine.timer import now
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.lookahead import FAST_NODES, SLOW_NODES, Lookahead, best_turn, search_turns
from sortilege.games.spell.insight.nodes import NODE_SIZE, USED
from sortilege.games.spell.insight.packing import active_tiles, cards_captured, points
from sortilege.games.spell.insight.turn_actions import turn_actions
from sortilege.games.spell.insight.turn_search import TurnSearch
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

SEARCH_NODES: Final = 20000  # maximum nodes of a turn search
ARCHMAGE_NODES: Final = 40000
SEARCH_TIME: Final = 0.3  # maximum part of the time for the turn search; the rest is for the lookahead
MAX_CANDIDATES: Final = 32  # turns compared by lookahead; with 300 the win probability rises by only about 0.004
FINALISTS: Final = 8  # candidates for which the answers to the rival's replies are searched too
FINALIST_TIME: Final = 0.25  # part of the time spent on selecting the finalists
MAX_SAMPLES: Final = 100  # samples of a candidate per halving

WITH_ANSWERS: Final = 0  # in place of a depth: use `estimate_with_answers`


class Planner:
    """Chooses turns and set-up steps for one deck of runes. Choices do not depend on earlier ones."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turns = TurnSearch(runes)
        self.lookahead = Lookahead(runes)
        self.max_samples: int = MAX_SAMPLES

    # ------------------------------------------------------------ whole turns
    def most_points(self, state: SpellState, deadline: float) -> list[int]:
        """Return the turn with the most points; ties are broken by active tiles, then by captured cards left."""
        search_turns(self.turns, state, SEARCH_NODES, deadline)
        cells = self.turns.nodes.cells
        best: i64 = 0
        best_value: i64 = -1
        node: i64 = 0
        while node < self.turns.nodes.size:
            used = cells[node * NODE_SIZE + USED]
            tiles = L.count_bits(active_tiles(cells[node * NODE_SIZE]))
            value = points(used) * 1000 + 10 * tiles + cards_captured(used)
            if value > best_value:
                best_value = value
                best = node
            node += 1
        return turn_actions(state.bare_copy(), self.turns, best)

    def best_evaluation(self, state: SpellState, deadline: float) -> list[int]:
        """Return the turn with the best evaluation of its end."""
        return best_turn(self.turns, state, SEARCH_NODES, deadline)

    def best_after_reply(self, state: SpellState, rng: Rng, deadline: float) -> list[int]:
        """Return the turn with the best estimate after the rival's best reply."""
        candidates = self.select_candidates(state, rng, SEARCH_NODES, deadline)
        return candidates.plans[candidates.narrow_to(1, 1, deadline)]

    def best_after_answer(self, state: SpellState, rng: Rng, deadline: float) -> list[int]:
        """Return the turn with the best estimate if the rival also considers the answers to its replies."""
        self.lookahead.nodes = SLOW_NODES
        candidates = self.select_candidates(state, rng, ARCHMAGE_NODES, deadline)
        start = now()
        candidates.narrow_to(1, FINALISTS, start + FINALIST_TIME * (deadline - start))
        candidates.reset_samples()
        best = candidates.narrow_to(WITH_ANSWERS, 1, deadline)
        self.lookahead.nodes = FAST_NODES
        return candidates.plans[best]

    def select_candidates(self, state: SpellState, rng: Rng, max_nodes: i64, deadline: float) -> SequentialHalving:
        """Search turns and return those with the best evaluations as candidates."""
        start = now()
        search_turns(self.turns, state, max_nodes, start + SEARCH_TIME * (deadline - start))
        candidates = SequentialHalving(self.lookahead, state.cells[L.SIDE], rng, self.max_samples)
        for node in self.turns.nodes.best_nodes(MAX_CANDIDATES):
            after = state.bare_copy()
            plan = turn_actions(after, self.turns, node)
            candidates.add_candidate(plan, after)
        return candidates

    # ------------------------------------------------------------ single actions
    def choose_action(self, state: SpellState, rng: Rng, max_samples: int, deadline: float) -> int:
        """Return the action with the best estimate for a step of the set-up or a choice for the script of a solo
        game."""
        candidates = SequentialHalving(self.lookahead, state.cells[L.SIDE], rng, max_samples)
        legal = blank(MAX_LEGAL)
        n = state.fill_legal(legal)
        i: i64 = 0
        while i < n:
            after = state.bare_copy()
            after.do(legal[i])
            candidates.add_candidate([legal[i]], after)
            i += 1
        return candidates.plans[candidates.narrow_to(setup_depth(state), 1, deadline)][0]


def setup_depth(state: SpellState) -> i64:
    """Return the lookahead depth for a set-up step. With one active tile nobody claims a rune before the third round,
    so the effect of the set-up shows only several turns later."""
    phase = state.cells[L.PHASE]
    if phase < L.LAY_TILE or phase > L.PLACE_SECOND_MAGE:
        return 1
    if state.cells[L.TOURNAMENT] != 0:
        return 2
    return 6


class SequentialHalving:
    """Chooses among candidates by sampling all of them with the same random draws, and dropping the worse half several
    times."""

    def __init__(self, lookahead: Lookahead, side: i64, rng: Rng, max_samples: int) -> None:
        self.lookahead = lookahead
        self.side = side
        self.rng = rng
        self.max_samples = max_samples
        self.plans: list[list[int]] = []  # the actions of each candidate
        self.ends: list[SpellState] = []  # the state after the actions of each candidate
        self.totals: list[float] = []  # sum of the sampled estimates of each candidate
        self.samples: list[int] = []  # number of samples of each candidate
        self.remaining: list[int] = []  # indices of the candidates that are left, best first

    def add_candidate(self, plan: list[int], end: SpellState) -> None:
        """Add a candidate; the best one must be added first."""
        self.remaining.append(len(self.plans))
        self.plans.append(plan)
        self.ends.append(end)
        self.totals.append(0.0)
        self.samples.append(0)

    def reset_samples(self) -> None:
        """Discard all samples, but keep the remaining candidates and their order."""
        self.totals = [0.0] * len(self.plans)
        self.samples = [0] * len(self.plans)

    def narrow_to(self, depth: i64, keep: int, deadline: float) -> int:
        """Halve the candidates until `keep` are left and return the index of the best one. Each halving takes the same
        time."""
        cuts = 0
        while keep << cuts < len(self.remaining):
            cuts += 1
        start = now()
        cut = 1
        while cut <= cuts:
            self.sample_all(depth, start + (deadline - start) * float(cut) / float(cuts))
            self.remaining = self.remaining[: max(keep, (len(self.remaining) + 1) // 2)]
            cut += 1
        return self.remaining[0]

    def sample_all(self, depth: i64, deadline: float) -> None:
        """Sample all remaining candidates until the deadline or `max_samples`, then sort them by their mean
        estimate."""
        rounds = 0
        while rounds < self.max_samples and now() < deadline:
            seed = self.rng.word()
            for candidate in self.remaining:
                self.totals[candidate] += self.sample(candidate, depth, seed)
                self.samples[candidate] += 1
                if now() >= deadline:
                    break
            rounds += 1
        self.remaining.sort(key=lambda i: -self.totals[i] / self.samples[i] if self.samples[i] else 0.0)

    def sample(self, candidate: int, depth: i64, seed: i64) -> float:
        """Return one estimate of a candidate."""
        if depth == WITH_ANSWERS:
            return self.lookahead.estimate_with_answers(self.ends[candidate].bare_copy(), self.side, seed)
        return self.lookahead.estimate(self.ends[candidate].bare_copy(), self.side, depth, seed)

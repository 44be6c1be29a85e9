"""How the bot levels choose. They choose whole turns, each level by another criterion: by points, by evaluation or by
lookahead. Single actions outside a turn, such as laying a tile, are chosen by lookahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import MAX_LEGAL
from sortilege.core.engine.timer import now
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.lookahead import FAST_NODES, SLOW_NODES, Lookahead, best_turn, search_turns
from sortilege.games.spell.insight.nodes import NODE_SIZE, TILES, USAGE
from sortilege.games.spell.insight.packing import cards_captured, own_active_tiles, points
from sortilege.games.spell.insight.turn_actions import play_turn
from sortilege.games.spell.insight.turn_search import TurnSearch
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.state import SpellState

SEARCH_NODES: Final = 20000  # maximum nodes of a turn search
ARCHMAGE_NODES: Final = 40000
SEARCH_TIME: Final = 0.3  # maximum part of the time for the turn search; the rest is for the lookahead
MAX_CANDIDATES: Final = 32  # turns compared by lookahead; with 300 the win probability rises by only about 0.004
FINALISTS: Final = 8  # candidates for which the answers to the rival's replies are searched too
FINALIST_TIME: Final = 0.25  # part of the time spent on selecting the finalists
MAX_SAMPLES: Final = 100  # maximum samples of a candidate before the candidates are halved
BUILDING_DEPTH: Final = 6  # turns simulated after laying a tile
# A turn with more points is better, whatever its active tiles; one with more active tiles, whatever its captured cards.
POINT_RANK: Final = 1000
TILE_RANK: Final = 10


class Planner:
    """Chooses whole turns, and single actions outside a turn, for the bot levels."""

    def __init__(self, runes: Runes) -> None:
        self.runes = runes
        self.turns = TurnSearch(runes)
        self.lookahead = Lookahead(runes)
        self.max_samples: int = MAX_SAMPLES

    # ------------------------------------------------------------ whole turns
    def turn_with_most_points(self, state: SpellState, deadline: float) -> list[int]:
        """Return the actions of the turn with the most points. Of equal turns, prefer the turn with more active tiles,
        then the turn with more captured cards left."""
        search_turns(self.turns, state, SEARCH_NODES, deadline)
        cells = self.turns.nodes.cells
        best_node: i64 = 0
        best_rank: i64 = -1
        for node in range(self.turns.nodes.size):
            usage = cells[node * NODE_SIZE + USAGE]
            active_tiles = L.count_bits(own_active_tiles(cells[node * NODE_SIZE + TILES]))
            rank = POINT_RANK * points(usage) + TILE_RANK * active_tiles + cards_captured(usage)
            if rank > best_rank:
                best_rank = rank
                best_node = node
        return play_turn(state.bare_copy(), self.turns, best_node)

    def turn_with_best_evaluation(self, state: SpellState, deadline: float) -> list[int]:
        """Return the actions of the turn that ends in the state with the best evaluation."""
        return best_turn(self.turns, state, SEARCH_NODES, deadline)

    def best_turn_after_reply(self, state: SpellState, rng: Rng, deadline: float) -> list[int]:
        """Return the actions of the turn after which the win probability is highest, if the rival replies with its best
        turn."""
        candidates = self.select_candidates(state, rng, SEARCH_NODES, deadline)
        return candidates.best_plan(deadline)

    def best_turn_after_answer(self, state: SpellState, rng: Rng, deadline: float) -> list[int]:
        """Return the actions of the turn with the highest win probability, if the rival expects the best answer to its
        reply. A few turns are selected with faster estimates first."""
        self.lookahead.max_nodes = SLOW_NODES
        candidates = self.select_candidates(state, rng, ARCHMAGE_NODES, deadline)
        start = now()
        candidates.narrow_to(FINALISTS, start + FINALIST_TIME * (deadline - start))
        candidates.reset_samples()
        candidates.considers_answers = True
        plan = candidates.best_plan(deadline)
        self.lookahead.max_nodes = FAST_NODES
        return plan

    def select_candidates(self, state: SpellState, rng: Rng, max_nodes: i64, deadline: float) -> SequentialHalving:
        """Search turns for a part of the time, and return the turns with the best evaluations as candidates."""
        start = now()
        search_turns(self.turns, state, max_nodes, start + SEARCH_TIME * (deadline - start))
        candidates = SequentialHalving(self.lookahead, state.cells[L.SIDE], rng, self.max_samples, depth=1)
        for node in self.turns.nodes.best_nodes(MAX_CANDIDATES):
            after = state.bare_copy()
            plan = play_turn(after, self.turns, node)
            candidates.add_candidate(plan, after)
        return candidates

    # ------------------------------------------------------------ single actions
    def choose_action(self, state: SpellState, rng: Rng, max_samples: int, deadline: float) -> int:
        """Return the best action in a state outside a turn, while the arena is built or when the player of a solo game
        chooses for the scripted opponent. Actions are compared by simulating the next turns."""
        depth = action_depth(state)
        candidates = SequentialHalving(self.lookahead, state.cells[L.SIDE], rng, max_samples, depth)
        legal = blank(MAX_LEGAL)
        n = state.fill_legal(legal)
        for i in range(n):
            after = state.bare_copy()
            after.do(legal[i])
            candidates.add_candidate([legal[i]], after)
        plan = candidates.best_plan(deadline)
        return plan[0]


def action_depth(state: SpellState) -> i64:
    """Return how many turns to simulate in order to compare single actions outside a turn. While the arena is built,
    many are needed, because with one active tile per side nobody claims a card before the third round. In a tournament
    half of the tiles are active, so two turns are enough."""
    phase = state.cells[L.PHASE]
    if phase < L.LAY_TILE or phase > L.PLACE_SECOND_MAGE:
        return 1
    if state.cells[L.TOURNAMENT] != 0:
        return 2
    return BUILDING_DEPTH


class SequentialHalving:
    """Chooses the best of several candidates (turns or actions) by sequential halving: it samples estimated win
    probabilities of all candidates with the same random draws, drops the worse half, and repeats this with the rest."""

    def __init__(self, lookahead: Lookahead, side: i64, rng: Rng, max_samples: int, depth: i64) -> None:
        self.lookahead = lookahead
        self.side = side
        self.rng = rng
        self.max_samples = max_samples
        self.depth = depth  # how many turns a sample simulates
        self.considers_answers = False  # if set, samples consider the answers to the rival's replies instead
        # by index of the candidate
        self.plans: list[list[int]] = []  # its actions
        self.ends: list[SpellState] = []  # the state after its actions
        self.totals: list[float] = []  # sum of its sampled estimates
        self.samples: list[int] = []  # number of its samples
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

    def best_plan(self, deadline: float) -> list[int]:
        """Return the actions of the best candidate that sampling finds before the deadline."""
        self.narrow_to(1, deadline)
        return self.plans[self.remaining[0]]

    def narrow_to(self, count: int, deadline: float) -> None:
        """Halve the number of candidates until `count` are left. Each halving takes an equal part of the time."""
        halvings = 0
        candidates_left = len(self.remaining)
        while candidates_left > count:
            candidates_left = (candidates_left + 1) // 2
            halvings += 1
        start = now()
        for halving in range(1, halvings + 1):
            self.sample_all(start + (deadline - start) * float(halving) / float(halvings))
            better_half = (len(self.remaining) + 1) // 2
            self.remaining = self.remaining[: max(count, better_half)]

    def sample_all(self, deadline: float) -> None:
        """Sample each remaining candidate up to `max_samples` times, but only until the deadline. Then sort the
        candidates by their mean estimate, best first."""
        rounds = 0
        while rounds < self.max_samples and now() < deadline:
            seed = self.rng.word()
            for candidate in self.remaining:
                self.totals[candidate] += self.sample(candidate, seed)
                self.samples[candidate] += 1
                if now() >= deadline:
                    break
            rounds += 1
        self.remaining.sort(key=self.mean_estimate, reverse=True)

    def mean_estimate(self, candidate: int) -> float:
        """Return the mean of a candidate's estimates, or 0 for a candidate without estimates."""
        if self.samples[candidate] == 0:
            return 0.0
        return self.totals[candidate] / self.samples[candidate]

    def sample(self, candidate: int, seed: i64) -> float:
        """Return one estimated win probability of a candidate. With the same seed, all candidates get the same random
        draws, so that their estimates can be compared."""
        end = self.ends[candidate].bare_copy()
        if self.considers_answers:
            return self.lookahead.estimate_with_answers(end, self.side, seed)
        return self.lookahead.estimate(end, self.side, self.depth, seed)

"""The insight of SPELL: ratings of single actions, and whole turns planned by search."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from sortilege.core.contract.insight import Insight
from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import MAX_LEGAL, State
from sortilege.core.engine.timer import now
from sortilege.core.types import View
from sortilege.games.spell import actions
from sortilege.games.spell import layout as L
from sortilege.games.spell.insight.lookahead import NO_DEADLINE, best_turn
from sortilege.games.spell.insight.planner import Planner
from sortilege.games.spell.insight.rollout_policy import RolloutPolicy, key_of, steps_of
from sortilege.games.spell.rules.ending import winner
from sortilege.games.spell.rules.runes import Runes
from sortilege.games.spell.rules.spells import can_activate
from sortilege.games.spell.rules.state import SpellState

# in hundredths of a point
FORMED: Final = vec[i64]([0, 80, 150, 220, 290])  # a face-up rune that is formed but not yet claimed, by level
ACTIVE_TILE: Final = 120  # an active own tile
ACTIVATABLE: Final = 45  # if the mage is next to an own inactive tile

PRACTICE_NODES: Final = 1000  # maximum nodes of a turn search during training
# maximum samples per halving for each action of the set-up, by level
SETUP_SAMPLES: Final = {"apprentice": 1, "adept": 8, "master": 30, "archmage": 100}


def value_of_cells(t: Cells, side: i64, formed: i64, runes: Runes) -> i64:
    """Evaluate the active tiles of a side and, once per level (SP-152), the cards it has formed."""
    total = ACTIVE_TILE * L.count_bits(t[L.TILES + side] & t[L.ACTIVE_TILES])
    if can_activate(t, side, L.free_tiles(t)):
        total += ACTIVATABLE
    level: i64 = 1
    while level <= 4:
        if formed & runes.of_level[level] != 0:
            total += FORMED[level]
        level += 1
    return total


def value_of_cards(t: Cells, side: i64) -> i64:
    """Evaluate the captured cards of a side."""
    return 25 * t[L.CAPTURED + side * 4 + 1] + 30 * t[L.CAPTURED + side * 4 + 2] + 33 * t[L.CAPTURED + side * 4 + 3]


def is_in_turn(t: Cells) -> bool:
    """Return whether a side is in its turn: it chooses an action or the target of a spell."""
    return t[L.PHASE] >= L.PLAY and t[L.PHASE] <= L.EXTRA_ACTION


class SpellInsight(Insight):
    """Rates actions for tree search, and plans whole turns for the bot levels, since nothing in a turn is hidden."""

    def __init__(self) -> None:
        self.planner: Planner | None = None
        self.steps: dict[tuple[int, ...], int] = {}  # the actions of the planned turn by `key_of` the cells
        self.policy: RolloutPolicy | None = None

    def fill_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Rate each action by how much it improves the evaluation of the side to move."""
        assert isinstance(state, SpellState)
        t = state.cells
        if t[L.PHASE] < L.PLAY or (t[L.SOLO] != 0 and t[L.SIDE] == L.BLACK):
            i: i64 = 0
            while i < n:
                into[i] = 10
                i += 1
            return
        side = t[L.SIDE]
        before = self.evaluate_cells(t, side, state.runes)
        i = 0
        while i < n:
            into[i] = self.rate_step(state, legal[i], side, before)
            i += 1

    def fill_analysis_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Rate the next action of the best turn high and all others low. Outside turns, return the same as `rate`."""
        assert isinstance(state, SpellState)
        if not is_in_turn(state.cells):
            self.fill_priors(state, legal, n, into)
            return
        if self.policy is None or self.policy.runes is not state.runes:
            self.policy = RolloutPolicy(state.runes)
        step: i64 = self.policy.step(state)
        i: i64 = 0
        while i < n:
            into[i] = 1
            if legal[i] == step:
                into[i] = 1000
            i += 1

    def rate_step(self, state: SpellState, action: i64, side: i64, before: i64) -> i64:
        """Return a rate from 1 for an action that loses much to a few thousand for one that scores."""
        if action == actions.END:
            return 20
        if actions.CLAIM <= action < actions.REVEAL:
            return 4000
        after = state.bare_copy()
        after.do(action)
        gain = self.evaluate_best_target(after, side) - before
        if gain <= -60:
            return 1
        if gain <= 0:
            return 4
        return 20 + gain * gain // 2

    def evaluate_best_target(self, state: SpellState, side: i64) -> i64:
        """Evaluate a state for a side; if a spell waits for its target, return the value after its best target."""
        if not is_in_turn(state.cells) or state.cells[L.PHASE] == L.PLAY:
            return self.evaluate_cells(state.cells, side, state.runes)
        targets = blank(32)
        n = state.fill_legal(targets)
        best: i64 = -1000000
        i: i64 = 0
        while i < n:
            after = state.bare_copy()
            after.do(targets[i])
            value = self.evaluate_best_target(after, side)
            if value > best:
                best = value
            i += 1
        return best

    def evaluate_cells(self, t: Cells, side: i64, runes: Runes) -> i64:
        """Evaluate points, own cells, captured cards and the rival's cells for a side, in hundredths of a point."""
        claimable = t[L.FACE_UP] & ~t[L.CLOSED_CARDS]
        mine = value_of_cells(t, side, runes.cards_formed(L.own_cells(t, side), t[L.SPECIAL], claimable), runes)
        theirs = value_of_cells(t, 1 - side, runes.formed_by[L.own_cells(t, 1 - side)] & t[L.FACE_UP], runes)
        return 100 * t[L.SCORE + side] + mine + value_of_cards(t, side) - theirs // 3

    def value_at_start(self, t: Cells, side: i64, runes: Runes) -> i64:
        """Evaluate the cells and cards of a side at the start of its next turn, in hundredths of a point."""
        return value_of_cells(t, side, runes.formed_by[L.own_cells(t, side)] & t[L.FACE_UP], runes) + value_of_cards(
            t, side
        )

    def evaluate(self, state: State, seat: i64) -> float:
        """Return the estimate of the trained net. Without one, estimate the share of victory from the lead in points,
        the cells and cards of both sides, and the number of rounds left."""
        assert isinstance(state, SpellState)
        t = state.cells
        side = seat
        if t[L.SOLO] != 0:
            side = L.PURPLE
        if t[L.PHASE] == L.GAME_OVER:
            return 1.0 if winner(t) == side else 0.0
        if self.predictor is not None:
            return self.predictor.share(state, seat)
        lead = float(100 * (t[L.SCORE + side] - t[L.SCORE + 1 - side]))
        if t[L.PHASE] >= L.PLAY:
            rival = self.value_at_start(t, 1 - side, state.runes)
            lead += 0.6 * float(self.value_at_start(t, side, state.runes) - rival)
        scale = 250.0 + 110.0 * float(6 - t[L.ROUND])
        share = lead / scale
        return 0.5 + 0.5 * share / (1.0 + abs(share))

    def choose(self, level: str, view: View, dealer: Any, rng: Rng, milliseconds: float) -> int | None:
        """Plan a whole turn once, then return its actions one by one. One sampled state is enough: only the order of
        the piles is hidden (SP-009), and no turn depends on it."""
        deadline = now() + milliseconds / 1000.0
        state = dealer.deal(rng)
        assert isinstance(state, SpellState)
        if not is_in_turn(state.cells):
            return self.get_planner(state).choose_action(state, rng, SETUP_SAMPLES[level], deadline)
        key = key_of(state.cells)
        if key not in self.steps:
            self.steps = steps_of(state, self.plan(state, level, rng, deadline))
        return self.steps[key]

    def quick_action_from_view(self, view: View, dealer: Any, rng: Rng) -> int | None:
        """Return the next action of the turn that a small search evaluates best, or a random action of the set-up,
        whose effect would need a long search."""
        state = dealer.deal(rng)
        assert isinstance(state, SpellState)
        legal = blank(MAX_LEGAL)
        if not is_in_turn(state.cells):
            return legal[rng.below(state.fill_legal(legal))]
        key = key_of(state.cells)
        if key not in self.steps:
            plan = best_turn(self.get_planner(state).turns, state, PRACTICE_NODES, NO_DEADLINE)
            self.steps = steps_of(state, plan)
        return self.steps[key]

    def plan(self, state: SpellState, level: str, rng: Rng, deadline: float) -> list[int]:
        """Return the actions of the best turn this level can find."""
        planner = self.get_planner(state)
        if level == "apprentice":
            return planner.most_points(state, deadline)
        if level == "adept":
            return planner.best_evaluation(state, deadline)
        if level == "master":
            return planner.best_after_reply(state, rng, deadline)
        return planner.best_after_answer(state, rng, deadline)

    def get_planner(self, state: SpellState) -> Planner:
        """Return the planner for the deck of this state. It is created when first needed, because search takes
        memory."""
        if self.planner is None or self.planner.runes is not state.runes:
            self.planner = Planner(state.runes)
        return self.planner

    def is_cutoff(self, state: State, root: State) -> bool:
        """Return whether the second turn after the one of `root` begins here."""
        t = state.cells
        return t[L.PHASE] == L.PLAY and turn_number(t) >= turn_number(root.cells) + 2


def turn_number(t: Cells) -> i64:
    """Return the number of the current turn, counting from 1, or 0 while the arena is built."""
    if t[L.PHASE] < L.PLAY:
        return 0
    turns = 2 * t[L.ROUND] - 1
    if t[L.SIDE] != t[L.GEM_HOLDER]:
        turns += 1
    return turns

"""Rates decisions by the value of the position after them. The rest of the action is played with the best picks, and
pending chance outcomes count with their average value."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.core.engine.cells import Cells, blank
from sortilege.core.engine.state import State
from sortilege.games.spellbook import actions
from sortilege.games.spellbook import layout as L
from sortilege.games.spellbook.insight.ending import ending_bonus
from sortilege.games.spellbook.insight.evaluation import Evaluator
from sortilege.games.spellbook.insight.picks import Picks
from sortilege.games.spellbook.insight.weights import EXP_TABLE, STORED_FROM_ALTAR, TEMPERATURE, WEIGHTS, Weights
from sortilege.games.spellbook.rules.spells import smaller
from sortilege.games.spellbook.rules.state import MAX_LEGAL

MAX_DEPTH: Final = 3  # nested actions: Clone copies a Learn 1 Spell, whose instant effect is a Morning action
MAX_STEPS: Final = 24  # picks of one action


class Rater:
    """Rates the legal actions of the seat to decide."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.evaluator = Evaluator(weights)
        self.picks = Picks(self.evaluator)
        self.gains = [blank(MAX_LEGAL), blank(MAX_LEGAL), blank(MAX_LEGAL), blank(MAX_LEGAL)]
        self.legal = [blank(MAX_LEGAL), blank(MAX_LEGAL), blank(MAX_LEGAL), blank(MAX_LEGAL)]

    def fill_priors(self, state: State, legal: Cells, n: i64, into: Cells) -> None:
        """Write a rating for each legal action, which falls exponentially with its distance from the best value."""
        gains = self.gains[0]
        self.weigh(state, legal, n, gains)
        best = gains[index_of_max(gains, n)]
        for i in range(n):
            behind = (best - gains[i]) * 4 // TEMPERATURE
            if behind > 59:
                behind = 59
            into[i] = EXP_TABLE[behind]

    def best(self, state: State, legal: Cells, n: i64) -> i64:
        """Return the index of the best legal action."""
        self.weigh(state, legal, n, self.gains[0])
        return index_of_max(self.gains[0], n)

    def weigh(self, state: State, legal: Cells, n: i64, gains: Cells) -> None:
        """Write the value of each legal action to `gains`. The values are comparable with each other only."""
        t = state.cells
        self.load(t)
        step = t[L.top_step(t)]
        if step == L.CHOOSE or step == L.LEARN or step == L.INSTANT or step == L.COPY:
            self.weigh_actions(state, legal, n, gains, 0)
        else:
            self.picks.weigh_picks(t, step, legal, n, gains)

    def load(self, t: Cells) -> None:
        """Load the evaluator with the state. In a choice of actions, count the current phase as already used."""
        evaluator = self.evaluator
        evaluator.load(t, t[L.TURN])
        self.picks.reset()
        if t[L.top_step(t)] == L.CHOOSE:
            if t[L.PHASE] == L.MORNING:
                if t[L.MORNINGS] < 2:
                    evaluator.mornings -= 1
            elif t[L.PHASE] == L.MIDDAY:
                evaluator.middays -= 1
            else:
                evaluator.evenings -= 1

    # ------------------------------------------------------------ whole actions
    def weigh_actions(self, state: State, legal: Cells, n: i64, gains: Cells, depth: i64) -> None:
        """Evaluate whole actions, each played to its end or to the first draw."""
        for i in range(n):
            gains[i] = self.value_after(state, legal[i], depth)

    def value_after(self, state: State, action: i64, depth: i64) -> i64:
        """Return the value of the position after an action."""
        t = state.cells
        if action == actions.SKIP:
            return self.evaluator.value(t) + self.bias(t, action)
        after = state.bare_copy()
        after.do(action)
        self.play_picks(after, t[L.DAY], depth + 1)
        cells = after.cells
        value = self.evaluator.value(cells) + self.bias(t, action)
        if cells[L.END_BY] != t[L.END_BY]:
            return value + ending_bonus(cells, self.evaluator.seat, self.evaluator.constants)
        if cells[L.DEPTH] > 0 and cells[L.DAY] == t[L.DAY] and cells[L.PHASE] == t[L.PHASE]:
            value += self.pending_value(cells)
        return value

    def bias(self, t: Cells, action: i64) -> i64:
        """Return a correction that the value of the position does not contain: a small penalty for skipping, a bonus
        for learning."""
        if action == actions.SKIP:
            return -5
        if action >= actions.LEARN and action < actions.RAISE:
            return self.picks.learning_bonus(t, (action - actions.LEARN) % 3 + 3)
        return 0

    def play_picks(self, after: State, day: i64, depth: i64) -> None:
        """Play the best picks of an action until it is complete or chance must decide."""
        t = after.cells
        seat = self.evaluator.seat
        left: i64 = MAX_STEPS
        while t[L.TURN] == seat and t[L.DAY] == day and left > 0:
            step = t[L.top_step(t)]
            if step == L.CHOOSE or step == L.OFFER:
                return
            legal = self.legal[depth]
            gains = self.gains[depth]
            n = after.fill_legal(legal)
            best: i64 = 0
            if n > 1:
                if step == L.LEARN or step == L.INSTANT or step == L.COPY:
                    if depth >= MAX_DEPTH:
                        return
                    self.weigh_actions(after, legal, n, gains, depth)
                else:
                    self.picks.weigh_picks(t, step, legal, n, gains)
                best = index_of_max(gains, n)
            after.do(legal[best])
            t = after.cells
            left -= 1

    def pending_value(self, t: Cells) -> i64:
        """Return the expected value of the steps left on the stack."""
        value: i64 = 0
        at: i64 = L.STEPS
        end: i64 = L.STEPS + 3 * t[L.DEPTH]
        while at < end:
            value += self.step_value(t, t[at], t[at + 1], t[at + 2])
            at += 3
        return value

    def step_value(self, t: Cells, step: i64, n: i64, argument: i64) -> i64:
        """Return the average value of a pending step."""
        evaluator = self.evaluator
        if step == L.DRAW:
            if argument == evaluator.pool:
                return smaller(n, L.pool_space(t, evaluator.seat)) * self.picks.mean_gain(t)
            if argument == L.LOWER:
                return -100 * n
            if argument == L.ALTAR:
                return 4 * n
            return -30 * n
        if step == L.TAKE or step == L.TAKE_UP_TO:
            return smaller(n, L.pool_space(t, evaluator.seat)) * self.picks.best_take(t, argument)
        if step == L.TAKE_TO_BOARD:
            return n * evaluator.constants[STORED_FROM_ALTAR]
        if step == L.DISCARD_SOME:
            return -n * 12
        if step == L.LOWER_CARD:
            level = L.level_of(t, evaluator.seat, argument)
            return evaluator.level_values[argument * 3 + level - 4] - evaluator.level_values[argument * 3 + level - 3]
        if step == L.OTHER_TAKES:
            return -40
        if step == L.OFFER and argument == L.LOWER:
            return -100
        if step == L.INSTANT:
            return 2 * self.picks.mean_gain(t)
        return 0


def index_of_max(numbers: Cells, n: i64) -> i64:
    """Return the index of the greatest of the first n numbers; of equal ones the first."""
    best: i64 = 0
    for i in range(1, n):
        if numbers[i] > numbers[best]:
            best = i
    return best

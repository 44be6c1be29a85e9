"""Rates actions by the value of the position after them. If an action consists of several decisions, the others are
the best ones. Draws that are still to come count with their average value."""

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
from sortilege.games.spellbook.rules.state import MAX_LEGAL

MAX_DEPTH: Final = 3  # nested actions: Clone copies a Learn 1 Spell, whose instant effect is a Morning action
MAX_PICKS: Final = 24  # of one action
EXP_STEPS: Final = 4  # entries of EXP_TABLE in which the prior falls by the factor e
LAST_EXP: Final = 59  # the last entry
# values in hundredths of a point, set by hand
SKIP_PENALTY: Final = -5
OTHER_PLAYER_DRAWS: Final = -30
OTHER_PLAYER_TAKES: Final = -40
OPPONENT_GAINS: Final = -100  # a token in the solo opponent's lower area is a point
DRAWN_TO_ALTAR: Final = 4
DISCARD_LOSS: Final = -12


def is_action_choice(step: i64) -> bool:
    """Return whether a seat chooses a whole action or a spell to learn in this step, and not only a token or a rune."""
    return step == L.CHOOSE or step == L.LEARN or step == L.INSTANT or step == L.COPY


class Rater:
    """Rates the legal actions of the seat to move, in hundredths of a point or by priors for a tree search."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.evaluator = Evaluator(weights)
        self.picks = Picks(self.evaluator)
        # Buffers for the values of actions and for the legal actions, by depth of nested actions.
        self.values = [blank(MAX_LEGAL) for _ in range(MAX_DEPTH + 1)]
        self.legal = [blank(MAX_LEGAL) for _ in range(MAX_DEPTH + 1)]

    def fill_priors(self, state: State, legal: Cells, legal_count: i64, priors: Cells) -> None:
        """Write a prior for each legal action. It falls exponentially with the distance from the best value."""
        values = self.values[0]
        self.fill_values(state, legal, legal_count, values)
        best_value = values[index_of_max(values, legal_count)]
        for i in range(legal_count):
            table_index = (best_value - values[i]) * EXP_STEPS // TEMPERATURE
            priors[i] = EXP_TABLE[L.smaller(table_index, LAST_EXP)]

    def best_index(self, state: State, legal: Cells, legal_count: i64) -> i64:
        """Return the index in `legal` of the action with the highest value. `legal` has `legal_count` action ids."""
        self.fill_values(state, legal, legal_count, self.values[0])
        return index_of_max(self.values[0], legal_count)

    def fill_values(self, state: State, legal: Cells, legal_count: i64, values: Cells) -> None:
        """Write the value of each legal action to `values`. Only values of the same call can be compared."""
        t = state.cells
        self.load(t)
        step = L.current_step(t)
        if is_action_choice(step):
            self.fill_action_values(state, legal, legal_count, values, 0)
        else:
            self.picks.fill_values(t, step, legal, legal_count, values)

    def load(self, t: Cells) -> None:
        """Prepare the evaluator for the seat to move. A phase whose last action is being chosen is not left."""
        evaluator = self.evaluator
        evaluator.load(t, t[L.TURN])
        self.picks.reset()
        is_last_of_phase = t[L.MORNINGS] < 2
        if L.current_step(t) == L.CHOOSE and is_last_of_phase:
            if t[L.PHASE] == L.MORNING:
                evaluator.mornings -= 1
            elif t[L.PHASE] == L.MIDDAY:
                evaluator.middays -= 1
            else:
                evaluator.evenings -= 1

    # ------------------------------------------------------------ whole actions
    def fill_action_values(self, state: State, legal: Cells, legal_count: i64, values: Cells, depth: i64) -> None:
        """Write the value of each legal action to `values` by playing it to its end or to the first draw. `depth`
        counts the actions in progress that contain these actions, such as the spell Clone that copies one of them."""
        for i in range(legal_count):
            values[i] = self.value_after(state, legal[i], depth)

    def value_after(self, state: State, action: i64, depth: i64) -> i64:
        """Return the value of the position after an action, in which the seat makes the best picks."""
        t = state.cells
        if action == actions.SKIP:
            return self.evaluator.value(t) + SKIP_PENALTY
        trial = state.bare_copy()
        trial.do(action)
        self.play_picks(trial, t[L.DAY], depth + 1)
        after = trial.cells
        value = self.evaluator.value(after) + self.learning_bonus(t, action)
        triggers_end = after[L.END_BY] != t[L.END_BY]
        if triggers_end:
            return value + ending_bonus(after, self.evaluator.seat, self.evaluator.constants)
        has_pending_steps = after[L.DEPTH] > 0 and after[L.DAY] == t[L.DAY] and after[L.PHASE] == t[L.PHASE]
        if has_pending_steps:
            value += self.pending_value(after)
        return value

    def learning_bonus(self, t: Cells, action: i64) -> i64:
        """Return what Knowledge and Communion gain, if learned, from an action that learns a spell."""
        is_learning = actions.LEARN <= action < actions.RAISE
        if is_learning:
            return self.picks.learning_bonus(t, L.effect_level(action - actions.LEARN))
        return 0

    def play_picks(self, state: State, day: i64, depth: i64) -> None:
        """Play the best decisions of an action until the action is complete or chance must decide. Stop at the choice
        of an action if it is nested too deep, that is if `depth` is MAX_DEPTH."""
        legal = self.legal[depth]
        values = self.values[depth]
        picks: i64 = 0
        while state.turn() == self.evaluator.seat and state.cells[L.DAY] == day and picks < MAX_PICKS:
            step = L.current_step(state.cells)
            if step == L.CHOOSE or step == L.OFFER:  # the action is complete
                return
            legal_count = state.fill_legal(legal)
            best: i64 = 0
            if legal_count > 1:
                if not is_action_choice(step):
                    self.picks.fill_values(state.cells, step, legal, legal_count, values)
                elif depth < MAX_DEPTH:
                    self.fill_action_values(state, legal, legal_count, values, depth)
                else:
                    return
                best = index_of_max(values, legal_count)
            state.do(legal[best])
            picks += 1

    def pending_value(self, t: Cells) -> i64:
        """Return the expected value of the steps of an action that still wait for chance, which are on the stack."""
        value: i64 = 0
        for cell in range(L.STEPS, L.STEPS + L.STEP_CELLS * t[L.DEPTH], L.STEP_CELLS):
            value += self.step_value(t, t[cell], t[cell + L.STEP_COUNT], t[cell + L.STEP_ARGUMENT])
        return value

    def step_value(self, t: Cells, step: i64, step_count: i64, argument: i64) -> i64:
        """Return the average value of a pending step, such as DRAW, for the evaluator's seat, in hundredths of a point.
        `step_count` is usually the number of tokens, and `argument` their kind or zone."""
        evaluator = self.evaluator
        if step == L.DRAW:
            return self.draw_value(t, step_count, argument)
        if step == L.TAKE or step == L.TAKE_UP_TO:
            return L.smaller(step_count, L.pool_space(t, evaluator.seat)) * self.picks.highest_altar_gain(t, argument)
        if step == L.TAKE_TO_BOARD:
            return step_count * evaluator.constants[STORED_FROM_ALTAR]
        if step == L.DISCARD_SOME:
            return step_count * DISCARD_LOSS
        if step == L.LOWER_CARD:
            level = L.level_of(t, evaluator.seat, argument)
            return evaluator.value_of_level(argument, level - 1) - evaluator.value_of_level(argument, level)
        if step == L.OTHER_TAKES:
            return OTHER_PLAYER_TAKES
        if step == L.OFFER and argument == L.LOWER:
            return OPPONENT_GAINS
        if step == L.INSTANT:  # about as much as Draw 2
            return 2 * self.picks.mean_gain(t)
        return 0

    def draw_value(self, t: Cells, tokens: i64, zone: i64) -> i64:
        """Return the average value of a draw to a zone. Tokens of other players count as negative."""
        if zone == self.evaluator.pool:
            return L.smaller(tokens, L.pool_space(t, self.evaluator.seat)) * self.picks.mean_gain(t)
        if zone == L.LOWER:
            return tokens * OPPONENT_GAINS
        if zone == L.ALTAR:
            return tokens * DRAWN_TO_ALTAR
        return tokens * OTHER_PLAYER_DRAWS


def index_of_max(numbers: Cells, count: i64) -> i64:
    """Return the index of the highest of the first `count` numbers. Among equal numbers the first one counts."""
    best_index: i64 = 0
    for i in range(1, count):
        if numbers[i] > numbers[best_index]:
            best_index = i
    return best_index

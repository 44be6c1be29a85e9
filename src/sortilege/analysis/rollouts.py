"""Rollouts: simulated games that continue a position after a candidate action until the position can be evaluated.

A rollout starts from a sampled state: one complete state that agrees with a view, together with the random draws of its
future. Every candidate action is played from the same sampled states with the same draws. After the action, every seat
plays its first choice: the action with the highest prior of `Insight.fill_analysis_priors`. These priors use only what
the seat may know. A rollout stops at a quiet position, which `Insight.evaluate` evaluates, or at the end of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.analysis.shared_luck import SharedLuck
from sortilege.core.contract.insight import Insight, final_shares
from sortilege.core.engine.cells import Cells, blank, cells_of, copy, keep_best
from sortilege.core.engine.rng import numbered_rng
from sortilege.core.engine.state import BUFFER, CHANCE, MAX_LEGAL, OVER, State

MIN_ESTIMATE: Final = 0.0001  # an estimate is at least this far from 0 and 1, because only finished games are certain
NO_ACTION: Final = -1  # in place of a candidate action
NO_VIEWER: Final = -1  # in place of a seat


class Rollouts:
    """Samples states from one view, plays rollouts from them, and holds the results of the last rollout. `side_of` has
    the side of every seat; sides are numbered in the order of their first seats."""

    def __init__(
        self,
        insight: Insight,
        dealer: Any,  # core.game.Dealer: a protocol would be slow in compiled code
        turn_of: Callable[[State], tuple[int, ...]],
        side_of: list[int],
        shared_luck: SharedLuck,
        rests: int,
        slope: float,
        shift: float,
        seed: int,
    ) -> None:
        """Create rollouts for the states that `dealer` samples. RolloutConfig explains `rests`, `slope` and `shift`."""
        self.insight = insight
        self.dealer = dealer
        self.turn_of = turn_of
        self.side_of = side_of
        self.sides = cells_of(side_of)  # the same for compiled loops
        self.shared_luck = shared_luck
        self.rests: i64 = rests
        self.slope = slope
        self.shift = shift
        self.seed = seed
        # Two random words of the current sampled state, from which SharedLuck computes all its draws:
        self.luck_key: i64 = 0
        self.luck_salt: i64 = 0
        self.priors = blank(MAX_LEGAL)
        self.viewer: i64 = NO_VIEWER  # the seat whose next turn is the time to count points
        self.ended_early = False  # the game of the last rollout was over before the viewer's next turn
        self.own_points = 0  # the viewer's points at its next turn, or at the end of the rollout
        self.rival_points = 0  # the highest points of another side at that time
        self.win_probabilities = vec[float]()  # by side, after the last rollout
        for _ in range(max(side_of) + 1):
            self.win_probabilities = append(self.win_probabilities, 0.0)

    def sample_state(self, number: int) -> State:
        """Return sampled state `number`: the state before any candidate action. Until the next call, all rollouts use
        the random draws that belong to this sampled state."""
        rng = numbered_rng(self.seed, number)
        self.luck_key = rng.word()
        self.luck_salt = rng.word()
        state: State = self.dealer.deal(rng)
        return state

    def value_after(self, start: State, action: i64, seat: i64) -> float:
        """Play a rollout from `start` that begins with this action, or without a candidate action for NO_ACTION. Return
        the seat's win probability. `start` stays unchanged."""
        state = start.bare_copy()
        if action != NO_ACTION:
            state.do(action)
        return self.value_from(state, start, seat)

    def value_from(self, state: State, start: State, seat: i64) -> float:
        """Play a rollout from `state`, the state after the candidate action in `start`, and return the seat's win
        probability. `state` is changed."""
        self.shared_luck.restart(self.luck_key, self.luck_salt)
        self.viewer = seat
        self.play_on(state, start, self.turn_of(start))
        self.evaluate(state)
        return self.win_probability(seat)

    def roll_out_later(self, state: State, turn_number: i64, event_counts: Cells) -> None:
        """Play a rollout from a later state of the game, with the draws that it would have got in a rollout from the
        beginning. `SharedLuck.skip_to` explains `turn_number` and `event_counts`. `win_probability` has the results;
        `state` stays unchanged."""
        self.shared_luck.restart(self.luck_key, self.luck_salt)
        self.shared_luck.skip_to(turn_number, event_counts)
        self.viewer = NO_VIEWER
        later = state.bare_copy()
        self.play_on(later, state, self.turn_of(state))
        self.evaluate(later)

    def win_probability(self, seat: i64) -> float:
        """Return a seat's win probability after the last rollout. A shared victory counts in part."""
        return self.win_probabilities[self.sides[seat]]

    # ------------------------------------------------------------ playing on
    def play_on(self, state: State, since: State, turn_id: tuple[int, ...]) -> None:
        """Play a rollout: every seat plays the action with the highest prior until quiet position number `rests` after
        the state `since`, or to the end of the game. A quiet position is a state where Insight.is_cutoff is true.
        `turn_id` identifies the turn of `since` (see Game.turn_of)."""
        shared_luck = self.shared_luck
        rests_left = self.rests
        mover = state.turn()
        self.ended_early = True
        while mover != OVER:
            if rests_left > 0 and self.insight.is_cutoff(state, since):
                rests_left -= 1
                if rests_left == 0:
                    self.reach_next_turn(state)
                    return
                since = state.bare_copy()
            new_turn_id = self.turn_of(state)
            if new_turn_id != turn_id:
                turn_id = new_turn_id
                shared_luck.next_turn()
                if turn_id[0] == self.viewer:
                    self.reach_next_turn(state)
            if mover == CHANCE:
                state.do(shared_luck.draw(state))
            else:
                state.do(self.first_choice(state))
            mover = state.turn()
        if self.ended_early:
            self.count_points(state)

    def reach_next_turn(self, state: State) -> None:
        """Count the points at the first call in a rollout: when the viewer's turn begins or the rollout stops."""
        if self.ended_early:
            self.ended_early = False
            self.count_points(state)

    def count_points(self, state: State) -> None:
        """Set `own_points` and `rival_points` to the present points of the viewer and of the viewer's best rival."""
        if self.viewer == NO_VIEWER:
            return
        scores = state.scores()
        self.own_points = scores[self.viewer]
        self.rival_points = 0
        seat: i64 = 0
        while seat < len(scores):
            if self.sides[seat] != self.sides[self.viewer] and scores[seat] > self.rival_points:
                self.rival_points = scores[seat]
            seat += 1

    def first_choice(self, state: State) -> i64:
        """Return the action with the highest prior. If several have it, the shared random draws select one."""
        legal = self.shared_luck.legal
        priors = self.priors
        legal_count = state.fill_legal(legal)
        if legal_count == 1:
            return legal[0]
        self.insight.fill_analysis_priors(state, legal, legal_count, priors)
        keep_best(priors, legal_count)
        return legal[self.shared_luck.select(legal, priors, legal_count)]

    # ------------------------------------------------------------ evaluating
    def evaluate(self, state: State) -> None:
        """Set the win probabilities of all sides. A finished game has its result. Otherwise the insight estimates each
        side, `slope` (in a solo game also `shift`) corrects the estimate, and the estimates of several sides are scaled
        to a sum of 1."""
        win_probabilities = self.win_probabilities
        sides = self.sides
        side: i64 = 0
        if state.turn() == OVER:
            for share in final_shares(state.winners(), self.side_of):
                win_probabilities[side] = share
                side += 1
            return
        if len(sides) == 1:
            estimate = clamp(self.insight.evaluate(state, 0))
            log_odds = log(estimate / (1.0 - estimate))
            win_probabilities[0] = 1.0 / (1.0 + exp(-self.shift - self.slope * log_odds))
            return
        total = 0.0
        seat: i64 = 0
        while seat < len(sides):
            if sides[seat] == side:  # the first seat of the next side
                win_probabilities[side] = exp(self.slope * log(clamp(self.insight.evaluate(state, seat))))
                total += win_probabilities[side]
                side += 1
            seat += 1
        i: i64 = 0
        while i < side:
            win_probabilities[i] /= total
            i += 1


def clamp(estimate: float) -> float:
    """Keep an estimated win probability away from 0 and 1, so that its log-odds are finite."""
    if estimate < MIN_ESTIMATE:
        return MIN_ESTIMATE
    if estimate > 1.0 - MIN_ESTIMATE:
        return 1.0 - MIN_ESTIMATE
    return estimate


def first_choices(insight: Insight, state: State) -> list[int]:
    """Return the first choices of the seat to move, in ascending order: all actions that share the highest prior
    weight. A rollout plays one of them."""
    legal = copy(BUFFER)
    legal_count = state.fill_legal(legal)
    if legal_count == 1:
        return [legal[0]]
    priors = copy(BUFFER)
    insight.fill_analysis_priors(state, legal, legal_count, priors)
    keep_best(priors, legal_count)
    return [legal[i] for i in range(legal_count) if priors[i] > 0]

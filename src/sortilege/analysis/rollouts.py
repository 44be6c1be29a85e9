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

from sortilege.analysis.rollout_config import RolloutConfig
from sortilege.analysis.shared_luck import SharedLuck
from sortilege.core.contract.insight import Insight, final_shares
from sortilege.core.engine.cells import Cells, blank, cells_of, copy, keep_best
from sortilege.core.engine.rng import numbered_rng
from sortilege.core.engine.state import BUFFER, CHANCE, MAX_LEGAL, OVER, State

MIN_ESTIMATE: Final = 0.0001  # an estimate is at least this far from 0 and 1, because only finished games are certain
NO_ACTION: Final = -1  # in place of a candidate action
NO_VIEWER: Final = -1  # in place of a seat


class Rollouts:
    """Plays rollouts (simulated games) from sampled states, and keeps the results of the last rollout."""

    def __init__(
        self,
        insight: Insight,  # weighs the actions and evaluates the last state of a rollout
        dealer: Any,  # samples states; core.game.Dealer, but a protocol would be slow in compiled code
        turn_of: Callable[[State], tuple[int, ...]],  # identifies the turn of a state (see Game.turn_of)
        side_of: list[int],  # by seat: its side; sides are numbered in the order of their first seats
        shared_luck: SharedLuck,  # makes the random draws
        config: RolloutConfig,
        seed: int,
    ) -> None:
        self.insight = insight
        self.dealer = dealer
        self.turn_of = turn_of
        self.side_of = side_of
        self.sides = cells_of(side_of)  # the same for compiled loops
        self.shared_luck = shared_luck
        self.quiet_limit: i64 = config.quiet_limit
        self.slope: float = config.slope
        self.shift: float = config.shift
        self.seed = seed
        # Two random words of the current sampled state, from which SharedLuck computes all its draws:
        self.draw_key: i64 = 0
        self.draw_salt: i64 = 0
        self.priors = blank(MAX_LEGAL)  # buffer
        self.viewer: i64 = NO_VIEWER  # the seat whose candidate actions are compared
        # Results of the last rollout:
        self.ended_early = False  # the game was over before the viewer's next turn
        self.own_points = 0  # the viewer's points at its next turn, or at the end of the rollout
        self.rival_points = 0  # the highest points of another side at that time
        self.win_probabilities = vec[float]()  # by side
        for _ in range(max(side_of) + 1):
            self.win_probabilities = append(self.win_probabilities, 0.0)

    def sample_state(self, number: int) -> State:
        """Sample a complete state, in which no candidate action was played yet. The same `number` always gives the same
        state. Until the next call, all rollouts use the random draws that belong to this state."""
        rng = numbered_rng(self.seed, number)
        self.draw_key = rng.word()
        self.draw_salt = rng.word()
        state: State = self.dealer.deal(rng)
        return state

    def value_after(self, start: State, action: i64, seat: i64) -> float:
        """Play a rollout that begins with this action in the state `start`, and return the seat's win probability. For
        NO_ACTION the rollout begins with the first choice of the seat to move. `start` is not changed."""
        state = start.bare_copy()
        if action != NO_ACTION:
            state.do(action)
        return self.value_from(state, start, seat)

    def value_from(self, state: State, start: State, seat: i64) -> float:
        """Play a rollout from `state`, the state after a candidate action of the seat, and return the seat's win
        probability. `start` is the state before the action. `state` becomes the last state of the rollout."""
        self.roll_out(state, start, seat)
        self.evaluate(state)
        return self.win_probability(seat)

    def roll_out(self, state: State, start: State, seat: i64) -> None:
        """Play a rollout like `value_from`, without evaluating its last state."""
        self.shared_luck.restart(self.draw_key, self.draw_salt)
        self.viewer = seat
        self.play_on(state, start)

    def roll_out_position(self, position: State, turn_number: i64, event_counts: Cells) -> None:
        """Play a rollout from a position in the middle of a game; `win_probability` returns the results. The random
        draws are those that follow after `turn_number` whole turns and `event_counts[kind]` events of each kind in the
        present turn. `position` is not changed."""
        self.shared_luck.restart(self.draw_key, self.draw_salt)
        self.shared_luck.skip_to(turn_number, event_counts)
        self.viewer = NO_VIEWER
        state = position.bare_copy()
        self.play_on(state, position)
        self.evaluate(state)

    def win_probability(self, seat: i64) -> float:
        """Return a seat's win probability after the last rollout. A shared victory counts in part."""
        return self.win_probabilities[self.sides[seat]]

    # ------------------------------------------------------------ playing on
    def play_on(self, state: State, start: State) -> None:
        """Play every seat's first choices in `state`, to the end of the game or to a quiet position (a state that can
        be evaluated, see Insight.is_cutoff). If `quiet_limit` is n, play stops at the n-th quiet position after the
        state `start`; 0 means that play never stops before the end of the game."""
        quiet_left = self.quiet_limit
        last_quiet = start  # is_cutoff compares the present state with this one
        turn_id = self.turn_of(start)
        mover = state.turn()
        self.ended_early = True
        while mover != OVER:
            if quiet_left > 0 and self.insight.is_cutoff(state, last_quiet):
                quiet_left -= 1
                if quiet_left == 0:
                    self.survive_to(state)
                    return
                last_quiet = state.bare_copy()
            new_turn_id = self.turn_of(state)
            if new_turn_id != turn_id:
                turn_id = new_turn_id
                self.shared_luck.next_turn()
                if turn_id[0] == self.viewer:
                    self.survive_to(state)
            if mover == CHANCE:
                state.do(self.shared_luck.draw(state))
            else:
                state.do(self.first_choice(state))
            mover = state.turn()
        if self.ended_early:
            self.update_points(state)

    def survive_to(self, state: State) -> None:
        """Record that the game did not end before this state, where the viewer's turn begins or the rollout stops. The
        points are counted at the first such state of a rollout."""
        if self.ended_early:
            self.ended_early = False
            self.update_points(state)

    def update_points(self, state: State) -> None:
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
        """Return the action with the highest prior weight. If several have this weight, draw one of them."""
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
        """Set the win probabilities of all sides: the result of a finished game, otherwise an estimate."""
        if state.turn() == OVER:
            self.set_result(state)
        elif len(self.sides) == 1:
            self.estimate_solo(state)
        else:
            self.estimate_sides(state)

    def set_result(self, state: State) -> None:
        side: i64 = 0
        for share in final_shares(state.winners(), self.side_of):
            self.win_probabilities[side] = share
            side += 1

    def estimate_solo(self, state: State) -> None:
        """Estimate the win probability of a solo game. `slope` and `shift` correct the log-odds of the estimate."""
        estimate = clamp(self.insight.evaluate(state, 0))
        log_odds = log(estimate / (1.0 - estimate))
        self.win_probabilities[0] = 1.0 / (1.0 + exp(-self.shift - self.slope * log_odds))

    def estimate_sides(self, state: State) -> None:
        """Estimate the win probability of every side. Each estimate is raised to the power `slope`; then all are scaled
        to a sum of 1."""
        total = 0.0
        sides_done: i64 = 0
        seat: i64 = 0
        while seat < len(self.sides):
            is_first_of_side = self.sides[seat] == sides_done
            if is_first_of_side:
                estimate = clamp(self.insight.evaluate(state, seat))
                self.win_probabilities[sides_done] = exp(self.slope * log(estimate))
                total += self.win_probabilities[sides_done]
                sides_done += 1
            seat += 1
        side: i64 = 0
        while side < sides_done:
            self.win_probabilities[side] /= total
            side += 1


def clamp(estimate: float) -> float:
    """Keep an estimated win probability away from 0 and 1, so that its log-odds are finite."""
    if estimate < MIN_ESTIMATE:
        return MIN_ESTIMATE
    if estimate > 1.0 - MIN_ESTIMATE:
        return 1.0 - MIN_ESTIMATE
    return estimate


def first_choices(insight: Insight, state: State) -> list[int]:
    """Return the first choices of the seat to move: all legal actions that share the highest prior weight, in ascending
    order. A rollout (a simulated game) plays one of them."""
    legal = copy(BUFFER)
    legal_count = state.fill_legal(legal)
    if legal_count == 1:
        return [legal[0]]
    priors = copy(BUFFER)
    insight.fill_analysis_priors(state, legal, legal_count, priors)
    keep_best(priors, legal_count)
    return [legal[i] for i in range(legal_count) if priors[i] > 0]

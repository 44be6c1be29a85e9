"""Rollouts: imagined worlds, played on from a candidate action until they can be evaluated.

A world is one state sampled from a view, together with the random draws of its future. Every candidate is played in the
same worlds. After the candidate, every seat plays its first choice: the action with the highest prior of
`Insight.fill_analysis_priors`, which uses only what the seat may know. A rollout stops at a cutoff, which
`Insight.evaluate` evaluates, or at the end of the game, where the result counts.
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

MARGIN: Final = 0.0001  # an estimated share is at least this far from 0 and 1; only a finished game is certain


class Rollouts:
    """Rollouts in the worlds of one view. `side_of` is the side each seat wins with; sides are numbered by their first
    seats."""

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
        """`rests`, `slope` and `shift` are those of a RolloutConfig."""
        self.insight = insight
        self.dealer = dealer
        self.turn_of = turn_of
        self.side_of = side_of
        self.sides = cells_of(side_of)
        self.shared_luck = shared_luck
        self.rests: i64 = rests
        self.slope = slope
        self.shift = shift
        self.seed = seed
        self.world: i64 = 0
        self.salt: i64 = 0
        self.priors = blank(MAX_LEGAL)
        self.viewer: i64 = -1  # the seat whose next turn ends the count of points
        self.ended_early = False  # whether the last rollout was over before the viewer's next turn
        self.own_points = 0  # the viewer's points at its next turn, or at the end of the rollout
        self.rival_points = 0  # the highest points of another side then
        self.shares = vec[float]()  # by side, after the last rollout
        for _ in range(max(side_of) + 1):
            self.shares = append(self.shares, 0.0)

    def enter_world(self, number: int) -> State:
        """Sample world `number` and return its state before any candidate. Rollouts take place in this world until the
        next call."""
        rng = numbered_rng(self.seed, number)
        self.world = rng.word()
        self.salt = rng.word()
        state: State = self.dealer.deal(rng)
        return state

    def value_after(self, start: State, action: i64, seat: i64) -> float:
        """Roll out from `start`, which stays unchanged, after an action (-1: none). Return the seat's share of
        victory."""
        state = start.bare_copy()
        if action >= 0:
            state.do(action)
        return self.value_from(state, start, seat)

    def value_from(self, state: State, start: State, seat: i64) -> float:
        """Roll out from a state that follows `start`, and change it. Return the seat's share of victory."""
        self.shared_luck.restart(self.world, self.salt)
        self.viewer = seat
        self.play_on(state, start, self.turn_of(start))
        self.evaluate(state)
        return self.shares[self.sides[seat]]

    def roll_out_later(self, state: State, turn_number: i64, seen: Cells) -> None:
        """Roll out a copy of a later state of the world; `turn_number` and `seen` are those of SharedLuck.skip_to.
        `share` returns the results."""
        self.shared_luck.restart(self.world, self.salt)
        self.shared_luck.skip_to(turn_number, seen)
        self.viewer = -1
        later = state.bare_copy()
        self.play_on(later, state, self.turn_of(state))
        self.evaluate(later)

    def share(self, seat: i64) -> float:
        """Return a seat's share of victory after the last rollout."""
        return self.shares[self.sides[seat]]

    # ------------------------------------------------------------ playing on
    def play_on(self, state: State, since: State, turn: tuple[int, ...]) -> None:
        """Play first choices until the rollout has reached quiet position number `rests`, or to the end of the game."""
        shared_luck = self.shared_luck
        left = self.rests
        at = state.turn()
        self.ended_early = True
        while at != OVER:
            if left > 0 and self.insight.is_cutoff(state, since):
                left -= 1
                if left == 0:
                    self.reach_next_turn(state)
                    return
                since = state.bare_copy()
            now = self.turn_of(state)
            if now != turn:
                turn = now
                shared_luck.next_turn()
                if turn[0] == self.viewer:
                    self.reach_next_turn(state)
            if at == CHANCE:
                state.do(shared_luck.draw(state))
            else:
                state.do(self.first_choice(state))
            at = state.turn()
        if self.ended_early:
            self.count_points(state)

    def reach_next_turn(self, state: State) -> None:
        """Count the points when the viewer's next turn begins or the rollout stops, whichever comes first."""
        if self.ended_early:
            self.ended_early = False
            self.count_points(state)

    def count_points(self, state: State) -> None:
        """Set `own_points` and `rival_points`."""
        if self.viewer < 0:
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
        """Return the action with the highest prior. Ties are broken by the random draws of the world."""
        legal = self.shared_luck.legal
        priors = self.priors
        n = state.fill_legal(legal)
        if n == 1:
            return legal[0]
        self.insight.fill_analysis_priors(state, legal, n, priors)
        keep_best(priors, n)
        return legal[self.shared_luck.select(legal, priors, n)]

    # ------------------------------------------------------------ evaluating
    def evaluate(self, state: State) -> None:
        """Set `shares`: the result of a finished game, otherwise the estimate of the insight, scaled by `slope` and
        `shift`."""
        shares = self.shares
        sides = self.sides
        side: i64 = 0
        if state.turn() == OVER:
            for share in final_shares(state.winners(), self.side_of):
                shares[side] = share
                side += 1
            return
        if len(sides) == 1:
            alone = clamp(self.insight.evaluate(state, 0))
            shares[0] = 1.0 / (1.0 + exp(-self.shift - self.slope * log(alone / (1.0 - alone))))
            return
        total = 0.0
        seat: i64 = 0
        while seat < len(sides):
            if sides[seat] == side:  # the first seat of the next side
                shares[side] = exp(self.slope * log(clamp(self.insight.evaluate(state, seat))))
                total += shares[side]
                side += 1
            seat += 1
        i: i64 = 0
        while i < side:
            shares[i] /= total
            i += 1


def clamp(share: float) -> float:
    """Keep a share away from 0 and 1, so that its log-odds are finite."""
    if share < MARGIN:
        return MARGIN
    if share > 1.0 - MARGIN:
        return 1.0 - MARGIN
    return share


def first_choices(insight: Insight, state: State) -> list[int]:
    """Return the actions with the highest prior for the seat to move, in ascending order. A rollout plays one of
    them."""
    legal = copy(BUFFER)
    n = state.fill_legal(legal)
    if n == 1:
        return [legal[0]]
    priors = copy(BUFFER)
    insight.fill_analysis_priors(state, legal, n, priors)
    keep_best(priors, n)
    return [legal[i] for i in range(n) if priors[i] > 0]

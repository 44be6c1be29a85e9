"""Imagined worlds, played on from a candidate by the same hands and with the same luck as from every other.

Everybody goes on at first sight: each seat takes what `Insight.go_on` puts first, and that rests on what the seat may
know alone. Where the game rests, `Insight.worth` says the shares of victory; where it is over, the result does.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sortilege.analysis.luck import Luck
from sortilege.core.cells import Cells, blank, keep_best
from sortilege.core.insight import Insight
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST, State

SLIGHT: Final = 0.0001  # no judgement is surer than this; only the end is


class Worlds:
    """The worlds of one view. `sides[seat]` is the side a seat wins with, counted from 0 by its first seat."""

    def __init__(
        self,
        insight: Insight,
        dealer: Any,  # core.game.Dealer, a protocol that compiled code would ask slowly
        turn_of: Callable[[State], tuple[int, ...]],
        sides: Cells,
        luck: Luck,
        rests: int,
        slope: float,
        shift: float,
        seed: int,
    ) -> None:
        self.insight = insight
        self.dealer = dealer
        self.turn_of = turn_of
        self.sides = sides
        self.luck = luck
        self.rests: i64 = rests  # how often a game rests before it is judged; 0: it is played to its end
        self.slope = slope  # how far a judgement is trusted: its log-odds are multiplied by it
        self.shift = shift  # for a solo game: what is added to them
        self.seed = seed
        self.world: i64 = 0
        self.salt: i64 = 0
        self.rates = blank(WIDEST)
        self.viewer: i64 = -1  # whose next turn is waited for
        self.soon = False  # whether the world last played was over before that
        self.own = 0  # the viewer's points then, or at the end
        self.theirs = 0  # the most that any other side had
        self.shares = vec[float]()  # by side, of the world last played
        seat: i64 = 0
        while seat < len(sides):
            self.shares = append(self.shares, 0.0)
            seat += 1

    def enter(self, number: int) -> State:
        """World number so-and-so as it is before any candidate."""
        rng = Rng(self.seed * 1_000_003 + number)
        self.world = rng.word()
        self.salt = rng.word()
        state: State = self.dealer.deal(rng)
        return state

    def play(self, start: State, action: i64, seat: i64) -> float:
        """The seat's share of victory after an action (-1: none) in the world entered last, which stays as it is."""
        state = start.twin()
        if action >= 0:
            state.do(action)
        return self.play_from(state, start, seat)

    def play_from(self, state: State, start: State, seat: i64) -> float:
        """The same from a state that came of `start`; it is played on itself."""
        self.luck.enter(self.world, self.salt)
        self.viewer = seat
        self.play_on(state, start, self.turn_of(start))
        self.judge(state)
        return self.shares[self.sides[seat]]

    def play_later(self, state: State, turn: i64, seen: Cells) -> None:
        """Play a copy of a state on in the world entered last, which has come so far: see Luck.go_to. `share` answers
        for every seat."""
        self.luck.enter(self.world, self.salt)
        self.luck.go_to(turn, seen)
        self.viewer = -1
        later = state.twin()
        self.play_on(later, state, self.turn_of(state))
        self.judge(later)

    def share(self, seat: i64) -> float:
        """Another seat's share in what was played last."""
        return self.shares[self.sides[seat]]

    # ------------------------------------------------------------ playing on
    def play_on(self, state: State, since: State, turn: tuple[int, ...]) -> None:
        """At first sight, to the last rest or to the end."""
        luck = self.luck
        left = self.rests
        at = state.turn()
        self.soon = True
        while at != OVER:
            if left > 0 and self.insight.rests(state, since):
                left -= 1
                if left == 0:
                    self.arrive(state)
                    return
                since = state.twin()
            now = self.turn_of(state)
            if now != turn:
                turn = now
                luck.next_turn()
                if turn[0] == self.viewer:
                    self.arrive(state)
            if at == CHANCE:
                state.do(luck.draw(state))
            else:
                state.do(self.decide(state))
            at = state.turn()
        if self.soon:
            self.count_points(state)

    def arrive(self, state: State) -> None:
        """The viewer's next turn has come, or as far as the world is played."""
        if self.soon:
            self.soon = False
            self.count_points(state)

    def count_points(self, state: State) -> None:
        """Fill `own` and `theirs`."""
        if self.viewer < 0:
            return
        scores = state.scores()
        self.own = scores[self.viewer]
        self.theirs = 0
        seat: i64 = 0
        while seat < len(scores):
            if self.sides[seat] != self.sides[self.viewer] and scores[seat] > self.theirs:
                self.theirs = scores[seat]
            seat += 1

    def decide(self, state: State) -> i64:
        """What the seat to move does at first sight; of equally good decisions any, by the luck of the world."""
        legal = self.luck.legal
        rates = self.rates
        n = state.fill_legal(legal)
        if n == 1:
            return legal[0]
        self.insight.go_on(state, legal, n, rates)
        keep_best(rates, n)
        return legal[self.luck.first(legal, rates, n)]

    # ------------------------------------------------------------ judging
    def judge(self, state: State) -> None:
        """Fill `shares`."""
        if state.turn() == OVER:
            self.settle(state)
            return
        shares = self.shares
        sides = self.sides
        if len(sides) == 1:
            alone = bounded(self.insight.worth(state, 0))
            shares[0] = 1.0 / (1.0 + exp(-self.shift - self.slope * log(alone / (1.0 - alone))))
            return
        total = 0.0
        seat: i64 = 0
        side: i64 = 0  # counts the sides met so far
        while seat < len(sides):
            if sides[seat] == side:
                shares[side] = exp(self.slope * log(bounded(self.insight.worth(state, seat))))
                total += shares[side]
                side += 1
            seat += 1
        i: i64 = 0
        while i < side:
            shares[i] /= total
            i += 1

    def settle(self, state: State) -> None:
        """The shares of a game that is over: the sides that won share the victory. Nobody's victory is a draw of all,
        or the defeat of one who plays alone."""
        shares = self.shares
        sides = self.sides
        count: i64 = 0
        seat: i64 = 0
        while seat < len(sides):
            if sides[seat] == count:
                shares[count] = 0.0
                count += 1
            seat += 1
        won = 0.0
        for winner in state.winners():
            side = sides[i64(winner)]
            if shares[side] == 0.0:
                shares[side] = 1.0
                won += 1.0
        i: i64 = 0
        while i < count:
            if won > 0.0:
                shares[i] /= won
            elif count > 1:
                shares[i] = 1.0 / float(count)
            i += 1


def bounded(share: float) -> float:
    """A judgement that leaves a little doubt, so that it has log-odds."""
    if share < SLIGHT:
        return SLIGHT
    if share > 1.0 - SLIGHT:
        return 1.0 - SLIGHT
    return share

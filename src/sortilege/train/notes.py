"""What is noted of games: at some moments a seat's features, and in the end the share of victory that became of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.bots.net import final_share
from sortilege.core.cells import Cells, blank, keep_best
from sortilege.core.features import Features
from sortilege.core.insight import Insight, Judge
from sortilege.core.rng import Rng
from sortilege.core.state import CHANCE, OVER, WIDEST, State

# A note is worth what became of it, seen through the eyes of the last generation: the share of the seat's next note
# counts for a twentieth, the one after it for a twentieth of what is left, and so on. That is less of a lottery.
NEXT: Final = 0.05
# What a seat that thought its turn through expects of it is worth more than that: all its own luck is weighed there.
EXPECTED: Final = 0.3
CURIOUS: Final = 12  # one of so many decisions is left to lots, to see something new
# Where sides are compared one of so many rests is noted, for those of one game say nearly the same; and one of so many
# decisions, since it may be asked there too.
SPARSELY: Final = 4
ELSEWHERE: Final = 32
ASIDE: Final = 8  # where turns are handed over, one of so many other decisions is noted


class Notes:
    """Positions, one after the other: what is worth a share of victory is a moment, a row for one seat or, where sides
    are compared, for each. The pairs of all rows are in one list."""

    def __init__(self, features: Features, judge: Judge | None) -> None:
        self.features = features
        self.judge = judge  # the last generation, if there is one
        self.known = blank(2 * features.size)
        self.indices: list[int] = []
        self.values: list[int] = []
        self.counts: list[int] = []  # by row: how many pairs
        self.stakes: list[float] = []  # by row: how much it counts, and for whom: less than 0 is for the rivals
        self.rows: list[int] = []  # by moment: how many rows
        self.seats: list[int] = []  # by moment: whose share of victory is noted
        self.targets: list[float] = []
        # What was thought of the present game on its way, which its moments are marked by.
        self.path: list[int] = []  # moments, -1 for a thought that is not noted
        self.thinkers: list[int] = []  # whose share it is about
        self.guesses: list[float] = []
        self.trusts: list[float] = []  # how much of what came later the guess stands for
        self.games: list[int] = []  # by game: how many moments

    def note(self, state: State, seat: i64) -> None:
        """What this seat knows now."""
        self.add(state, seat, 1.0)
        self.end_moment(state, seat, 1)

    def note_all(self, state: State, side_of: list[int]) -> None:
        """What every seat knows now: the first one's side against the other."""
        seat: i64 = 0
        while seat < state.seats:
            sign = 1.0 if side_of[seat] == side_of[0] else -1.0
            self.add(state, seat, sign / side_of.count(side_of[seat]))
            seat += 1
        self.end_moment(state, 0, state.seats)

    def add(self, state: State, seat: i64, stake: float) -> None:
        """One row."""
        known = self.known
        n = self.features.fill(state, seat, known)
        i: i64 = 0
        while i < n:
            self.indices.append(known[2 * i])
            self.values.append(known[2 * i + 1])
            i += 1
        self.counts.append(n)
        self.stakes.append(stake)

    def end_moment(self, state: State, seat: i64, rows: i64) -> None:
        self.rows.append(rows)
        self.seats.append(seat)
        if self.judge is not None:
            self.pass_by(len(self.seats) - 1, seat, self.judge.share(state, seat), NEXT)
        else:
            self.pass_by(len(self.seats) - 1, seat, 0.0, 0.0)

    def expect(self, seat: i64, share: float, trust: float) -> None:
        """This seat thought its turn through: earlier notes of it heed what it found."""
        self.pass_by(-1, seat, share, trust)

    def pass_by(self, moment: i64, seat: i64, guess: float, trust: float) -> None:
        self.path.append(moment)
        self.thinkers.append(seat)
        self.guesses.append(guess)
        self.trusts.append(trust)

    def end(self, shares: list[float]) -> None:
        """The game noted last is over: its notes are worth these shares, by seat."""
        first = len(self.targets)
        self.games.append(len(self.seats) - first)
        last = shares[:]
        self.targets.extend([0.0] * (len(self.seats) - first))
        at = len(self.path) - 1
        while at >= 0:
            seat = self.thinkers[at]
            if self.path[at] >= 0:
                self.targets[self.path[at]] = last[seat]
            last[seat] += self.trusts[at] * (self.guesses[at] - last[seat])
            at -= 1
        self.path = []
        self.thinkers = []
        self.guesses = []
        self.trusts = []


def at_sight(
    state: State, insight: Insight, rng: Rng, notes: Notes, apart: i64, side_of: list[int], thinking: list[int]
) -> i64:
    """Play to the end; answers the number of nodes. A seat that thinks plays as the insight does at once; the others
    take what their ratings put first, or by lot in proportion to them where there is a judge and they have none. Now
    and then everybody draws lots. Noted is something every `apart` nodes or so; where sides are compared, some rests;
    where turns are handed over, who did so."""
    compares = insight.compares()
    passes = insight.hands_over()
    start = state.twin()
    legal = blank(WIDEST)
    rates = blank(WIDEST)
    nodes: i64 = 0
    before: i64 = -1  # who decided last, in this part of the game
    turn = state.turn()
    while turn != OVER:
        nodes += 1
        if turn == CHANCE:
            if insight.concludes(state):
                notes.end(marks(state, insight, side_of))
                before = -1
            if compares:
                if rng.below(SPARSELY) == 0 and insight.rests(state, start):
                    notes.note_all(state, side_of)
            elif not passes and rng.below(3 * apart) == 0:
                notes.note(state, rng.below(state.seats))
            state.do(state.draw(rng, legal))
        else:
            if passes and before >= 0 and before != turn and rng.below(apart) == 0:
                notes.note(state, before)
            before = turn
            n = state.fill_legal(legal)
            at: i64 = 0
            if n > 1:
                if compares:
                    if rng.below(ELSEWHERE) == 0:
                        notes.note_all(state, side_of)
                elif rng.below(ASIDE * apart if passes else apart) == 0:
                    notes.note(state, onlooker(turn, state.seats, rng))
                at = decide(state, turn, insight, rng, notes, thinking[turn] != 0, legal, n, rates)
            state.do(legal[at])
        turn = state.turn()
    notes.end(marks(state, insight, side_of))
    return nodes


def decide(
    state: State, turn: i64, insight: Insight, rng: Rng, notes: Notes, thinks: bool, legal: Cells, n: i64, rates: Cells
) -> i64:
    """Which of the legal actions is taken."""
    curious = rng.below(CURIOUS) == 0
    if thinks:
        action = insight.play(state)
        # What follows a whim is not what was expected, and no fault of what went before.
        notes.expect(turn, insight.expects, 1.0 if curious else EXPECTED)
        if not curious:
            at: i64 = 0
            while legal[at] != action:
                at += 1
            return at
    insight.rate(state, legal, n, rates)
    if not curious and notes.judge is None:
        keep_best(rates, n)
    return rng.weighted_index(rates, n)


def marks(state: State, insight: Insight, side_of: list[int]) -> list[float]:
    """What became of every seat, here where the game ends or is as good as judged."""
    out: list[float] = []
    seat: i64 = 0
    while seat < state.seats:
        share = final_share(state, seat, side_of) if state.turn() == OVER else insight.worth(state, seat)
        out.append(insight.mark(state, seat, share))
        seat += 1
    return out


def onlooker(turn: i64, seats: i64, rng: Rng) -> i64:
    """Whose knowledge is noted: as often the seat to decide as any other."""
    if rng.below(2) == 0:
        return turn
    return rng.below(seats)

"""Record positions for training: the features of a seat at some moments, and later the result of the game as their
target."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.bots.net import final_share
from sortilege.core.contract.features import Features
from sortilege.core.contract.insight import Insight, Predictor
from sortilege.core.engine.cells import Cells, blank, keep_best
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER, State

# The target of a note mixes the result of the game with the predictions of the last generation's net: the prediction at
# the seat's next note counts for a twentieth, that at the one after for a twentieth of the rest, and so on. This
# reduces the variance of the targets.
NEXT: Final = 0.05
# The value that a seat expects after searching its whole turn counts more: it averages over the luck of that turn.
EXPECTED: Final = 0.3
CURIOUS: Final = 12  # one in so many decisions is random, for exploration
# If the net compares sides, one in so many quiet positions is noted, because those of one game are similar, and one in
# so many decisions, because the net may be evaluated there too.
SPARSELY: Final = 4
ELSEWHERE: Final = 32
ASIDE: Final = 8  # in games with turns of several actions, one in so many other decisions is noted


class Notes:
    """The recorded positions. A moment has one target, a share of victory, and one row of features, or a row for each
    seat if the net compares sides. All rows share flat lists."""

    def __init__(self, features: Features, predictor: Predictor | None) -> None:
        self.features = features
        self.predictor = predictor  # the net of the last generation; None in the first
        self.known = blank(2 * features.size)
        self.indices: list[int] = []
        self.values: list[int] = []
        self.counts: list[int] = []  # by row: number of (index, value) pairs
        self.stakes: list[float] = []  # by row: its weight in the sum, negative for opponents
        self.rows: list[int] = []  # by moment: number of rows
        self.seats: list[int] = []  # by moment: the seat whose share of victory is the target
        self.targets: list[float] = []
        # Predictions made during the current game, from which its targets are computed.
        self.path: list[int] = []  # moments; -1 for a prediction without a note
        self.thinkers: list[int] = []  # the seat whose share is predicted
        self.guesses: list[float] = []
        self.trusts: list[float] = []  # weight of the prediction against all that came later
        self.games: list[int] = []  # by game: number of moments

    def note(self, state: State, seat: i64) -> None:
        """Record what this seat knows now."""
        self.add(state, seat, 1.0)
        self.end_moment(state, seat, 1)

    def note_all(self, state: State, side_of: list[int]) -> None:
        """Record what every seat knows now; the target is the share of seat 0's side."""
        seat: i64 = 0
        while seat < state.seats:
            sign = 1.0 if side_of[seat] == side_of[0] else -1.0
            self.add(state, seat, sign / side_of.count(side_of[seat]))
            seat += 1
        self.end_moment(state, 0, state.seats)

    def add(self, state: State, seat: i64, stake: float) -> None:
        """Add a row of features."""
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
        """Finish a moment whose rows were just added, with the net's prediction for it."""
        self.rows.append(rows)
        self.seats.append(seat)
        if self.predictor is not None:
            self.pass_by(len(self.seats) - 1, seat, self.predictor.share(state, seat), NEXT)
        else:
            self.pass_by(len(self.seats) - 1, seat, 0.0, 0.0)

    def expect(self, seat: i64, share: float, trust: float) -> None:
        """Mix a seat's expectation after a search into the targets of its earlier notes."""
        self.pass_by(-1, seat, share, trust)

    def pass_by(self, moment: i64, seat: i64, guess: float, trust: float) -> None:
        """Add a prediction for a seat, to be mixed into the targets of earlier moments."""
        self.path.append(moment)
        self.thinkers.append(seat)
        self.guesses.append(guess)
        self.trusts.append(trust)

    def end(self, shares: list[float]) -> None:
        """Compute the targets of the game's moments from the final shares by seat, going backwards through the
        predictions."""
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
    """Play a game to the end and return the number of nodes. Seats that think use `Insight.quick_action`. Others take
    the action with the highest prior; if there is a net, they draw an action in proportion to its prior. Some decisions
    are random, for exploration. About every `apart` nodes a position is noted: a quiet one if the net compares sides,
    and the seat that ended its turn in games with turns of several actions."""
    compares = insight.compares_sides()
    passes = insight.evaluates_turn_ends()
    start = state.bare_copy()
    legal = blank(MAX_LEGAL)
    priors = blank(MAX_LEGAL)
    nodes: i64 = 0
    before: i64 = -1  # who decided last, in this part of the game
    turn = state.turn()
    while turn != OVER:
        nodes += 1
        if turn == CHANCE:
            if insight.can_bootstrap(state):
                notes.end(marks(state, insight, side_of))
                before = -1
            if compares:
                if rng.below(SPARSELY) == 0 and insight.is_cutoff(state, start):
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
                at = decide(state, turn, insight, rng, notes, thinking[turn] != 0, legal, n, priors)
            state.do(legal[at])
        turn = state.turn()
    notes.end(marks(state, insight, side_of))
    return nodes


def decide(
    state: State, turn: i64, insight: Insight, rng: Rng, notes: Notes, thinks: bool, legal: Cells, n: i64, priors: Cells
) -> i64:
    """Choose the index of a legal action."""
    curious = rng.below(CURIOUS) == 0
    if thinks:
        action = insight.quick_action(state)
        # A random action makes the rest of the game unrepresentative, so earlier notes use the expected value alone.
        notes.expect(turn, insight.expected_share, 1.0 if curious else EXPECTED)
        if not curious:
            at: i64 = 0
            while legal[at] != action:
                at += 1
            return at
    insight.fill_priors(state, legal, n, priors)
    if not curious and notes.predictor is None:
        keep_best(priors, n)
    return rng.weighted_index(priors, n)


def marks(state: State, insight: Insight, side_of: list[int]) -> list[float]:
    """Return each seat's share of victory, final or as evaluated where the insight can decide it."""
    out: list[float] = []
    seat: i64 = 0
    while seat < state.seats:
        share = final_share(state, seat, side_of) if state.turn() == OVER else insight.evaluate(state, seat)
        out.append(insight.training_target(state, seat, share))
        seat += 1
    return out


def onlooker(turn: i64, seats: i64, rng: Rng) -> i64:
    """Choose the seat whose knowledge is noted: half of the time the seat to decide, otherwise any seat."""
    if rng.below(2) == 0:
        return turn
    return rng.below(seats)

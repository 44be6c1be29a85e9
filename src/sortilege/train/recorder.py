"""Record positions for training: what a seat knows, as features, and later the result of the game as the target."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from sortilege.bots.net import final_share
from sortilege.core.contract.features import Features
from sortilege.core.contract.insight import Insight, Predictor
from sortilege.core.engine.cells import Cells, blank, keep_best
from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import CHANCE, MAX_LEGAL, OVER, State

# The target of a position mixes the result of the game with the predictions that the last generation's net makes at the
# later recorded positions of the seat. The prediction at the next position counts for a twentieth, the prediction at
# the position after that for a twentieth of the rest, and so on. This reduces the variance of the targets.
NEXT_WEIGHT: Final = 0.05
# The win probability found by searching a whole turn counts more, because it averages over the luck of the turn.
EXPECTATION_WEIGHT: Final = 0.3
NO_POSITION: Final = -1
NO_SEAT: Final = -1
# Of so many events, one is selected at random:
EXPLORATION_INTERVAL: Final = 12  # decisions, for a random action
CUTOFF_INTERVAL: Final = 4  # quiet positions to record if the net compares sides; those of one game are similar
COMPARED_DECISION_INTERVAL: Final = 32  # decisions to record then, because the net may be evaluated there too
CHANCE_INTERVAL: Final = 3  # chance events to record, as a multiple of the interval for decisions
MID_TURN_INTERVAL: Final = 8  # decisions within turns to record if the net evaluates turn ends, as a multiple too


class PositionRecorder:
    """Records positions of games for the training of a net. Each position has a target, the win probability that the
    net should learn to predict there.

    A position is described by one row of features, or by one row for each seat if the net compares sides. A row is a
    list of pairs (index, value). The rows of all positions are stored one after the other in the same lists."""

    def __init__(self, features: Features, predictor: Predictor | None) -> None:
        self.features = features
        self.predictor = predictor  # the net of the last generation; None in the first
        self.pairs = blank(2 * features.size)  # of the row that is being added
        self.indices: list[int] = []
        self.values: list[int] = []
        self.pair_counts: list[int] = []  # by row
        self.row_weights: list[float] = []  # by row: its factor in the sum of the net's outputs, negative for opponents
        self.row_counts: list[int] = []  # by position
        self.seats: list[int] = []  # by position: the seat whose win probability is the target
        self.targets: list[float] = []  # by position
        self.game_lengths: list[int] = []  # by game: its number of recorded positions
        # Predictions made during the current game, from which its targets are computed.
        self.predicted_positions: list[int] = []  # the recorded position, or NO_POSITION
        self.predicted_seats: list[int] = []
        self.predictions: list[float] = []
        self.prediction_weights: list[float] = []  # the weight of a prediction against all that came later

    def record(self, state: State, seat: i64) -> None:
        """Record a position as this seat knows it. The target is this seat's win probability."""
        self.add_row(state, seat, weight=1.0)
        self.end_position(state, seat, row_count=1)

    def record_all_seats(self, state: State, side_of: list[int]) -> None:
        """Record a position with one row for each seat. The target is the win probability of seat 0's side. Rows of
        this side have positive weights and the others negative ones, so the net compares both sides."""
        seat: i64 = 0
        while seat < state.seats:
            sign = 1.0 if side_of[seat] == side_of[0] else -1.0
            side_size = side_of.count(side_of[seat])
            self.add_row(state, seat, weight=sign / side_size)
            seat += 1
        self.end_position(state, 0, row_count=state.seats)

    def add_row(self, state: State, seat: i64, weight: float) -> None:
        """Add a row of features that describes a state as a seat knows it, with its weight in the net's output."""
        pairs = self.pairs
        count = self.features.fill(state, seat, pairs)
        i: i64 = 0
        while i < count:
            self.indices.append(pairs[2 * i])
            self.values.append(pairs[2 * i + 1])
            i += 1
        self.pair_counts.append(count)
        self.row_weights.append(weight)

    def end_position(self, state: State, seat: i64, row_count: i64) -> None:
        """Finish a position after its rows were added, and add the net's prediction for it, if any."""
        self.row_counts.append(row_count)
        self.seats.append(seat)
        position = len(self.seats) - 1
        if self.predictor is not None:
            self.add_prediction(position, seat, self.predictor.win_probability(state, seat), NEXT_WEIGHT)
        else:
            self.add_prediction(position, seat, prediction=0.0, weight=0.0)

    def add_expectation(self, seat: i64, win_probability: float, weight: float) -> None:
        """Add the win probability that a search computed for a seat, to be mixed into earlier targets."""
        self.add_prediction(NO_POSITION, seat, win_probability, weight)

    def add_prediction(self, position: i64, seat: i64, prediction: float, weight: float) -> None:
        """Add a prediction of a seat's win probability, made at a recorded position or at NO_POSITION. It will be
        mixed, with this weight, into the targets of the positions recorded before for this seat."""
        self.predicted_positions.append(position)
        self.predicted_seats.append(seat)
        self.predictions.append(prediction)
        self.prediction_weights.append(weight)

    def end_game(self, results: list[float]) -> None:
        """Compute the targets of the positions of the game that has just ended, the last one first. A target is the
        result of the position's seat in `results`, mixed with all later predictions for this seat."""
        game_length = len(self.seats) - len(self.targets)
        self.game_lengths.append(game_length)
        self.targets.extend([0.0] * game_length)
        next_targets = results[:]  # by seat: the target of the seat's position that comes next in the loop
        i = len(self.predicted_seats) - 1
        while i >= 0:
            seat = self.predicted_seats[i]
            if self.predicted_positions[i] != NO_POSITION:
                self.targets[self.predicted_positions[i]] = next_targets[seat]
            next_targets[seat] += self.prediction_weights[i] * (self.predictions[i] - next_targets[seat])
            i -= 1
        self.predicted_positions = []
        self.predicted_seats = []
        self.predictions = []
        self.prediction_weights = []


def play_quick_game(
    state: State,
    insight: Insight,
    rng: Rng,
    recorder: PositionRecorder,
    interval: i64,
    side_of: list[int],
    uses_quick_action: list[int],
) -> i64:
    """Play a game to the end without a tree search, record some of its positions, and return how many actions and
    chance events it had.

    A seat with a 1 in `uses_quick_action` plays the action that `Insight.quick_action` chooses. Any other seat plays
    the action with the highest prior or, if there is a net, an action drawn in proportion to the priors. Some actions
    are random, for exploration. About one in `interval` decisions is recorded. Instead of decisions, quiet positions
    are recorded if the net compares sides, and ends of turns if the net evaluates these.
    """
    compares = insight.net_compares_sides()
    evaluates_turn_ends = insight.evaluates_turn_ends()
    start = state.bare_copy()
    legal = blank(MAX_LEGAL)
    priors = blank(MAX_LEGAL)
    events: i64 = 0  # actions and chance events
    last_mover: i64 = NO_SEAT  # the seat that decided last, since the game began or was bootstrapped
    turn = state.turn()
    while turn != OVER:
        events += 1
        if turn == CHANCE:
            if insight.can_bootstrap(state):
                recorder.end_game(seat_targets(state, insight, side_of))
                last_mover = NO_SEAT
            if compares:
                if rng.below(CUTOFF_INTERVAL) == 0 and insight.is_cutoff(state, start):
                    recorder.record_all_seats(state, side_of)
            elif not evaluates_turn_ends and rng.below(CHANCE_INTERVAL * interval) == 0:
                recorder.record(state, rng.below(state.seats))
            state.do(state.draw(rng, legal))
        else:
            turn_ended = last_mover != NO_SEAT and last_mover != turn
            if evaluates_turn_ends and turn_ended and rng.below(interval) == 0:
                recorder.record(state, last_mover)
            last_mover = turn
            count = state.fill_legal(legal)
            index: i64 = 0
            if count > 1:
                if compares:
                    if rng.below(COMPARED_DECISION_INTERVAL) == 0:
                        recorder.record_all_seats(state, side_of)
                elif rng.below(MID_TURN_INTERVAL * interval if evaluates_turn_ends else interval) == 0:
                    recorder.record(state, seat_to_record(turn, state.seats, rng))
                quick = uses_quick_action[turn] != 0
                index = choose_index(state, turn, insight, rng, recorder, quick, legal, count, priors)
            state.do(legal[index])
        turn = state.turn()
    recorder.end_game(seat_targets(state, insight, side_of))
    return events


def choose_index(
    state: State,
    turn: i64,
    insight: Insight,
    rng: Rng,
    recorder: PositionRecorder,
    uses_quick_action: bool,
    legal: Cells,
    count: i64,
    priors: Cells,
) -> i64:
    """Choose an action for the seat `turn`, and return its index among the first `count` actions in `legal`. The seat
    lets `Insight.quick_action` choose, or draws by the priors (how promising the actions are). `priors` is a buffer."""
    explores = rng.below(EXPLORATION_INTERVAL) == 0
    if uses_quick_action:
        action = insight.quick_action(state)
        # After a random action the rest of the game is not typical, so earlier positions use the expected value alone.
        recorder.add_expectation(turn, insight.expected_win_probability, 1.0 if explores else EXPECTATION_WEIGHT)
        if not explores:
            index: i64 = 0
            while legal[index] != action:
                index += 1
            return index
    insight.fill_priors(state, legal, count, priors)
    if not explores and recorder.predictor is None:
        keep_best(priors, count)
    return rng.weighted_index(priors, count)


def seat_targets(state: State, insight: Insight, side_of: list[int]) -> list[float]:
    """Return the win probability to learn for every seat: its result or, before the end, an estimate."""
    targets: list[float] = []
    seat: i64 = 0
    while seat < state.seats:
        if state.turn() == OVER:
            win_probability = final_share(state, seat, side_of)
        else:
            win_probability = insight.evaluate(state, seat)
        targets.append(insight.training_target(state, seat, win_probability))
        seat += 1
    return targets


def seat_to_record(turn: i64, seats: i64, rng: Rng) -> i64:
    """Choose the seat from whose view a position is recorded: often the seat to move, or any seat."""
    if rng.below(2) == 0:
        return turn
    return rng.below(seats)

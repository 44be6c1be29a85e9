"""Calibration: of the positions in which the analysis predicts a win probability of 70 %, are 70 % won?

Bots play whole games. From each game a few random decisions are analysed from the view of their seat, and the predicted
win probabilities are compared with the results. Positions of one game have related results, so all uncertainties are
computed by game, not by position.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import chain
from math import exp, log
from typing import Final, NamedTuple

from sortilege.analysis.evaluate import rollouts_for, subject_of
from sortilege.analysis.intervals import middle_95
from sortilege.analysis.phrases import phrase
from sortilege.analysis.rollout_config import RolloutConfig
from sortilege.analysis.rollouts import NO_ACTION, Rollouts
from sortilege.bots import LEVELS, make
from sortilege.core.contract.insight import final_shares
from sortilege.core.engine.state import State
from sortilege.core.errors import OptionError, quote
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Object, Options
from sortilege.plots.charts import Bin

POSITIONS_PER_GAME: Final = 8
BINS: Final = 10
MIN_GAMES: Final = 4
RESAMPLES: Final = 400  # of a bootstrap interval
REDRAWS: Final = 100  # of all results, for the error of a perfect analysis
QUIET_LIMITS: Final = (1, 2)  # values of RolloutConfig.quiet_limit that are tried besides 0
SLOPES: Final = (0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7)  # values of RolloutConfig.slope that are tried with each
NEWTON_STEPS: Final = 25
MAX_PARAMETER: Final = 5.0  # of the logistic fit, positive or negative
MAX_LOG_ODDS: Final = 30.0  # keeps exponentials finite
NEAR_ZERO: Final = 1e-9  # added to weights, so that they are positive
MIN_DETERMINANT: Final = 1e-12
MIN_PREDICTION: Final = 0.005  # predictions are clamped to at least this distance from 0 and 1


class PlayedPosition(NamedTuple):
    """A state of a finished game in which a seat had to decide, and the result of the game for this seat."""

    game: int  # the number of the game, from 0
    state: State
    seat: int  # the seat to move
    result: float  # the seat's share of the victory at the end of the game: 1 won, 0 lost


class Prediction(NamedTuple):
    """The win probability that the analysis predicts for a position, and the result of its game for the seat."""

    game: int  # the number of the game
    seat: int
    predicted: float
    result: float


class CalibrationPlan(NamedTuple):
    """Which games are played and how they are analysed."""

    game: Game
    seats: int
    options: Options
    level: str = "adept"  # of the bots that play
    ms: float | None = None  # milliseconds for a bot's decision; None: as long as the level usually thinks
    games: int = 60  # the number of games
    worlds: int = 60  # sampled states for the analysis of a position
    seed: int = 0


def check_plan(plan: CalibrationPlan) -> None:
    """Raise OptionError if the level, the number of games or the number of sampled states is invalid."""
    if plan.level not in LEVELS:
        raise OptionError(phrase("other_levels", levels=LEVELS, given=quote(plan.level)))
    if plan.games < MIN_GAMES:
        raise OptionError(phrase("games", least=MIN_GAMES, given=plan.games))
    if plan.worlds < 1:
        raise OptionError(phrase("worlds", given=plan.worlds))


# ---------------------------------------------------------------- playing and analysing
def play_positions(plan: CalibrationPlan, on_game: Callable[[], None] = lambda: None) -> list[PlayedPosition]:
    """Play all games, and return random positions of each with its result. Call `on_game` after each game."""
    positions: list[PlayedPosition] = []
    for number in range(plan.games):
        match, decisions = play_game(plan, number)
        side_of = plan.game.side_of(plan.seats)
        results = final_shares(match.state.winners(), side_of)
        sampler = random.Random(f"{plan.seed} {number}")
        for state in sampler.sample(decisions, min(POSITIONS_PER_GAME, len(decisions))):
            positions.append(PlayedPosition(number, state, state.turn(), results[side_of[state.turn()]]))
        on_game()
    return positions


def play_game(plan: CalibrationPlan, number: int) -> tuple[Match, list[State]]:
    """Play game `number` to its end. Return the match, and the states in which a seat had several legal actions."""
    match = Match(plan.game, plan.seats, plan.options, f"calibrate {plan.seed} {number}")
    bots = [make(plan.game.name, plan.level, seed=1000 * number + seat) for seat in range(plan.seats)]
    decisions: list[State] = []
    while match.state.turn() >= 0:
        seat = match.state.turn()
        view = match.state.view(seat)
        if len(view["legal"]) > 1:
            decisions.append(match.state.clone())
        match.play(bots[seat].choose(view, plan.ms), seat)
    return match, decisions


def predict(
    plan: CalibrationPlan, positions: Sequence[PlayedPosition], config: RolloutConfig | None = None
) -> list[Prediction]:
    """Predict the win probability of each position's seat: the mean result of rollouts (simulated games). `config` says
    when a rollout stops; by default it is the configuration stored for the game."""
    predictions = []
    for position in positions:
        rollouts = rollouts_of(plan, position, config)
        total = 0.0
        for number in range(plan.worlds):
            total += rollouts.value_after(rollouts.sample_state(number), NO_ACTION, position.seat)
        predictions.append(Prediction(position.game, position.seat, total / plan.worlds, position.result))
    return predictions


def rollouts_of(plan: CalibrationPlan, position: PlayedPosition, config: RolloutConfig | None) -> Rollouts:
    """Return rollouts (simulated games) that start from a position as its seat sees it: the cards that are hidden from
    the seat are sampled at random."""
    subject = subject_of(plan.game, view=position.state.view(position.seat), state=None)
    return rollouts_for(plan.game, subject, plan.seed, config)


# ---------------------------------------------------------------- figures
def brier(predictions: Sequence[Prediction]) -> float:
    """Return the Brier score: the mean squared difference between prediction and result."""
    return sum((prediction.predicted - prediction.result) ** 2 for prediction in predictions) / len(predictions)


def log_loss(predictions: Sequence[Prediction]) -> float:
    """Return the mean logarithmic loss of the predictions."""
    total = 0.0
    for prediction in predictions:
        predicted = clamp_prediction(prediction.predicted)
        total -= prediction.result * log(predicted) + (1 - prediction.result) * log(1 - predicted)
    return total / len(predictions)


def clamp_prediction(predicted: float) -> float:
    """Keep a predicted win probability away from 0 and 1, so that its logarithm is finite."""
    return min(max(predicted, MIN_PREDICTION), 1 - MIN_PREDICTION)


def bins(predictions: Sequence[Prediction], count: int = BINS) -> list[Bin]:
    """Group the predictions into bins of equal width from 0 to 1. Empty bins are left out."""
    groups: list[list[Prediction]] = [[] for _ in range(count)]
    for prediction in predictions:
        groups[bin_index(prediction, count)].append(prediction)
    return [
        Bin(sum(prediction.predicted for prediction in group) / len(group), mean_result(group), len(group))
        for group in groups
        if group
    ]


def bin_index(prediction: Prediction, count: int) -> int:
    return min(count - 1, int(prediction.predicted * count))


def mean_result(predictions: Sequence[Prediction]) -> float:
    return sum(prediction.result for prediction in predictions) / len(predictions)


def expected_error(predictions: Sequence[Prediction]) -> float:
    """Return the expected calibration error. The error of a bin is the difference between its mean prediction and its
    mean result; the expected error is the mean of the bins' errors, weighted by their numbers of positions."""
    total = sum(group.size * abs(group.predicted - group.observed) for group in bins(predictions))
    return total / len(predictions)


def fit_slope(predictions: Sequence[Prediction]) -> float:
    """Return by which factor the predicted log-odds must be multiplied to fit the results best. The factor is 1 for a
    calibrated analysis, less if it is overconfident, and more if it is underconfident. This is a logistic regression,
    fitted by Newton's method; its intercept is not returned."""
    log_odds = [log(p / (1 - p)) for p in (clamp_prediction(prediction.predicted) for prediction in predictions)]
    intercept, slope = 0.0, 1.0
    for _ in range(NEWTON_STEPS):
        gradient_intercept = gradient_slope = 0.0  # of the log-likelihood
        hessian_00 = hessian_01 = hessian_11 = 0.0  # of the negative log-likelihood; 0: intercept, 1: slope
        for x, prediction in zip(log_odds, predictions, strict=True):
            fitted = logistic(intercept + slope * x)
            residual = prediction.result - fitted
            weight = fitted * (1 - fitted) + NEAR_ZERO
            gradient_intercept += residual
            gradient_slope += residual * x
            hessian_00 += weight
            hessian_01 += weight * x
            hessian_11 += weight * x * x
        determinant = hessian_00 * hessian_11 - hessian_01 * hessian_01
        if determinant < MIN_DETERMINANT:
            break
        intercept_step = (hessian_11 * gradient_intercept - hessian_01 * gradient_slope) / determinant
        slope_step = (hessian_00 * gradient_slope - hessian_01 * gradient_intercept) / determinant
        intercept, slope = clamp_parameter(intercept + intercept_step), clamp_parameter(slope + slope_step)
    return slope


def logistic(log_odds: float) -> float:
    return 1 / (1 + exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds))))


def clamp_parameter(parameter: float) -> float:
    """Limit a parameter of the fit, because with few games the best fit may be infinite."""
    return max(-MAX_PARAMETER, min(MAX_PARAMETER, parameter))


def bootstrap_interval(
    predictions: Sequence[Prediction], statistic: Callable[[Sequence[Prediction]], float], seed: int
) -> tuple[float, float]:
    """Return the 95 % bootstrap confidence interval of `statistic`, a function such as `fit_slope`. Whole games are
    resampled, because positions of one game have related results."""
    by_game: dict[int, list[Prediction]] = {}
    for prediction in predictions:
        by_game.setdefault(prediction.game, []).append(prediction)
    games, sampler = list(by_game.values()), random.Random(seed)
    values = []
    for _ in range(RESAMPLES):
        resampled_games = sampler.choices(games, k=len(games))
        values.append(statistic(list(chain.from_iterable(resampled_games))))
    return middle_95(values)


def chance_error(predictions: Sequence[Prediction], seed: int) -> float:
    """Return the expected calibration error of a perfect analysis with the same predictions. It is above 0, because the
    number of games is limited. To estimate it, all results are drawn many times with the predicted probabilities."""
    sampler = random.Random(seed)
    total = 0.0
    for _ in range(REDRAWS):
        random_of_seat: dict[tuple[int, int], float] = {}  # by game and seat: one number for all its positions
        redrawn = []
        for prediction in predictions:
            number = random_of_seat.setdefault((prediction.game, prediction.seat), sampler.random())
            has_won = number < prediction.predicted
            redrawn.append(prediction._replace(result=float(has_won)))
        total += expected_error(redrawn)
    return total / REDRAWS


def summary(plan: CalibrationPlan, predictions: Sequence[Prediction]) -> Object:
    """Return all figures of the calibration as a JSON object. `brier_of_nothing` is the Brier score of an analysis that
    predicts the mean result for every position. In a bin, `n` is the number of positions, `said` the mean prediction
    and `won` the mean result."""
    mean = mean_result(predictions)
    slope_low, slope_high = bootstrap_interval(predictions, fit_slope, plan.seed)
    return {
        "game": plan.game.name,
        "seats": plan.seats,
        "level": plan.level,
        "games": plan.games,
        "positions": len(predictions),
        "worlds": plan.worlds,
        "seed": plan.seed,
        "brier": brier(predictions),
        "brier_of_nothing": mean * (1 - mean),
        "expected_error": expected_error(predictions),
        "expected_error_by_chance": chance_error(predictions, plan.seed),
        "slope": fit_slope(predictions),
        "slope_low": slope_low,
        "slope_high": slope_high,
        "bins": [{"n": group.size, "said": group.predicted, "won": group.observed} for group in bins(predictions)],
    }


# ---------------------------------------------------------------- choosing a configuration
def choose_config(
    plan: CalibrationPlan, positions: Sequence[PlayedPosition], on_trial: Callable[[], None] = lambda: None
) -> tuple[RolloutConfig, Object]:
    """Return the configuration of rollouts (simulated games) that predicts best, and its figures. The configuration is
    chosen by the games with even numbers. The figures are measured with the other games, so that the choice does not
    bias them. Call `on_trial` once for rollouts to the end of the game, and once for each value in QUIET_LIMITS."""
    even_games = [position for position in positions if position.game % 2 == 0]
    odd_games = [position for position in positions if position.game % 2 == 1]
    played_out = RolloutConfig()
    best, lowest_loss = played_out, log_loss(predict(plan, even_games, played_out))
    on_trial()
    for quiet_limit in QUIET_LIMITS:
        for slope, predictions in predict_by_slope(plan, even_games, quiet_limit).items():
            loss = log_loss(predictions)
            if loss < lowest_loss:
                best, lowest_loss = RolloutConfig(quiet_limit, slope), loss
        on_trial()
    figures = summary(plan, predict(plan, odd_games, best))
    brier_played_out = figures["brier"] if best == played_out else brier(predict(plan, odd_games, played_out))
    return best, {**figures, "brier_played_out": brier_played_out}


def predict_by_slope(
    plan: CalibrationPlan, positions: Sequence[PlayedPosition], quiet_limit: int
) -> dict[float, list[Prediction]]:
    """Return, for every slope in SLOPES, the predictions of all positions. A slope is a factor for the log-odds of the
    estimate at the end of a rollout (a simulated game). It changes only this estimate, so each rollout is played once
    and its last state is evaluated with every slope."""
    predictions: dict[float, list[Prediction]] = {slope: [] for slope in SLOPES}
    for position in positions:
        rollouts = rollouts_of(plan, position, RolloutConfig(quiet_limit))
        predicted = dict.fromkeys(SLOPES, 0.0)
        for number in range(plan.worlds):
            start = rollouts.sample_state(number)
            last_state = start.bare_copy()
            rollouts.roll_out(last_state, start, position.seat)
            for slope in SLOPES:
                rollouts.slope = slope
                rollouts.evaluate(last_state)
                predicted[slope] += rollouts.win_probability(position.seat) / plan.worlds
        for slope in SLOPES:
            predictions[slope].append(Prediction(position.game, position.seat, predicted[slope], position.result))
    return predictions


def as_text_lines(figures: Object) -> list[str]:
    """Return the figures of `summary` as lines of text."""
    table = f"{figures['game']}, {figures['seats']} seats, {figures['level']}"
    sample = f"{figures['positions']} positions of {figures['games']} games, {figures['worlds']} worlds each"
    error = f"{figures['expected_error']:.3f} (by chance alone {figures['expected_error_by_chance']:.3f})"
    brier_score = f"{figures['brier']:.3f} (knowing nothing {figures['brier_of_nothing']:.3f})"
    fitted = f"{figures['slope']:.2f} ({figures['slope_low']:.2f}–{figures['slope_high']:.2f})"
    lines = [f"{table}: {sample}", f"expected error {error}, Brier {brier_score}, slope {fitted}"]
    for group in figures["bins"]:
        lines.append(f"  said {100 * group['said']:5.1f}   won {100 * group['won']:5.1f}   {group['n']:4} positions")
    return lines

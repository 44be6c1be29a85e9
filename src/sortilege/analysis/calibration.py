"""Calibration: of the positions that the analysis rates at 70 %, are 70 % won?

Bots play whole games. From each game a few random decisions are analysed from the view of their seat, and the
predictions are compared with the results. Positions of one game have related results, so all uncertainties are computed
by game, not by position.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Final, NamedTuple

from sortilege.analysis.evaluate import rollouts_for, subject_of
from sortilege.analysis.phrases import phrase
from sortilege.analysis.rollout_config import RolloutConfig
from sortilege.analysis.rollouts import Rollouts
from sortilege.bots import LEVELS, make
from sortilege.core.contract.insight import final_shares
from sortilege.core.engine.state import State
from sortilege.core.errors import OptionError, quote
from sortilege.core.game import Game
from sortilege.core.match import Match
from sortilege.core.types import Object, Options

PER_GAME: Final = 8  # positions of one game
BINS: Final = 10
LEAST_GAMES: Final = 4
RESAMPLES: Final = 400
RESTS: Final = (1, 2)  # values of RolloutConfig.rests that are tried besides 0
SLOPES: Final = (0.5, 0.6, 0.7, 0.85, 1.0, 1.2, 1.4, 1.7)  # values of RolloutConfig.slope that are tried with each
STEEPEST: Final = 5.0
DOUBT: Final = 0.005  # a predicted share is clamped to at least this distance from 0 and 1


class PlayedPosition(NamedTuple):
    """A decision of a finished game."""

    game: int
    state: State
    seat: int
    share: float  # the seat's share of victory at the end of the game


class Prediction(NamedTuple):
    """The prediction of the analysis for a position, and the result of its game."""

    game: int
    seat: int
    predicted: float
    share: float


class CalibrationPlan(NamedTuple):
    """Which games are played and how they are analysed."""

    game: Game
    seats: int
    options: Options
    level: str = "adept"
    ms: float | None = None
    games: int = 60
    worlds: int = 60
    seed: int = 0


def check(plan: CalibrationPlan) -> None:
    """Raise OptionError if the level, the number of games or the number of worlds is invalid."""
    if plan.level not in LEVELS:
        raise OptionError(phrase("other_levels", levels=LEVELS, given=quote(plan.level)))
    if plan.games < LEAST_GAMES:
        raise OptionError(phrase("games", least=LEAST_GAMES, given=plan.games))
    if plan.worlds < 1:
        raise OptionError(phrase("worlds", given=plan.worlds))


# ---------------------------------------------------------------- playing and analysing
def play_positions(plan: CalibrationPlan, on_game: Callable[[], None] = lambda: None) -> list[PlayedPosition]:
    """Play the games and return random decisions of each with its result. `on_game` is called after each game."""
    positions: list[PlayedPosition] = []
    for number in range(plan.games):
        match = Match(plan.game, plan.seats, plan.options, f"calibrate {plan.seed} {number}")
        bots = [make(plan.game.name, plan.level, 1000 * number + seat) for seat in range(plan.seats)]
        decisions: list[State] = []
        while match.state.turn() >= 0:
            seat = match.state.turn()
            view = match.state.view(seat)
            if len(view["legal"]) > 1:
                decisions.append(match.state.clone())
            match.play(bots[seat].choose(view, plan.ms), seat)
        side_of = plan.game.side_of(plan.seats)
        shares = final_shares(match.state.winners(), side_of)
        sampler = random.Random(f"{plan.seed} {number}")
        for state in sampler.sample(decisions, min(PER_GAME, len(decisions))):
            positions.append(PlayedPosition(number, state, state.turn(), shares[side_of[state.turn()]]))
        on_game()
    return positions


def predict(
    plan: CalibrationPlan, positions: Sequence[PlayedPosition], config: RolloutConfig | None = None
) -> list[Prediction]:
    """Return the analysis of each position. The default configuration is the measured one of the game."""
    predictions = []
    for position in positions:
        rollouts = rollouts_of(plan, position, config)
        shares = (rollouts.value_after(rollouts.enter_world(k), -1, position.seat) for k in range(plan.worlds))
        predictions.append(Prediction(position.game, position.seat, sum(shares) / plan.worlds, position.share))
    return predictions


def rollouts_of(plan: CalibrationPlan, position: PlayedPosition, config: RolloutConfig | None) -> Rollouts:
    """Return the rollouts of a position from the view of its seat."""
    subject = subject_of(plan.game, position.state.view(position.seat), None)
    return rollouts_for(plan.game, subject, plan.seed, config)


# ---------------------------------------------------------------- figures
def brier(predictions: Sequence[Prediction]) -> float:
    """Return the Brier score: the mean squared difference between predicted share and result."""
    return sum((one.predicted - one.share) ** 2 for one in predictions) / len(predictions)


def log_loss(predictions: Sequence[Prediction]) -> float:
    """Return the mean logarithmic loss of the predictions."""
    total = 0.0
    for one in predictions:
        predicted = clamp(one.predicted)
        total -= one.share * log(predicted) + (1 - one.share) * log(1 - predicted)
    return total / len(predictions)


def clamp(share: float) -> float:
    """Keep a predicted share away from 0 and 1, so that its logarithm is finite."""
    return min(max(share, DOUBT), 1 - DOUBT)


class Bin(NamedTuple):
    """Positions with similar predictions: their number, the mean prediction and the mean result."""

    n: int
    predicted: float
    observed: float


def bins(predictions: Sequence[Prediction], count: int = BINS) -> list[Bin]:
    """Group the predictions into equal parts of the scale from 0 to 1. Empty parts are left out."""
    result = []
    for index in range(count):
        group = [one for one in predictions if index == min(count - 1, int(one.predicted * count))]
        if group:
            n = len(group)
            result.append(Bin(n, sum(one.predicted for one in group) / n, sum(one.share for one in group) / n))
    return result


def expected_error(predictions: Sequence[Prediction]) -> float:
    """Return the expected calibration error: the mean difference between predicted and observed share by bin, weighted
    by positions."""
    return sum(one.n * abs(one.predicted - one.observed) for one in bins(predictions)) / len(predictions)


def slope(predictions: Sequence[Prediction]) -> float:
    """Return the factor for the predicted log-odds that fits the results best: 1 is calibrated, below 1 overconfident,
    above 1 underconfident. Uses Newton's method on the logistic likelihood, with an intercept that is not returned."""
    odds = [log(p / (1 - p)) for p in (clamp(one.predicted) for one in predictions)]
    shift, factor = 0.0, 1.0
    for _ in range(25):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for x, one in zip(odds, predictions, strict=True):
            p = 1 / (1 + exp(-max(-30.0, min(30.0, shift + factor * x))))
            weight = p * (1 - p) + 1e-9
            g0, g1 = g0 + one.share - p, g1 + (one.share - p) * x
            h00, h01, h11 = h00 + weight, h01 + weight * x, h11 + weight * x * x
        determinant = h00 * h11 - h01 * h01
        if determinant < 1e-12:
            break
        shift = limited(shift + (h11 * g0 - h01 * g1) / determinant)
        factor = limited(factor + (h00 * g1 - h01 * g0) / determinant)
    return factor


def limited(number: float) -> float:
    """Limit a parameter of the fit, because a few games may seem to fit any value."""
    return max(-STEEPEST, min(STEEPEST, number))


def spread(
    predictions: Sequence[Prediction], figure: Callable[[Sequence[Prediction]], float], seed: int
) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of a figure. Whole games are resampled."""
    by_game: dict[int, list[Prediction]] = {}
    for one in predictions:
        by_game.setdefault(one.game, []).append(one)
    games, sampler = list(by_game.values()), random.Random(seed)
    samples = (sampler.choices(games, k=len(games)) for _ in range(RESAMPLES))
    figures = sorted(figure([one for game in sample for one in game]) for sample in samples)
    return figures[int(0.025 * RESAMPLES)], figures[int(0.975 * RESAMPLES) - 1]


def chance_error(predictions: Sequence[Prediction], seed: int) -> float:
    """Return the expected error of a perfectly calibrated analysis with the same number of games. The result of each
    game is drawn again for each seat, with the predicted probability."""
    sampler = random.Random(seed)
    total = 0.0
    for _ in range(100):
        thresholds: dict[tuple[int, int], float] = {}
        drawn = []
        for one in predictions:
            threshold = thresholds.setdefault((one.game, one.seat), sampler.random())
            drawn.append(one._replace(share=float(threshold < one.predicted)))
        total += expected_error(drawn)
    return total / 100


def summary(plan: CalibrationPlan, predictions: Sequence[Prediction]) -> Object:
    """Return all figures as a JSON object."""
    mean = sum(one.share for one in predictions) / len(predictions)
    slope_low, slope_high = spread(predictions, slope, plan.seed)
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
        "slope": slope(predictions),
        "slope_low": slope_low,
        "slope_high": slope_high,
        "bins": [{"n": one.n, "said": one.predicted, "won": one.observed} for one in bins(predictions)],
    }


# ---------------------------------------------------------------- choosing a configuration
def choose_config(
    plan: CalibrationPlan, positions: Sequence[PlayedPosition], on_trial: Callable[[], None] = lambda: None
) -> tuple[RolloutConfig, Object]:
    """Return the configuration that predicts best, and its figures. It is chosen on the games with even numbers and
    measured on the others, so that the figures are not biased by the choice. `on_trial` is called after each step."""
    even = [one for one in positions if one.game % 2 == 0]
    odd = [one for one in positions if one.game % 2 == 1]
    best, least = RolloutConfig(), log_loss(predict(plan, even, RolloutConfig()))
    on_trial()
    for rests in RESTS:
        for factor, predictions in predict_by_slope(plan, even, rests).items():
            loss = log_loss(predictions)
            if loss < least:
                best, least = RolloutConfig(rests, factor), loss
        on_trial()
    figures = summary(plan, predict(plan, odd, best))
    played_out = figures["brier"] if best == RolloutConfig() else brier(predict(plan, odd, RolloutConfig()))
    return best, {**figures, "brier_played_out": played_out}


def predict_by_slope(
    plan: CalibrationPlan, positions: Sequence[PlayedPosition], rests: int
) -> dict[float, list[Prediction]]:
    """Return the predictions for each slope of SLOPES. Every world is played only once."""
    predictions: dict[float, list[Prediction]] = {slope: [] for slope in SLOPES}
    for position in positions:
        rollouts = rollouts_of(plan, position, RolloutConfig(rests))
        shares = dict.fromkeys(SLOPES, 0.0)
        for k in range(plan.worlds):
            start = rollouts.enter_world(k)
            state = start.bare_copy()
            rollouts.value_from(state, start, position.seat)
            for slope in SLOPES:
                rollouts.slope = slope
                rollouts.evaluate(state)
                shares[slope] += rollouts.share(position.seat) / plan.worlds
        for slope in SLOPES:
            predictions[slope].append(Prediction(position.game, position.seat, shares[slope], position.share))
    return predictions


def as_text_lines(figures: Object) -> list[str]:
    """Return the figures of `summary` as lines of text."""
    fitted = f"{figures['slope']:.2f} ({figures['slope_low']:.2f}–{figures['slope_high']:.2f})"
    return [
        f"{figures['game']}, {figures['seats']} seats, {figures['level']}: {figures['positions']} positions of "
        f"{figures['games']} games, {figures['worlds']} worlds each",
        f"expected error {figures['expected_error']:.3f} (by chance alone {figures['expected_error_by_chance']:.3f}), "
        f"Brier {figures['brier']:.3f} (knowing nothing {figures['brier_of_nothing']:.3f}), slope {fitted}",
        *(
            f"  said {100 * group['said']:5.1f}   won {100 * group['won']:5.1f}   {group['n']:4} positions"
            for group in figures["bins"]
        ),
    ]

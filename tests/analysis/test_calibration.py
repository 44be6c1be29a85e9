"""Calibration: its figures on made-up points, and the configuration it chooses."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import sortilege
from sortilege.analysis import calibration, rollout_config
from sortilege.analysis.calibration import CalibrationPlan, Prediction
from sortilege.analysis.rollout_config import RolloutConfig
from sortilege.bots.net_files import net_for

ABRACADA = sortilege.game("abracada")


def made_up_predictions(true_share_of: float = 1.0) -> list[Prediction]:
    """Positions called anything from 5 to 95 of 100, and won as often when the factor of their log-odds is 1."""
    lots = random.Random(3)
    out = []
    for game in range(4000):
        predicted = 0.05 + 0.9 * lots.random()
        odds = (predicted / (1 - predicted)) ** true_share_of
        out.append(Prediction(game, 0, predicted, float(lots.random() < odds / (1 + odds))))
    return out


def test_predictions_that_are_right_as_often_as_they_claim_have_slope_one_and_err_by_chance_alone() -> None:
    predictions = made_up_predictions()
    assert calibration.fit_slope(predictions) == pytest.approx(1, abs=0.1)
    assert calibration.expected_error(predictions) < 0.03
    low, high = calibration.bootstrap_interval(predictions, calibration.fit_slope, 1)
    assert low < 1 < high


def test_predictions_that_are_too_sure_have_a_slope_below_one() -> None:
    predictions = made_up_predictions(0.5)
    assert calibration.fit_slope(predictions) == pytest.approx(0.5, abs=0.1)
    assert calibration.expected_error(predictions) > 0.06
    assert calibration.brier(predictions) > calibration.brier(made_up_predictions())


def test_a_few_games_that_any_slope_fits_give_no_absurd_one() -> None:
    predictions = [
        Prediction(game, 0, predicted, float(predicted > 0.5))
        for game, predicted in enumerate([0.01, 0.02, 0.98, 0.99] * 3)
    ]
    assert 1 < calibration.fit_slope(predictions) <= 5


@pytest.fixture(scope="module")
def plan_and_games() -> tuple[CalibrationPlan, list[calibration.PlayedPosition]]:
    plan = CalibrationPlan(ABRACADA, 2, ABRACADA.resolve_options(2, {}), "apprentice", games=4, worlds=3)
    return plan, calibration.play_positions(plan)


def test_predicting_all_slopes_at_once_equals_predicting_each_alone(
    plan_and_games: tuple[CalibrationPlan, list[calibration.PlayedPosition]],
) -> None:
    plan, games = plan_and_games
    for slope, predictions in calibration.predict_by_slope(plan, games[:6], 1).items():
        alone = calibration.predict(plan, games[:6], RolloutConfig(1, slope))
        assert [point.predicted for point in predictions] == pytest.approx([point.predicted for point in alone])


def test_a_measured_configuration_is_stored_and_used_only_with_the_same_net(
    plan_and_games: tuple[CalibrationPlan, list[calibration.PlayedPosition]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan, games = plan_and_games
    monkeypatch.setattr(rollout_config, "FILE", tmp_path / "rollout_config.json")
    rollout_config.FILE.write_text("{}", encoding="utf-8")
    rollout_config.stored_configs.cache_clear()
    try:
        best, figures = calibration.choose_config(plan, games)
        assert figures["brier_played_out"] >= 0
        rollout_config.store_config(plan.game, plan.seats, plan.options, best, figures)
        stored = json.loads(rollout_config.FILE.read_text(encoding="utf-8"))["abracada"]["2"]
        assert stored["measured"]["games"] == 4
        predictor = net_for(ABRACADA, 2, plan.options)
        assert rollout_config.config_for(ABRACADA, 2, plan.options, predictor) == best
        assert rollout_config.config_for(ABRACADA, 2, plan.options, None) == RolloutConfig()
    finally:
        rollout_config.stored_configs.cache_clear()


def test_every_game_has_a_configuration_measured_with_the_net_it_ships_with() -> None:
    for name in sortilege.games():
        game = sortilege.game(name)
        entry = rollout_config.stored_configs()[name]["2"]
        assert entry["judge"] == rollout_config.net_fingerprint(net_for(game, 2, game.resolve_options(2, {})))
        assert entry["measured"]["games"] >= 60

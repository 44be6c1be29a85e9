"""Learning: the net comes to know who wins, and its whole numbers say the same as its floats."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy", reason="training needs numpy")

import numpy as np

from sortilege.bots.net import Net
from sortilege.bots.net_files import weights_of
from sortilege.train import files
from sortilege.train.net import fit, loss_of, random_net
from sortilege.train.recorder import PositionRecorder
from tests.bots.test_net import PileFeatures, random_net_file
from tests.bots.toys import Pile
from tests.train.toys import Comparing, exact_share, pile_games, positions_of


@pytest.fixture(scope="module")
def learned() -> tuple[object, object, float]:
    positions = positions_of(pile_games(2000))
    net, _, loss = fit(random_net(26, 16, 1), positions, 60.0, 30, 1)
    return net, positions, loss


def test_the_net_learns_the_win_probabilities_of_the_games(learned: tuple) -> None:
    net, _, loss = learned
    predictor = Net(PileFeatures(), weights_of(files.integer_net(net)), [0, 1])
    for counters in range(2, 10):  # with one left there is nothing to decide, so nothing is noted
        expected = exact_share(counters)
        assert predictor.win_probability(Pile([0, counters]), 0) == pytest.approx(expected, abs=0.15), counters
        assert predictor.win_probability(Pile([0, counters]), 1) == pytest.approx(1 - expected, abs=0.15), counters
    assert loss < 0.5


def test_a_net_that_compares_learns_the_same_from_both_sides_at_once() -> None:
    recorder = pile_games(12_000, 1, Comparing())
    assert set(recorder.row_counts) == {2}
    assert recorder.row_weights == [1.0, -1.0] * len(recorder.row_counts)
    net, _, loss = fit(random_net(26, 16, 1), positions_of(recorder), 60.0, 30, 1)
    held = files.integer_net(net) | {"compares": True}
    predictor = Net(PileFeatures(), weights_of(held), [0, 1])
    for counters in range(2, 10):
        expected = exact_share(counters)
        assert predictor.win_probability(Pile([0, counters]), 0) == pytest.approx(expected, abs=0.15), counters
        own = predictor.win_probability(Pile([0, counters]), 0)
        assert predictor.win_probability(Pile([0, counters]), 1) == pytest.approx(1 - own)
    assert files.max_rounding_error(net, held, PileFeatures(), positions_of(recorder), np.arange(300)) < 0.005
    assert loss < 0.5


def test_features_that_never_occur_keep_their_weights() -> None:
    positions = positions_of(pile_games(50))
    before = random_net(26, 4, 1)
    after, _, _ = fit(before, positions, 60.0, 2, 1)
    unseen = np.setdiff1d(np.arange(26), positions.indices)
    assert len(unseen) > 0
    assert np.array_equal(after.hidden_weights[unseen], before.hidden_weights[unseen])
    assert not np.array_equal(after.hidden_weights, before.hidden_weights)


def test_the_integer_net_agrees_with_the_float_net(learned: tuple) -> None:
    net, positions, _ = learned
    held = files.integer_net(net)
    assert files.max_rounding_error(net, held, PileFeatures(), positions, np.arange(300)) < 0.005
    converted = files.integer_net(files.float_net(held))
    assert converted == held


def test_great_weights_are_counted_in_coarser_parts() -> None:
    net = random_net(4, 2, 1)
    net.hidden_weights[0, 0] = 100.0
    assert files.integer_net(net)["scale"][0] == 256
    assert weights_of(files.integer_net(net)).pairs == 1


def test_the_loss_is_the_logistic_one() -> None:
    assert loss_of(np.array([0.0, 0.0]), np.array([1.0, 0.0])) == pytest.approx(np.log(2))
    assert loss_of(np.array([np.log(3)]), np.array([0.75])) == pytest.approx(-0.75 * np.log(0.75) - 0.25 * np.log(0.25))


def test_whole_games_are_held_out() -> None:
    positions = positions_of(pile_games(200))
    learned, held_out = positions.split()
    games = np.repeat(np.arange(len(positions.game_lengths)), positions.game_lengths)
    assert len(learned) + len(held_out) == len(positions)
    assert not set(games[learned]) & set(games[held_out])
    assert 0.04 < len(held_out) / len(positions) < 0.13


def test_rows_are_spread_out_as_the_features_have_them() -> None:
    features, recorder = PileFeatures(), PositionRecorder(PileFeatures(), None)
    states = [Pile([0, 3]), Pile([1, 200]), Pile([0, 11])]
    for state in states:
        recorder.record(state, 0)
    recorder.end_game([1.0, 0.0])
    rows = positions_of(recorder).dense_rows(np.array([2, 0, 1]), 26)
    assert [list(row) for row in rows] == [features.dense(states[i], 0) for i in (2, 0, 1)]


def test_a_note_is_worth_the_end_and_a_little_of_what_was_thought_later() -> None:
    recorder = PositionRecorder(PileFeatures(), None)
    for counters in (5, 3, 1):
        recorder.record(Pile([0, counters]), 0)
    recorder.end_game([1.0, 0.0])
    assert recorder.targets == [1.0, 1.0, 1.0]
    recorder.predictor = Net(
        PileFeatures(), weights_of(random_net_file(1, 26, 2) | {"top": 0, "end": 0}), [0, 1]
    )  # says one half
    for counters in (5, 3, 1):
        recorder.record(Pile([0, counters]), 0)
    recorder.predictions[:0] = [0.5] * 3  # the first game had no predictor
    recorder.end_game([1.0, 0.0])
    assert recorder.targets[3:] == pytest.approx([1 - 0.5 * (1 - 0.95**2), 1 - 0.5 * 0.05, 1.0])


def test_the_same_seed_notes_the_same() -> None:
    assert pile_games(30, 4).indices == pile_games(30, 4).indices
    assert pile_games(30, 4).targets != pile_games(30, 5).targets

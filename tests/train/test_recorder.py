"""What is noted of a game, and what it is marked with."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy", reason="training needs numpy")

from sortilege.core.engine.rng import Rng
from sortilege.core.engine.state import State
from sortilege.train.recorder import EXPECTATION_WEIGHT, EXPLORATION_INTERVAL, PositionRecorder, play_quick_game
from tests.bots.test_net import PileFeatures
from tests.bots.toys import Won
from tests.train.toys import Knowing, pile_games, positions_of


class Passing(Knowing):
    """Its net is asked about whoever has just played; it takes one counter and is sure of four tenths."""

    def evaluates_turn_ends(self) -> bool:
        return True

    def quick_action(self, state: State) -> int:
        self.expected_win_probability = 0.4
        return 1


def games_of(insight: Knowing, thinking: list[int]) -> PositionRecorder:
    """Many games with ten counters."""
    recorder = PositionRecorder(PileFeatures(), None)
    for seed in range(200):
        play_quick_game(Won([0, 10]), insight, Rng(seed), recorder, 1, [0, 1], thinking)
    return recorder


def share_to_move(recorder: PositionRecorder) -> float:
    """How many of the notes are about the seat to move."""
    starts = [sum(recorder.pair_counts[:row]) for row in range(len(recorder.pair_counts))]
    return sum(recorder.indices[start] == 0 for start in starts) / len(starts)


def test_where_turns_are_handed_over_those_who_did_are_noted() -> None:
    assert share_to_move(games_of(Passing(), [1, 1])) < 0.2
    assert share_to_move(games_of(Passing(), [0, 0])) < 0.2
    assert share_to_move(games_of(Knowing(), [0, 0])) > 0.6


def test_what_a_seat_expected_counts_in_the_marks_of_what_it_did_before() -> None:
    recorder = PositionRecorder(PileFeatures(), None)
    state = Won([0, 3])
    recorder.record(state, 0)
    recorder.record(state, 1)
    recorder.add_expectation(0, 0.4, EXPECTATION_WEIGHT)
    recorder.record(state, 0)
    recorder.end_game([1.0, 0.0])
    assert recorder.targets == pytest.approx([1.0 + EXPECTATION_WEIGHT * (0.4 - 1.0), 0.0, 1.0])
    recorder.record(state, 0)  # the next game knows nothing of it
    recorder.end_game([1.0, 0.0])
    assert recorder.targets[-1] == 1.0


def test_results_after_a_random_move_do_not_count_for_earlier_positions() -> None:
    """Seen over many games: thinking seats take one counter and expect four tenths, unless they draw lots."""
    recorder = games_of(Passing(), [1, 1])
    exactly = sum(target == pytest.approx(0.4) for target in recorder.targets)
    assert 0.3 / EXPLORATION_INTERVAL < exactly / len(recorder.targets) < 3 / EXPLORATION_INTERVAL


def test_the_first_games_are_whole_games() -> None:
    positions = positions_of(pile_games(40))
    few = positions.first_games(50)
    assert 40 < len(few) <= 50
    assert len(few) == few.game_lengths.sum() == len(few.targets)
    assert few.pair_counts.sum() == len(few.indices) == len(few.values)
    assert len(positions.first_games(10**9)) == len(positions)

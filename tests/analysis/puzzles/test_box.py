"""The puzzles in the box: every one can be put to people, and a sample of them is analysed anew."""

import pytest

import sortilege
from sortilege.analysis.puzzles.check import check_puzzle
from sortilege.analysis.puzzles.comparison import is_end
from sortilege.analysis.puzzles.puzzle_file import puzzles_of
from sortilege.analysis.puzzles.task_text import kind_name, task_text


@pytest.mark.parametrize("name", sortilege.games())
def test_every_puzzle_in_the_box_loads_and_its_line_is_legal_and_no_forced_move(name: str) -> None:
    game = sortilege.game(name)
    box = puzzles_of(game)
    assert not box.outdated
    assert len(box.puzzles) >= 60
    assert len({entry.kind for entry in box.puzzles}) > 1
    assert len({entry.level for entry in box.puzzles}) >= 3
    assert [entry.level for entry in box.puzzles] == sorted(entry.level for entry in box.puzzles)
    for puzzle in box.puzzles:
        state = start = puzzle.start(game)
        assert len(state.legal()) > 1
        state = start.clone()
        for number, action in enumerate(puzzle.best):
            assert not (number and is_end(game, start, state))
            state.apply(game.find(action))
        assert is_end(game, start, state)
        name = kind_name(game, puzzle.kind)
        assert name.en and name.fr
        task = task_text(game, start, [game.find(action) for action in puzzle.best])
        assert not set("{}") & set(task.en + task.fr)


@pytest.mark.parametrize("name", sortilege.games())
def test_a_sample_of_the_puzzles_in_the_box_holds_when_analysed_again(name: str) -> None:
    game = sortilege.game(name)
    puzzles = puzzles_of(game).puzzles
    for puzzle in puzzles[:: len(puzzles) // 3][:3]:
        check_puzzle(game, puzzle)

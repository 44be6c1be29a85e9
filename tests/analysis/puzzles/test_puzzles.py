"""Puzzles: what is in a set, how it is checked and looked for, and when it is set aside."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs, to_builtins

import sortilege
from sortilege.analysis.puzzles import mining
from sortilege.analysis.puzzles.check import check_puzzle
from sortilege.analysis.puzzles.mining import MiningPlan, match_number, mine
from sortilege.analysis.puzzles.puzzle_file import (
    Puzzle,
    PuzzleError,
    own_path,
    puzzles_in_files,
    puzzles_of,
    read,
    write,
)
from sortilege.analysis.puzzles.task import PuzzleTask, evaluate_attempt, practice_task, solution_texts

SPELLCASTER = sortilege.game("spellcaster")
ABRACADA = sortilege.game("abracada")
# Everybody but the caster shows that only a 7 or an 8 can be left: six sevens lie open and one eight is still to come.
SURE_CALL: dict[str, Any] = {
    "game": "abracada", "seats": 2, "options": {}, "round": 1, "scores": [7, 7], "life": [1, 1],
    "hands": ["8", "77777"], "board": [1, 2, 3, 4, 5, 6, 2, 7], "secrets": 0, "taken": ["", ""],
    "turn": {"seat": 0, "last": 0},
}  # fmt: skip


def sure_call(**changes: Any) -> Puzzle:
    """Only one stone is unseen, so the call is certain and wins at once."""
    fields: dict[str, Any] = {
        "id": "1-0-0", "position": SURE_CALL, "seat": 0, "kind": "hold", "level": 1,
        "best": ({"do": "call", "spell": 8},), "share": 1.0, "second": 0.0, "seed": 3,
    }  # fmt: skip
    return Puzzle(**{**fields, **changes})


def test_a_sound_puzzle_is_passed() -> None:
    check_puzzle(ABRACADA, sure_call(), worlds=60)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"best": ({"do": "call", "spell": 7},)}, "another action is better there"),
        ({"best": ({"do": "end"},)}, "step 1 of its line"),
        ({"best": ({"do": "call", "spell": 8}, {"do": "end"})}, "step 2 of its line does not hold: the task is done"),
        ({"kind": "again"}, "another kind than"),
        ({"share": 0.6, "second": 0.3}, "its best action now wins 1.000"),
        ({"seat": 1}, "seat 1 is not the one to decide"),
        ({"position": {**SURE_CALL, "life": [9, 1]}}, "cannot be loaded: life"),
    ],
)
def test_a_puzzle_that_does_not_hold_is_refused_in_one_sentence(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(PuzzleError) as error:
        check_puzzle(ABRACADA, sure_call(**changes), worlds=60)
    assert why in str(error.value)
    assert "'1-0-0'" in str(error.value)
    assert error.value.say("fr") != str(error.value)


def test_a_set_is_written_as_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    puzzles = [sure_call(), sure_call(id="1-0-1", cards="abc")]
    write(path, puzzles)
    assert list(read(ABRACADA, path)) == puzzles
    assert [set(fields) for fields in json.loads(path.read_text())] == [set(to_builtins(puzzle)) for puzzle in puzzles]
    assert "cards" not in to_builtins(puzzles[0])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "cannot be read"),
        ("{}", "that is a list"),
        ("[3]", "puzzle 0"),
        (json.dumps([{**to_builtins(sure_call()), "level": 6}]), "level"),
        (json.dumps([{**to_builtins(sure_call()), "level": "1"}]), "level"),
        (json.dumps([{**to_builtins(sure_call()), "best": []}]), "best"),
        (json.dumps([{**to_builtins(sure_call()), "share": 0.0}]), "share"),
        (json.dumps([{**to_builtins(sure_call()), "hint": "8"}]), "hint"),
        (json.dumps([{k: v for k, v in to_builtins(sure_call()).items() if k != "seed"}]), "seed"),
        (json.dumps([to_builtins(sure_call())] * 2), "two puzzles"),
    ],
)
def test_a_file_that_is_no_set_is_refused_in_one_sentence(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "set.json"
    path.write_text(text)
    with pytest.raises(PuzzleError) as error:
        read(ABRACADA, path)
    assert why in str(error.value)
    assert error.value.say("fr") != str(error.value)


def test_a_file_that_is_not_there_is_refused_too(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"gone\.json cannot be read"):
        read(ABRACADA, tmp_path / "gone.json")


# ---------------------------------------------------------------- other cards
def test_puzzles_of_other_cards_are_set_aside_with_a_sentence(tmp_path: Path) -> None:
    position = SPELLCASTER.new(2).game.load(start_of(SPELLCASTER)).position()
    cards = SPELLCASTER.card_fingerprint(SPELLCASTER.resolve_options(2, {}))
    puzzle = sure_call(position=position, kind="turn", best=({"do": "draw"},), cards=cards)
    write(tmp_path / "set.json", [puzzle, structs.replace(puzzle, id="1-0-1", cards="of another box")])
    collection = puzzles_in_files(SPELLCASTER, [tmp_path / "set.json"])
    assert [entry.id for entry in collection.puzzles] == ["1-0-0"]
    assert [entry.id for entry in collection.outdated] == ["1-0-1"]
    notice = collection.notice(SPELLCASTER)
    assert notice is not None
    assert "set aside" in notice.say("en")
    assert "mis de côté" in notice.say("fr")
    assert puzzles_in_files(SPELLCASTER, []).notice(SPELLCASTER) is None


def start_of(game: Any) -> dict[str, Any]:
    match = sortilege.Match(game, 2, seed=3)
    return dict(match.state.position())


def test_a_set_mined_on_this_host_is_added_to_the_one_in_the_box(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    before = {puzzle.id for puzzle in puzzles_of(ABRACADA).puzzles}
    write(own_path(ABRACADA), [sure_call(id="9-9-9")])
    assert {puzzle.id for puzzle in puzzles_of(ABRACADA).puzzles} == before | {"9-9-9"}


# ---------------------------------------------------------------- attempts
def as_task(puzzle: Puzzle) -> PuzzleTask:
    best = tuple(ABRACADA.find(action) for action in puzzle.best)
    return PuzzleTask(puzzle.start(ABRACADA), best, puzzle.seed, puzzle.gap / 2)


def test_the_best_line_solves_and_loses_nothing() -> None:
    task = as_task(sure_call())
    verdict = evaluate_attempt(task, task.best)
    assert (verdict.done, verdict.missed, verdict.regret) == (True, False, 0.0)


def test_an_answer_that_costs_too_much_is_a_miss_with_its_price() -> None:
    task = as_task(sure_call())
    verdict = evaluate_attempt(task, [ABRACADA.find({"do": "call", "spell": 7})])
    assert (verdict.done, verdict.missed) == (False, True)
    assert verdict.regret > 0.9


def test_nothing_pressed_is_neither() -> None:
    verdict = evaluate_attempt(as_task(sure_call()), [])
    assert (verdict.done, verdict.missed, verdict.regret) == (False, False, 0.0)


def test_a_solution_is_a_line_and_a_reason_in_both_languages() -> None:
    line, why = solution_texts(as_task(sure_call()))
    assert len(line) == 1
    assert "8" in line[0].en
    assert "100" in why.en
    assert why.fr != why.en


def test_any_moment_can_be_made_a_task() -> None:
    state = ABRACADA.load(SURE_CALL)
    moment = practice_task(state, 1)
    assert [ABRACADA.describe(action) for action in moment.task.best] == [{"do": "call", "spell": 8}]
    assert moment.kind == "hold"
    assert moment.task.allowed == (moment.share - moment.second) / 2 > 0.4


# ---------------------------------------------------------------- mining
def test_mining_finds_sound_puzzles_and_goes_on_where_it_was(monkeypatch: Any) -> None:
    levels = iter((1, 2) * 50)
    monkeypatch.setattr(mining, "difficulty", lambda game, state, action: next(levels))
    saved: list[list[Puzzle]] = []
    plan = MiningPlan(SPELLCASTER, 2, 5, seed=4)
    first = mine(plan, [], lambda puzzles: saved.append(list(puzzles)), lambda report: None)
    assert [len(portion) for portion in saved] == [1, 2]
    for puzzle in first:
        assert puzzle.share - puzzle.second >= mining.MIN_LEAD - 0.001
        assert len(puzzle.start(SPELLCASTER).legal()) >= mining.MIN_CHOICES
        check_puzzle(SPELLCASTER, puzzle)
    continued = mine(plan, first, lambda puzzles: None, lambda report: None)
    assert continued == first
    assert match_number(first[0], 4) >= 0
    assert match_number(first[0], 5) == -1


def test_a_stored_puzzle_that_no_longer_holds_is_dropped_when_analysed_again() -> None:
    wrong = sure_call(best=({"do": "call", "spell": 7},))
    stale = sure_call(id="1-0-1", share=0.7, second=0.2)
    mined = mine(MiningPlan(ABRACADA, 2, 0, reanalyse=True), [wrong, stale], lambda puzzles: None, lambda report: None)
    assert [(puzzle.id, puzzle.share) for puzzle in mined] == [("1-0-1", 1.0)]

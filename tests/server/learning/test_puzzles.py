"""Tests of puzzles over HTTP: the table follows from the actions alone, and reveals nothing that is hidden."""

import json
from pathlib import Path
from typing import Any

import pytest

import sortilege
from sortilege.analysis.puzzles.puzzle_file import own_path, write
from sortilege.server.errors import Denied
from sortilege.server.learning.puzzles import Puzzles
from tests.analysis.puzzles.test_puzzles import sure_call
from tests.server.server_fixture import RandomBots

RIGHT: dict[str, Any] = {"do": "call", "spell": 8}
WRONG: dict[str, Any] = {"do": "call", "spell": 7}
GAME = sortilege.game("abracada")


@pytest.fixture(autouse=True)
def own_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a puzzle set with one puzzle, in which only one stone is hidden, so that the call is certain."""
    monkeypatch.setenv("SORTILEGE_DATA", str(tmp_path))
    write(own_path(GAME), [sure_call(id="own")])


async def test_a_puzzle_begins_open_and_shows_no_answer() -> None:
    page = await Puzzles(RandomBots()).play("abracada", "own", [], False, "")
    assert (page.verdict, page.regret, page.solution) == ("open", 0.0, None)
    assert page.snapshots[-1].view["hands"][0] == "?"  # type: ignore[index]
    assert len(page.snapshots[-1].legal) == 8
    assert page.task.en != page.task.fr


async def test_an_answer_that_costs_too_much_is_priced_and_not_played() -> None:
    page = await Puzzles(RandomBots()).play("abracada", "own", [WRONG], False, "")
    assert (page.verdict, page.solution) == ("missed", None)
    assert page.regret > 0.9
    assert page.snapshots[-1].n == 0
    assert len(page.snapshots[-1].legal) == 8


async def test_the_best_line_solves_the_puzzle_and_only_then_is_the_reason_sent() -> None:
    page = await Puzzles(RandomBots()).play("abracada", "own", [RIGHT], False, "")
    assert (page.verdict, page.regret) == ("solved", 0.0)
    assert page.solution is not None
    assert len(page.solution.line) == 1
    assert page.solution.line[0].en
    assert "100" in page.solution.why.fr
    assert page.snapshots[-1].legal == []


async def test_giving_up_reveals_the_solution() -> None:
    page = await Puzzles(RandomBots()).play("abracada", "own", [], True, "")
    assert page.verdict == "shown"
    assert page.solution is not None
    assert page.snapshots[-1].legal == []


async def test_an_evaluation_is_cached() -> None:
    puzzles = Puzzles(RandomBots())
    first = await puzzles.play("abracada", "own", [WRONG], False, "")
    assert len(puzzles.results) == 1
    assert await puzzles.play("abracada", "own", [WRONG], False, "") == first
    assert len(puzzles.results) == 1


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/puzzles/abracada/nothing", {"acts": []}, 404, "no puzzle"),
        ("/api/puzzles/chess/own", {"acts": []}, 422, "chess"),
        ("/api/puzzles/abracada/own", {"acts": [{"do": "end"}]}, 422, "Call at least one"),
        ("/api/puzzles/abracada/own", {"acts": [{"do": "fly"}]}, 422, "fly"),
        ("/api/puzzles/abracada/own", {"acts": "all"}, 400, "acts"),
        ("/api/puzzles/abracada/own", {"acts": [], "best": True}, 400, "best"),
        ("/api/puzzles/abracada/own", {"acts": [RIGHT] * 101}, 404, "too long"),
    ],
)
async def test_invalid_requests_are_refused_in_one_sentence(
    path: str, body: dict[str, Any], status: int, words: str, refused: Any
) -> None:
    await refused(path, body, status, words)


async def test_the_list_names_puzzles_without_their_solutions(call: Any) -> None:
    status, puzzle_list = await call("GET", "/api/puzzles/abracada")
    assert status == 200
    assert puzzle_list["notice"] is None
    assert "own" in [puzzle["id"] for puzzle in puzzle_list["puzzles"]]
    assert {key for puzzle in puzzle_list["puzzles"] for key in puzzle} == {"id", "kind", "name", "level"}


async def test_the_browser_receives_nothing_hidden_and_no_solution(call: Any) -> None:
    """Two puzzles that differ only in hidden information and in their solutions are sent with the same bytes."""
    position = {**sure_call().position, "board": [1, 2, 3, 4, 5, 5, 2, 7], "hands": ["8", "77777"]}
    disguise = {**position, "hands": ["6", "77777"]}
    puzzles = [
        sure_call(id="one", position=position),
        sure_call(id="two", position=disguise, best=({"do": "call", "spell": 6},), share=0.9, second=0.2),
    ]
    write(own_path(GAME), puzzles)
    pages = [(await call("POST", f"/api/puzzles/abracada/{id}", {"acts": []}))[1] for id in ("one", "two")]
    assert json.dumps(pages[0]) == json.dumps(pages[1])


# ---------------------------------------------------------------- one's own games
async def test_a_moment_of_a_finished_game_is_put_once_more_as_its_seat_saw_it() -> None:
    match = sortilege.Match(GAME, start=sure_call().position, seed=1)
    match.play(WRONG)
    puzzles = Puzzles(RandomBots())
    page = await puzzles.practise("ab12cd", match, 0, [], False, "")
    assert (page.verdict, page.level, page.kind) == ("open", 0, "hold")
    assert page.snapshots[-1].view["hands"][0] == "?"  # type: ignore[index]
    assert (await puzzles.practise("ab12cd", match, 0, [WRONG], False, "")).verdict == "missed"
    assert (await puzzles.practise("ab12cd", match, 0, [RIGHT], False, "")).verdict == "solved"
    assert len(puzzles.decisions) == 1


@pytest.mark.parametrize("at", [-1, 99])
async def test_where_nobody_decided_there_is_nothing_to_practise(at: int) -> None:
    match = sortilege.Match(GAME, start=sure_call().position, seed=1)
    with pytest.raises(Denied, match="Nobody decided anything"):
        await Puzzles(RandomBots()).practise("ab12cd", match, at, [], False, "")


async def test_the_moments_of_a_table_are_for_those_who_were_there_and_only_after_the_end(call: Any) -> None:
    status, _ = await call("POST", "/api/slips/nosuch/3", {"acts": []})
    assert status == 404
    wish = {"game": "abracada", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "apprentice"}]}
    _, seat = await call("POST", "/api/tables", wish)
    status, problem = await call("POST", f"/api/slips/{seat['table']}/3", {"acts": []}, token=seat["token"])
    assert status == 409
    assert problem["fr"]

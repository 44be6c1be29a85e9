"""The books balance, in every game and mode; luck and play are told apart as docs/review.md says."""

from typing import Any

import pytest

import sortilege
from sortilege import Match
from sortilege.analysis.review import Review, review
from tests.analysis.review.games import TABLES, match_of


def balanced(found: Any) -> None:
    for book in found["books"]:
        seat = book["seat"]
        parts = book["luck"] + book["own"] + book["others"] + book["rest"]
        assert found["start"][seat] + parts == pytest.approx(found["result"][seat], abs=1e-9)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_start_and_parts_make_the_result(name: str, seats: int, options: dict[str, Any]) -> None:
    match = match_of(name, seats, 8, **options)
    found = review(match, worlds=1)
    assert set(found) == {"game", "names", "start", "result", "books", "curve", "moments"}
    assert all(set(book) == {"seat", "luck", "own", "others", "rest"} for book in found["books"])
    assert [book["seat"] for book in found["books"]] == list(range(seats))
    assert len(found["curve"]) == len(match.log)
    assert all(len(point) == seats and all(0 <= share <= 1 for share in point) for point in found["curve"])
    assert found["curve"][-1] == found["result"]
    balanced(found)


def test_a_whole_game_starts_even_and_its_rest_is_how_far_the_first_look_is_from_that() -> None:
    match = match_of("spellcaster", 2, 0)
    under_way = Review(match, worlds=2)
    while under_way.step():
        pass
    found = under_way.result()
    assert found["start"] == [0.5, 0.5]
    first = [one / 2 for one in under_way.sums[0]]
    assert [book["rest"] for book in found["books"]] == pytest.approx([share - 0.5 for share in first], abs=1e-9)
    balanced(found)


def test_what_began_in_the_middle_starts_where_the_analysis_sees_it() -> None:
    found = review(match_of("spellcaster", 2, 12), worlds=3)
    assert all(book["rest"] == pytest.approx(0, abs=1e-9) for book in found["books"])


def test_a_team_wins_as_one_and_its_members_own_their_decisions_alone() -> None:
    found = review(match_of("spellcaster", 4, 12), worlds=3)
    assert found["result"][0] == found["result"][2] != found["result"][1] == found["result"][3]
    assert found["start"][0] == found["start"][2]


def test_a_draw_is_shared_by_all_and_a_game_without_a_line_has_nothing_to_judge() -> None:
    """Both sides are at 0 energy."""
    drawn = {"game": "spellcaster", "seats": 2, "options": {}, "energy": [0, 0], "hands": [[], []], "turn": {"seat": 0}}
    found = review(Match(sortilege.game("spellcaster"), start=drawn, seed=1), worlds=1)
    assert found["result"] == found["start"] == [0.5, 0.5]
    assert found["curve"] == found["moments"] == []
    balanced(found)


WON = {
    "game": "abracada", "seats": 2, "options": {}, "scores": [7, 7], "life": [6, 1], "hands": ["8", "88"],
    "board": [1, 2, 3, 4, 5, 6, 7, 5], "secrets": 0, "turn": {"seat": 0},
}  # fmt: skip


def test_a_sure_win_taken_is_neither_luck_nor_play() -> None:
    """The caller can only hold an 8: to call it wins at once, and anybody would."""
    match = Match(sortilege.game("abracada"), start=WON, seed=1, names=["Ann", "Bob"])
    match.play({"do": "call", "spell": 8})
    found = review(match, worlds=20)
    assert found["result"] == [1.0, 0.0]
    for book in found["books"]:
        assert book["luck"] == pytest.approx(0) and book["own"] == pytest.approx(0)
    [moment] = found["moments"]
    assert moment["known"]["verdict"] == moment["open"]["verdict"] == "best"


def test_a_sure_win_thrown_away_is_a_slip_and_ones_own() -> None:
    match = Match(sortilege.game("abracada"), start=WON, seed=1, names=["Ann", "Bob"])
    match.play({"do": "call", "spell": 1})
    while match.state.turn() >= 0:
        match.play(match.state.legal()[-1])
    found = review(match, worlds=60)
    first = found["moments"][0]
    assert first["best"] == {"do": "call", "spell": 8}
    assert first["known"]["verdict"] == "slip" and first["known"]["loss"] > 0.2
    assert found["books"][0]["own"] < -0.2
    balanced(found)

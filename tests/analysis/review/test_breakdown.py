"""The books balance, in every game and mode; luck and play are told apart as docs/review.md says."""

from typing import Any

import pytest

import sortilege
from sortilege import Match
from sortilege.analysis.review import Review, review
from tests.analysis.review.games import TABLES, match_of


def assert_balanced(breakdown: Any) -> None:
    for book in breakdown["books"]:
        seat = book["seat"]
        parts = book["luck"] + book["own"] + book["others"] + book["rest"]
        assert breakdown["start"][seat] + parts == pytest.approx(breakdown["result"][seat], abs=1e-9)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_start_and_parts_make_the_result(name: str, seats: int, options: dict[str, Any]) -> None:
    match = match_of(name, seats, 8, **options)
    breakdown = review(match, worlds=1)
    assert set(breakdown) == {"game", "names", "start", "result", "books", "curve", "moments"}
    assert all(set(book) == {"seat", "luck", "own", "others", "rest"} for book in breakdown["books"])
    assert [book["seat"] for book in breakdown["books"]] == list(range(seats))
    assert len(breakdown["curve"]) == len(match.log)
    assert all(len(point) == seats and all(0 <= share <= 1 for share in point) for point in breakdown["curve"])
    assert breakdown["curve"][-1] == breakdown["result"]
    assert_balanced(breakdown)


def test_a_whole_game_starts_even_and_its_rest_is_how_far_the_first_evaluation_is_from_that() -> None:
    match = match_of("spellcaster", 2, 0)
    under_way = Review(match, worlds=2)
    while under_way.step():
        pass
    breakdown = under_way.result()
    assert breakdown["start"] == [0.5, 0.5]
    first = [total / 2 for total in under_way.sums[0]]
    assert [book["rest"] for book in breakdown["books"]] == pytest.approx([share - 0.5 for share in first], abs=1e-9)
    assert_balanced(breakdown)


def test_a_match_from_a_position_starts_where_the_analysis_evaluates_it() -> None:
    breakdown = review(match_of("spellcaster", 2, 12), worlds=3)
    assert all(book["rest"] == pytest.approx(0, abs=1e-9) for book in breakdown["books"])


def test_a_team_wins_as_one_and_its_members_own_their_decisions_alone() -> None:
    breakdown = review(match_of("spellcaster", 4, 12), worlds=3)
    assert breakdown["result"][0] == breakdown["result"][2] != breakdown["result"][1] == breakdown["result"][3]
    assert breakdown["start"][0] == breakdown["start"][2]


def test_a_draw_is_shared_by_all_and_a_game_without_a_line_has_nothing_to_review() -> None:
    """Both sides are at 0 energy."""
    drawn = {"game": "spellcaster", "seats": 2, "options": {}, "energy": [0, 0], "hands": [[], []], "turn": {"seat": 0}}
    breakdown = review(Match(sortilege.game("spellcaster"), start=drawn, seed=1), worlds=1)
    assert breakdown["result"] == breakdown["start"] == [0.5, 0.5]
    assert breakdown["curve"] == breakdown["moments"] == []
    assert_balanced(breakdown)


WON = {
    "game": "abracada", "seats": 2, "options": {}, "scores": [7, 7], "life": [6, 1], "hands": ["8", "88"],
    "board": [1, 2, 3, 4, 5, 6, 7, 5], "secrets": 0, "turn": {"seat": 0},
}  # fmt: skip


def test_a_sure_win_taken_is_neither_luck_nor_play() -> None:
    """The caller can only hold an 8: to call it wins at once, and anybody would."""
    match = Match(sortilege.game("abracada"), start=WON, seed=1, names=["Ann", "Bob"])
    match.play({"do": "call", "spell": 8})
    breakdown = review(match, worlds=20)
    assert breakdown["result"] == [1.0, 0.0]
    for book in breakdown["books"]:
        assert book["luck"] == pytest.approx(0) and book["own"] == pytest.approx(0)
    [moment] = breakdown["moments"]
    assert moment["known"]["verdict"] == moment["open"]["verdict"] == "best"


def test_a_sure_win_thrown_away_is_the_players_own_mistake() -> None:
    match = Match(sortilege.game("abracada"), start=WON, seed=1, names=["Ann", "Bob"])
    match.play({"do": "call", "spell": 1})
    while match.state.turn() >= 0:
        match.play(match.state.legal()[-1])
    breakdown = review(match, worlds=60)
    first = breakdown["moments"][0]
    assert first["best"] == {"do": "call", "spell": 8}
    assert first["known"]["verdict"] == "slip" and first["known"]["loss"] > 0.2
    assert breakdown["books"][0]["own"] < -0.2
    assert_balanced(breakdown)

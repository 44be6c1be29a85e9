"""Tests of lessons over HTTP: the table follows from the actions alone, with or without the cache."""

from typing import Any

import pytest

import sortilege
from sortilege.learn.lessons import lessons_of
from sortilege.server.learning.lessons import MAX_CACHED, Lessons

GAME = sortilege.game("abracada")
CALL: dict[str, Any] = {"do": "call", "spell": 8}


def test_each_answer_returns_the_resulting_table() -> None:
    lessons = Lessons()
    begun = lessons.play("abracada", "blind", [])
    assert (begun.step, begun.of, begun.done) == (0, 2, False)
    assert begun.snapshots[-1].view["hands"][0] == "?????"  # type: ignore[index]
    wrong = lessons.play("abracada", "blind", [{"do": "call", "spell": 2}])
    assert not wrong.played
    assert wrong.answer is not None
    assert wrong.step == 0
    right = lessons.play("abracada", "blind", [CALL])
    assert right.played
    assert right.step == 1
    done = lessons.play("abracada", "blind", [CALL, {"do": "end"}])
    assert done.done
    assert done.words is None
    assert done.snapshots[-1].legal == []


def test_whether_a_table_is_still_at_hand_changes_nothing() -> None:
    caching, forgetful = Lessons(), Lessons()
    caching.play("abracada", "blind", [])
    caching.play("abracada", "blind", [CALL])
    assert caching.play("abracada", "blind", [CALL, {"do": "end"}]) == forgetful.play(
        "abracada", "blind", [CALL, {"do": "end"}]
    )


def test_only_a_few_tables_are_cached() -> None:
    lessons = Lessons()
    for k in range(MAX_CACHED + 10):
        lessons.put_back(GAME, lessons_of(GAME)[0], [{"do": "call", "spell": k}], None)  # type: ignore[arg-type]
    assert len(lessons.cached) == MAX_CACHED


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/lessons/abracada/nothing", {"acts": []}, 404, "no lesson"),
        ("/api/lessons/chess/first", {"acts": []}, 422, "chess"),
        ("/api/lessons/abracada/blind", {"acts": [{"do": "end"}]}, 422, "Call at least one"),
        ("/api/lessons/abracada/blind", {"acts": [{"do": "fly"}]}, 422, "fly"),
        ("/api/lessons/abracada/blind", {"acts": "all"}, 400, "acts"),
    ],
)
async def test_invalid_requests_are_refused_in_one_sentence(
    path: str, body: dict[str, Any], status: int, words: str, refused: Any
) -> None:
    await refused(path, body, status, words)


def test_the_shelf_lists_the_lessons_in_order() -> None:
    from sortilege.server.shelf import game_entry

    assert [card.id for card in game_entry("abracada").lessons] == [lesson.id for lesson in lessons_of(GAME)]

"""Every lesson on the shelf can be played to its goal, and what is wrong with one is said in one sentence."""

import tomllib
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace as changed

import sortilege
from sortilege import IllegalAction
from sortilege.core.game import Game
from sortilege.core.text.words import Text
from sortilege.learn.check import check_lesson
from sortilege.learn.lesson_table import LessonTable
from sortilege.learn.lessons import FILE, Lesson, LessonError, LessonStep, lesson_named, lessons_of, meets

DOCUMENTED = import_module("sortilege.learn.lessons").__doc__ or ""
EVERY = [(name, lesson) for name in sortilege.games() for lesson in lessons_of(sortilege.game(name))]
GAME = sortilege.game("abracada")
FEWEST = {"abracada": 6, "spell": 10, "spellbook": 10, "spellcaster": 8}


@pytest.mark.parametrize(("name", "lesson"), EVERY, ids=lambda one: getattr(one, "id", one))
def test_a_lesson_is_played_to_its_goal_by_its_own_solution(name: str, lesson: Lesson) -> None:
    check_lesson(sortilege.game(name), lesson)


def test_the_documented_keys_are_those_the_reader_takes() -> None:
    [lesson] = tomllib.loads(DOCUMENTED.partition("\n")[2])["lesson"]
    assert set(lesson) == set(Lesson.__struct_fields__)
    assert set(lesson["steps"][0]) == set(LessonStep.__struct_fields__)


@pytest.mark.parametrize(("name", "least"), FEWEST.items())
def test_a_course_has_lessons_enough_and_ends_with_a_whole_game(name: str, least: int) -> None:
    lessons = lessons_of(sortilege.game(name))
    assert len(lessons) >= least
    assert lessons[-1].new
    assert lessons[-1].position is None


def first() -> Lesson:
    blind = lesson_named(GAME, "blind")
    assert blind is not None
    return blind


def test_a_wrong_answer_is_corrected_and_not_played() -> None:
    table = LessonTable(GAME, first())
    before = table.state.clone()
    refused = table.play({"do": "call", "spell": 1})
    with_message = table.play({"do": "call", "spell": 5})
    assert not refused.played
    assert refused.words is not None
    assert "Dragon" in refused.words["en"]
    assert with_message.words is not None
    assert "Storm" in with_message.words["en"]
    assert "Tempête" in with_message.words["fr"]
    assert table.state == before
    assert table.step_index == 0


def test_an_illegal_answer_is_refused_with_its_rule() -> None:
    table = LessonTable(GAME, first())
    with pytest.raises(IllegalAction, match="AQ-201"):
        table.play({"do": "end"})


def test_when_the_goal_is_seen_the_rivals_need_not_answer() -> None:
    spellbook = sortilege.game("spellbook")
    lesson = lesson_named(spellbook, "learn")
    assert lesson is not None
    table = LessonTable(spellbook, lesson)
    for action in lesson.solution[:5]:  # the last payment ends the Day
        assert not table.done
        table.play(action)
    assert table.done
    assert table.state.view(1)["turn"] == {"seat": 1, "phase": "morning", "mornings": 1}
    assert table.state.view(1)["day"] == 6


def test_the_same_presses_lead_to_the_same_table() -> None:
    lesson = lessons_of(GAME)[-1]
    tables = [LessonTable(GAME, lesson) for _ in range(2)]
    for _ in range(3):
        for table in tables:
            table.play({"do": "call", "spell": 8})
    assert tables[0].state == tables[1].state


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"solution": ()}, "solution"),
        ({"solution": ({"do": "end"},)}, "AQ-201"),
        ({"rules": ("AQ-999",)}, "AQ-999"),
        ({"rules": ()}, "cites no rule"),
        ({"goal": Text("No end", "Sans fin")}, "one sentence"),
    ],
)
def test_an_invalid_lesson_is_named_with_its_problem(change: dict[str, object], fault: str) -> None:
    with pytest.raises(LessonError, match=fault) as refused:
        check_lesson(GAME, changed(first(), **change))  # type: ignore[arg-type]
    assert "blind" in str(refused.value)


def test_a_goal_that_most_presses_meet_is_met_by_accident() -> None:
    steps = (changed(first().steps[0], act=({"do": "call"},)), *first().steps[1:])
    with pytest.raises(LessonError, match="by accident"):
        check_lesson(GAME, changed(first(), steps=steps))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("lesson = 3", "begin with"),
        ("[[lesson]]\nid = 4", "id"),
        ("[[lesson]]\nid = 'a'\nseat = 0\nrules = []\ntitle = { en = 'A' }", "title"),
        ("not toml", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(text: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(LessonError, match=fault):
        lessons_of(replace(GAME, folder=tmp_path))


def test_a_game_without_lessons_has_none(tmp_path: Path) -> None:
    bare: Game = replace(GAME, folder=tmp_path)
    assert lessons_of(bare) == ()


def test_a_goal_is_checked_against_the_view() -> None:
    view = {"scores": [3, 0], "outcome": None, "book": {"blaze": "4o"}}
    assert meets(view, {"at": "scores.0", "least": 3})
    assert not meets(view, {"at": "scores.1", "least": 3})
    assert meets(view, {"at": "book", "has": "blaze"})
    assert meets(view, {"at": "outcome", "is": None})
    assert not meets(view, {"at": "outcome.winners.0", "least": 0})
